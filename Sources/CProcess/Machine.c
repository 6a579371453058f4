#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>

#include "CProcess.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

int64_t cprocess_processor_count(void) { return sysconf(_SC_NPROCESSORS_ONLN); }

#if defined(__GLIBC__)

// Zero is how the C library says that it does not know.
static int64_t known(long bytes) { return bytes > 0 ? bytes : -1; }

int64_t cprocess_l2_cache_bytes(void) { return known(sysconf(_SC_LEVEL2_CACHE_SIZE)); }

int64_t cprocess_l3_cache_bytes(void) { return known(sysconf(_SC_LEVEL3_CACHE_SIZE)); }

#else

int64_t cprocess_l2_cache_bytes(void) { return -1; }

int64_t cprocess_l3_cache_bytes(void) { return -1; }

#endif

int64_t cprocess_physical_memory_bytes(void) {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_bytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && page_bytes > 0 ? (int64_t)pages * page_bytes : -1;
}

int cprocess_has_hypervisor(void) {
#if defined(__x86_64__)
  unsigned int eax, ebx, ecx, edx;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) return (ecx >> 31) & 1;
#endif
  return -1;
}

double cprocess_load_average(void) {
  double averages[1];
  return getloadavg(averages, 1) == 1 ? averages[0] : -1;
}
