#if defined(__linux__)
#define _GNU_SOURCE
#include "CFaultInterposer.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *const call_names[FAULT_CALLS] = {
    "open",     "read",  "write", "print", "receive", "send",     "close", "sync",     "rename",
    "unlink",   "truncate", "mkdir", "pipe",  "spawn",   "poll",     "allocate", "clock", "monotonic",
};
static const char *const action_names[FAULT_ACTIONS] = {
    NULL, "short", "kill", "killed-after", "stop", "garble", "fork", "replace", "back", "forward",
};
static const struct {
  const char *name;
  int code;
} errors[] = {
    {"EIO", EIO},       {"ENOSPC", ENOSPC}, {"EMFILE", EMFILE}, {"ENOMEM", ENOMEM},
    {"EINTR", EINTR},   {"EACCES", EACCES}, {"EAGAIN", EAGAIN}, {"EDQUOT", EDQUOT},
    {"ENOENT", ENOENT},
};

static struct fault_state *state;
static bool is_main;
static bool is_due_in_main;
static int due_call = -1;
static uint64_t due_at;
static bool is_lasting;
static bool counts_call_sites;
static enum fault_action action;
static int error_code;
static const char *source, *target;

static void choose_action(const char *name) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
    if (strcmp(name, errors[i].name) == 0) error_code = errors[i].code;
  }
  for (int i = 1; i < FAULT_ACTIONS; i++) {
    if (strcmp(name, action_names[i]) == 0) action = (enum fault_action)i;
  }
  // What is not understood must not pass for a run without faults.
  if (error_code == 0 && action == FAULT_ERROR) abort();
}

static void plan(void) {
  const char *call = getenv("FAULT_CALL"), *at = getenv("FAULT_AT"), *name = getenv("FAULT_ACTION");
  if (!call || !at || !name) return;
  for (int i = 0; i < FAULT_CALLS; i++) {
    if (strcmp(call, call_names[i]) == 0) due_call = i;
  }
  if (due_call < 0) abort();
  char *end;
  due_at = strtoull(at, &end, 10);
  is_lasting = *end == '+';
  choose_action(name);
  const char *process = getenv("FAULT_PROCESS");
  is_due_in_main = !process || strcmp(process, "child") != 0;
  source = getenv("FAULT_SOURCE");
  target = getenv("FAULT_TARGET");
}

void *fault_share(const char *path, size_t size) {
  const int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || syscall(SYS_ftruncate, file, (long)size) != 0) abort();
  void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  syscall(SYS_close, file);
  if (shared == MAP_FAILED) abort();
  return shared;
}

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULT_STATE");
  if (!path) return;
  struct fault_state *found = fault_share(path, sizeof *found);
  // Every process writes the same.
  for (int i = 0; i < FAULT_CALLS; i++) {
    strncpy(found->calls[i].name, call_names[i], sizeof found->calls[i].name - 1);
  }
  int32_t nobody = 0;
  const int32_t self = (int32_t)getpid();
  // A process that starts itself again stays what it was.
  is_main = atomic_compare_exchange_strong(&found->main_process, &nobody, self) || nobody == self;
  plan();
  counts_call_sites = getenv("FAULT_CALL_SITES") != NULL;
  if (counts_call_sites) fault_prepare_call_sites(path);
  state = found;
}

static void note(enum fault_call kind, const char *path, int file) {
  char *at = state->what;
  const size_t room = sizeof state->what - 1;
  size_t length = strlen(call_names[kind]);
  memcpy(at, call_names[kind], length);
  at[length++] = ' ';
  if (path) {
    const size_t bytes = strnlen(path, room - length);
    memcpy(at + length, path, bytes);
    length += bytes;
  } else if (file >= 0) {
    char link[64] = "/proc/self/fd/", digits[16];
    int count = 0;
    do digits[count++] = (char)('0' + file % 10);
    while ((file /= 10) > 0);
    char *next = link + strlen(link);
    while (count > 0) *next++ = digits[--count];
    *next = 0;
    const long bytes = syscall(SYS_readlinkat, AT_FDCWD, link, at + length, room - length);
    if (bytes > 0) length += (size_t)bytes;
  }
  at[length] = 0;
}

static void leave_a_copy(void) {
  if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) != 0) return;
  // It holds the pipes of the process, and outlives it unless somebody ends it.
  for (;;) pause();
}

static void act_before(void) {
  switch (action) {
    case FAULT_KILL: syscall(SYS_kill, getpid(), SIGKILL); break;
    case FAULT_STOP: syscall(SYS_kill, getpid(), SIGSTOP); break;
    case FAULT_FORK: leave_a_copy(); break;
    case FAULT_REPLACE:
      if (!source || !target
        || syscall(SYS_renameat2, AT_FDCWD, source, AT_FDCWD, target, 0) != 0) abort();
      break;
    default: break;
  }
}

// Counts a call that may be the one to fail, and says whether it is.
static bool is_reached(enum fault_call kind) {
  if (due_call >= 0 && atomic_load(&state->injected) > 0) return is_lasting;
  if (counts_call_sites && !fault_is_new_call_site(kind, is_main)) return false;
  const uint64_t number = atomic_fetch_add(&state->calls[kind].counts[is_main ? 0 : 1], 1) + 1;
  return due_call >= 0 && (is_lasting ? number >= due_at : number == due_at);
}

bool fault_is_due(enum fault_call kind, const char *path, int file) {
  if (!state) return false;
  if (due_call >= 0 && ((int)kind != due_call || is_main != is_due_in_main)) return false;
  const int error = errno;
  const bool is_due = is_reached(kind);
  if (is_due) {
    // What is told is where it began.
    if (atomic_fetch_add(&state->injected, 1) == 0) note(kind, path, file);
    act_before();
  }
  errno = error;
  return is_due;
}

enum fault_action fault_action(void) { return action; }

bool fault_is_interruption(void) { return error_code == EINTR; }

bool fault_fails(bool was_due) {
  if (!was_due || action != FAULT_ERROR) return false;
  errno = error_code;
  return true;
}

void fault_after_call(bool was_due) {
  if (was_due && action == FAULT_KILLED_AFTER) syscall(SYS_kill, getpid(), SIGKILL);
}

void *fault_next(const char *name) { return dlsym(RTLD_NEXT, name); }
#endif
