#define _GNU_SOURCE
#include "CProcess.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

// Stacks are kept in memory that is mapped before: a signal handler may not ask for any.
enum { SLOTS = 1 << 16, FRAMES = 1 << 22, MOST_FRAMES = 256 };

struct slot {
  uint64_t hash;
  int64_t weight;
  uint32_t first, count;
};

static struct {
  struct slot *slots;
  uint64_t *frames;
  uint32_t frame_count;
  int64_t observations, dropped;
  uintptr_t stack_low, stack_high;
  enum cprocess_sampler_engine engine;
  timer_t timer;
  int file;
  struct perf_event_mmap_page *ring;
  uint64_t ring_bytes;
  atomic_bool is_counting, is_draining;
  bool is_running;
} sampler = {.file = -1};

static void add(const uint64_t *frames, uint32_t count, int64_t weight) {
  uint64_t hash = 1469598103934665603u;
  for (uint32_t i = 0; i < count; i++) hash = (hash ^ frames[i]) * 1099511628211u;
  hash |= 1;
  sampler.observations++;
  for (uint32_t probe = 0; probe < SLOTS; probe++) {
    struct slot *slot = &sampler.slots[(hash + probe) % SLOTS];
    if (slot->hash == hash && slot->count == count &&
        memcmp(&sampler.frames[slot->first], frames, count * sizeof *frames) == 0) {
      slot->weight += weight;
      return;
    }
    if (slot->hash != 0) continue;
    if (sampler.frame_count + count > FRAMES) break;
    memcpy(&sampler.frames[sampler.frame_count], frames, count * sizeof *frames);
    *slot = (struct slot){hash, weight, sampler.frame_count, count};
    sampler.frame_count += count;
    return;
  }
  sampler.dropped += weight;
}

// MARK: The timer

static void take_sample(int number, siginfo_t *info, void *context) {
  (void)number;
  if (!atomic_load_explicit(&sampler.is_counting, memory_order_relaxed)) return;
  const int saved = errno;
  const ucontext_t *machine = context;
  uint64_t frames[MOST_FRAMES];
  uint32_t count = 0;
#if defined(__x86_64__)
  frames[count++] = (uint64_t)machine->uc_mcontext.gregs[REG_RIP];
  uintptr_t frame = (uintptr_t)machine->uc_mcontext.gregs[REG_RBP];
  uintptr_t low = (uintptr_t)machine->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
  frames[count++] = machine->uc_mcontext.pc;
  uintptr_t frame = machine->uc_mcontext.regs[29];
  uintptr_t low = machine->uc_mcontext.sp;
#else
  uintptr_t frame = 0, low = 0;
#endif
  // A frame pointer is followed only upwards and inside of the stack: reading it cannot fault. Code
  // without frame pointers leaves any number there, also one near the end of the address space.
  if (low < sampler.stack_low || low >= sampler.stack_high) low = sampler.stack_high;
  while (count < MOST_FRAMES && frame >= low && frame % sizeof(uintptr_t) == 0 &&
         frame <= sampler.stack_high - 2 * sizeof(uintptr_t)) {
    const uintptr_t *words = (const uintptr_t *)frame;
    if (words[1] == 0) break;
    frames[count++] = words[1];
    low = frame + 2 * sizeof(uintptr_t);
    frame = words[0];
  }
  add(frames, count, 1 + info->si_overrun);
  errno = saved;
}

static int start_timer(int64_t rate) {
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGPROF};
  event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &sampler.timer) != 0) return -errno;
  const struct timespec step = {.tv_sec = 1 / rate, .tv_nsec = 1000000000 / rate % 1000000000};
  const struct itimerspec times = {.it_interval = step, .it_value = step};
  if (timer_settime(sampler.timer, 0, &times, NULL) == 0) return 0;
  const int error = errno;
  timer_delete(sampler.timer);
  return -error;
}

// MARK: Events of the kernel

/// Copies from the ring, which may wrap.
static void copy(void *target, uint64_t position, uint64_t bytes) {
  const uint8_t *ring = (const uint8_t *)sampler.ring + sampler.ring->data_offset;
  for (uint64_t i = 0; i < bytes; i++) {
    ((uint8_t *)target)[i] = ring[(position + i) % sampler.ring_bytes];
  }
}

static void take_record(uint64_t position, const struct perf_event_header *header) {
  if (header->type == PERF_RECORD_LOST) {
    uint64_t lost[2];
    copy(lost, position + sizeof *header, sizeof lost);
    sampler.dropped += (int64_t)lost[1];
    return;
  }
  if (header->type != PERF_RECORD_SAMPLE) return;
  uint64_t count;
  copy(&count, position + sizeof *header, sizeof count);
  uint64_t found[MOST_FRAMES], frames[MOST_FRAMES];
  if (count > MOST_FRAMES) count = MOST_FRAMES;
  copy(found, position + sizeof *header + sizeof count, count * sizeof *found);
  uint32_t kept = 0;
  const uint16_t mode = header->misc & PERF_RECORD_MISC_CPUMODE_MASK;
  if (mode == PERF_RECORD_MISC_KERNEL) frames[kept++] = CPROCESS_KERNEL_ADDRESS;
  for (uint64_t i = 0; i < count && kept < MOST_FRAMES; i++) {
    // Markers of where the kernel's part ends lie at the end of the address space.
    if (found[i] < (uint64_t)PERF_CONTEXT_MAX) frames[kept++] = found[i];
  }
  add(frames, kept, 1);
}

static void drain(void) {
  if (!sampler.ring || atomic_exchange(&sampler.is_draining, true)) return;
  uint64_t tail = sampler.ring->data_tail;
  while (true) {
    const uint64_t head = __atomic_load_n(&sampler.ring->data_head, __ATOMIC_ACQUIRE);
    if (tail >= head) break;
    while (tail < head) {
      struct perf_event_header header;
      copy(&header, tail, sizeof header);
      if (header.size == 0) {
        tail = head;
        break;
      }
      take_record(tail, &header);
      tail += header.size;
    }
    __atomic_store_n(&sampler.ring->data_tail, tail, __ATOMIC_RELEASE);
  }
  atomic_store(&sampler.is_draining, false);
}

static void drain_by_signal(int number, siginfo_t *info, void *context) {
  (void)number, (void)info, (void)context;
  const int saved = errno;
  drain();
  errno = saved;
}

static int open_event(enum cprocess_sampler_engine engine, int64_t rate, bool with_kernel) {
  struct perf_event_attr wanted = {.size = sizeof wanted};
  if (engine == CPROCESS_SAMPLER_CYCLES) {
    wanted.type = PERF_TYPE_HARDWARE;
    wanted.config = PERF_COUNT_HW_CPU_CYCLES;
    wanted.freq = 1;
    wanted.sample_freq = (uint64_t)rate;
  } else {
    wanted.type = PERF_TYPE_SOFTWARE;
    wanted.config = PERF_COUNT_SW_CPU_CLOCK;
    wanted.sample_period = 1000000000u / (uint64_t)rate;
  }
  wanted.sample_type = PERF_SAMPLE_CALLCHAIN;
  wanted.exclude_callchain_kernel = 1;
  wanted.exclude_kernel = !with_kernel;
  wanted.exclude_hv = 1;
  wanted.disabled = 1;
  wanted.watermark = 1;
  wanted.wakeup_watermark = 64 << 10;
  return (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

static int start_event(enum cprocess_sampler_engine engine, int64_t rate) {
  int file = open_event(engine, rate, true);
  // Without the right to see the kernel, what happens in it is not seen.
  if (file < 0) file = open_event(engine, rate, false);
  if (file < 0) return -errno;
  const long page = sysconf(_SC_PAGESIZE);
  // How much may be locked is a matter of the system: as much as it allows.
  for (uint64_t bytes = 512 << 10; bytes >= 16 << 10; bytes /= 2) {
    void *ring =
        mmap(NULL, (size_t)page + bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (ring == MAP_FAILED) continue;
    sampler.ring = ring;
    sampler.ring_bytes = bytes;
    sampler.file = file;
    struct f_owner_ex owner = {.type = F_OWNER_TID, .pid = (pid_t)syscall(SYS_gettid)};
    fcntl(file, F_SETOWN_EX, &owner);
    fcntl(file, F_SETSIG, SIGPROF);
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_ASYNC);
    return 0;
  }
  const int error = errno;
  close(file);
  return -error;
}

// MARK: All of them

int cprocess_sampler_start(enum cprocess_sampler_engine engine, int64_t rate) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  if (!sampler.slots) {
    void *slots = mmap(NULL, SLOTS * sizeof(struct slot), PROT_READ | PROT_WRITE, flags, -1, 0);
    void *frames = mmap(NULL, FRAMES * sizeof(uint64_t), PROT_READ | PROT_WRITE, flags, -1, 0);
    if (slots == MAP_FAILED || frames == MAP_FAILED) return -ENOMEM;
    sampler.slots = slots;
    sampler.frames = frames;
  }
  memset(sampler.slots, 0, SLOTS * sizeof(struct slot));
  sampler.frame_count = 0;
  sampler.observations = sampler.dropped = 0;
  pthread_attr_t attributes;
  void *low;
  size_t bytes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return -EINVAL;
  pthread_attr_getstack(&attributes, &low, &bytes);
  pthread_attr_destroy(&attributes);
  sampler.stack_low = (uintptr_t)low;
  sampler.stack_high = (uintptr_t)low + bytes;
  struct sigaction action = {.sa_flags = SA_RESTART | SA_SIGINFO};
  action.sa_sigaction = engine == CPROCESS_SAMPLER_TIMER ? take_sample : drain_by_signal;
  sigfillset(&action.sa_mask);
  sigaction(SIGPROF, &action, NULL);
  sampler.engine = engine;
  const int error = engine == CPROCESS_SAMPLER_TIMER ? start_timer(rate) : start_event(engine, rate);
  sampler.is_running = error == 0;
  return error;
}

void cprocess_sampler_count(bool is_counting) {
  if (sampler.file >= 0) {
    ioctl(sampler.file, is_counting ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
    if (!is_counting) drain();
  }
  atomic_store_explicit(&sampler.is_counting, is_counting, memory_order_relaxed);
}

void cprocess_sampler_stop(void) {
  if (!sampler.is_running) return;
  sampler.is_running = false;
  cprocess_sampler_count(false);
  // One that was sent before may still come, and would read the ring.
  signal(SIGPROF, SIG_IGN);
  if (sampler.engine == CPROCESS_SAMPLER_TIMER) {
    timer_delete(sampler.timer);
  } else if (sampler.file >= 0) {
    void *ring = sampler.ring;
    sampler.ring = NULL;
    munmap(ring, (size_t)sysconf(_SC_PAGESIZE) + sampler.ring_bytes);
    close(sampler.file);
    sampler.file = -1;
  }
}

int64_t cprocess_sampler_observations(void) { return sampler.observations; }
int64_t cprocess_sampler_dropped(void) { return sampler.dropped; }

int64_t cprocess_sampler_read(int64_t position, int64_t *weight, uint64_t *frames, int64_t room) {
  if (!sampler.slots || position < 0 || position >= SLOTS) return -1;
  const struct slot *slot = &sampler.slots[position];
  if (slot->hash == 0) return 0;
  *weight = slot->weight;
  const int64_t count = slot->count < room ? slot->count : room;
  memcpy(frames, &sampler.frames[slot->first], (size_t)count * sizeof *frames);
  return count;
}

#else

int cprocess_sampler_start(enum cprocess_sampler_engine engine, int64_t rate) {
  (void)engine, (void)rate;
  return -1;
}
void cprocess_sampler_count(bool is_counting) { (void)is_counting; }
void cprocess_sampler_stop(void) {}
int64_t cprocess_sampler_observations(void) { return -1; }
int64_t cprocess_sampler_dropped(void) { return -1; }
int64_t cprocess_sampler_read(int64_t position, int64_t *weight, uint64_t *frames, int64_t room) {
  (void)position, (void)weight, (void)frames, (void)room;
  return -1;
}

#endif
