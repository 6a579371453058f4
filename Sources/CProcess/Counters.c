#define _GNU_SOURCE
#include <errno.h>

#include "CProcess.h"

#if defined(__linux__)

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int cprocess_open_counter(enum cprocess_counter counter) {
  struct perf_event_attr attributes = {
      .size = sizeof attributes,
      .disabled = 1,
      // What user space does is the program's, and all that most systems allow to be counted.
      .exclude_kernel = 1,
      .exclude_hv = 1,
  };
  switch (counter) {
    case CPROCESS_INSTRUCTIONS:
      attributes.type = PERF_TYPE_HARDWARE;
      attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
      break;
    case CPROCESS_MINOR_FAULTS:
      attributes.type = PERF_TYPE_SOFTWARE;
      attributes.config = PERF_COUNT_SW_PAGE_FAULTS_MIN;
      break;
  }
  const long file = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return file < 0 ? -errno : (int)file;
}

bool cprocess_start_counter(int file) {
  return ioctl(file, PERF_EVENT_IOC_RESET, 0) == 0 && ioctl(file, PERF_EVENT_IOC_ENABLE, 0) == 0;
}

int64_t cprocess_stop_counter(int file) {
  uint64_t count;
  if (ioctl(file, PERF_EVENT_IOC_DISABLE, 0) != 0) return -1;
  return read(file, &count, sizeof count) == sizeof count ? (int64_t)count : -1;
}

void cprocess_close_counter(int file) { close(file); }

#else

int cprocess_open_counter(enum cprocess_counter counter) {
  (void)counter;
  return -ENOTSUP;
}

bool cprocess_start_counter(int file) {
  (void)file;
  return false;
}

int64_t cprocess_stop_counter(int file) {
  (void)file;
  return -1;
}

void cprocess_close_counter(int file) { (void)file; }

#endif
