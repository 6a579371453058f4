#if defined(__linux__)
#define _GNU_SOURCE
#include "CAllocationInterposer.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "Bootstrap.h"
#include "LiveBytes.h"
#include "Stacks.h"

// The allocator behind this library: what the process would call without it.
static void *(*next_malloc)(size_t);
static void *(*next_calloc)(size_t, size_t);
static void *(*next_realloc)(void *, size_t);
static void (*next_free)(void *);
static int (*next_posix_memalign)(void **, size_t, size_t);
static void *(*next_aligned_alloc)(size_t, size_t);
static void *(*next_memalign)(size_t, size_t);
static void *(*next_valloc)(size_t);

/// Counts a block that was handed out, under the caller of the function that this stands in.
#define COUNTED(block) counted((block), __builtin_frame_address(0))

static void *counted(void *block, void *frame) {
  if (block) stacks_add(frame, malloc_usable_size(block));
  return live_bytes_add(block);
}

static atomic_int state;
enum { UNRESOLVED, RESOLVING, RESOLVED };

// False while the first caller is still looking the allocator up: whoever asks then, that caller's
// own `dlsym` included, is served by the bootstrap pool.
static bool is_resolved(void) {
  int found = atomic_load_explicit(&state, memory_order_acquire);
  if (found == RESOLVED) return true;
  if (found == RESOLVING || !atomic_compare_exchange_strong(&state, &found, RESOLVING)) {
    return found == RESOLVED;
  }
  next_malloc = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
  next_calloc = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "calloc");
  next_realloc = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
  next_free = (void (*)(void *))dlsym(RTLD_NEXT, "free");
  next_posix_memalign = (int (*)(void **, size_t, size_t))dlsym(RTLD_NEXT, "posix_memalign");
  next_aligned_alloc = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "aligned_alloc");
  next_memalign = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "memalign");
  next_valloc = (void *(*)(size_t))dlsym(RTLD_NEXT, "valloc");
  atomic_store_explicit(&state, RESOLVED, memory_order_release);
  return true;
}

void *malloc(size_t size) {
  if (!is_resolved()) return bootstrap_allocate(1, size);
  return COUNTED(next_malloc(size));
}

void *calloc(size_t count, size_t size) {
  if (is_resolved()) return COUNTED(next_calloc(count, size));
  size_t bytes;
  return __builtin_mul_overflow(count, size, &bytes) ? NULL : bootstrap_allocate(1, bytes);
}

void free(void *block) {
  // Blocks of the bootstrap pool are not reused, and were not counted.
  if (!block || bootstrap_owns(block) || !is_resolved()) return;
  live_bytes_remove(malloc_usable_size(block));
  next_free(block);
}

void *realloc(void *block, size_t size) {
  if (!block) return malloc(size);
  if (bootstrap_owns(block)) {
    void *copy = malloc(size);
    const size_t available = bootstrap_size(block);
    if (copy) memcpy(copy, block, size < available ? size : available);
    return copy;
  }
  if (!is_resolved()) return NULL;
  const size_t size_before = malloc_usable_size(block);
  void *moved = next_realloc(block, size);
  // Without a result the block still stands, unless it was to shrink to nothing.
  if (!moved && size > 0) return NULL;
  live_bytes_remove(size_before);
  return COUNTED(moved);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (!is_resolved()) {
    *block = bootstrap_allocate(alignment, size);
    return *block ? 0 : ENOMEM;
  }
  const int error = next_posix_memalign(block, alignment, size);
  if (error == 0) COUNTED(*block);
  return error;
}

void *aligned_alloc(size_t alignment, size_t size) {
  if (!is_resolved()) return bootstrap_allocate(alignment, size);
  return COUNTED(next_aligned_alloc(alignment, size));
}

void *memalign(size_t alignment, size_t size) {
  if (!is_resolved()) return bootstrap_allocate(alignment, size);
  return COUNTED(next_memalign(alignment, size));
}

void *valloc(size_t size) {
  if (!is_resolved()) return NULL;
  return COUNTED(next_valloc(size));
}
#endif
