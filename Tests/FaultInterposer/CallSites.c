#if defined(__linux__)
#define _GNU_SOURCE
#include <execinfo.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "CFaultInterposer.h"

// The call sites of a process, as hashes of their callers.

enum { CALLERS = 5, MOST_OWN_FRAMES = 8, FRAMES = CALLERS + MOST_OWN_FRAMES };
enum { SLOTS = 1 << 18, TRIES = 64 };
static _Atomic uint64_t seen[SLOTS];
// Static storage of a thread: allocating it later would call malloc.
static _Thread_local bool is_looking __attribute__((tls_model("initial-exec")));

// The bounds of this library, which the linker knows.
extern const char __ehdr_start __attribute__((visibility("hidden")));
extern const char _end __attribute__((visibility("hidden")));

static bool is_own(const void *frame) {
  return (const char *)frame >= &__ehdr_start && (const char *)frame < &_end;
}

void fault_prepare_call_sites(void) {
  void *frames[FRAMES];
  const int count = backtrace(frames, FRAMES);
  // Without callers, all calls would have one site.
  if (count < 3 || !is_own(frames[0]) || is_own(frames[count - 1])) abort();
}

bool fault_is_new_call_site(enum fault_call kind) {
  // Looking makes calls of its own.
  if (is_looking) return false;
  is_looking = true;
  void *frames[FRAMES];
  const int count = backtrace(frames, FRAMES);
  is_looking = false;
  int first = 0;
  while (first < count && is_own(frames[first])) first++;
  const int end = first + CALLERS < count ? first + CALLERS : count;
  // FNV-1a, over whole words.
  uint64_t hash = (14695981039346656037u ^ (uint64_t)kind) * 1099511628211u;
  for (int i = first; i < end; i++) {
    hash = (hash ^ (uint64_t)(uintptr_t)frames[i]) * 1099511628211u;
  }
  hash ^= hash >> 32;
  if (hash == 0) hash = 1;
  for (uint64_t i = 0; i < TRIES; i++) {
    _Atomic uint64_t *slot = &seen[(hash + i) % SLOTS];
    uint64_t found = 0;
    if (atomic_compare_exchange_strong(slot, &found, hash)) return true;
    if (found == hash) return false;
  }
  // Sites would be left out.
  abort();
}
#endif
