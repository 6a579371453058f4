#if defined(__linux__)
#include "Bootstrap.h"

#include <stdatomic.h>
#include <stdint.h>

static _Alignas(max_align_t) char pool[16 * 1024];
static atomic_size_t used;

void *bootstrap_allocate(size_t alignment, size_t size) {
  if (alignment < _Alignof(max_align_t)) alignment = _Alignof(max_align_t);
  if (size > sizeof pool || alignment > sizeof pool) return NULL;
  const size_t reserved = size + alignment;
  const size_t start = atomic_fetch_add(&used, reserved);
  if (start + reserved > sizeof pool) return NULL;
  const uintptr_t address = (uintptr_t)pool + start;
  return (void *)((address + alignment - 1) / alignment * alignment);
}

bool bootstrap_owns(const void *block) {
  const uintptr_t address = (uintptr_t)block;
  return address >= (uintptr_t)pool && address < (uintptr_t)pool + sizeof pool;
}

// Sizes are not kept: the rest of the pool is readable, and as good to copy from.
size_t bootstrap_size(const void *block) {
  return (size_t)((uintptr_t)pool + sizeof pool - (uintptr_t)block);
}
#endif
