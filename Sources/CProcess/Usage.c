#define _GNU_SOURCE
#include <stdio.h>
#include <sys/resource.h>

#include "CProcess.h"

#if defined(__linux__)

int64_t cprocess_thread_involuntary_switches(void) {
  struct rusage usage;
  return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : -1;
}

int64_t cprocess_thread_minor_faults(void) {
  struct rusage usage;
  return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_minflt : -1;
}

// Not `ru_maxrss`: that one a child takes over from the process that started it, exec or not.
int64_t cprocess_peak_resident_bytes(void) {
  FILE *status = fopen("/proc/self/status", "re");
  if (!status) return -1;
  char line[256];
  long long kilobytes = -1;
  while (fgets(line, sizeof line, status)) {
    if (sscanf(line, "VmHWM: %lld kB", &kilobytes) == 1) break;
  }
  fclose(status);
  return kilobytes < 0 ? -1 : kilobytes * 1024;
}

#else

int64_t cprocess_thread_involuntary_switches(void) { return -1; }

int64_t cprocess_thread_minor_faults(void) { return -1; }

int64_t cprocess_peak_resident_bytes(void) { return -1; }

#endif
