#include <time.h>

#include "CProcess.h"

static int64_t nanoseconds(struct timespec time) {
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int64_t read_clock(clockid_t clock) {
  struct timespec time;
  return clock_gettime(clock, &time) == 0 ? nanoseconds(time) : -1;
}

static int64_t read_resolution(clockid_t clock) {
  struct timespec step;
  return clock_getres(clock, &step) == 0 ? nanoseconds(step) : -1;
}

int64_t cprocess_wall_nanoseconds(void) { return read_clock(CLOCK_MONOTONIC); }

int64_t cprocess_thread_nanoseconds(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

int64_t cprocess_wall_resolution_nanoseconds(void) { return read_resolution(CLOCK_MONOTONIC); }

int64_t cprocess_thread_resolution_nanoseconds(void) {
  return read_resolution(CLOCK_THREAD_CPUTIME_ID);
}
