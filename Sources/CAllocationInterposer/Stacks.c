#if defined(__linux__)
#define _GNU_SOURCE
#include "Stacks.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unwind.h>

#include "CAllocationInterposer.h"

// Stacks are kept in memory that is mapped before, as nothing here may allocate.
enum { SLOTS = 1 << 16, FRAMES = 1 << 22, MOST_FRAMES = ALLOCATION_INTERPOSER_DEPTH };

struct slot {
  uint64_t hash, type;
  int64_t calls, bytes;
  uint32_t first, count;
};

static struct slot *slots;
static uint64_t *all_frames;
static uint32_t frame_count;
static int64_t lost;
static atomic_bool is_recording;
static atomic_flag is_busy = ATOMIC_FLAG_INIT;
static pthread_t recorder;
static uintptr_t stack_low, stack_high, root_low, root_high;
static _Unwind_Reason_Code (*unwind)(_Unwind_Trace_Fn, void *);

#define THREAD_LOCAL static __thread __attribute__((tls_model("initial-exec")))
/// True inside of a record: what it asks for is not recorded.
THREAD_LOCAL bool is_inside;
/// The type of the object for which the runtime is about to ask.
THREAD_LOCAL const void *type_of_object;

struct trace {
  uint64_t frames[MOST_FRAMES];
  uint32_t count;
  bool reaches_root;
};

static void push(struct trace *trace, uintptr_t address) {
  trace->frames[trace->count++] = address;
  if (address > root_low && address <= root_high) trace->reaches_root = true;
}

/// Follows frame pointers, upwards and inside of the stack of the thread that records.
static void follow_frames(struct trace *trace, void *frame) {
  uintptr_t at = (uintptr_t)frame, low = at;
  if (at < stack_low || !pthread_equal(pthread_self(), recorder)) return;
  while (trace->count < MOST_FRAMES && !trace->reaches_root && at >= low && at % sizeof at == 0 &&
         at <= stack_high - 2 * sizeof at) {
    const uintptr_t *words = (const uintptr_t *)at;
    if (words[1] == 0) return;
    push(trace, words[1]);
    low = at + 2 * sizeof at;
    at = words[0];
  }
}

static _Unwind_Reason_Code take_frame(struct _Unwind_Context *context, void *data) {
  struct trace *trace = data;
  if (trace->count == MOST_FRAMES || trace->reaches_root) return _URC_END_OF_STACK;
  push(trace, _Unwind_GetIP(context));
  return _URC_NO_REASON;
}

static void keep(const struct trace *trace, uint64_t type, int64_t bytes) {
  const uint32_t count = trace->count;
  uint64_t hash = 1469598103934665603u ^ type;
  for (uint32_t i = 0; i < count; i++) hash = (hash ^ trace->frames[i]) * 1099511628211u;
  hash |= 1;
  for (uint32_t probe = 0; probe < SLOTS; probe++) {
    struct slot *slot = &slots[(hash + probe) % SLOTS];
    if (slot->hash == 0) {
      if (frame_count + count > FRAMES) break;
      memcpy(&all_frames[frame_count], trace->frames, count * sizeof *trace->frames);
      *slot = (struct slot){hash, type, 0, 0, frame_count, count};
      frame_count += count;
    } else if (slot->hash != hash || slot->type != type || slot->count != count ||
               memcmp(&all_frames[slot->first], trace->frames, count * sizeof *trace->frames)) {
      continue;
    }
    slot->calls++;
    slot->bytes += bytes;
    return;
  }
  lost++;
}

void stacks_add(void *frame, size_t size) {
  if (!atomic_load_explicit(&is_recording, memory_order_relaxed) || is_inside) return;
  is_inside = true;
  struct trace trace = {.count = 0};
  follow_frames(&trace, frame);
  // Some libraries keep no frame pointers; what unwinds their exceptions knows the way, slowly.
  if (!trace.reaches_root && unwind) {
    trace.count = 0;
    unwind(take_frame, &trace);
  }
  while (atomic_flag_test_and_set_explicit(&is_busy, memory_order_acquire)) {
  }
  keep(&trace, (uint64_t)(uintptr_t)type_of_object, (int64_t)size);
  atomic_flag_clear_explicit(&is_busy, memory_order_release);
  is_inside = false;
}

bool allocation_interposer_prepare(uintptr_t low, uintptr_t high) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *place = mmap(NULL, SLOTS * sizeof *slots, PROT_READ | PROT_WRITE, flags, -1, 0);
  void *pool = mmap(NULL, FRAMES * sizeof *all_frames, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (place == MAP_FAILED || pool == MAP_FAILED) return false;
  slots = place;
  all_frames = pool;
  pthread_attr_t attributes;
  void *stack;
  size_t bytes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
  pthread_attr_getstack(&attributes, &stack, &bytes);
  pthread_attr_destroy(&attributes);
  stack_low = (uintptr_t)stack;
  stack_high = stack_low + bytes;
  root_low = low;
  root_high = high;
  recorder = pthread_self();
  unwind = (_Unwind_Reason_Code(*)(_Unwind_Trace_Fn, void *))dlsym(RTLD_DEFAULT,
                                                                   "_Unwind_Backtrace");
  return true;
}

void allocation_interposer_record(bool is_on) { atomic_store(&is_recording, is_on); }

int64_t allocation_interposer_lost(void) { return lost; }

int64_t allocation_interposer_read(int64_t position, struct allocation_interposer_stack *stack) {
  if (!slots || position < 0 || position >= SLOTS) return -1;
  const struct slot *slot = &slots[position];
  stack->calls = slot->calls;
  stack->bytes = slot->bytes;
  stack->type = slot->type;
  memcpy(stack->frames, &all_frames[slot->first], slot->count * sizeof *all_frames);
  return slot->count;
}

// The runtime's function, through which every object comes: it alone knows the type.

void *swift_allocObject(const void *metadata, size_t size, size_t alignment_mask);

void *swift_allocObject(const void *metadata, size_t size, size_t alignment_mask) {
  static void *(*_Atomic next)(const void *, size_t, size_t);
  void *(*allocate)(const void *, size_t, size_t) = atomic_load(&next);
  if (!allocate) {
    allocate = (void *(*)(const void *, size_t, size_t))dlsym(RTLD_NEXT, "swift_allocObject");
    atomic_store(&next, allocate);
  }
  const void *before = type_of_object;
  type_of_object = metadata;
  void *object = allocate(metadata, size, alignment_mask);
  type_of_object = before;
  return object;
}
#endif
