#if defined(__linux__)
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "CFaultInterposer.h"

// Clocks that jump by an hour, in the process that reads them, and stay there. What waits in the
// kernel until a moment does not follow.

enum { JUMP_SECONDS = 3600 };
static _Atomic int64_t jumped[2];

static int64_t jump(enum fault_call kind) {
  _Atomic int64_t *seconds = &jumped[kind == FAULT_MONOTONIC];
  if (fault_is_due(kind, NULL, -1)) {
    if (fault_action() == FAULT_BACK) atomic_store(seconds, -JUMP_SECONDS);
    if (fault_action() == FAULT_FORWARD) atomic_store(seconds, JUMP_SECONDS);
  }
  return atomic_load(seconds);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  const int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (result != 0) return result;
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE: time->tv_sec += jump(FAULT_CLOCK); break;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME: time->tv_sec += jump(FAULT_MONOTONIC); break;
    // Time of a processor.
    default: break;
  }
  return 0;
}

int gettimeofday(struct timeval *time, void *zone) {
  const int result = (int)syscall(SYS_gettimeofday, time, zone);
  if (result == 0) time->tv_sec += jump(FAULT_CLOCK);
  return result;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
#endif
