#define _GNU_SOURCE
#include <dlfcn.h>

#include "CJemalloc.h"

// By name at run time: the interposer is preloaded into some processes and linked into none.
static int64_t (*reset_peak)(void);
static int64_t (*peak)(void);

bool cjemalloc_find_interposer(void) {
  reset_peak = (int64_t(*)(void))dlsym(RTLD_DEFAULT, "allocation_interposer_reset_peak");
  peak = (int64_t(*)(void))dlsym(RTLD_DEFAULT, "allocation_interposer_peak");
  return reset_peak && peak;
}

int64_t cjemalloc_reset_peak(void) { return reset_peak(); }

int64_t cjemalloc_peak(void) { return peak(); }
