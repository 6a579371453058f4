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

static bool (*prepare)(uintptr_t, uintptr_t);
static void (*record)(bool);
static int64_t (*lost)(void);
static int64_t (*read_stack)(int64_t, struct cjemalloc_stack *);

bool cjemalloc_prepare_record(uintptr_t low, uintptr_t high) {
  prepare = (bool (*)(uintptr_t, uintptr_t))dlsym(RTLD_DEFAULT, "allocation_interposer_prepare");
  record = (void (*)(bool))dlsym(RTLD_DEFAULT, "allocation_interposer_record");
  lost = (int64_t(*)(void))dlsym(RTLD_DEFAULT, "allocation_interposer_lost");
  read_stack = (int64_t(*)(int64_t, struct cjemalloc_stack *))dlsym(RTLD_DEFAULT,
                                                                    "allocation_interposer_read");
  return prepare && record && lost && read_stack && prepare(low, high);
}

void cjemalloc_record(bool is_on) { record(is_on); }

int64_t cjemalloc_lost(void) { return lost(); }

int64_t cjemalloc_read_stack(int64_t position, struct cjemalloc_stack *stack) {
  return read_stack(position, stack);
}
