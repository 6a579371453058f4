#include "CJemalloc.h"

#include <stddef.h>
#include <stdlib.h>

// Weak, and declared here: neither jemalloc nor its header is needed to build and run.
#if defined(__linux__)
extern int mallctl(const char *name, void *old_value, size_t *old_size, void *new_value,
                   size_t new_size) __attribute__((weak));
#else
static int (*const mallctl)(const char *, void *, size_t *, void *, size_t) = NULL;
#endif

static bool read_value(const char *name, void *value, size_t size) {
  return mallctl && mallctl(name, value, &size, NULL, 0) == 0;
}

static const char *read_text(const char *name) {
  const char *text = NULL;
  return read_value(name, &text, sizeof text) ? text : NULL;
}

const char *cjemalloc_version(void) { return read_text("version"); }

const char *cjemalloc_configuration(void) { return read_text("config.malloc_conf"); }

// The addresses do not change while the thread lives, so that reading costs two loads. Volatile,
// because compilers hold that no call of `malloc` changes memory that a program can see.
static _Thread_local const volatile uint64_t *allocated;
static _Thread_local const volatile uint64_t *deallocated;

static bool find_thread_counters(void) {
  return (allocated && deallocated) ||
         (read_value("thread.allocatedp", &allocated, sizeof allocated) &&
          read_value("thread.deallocatedp", &deallocated, sizeof deallocated));
}

cjemalloc_status cjemalloc_check(void) {
  if (!mallctl) return CJEMALLOC_NOT_LOADED;
  bool has_statistics = false;
  if (!read_value("config.stats", &has_statistics, sizeof has_statistics) || !has_statistics ||
      !find_thread_counters()) {
    return CJEMALLOC_WITHOUT_STATISTICS;
  }
  const uint64_t before = *allocated;
  void *volatile block = malloc(1);  // volatile, or the compiler drops the pair
  const bool is_serving = *allocated != before;
  free(block);
  return is_serving ? CJEMALLOC_AVAILABLE : CJEMALLOC_NOT_SERVING;
}

void cjemalloc_flush_thread(void) {
  // Fails where caches are switched off, and then there is nothing to flush.
  if (mallctl) mallctl("thread.tcache.flush", NULL, NULL, NULL, 0);
}

cjemalloc_counters cjemalloc_read(void) {
  cjemalloc_counters counters = {0};
  if (!find_thread_counters()) return counters;
  cjemalloc_flush_thread();
  uint64_t epoch = 1;
  mallctl("epoch", NULL, NULL, &epoch, sizeof epoch);
  // Arena 4096 is the sum of all. `nmalloc` would count what caches fetch, not what was asked for.
  uint64_t small = 0;
  uint64_t large = 0;
  read_value("stats.arenas.4096.small.nrequests", &small, sizeof small);
  read_value("stats.arenas.4096.large.nrequests", &large, sizeof large);
  counters.requests = (int64_t)(small + large);
  counters.allocated_bytes = (int64_t)*allocated;
  counters.deallocated_bytes = (int64_t)*deallocated;
  return counters;
}
