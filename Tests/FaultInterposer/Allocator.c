#if defined(__linux__)
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "CFaultInterposer.h"

// Requests for memory. Those that come while the allocator behind is looked up are served from a
// pool, whose blocks are never given back.

static void *(*next_malloc)(size_t);
static void *(*next_calloc)(size_t, size_t);
static void *(*next_realloc)(void *, size_t);
static void (*next_free)(void *);
static int (*next_posix_memalign)(void **, size_t, size_t);

static _Alignas(max_align_t) char pool[1 << 16];
static atomic_size_t used;
static atomic_int lookup;
enum { UNRESOLVED, RESOLVING, RESOLVED };

static bool is_resolved(void) {
  int found = atomic_load(&lookup);
  if (found == RESOLVED) return true;
  if (found == RESOLVING || !atomic_compare_exchange_strong(&lookup, &found, RESOLVING)) {
    return found == RESOLVED;
  }
  next_malloc = (void *(*)(size_t))fault_next("malloc");
  next_calloc = (void *(*)(size_t, size_t))fault_next("calloc");
  next_realloc = (void *(*)(void *, size_t))fault_next("realloc");
  next_free = (void (*)(void *))fault_next("free");
  next_posix_memalign = (int (*)(void **, size_t, size_t))fault_next("posix_memalign");
  atomic_store(&lookup, RESOLVED);
  return true;
}

static bool is_pooled(const void *block) {
  return (const char *)block >= pool && (const char *)block < pool + sizeof pool;
}

static void *pooled(size_t size) {
  const size_t step = _Alignof(max_align_t);
  const size_t bytes = (size + step - 1) / step * step;
  const size_t start = atomic_fetch_add(&used, bytes);
  return start + bytes <= sizeof pool ? pool + start : NULL;
}

static bool fails(void) {
  return fault_fails(fault_is_due(FAULT_ALLOCATE, NULL, -1));
}

void *malloc(size_t size) {
  if (!is_resolved()) return pooled(size);
  return fails() ? NULL : next_malloc(size);
}

void *calloc(size_t count, size_t size) {
  if (!is_resolved()) return pooled(count * size);
  return fails() ? NULL : next_calloc(count, size);
}

void free(void *block) {
  if (block && !is_pooled(block) && is_resolved()) next_free(block);
}

void *realloc(void *block, size_t size) {
  if (!is_pooled(block) && is_resolved()) return fails() ? NULL : next_realloc(block, size);
  void *copy = malloc(size);
  if (!copy || !block) return copy;
  const size_t rest = (size_t)(pool + sizeof pool - (char *)block);
  memcpy(copy, block, size < rest ? size : rest);
  return copy;
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (!is_resolved()) return ENOMEM;
  return fails() ? ENOMEM : next_posix_memalign(block, alignment, size);
}
#endif
