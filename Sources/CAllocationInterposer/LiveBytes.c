#if defined(__linux__)
#include "LiveBytes.h"

#include <malloc.h>
#include <stdatomic.h>

#include "CAllocationInterposer.h"

// Relaxed: each is exact by itself, and nothing else is published through them.
static _Atomic int64_t live;
static _Atomic int64_t peak;

void *live_bytes_add(void *block) {
  if (!block) return NULL;
  const int64_t size = (int64_t)malloc_usable_size(block);
  const int64_t now = atomic_fetch_add_explicit(&live, size, memory_order_relaxed) + size;
  int64_t highest = atomic_load_explicit(&peak, memory_order_relaxed);
  while (now > highest &&
         !atomic_compare_exchange_weak_explicit(&peak, &highest, now, memory_order_relaxed,
                                                memory_order_relaxed)) {
  }
  return block;
}

void live_bytes_remove(size_t size) {
  atomic_fetch_sub_explicit(&live, (int64_t)size, memory_order_relaxed);
}

int64_t allocation_interposer_live(void) {
  return atomic_load_explicit(&live, memory_order_relaxed);
}

int64_t allocation_interposer_peak(void) {
  return atomic_load_explicit(&peak, memory_order_relaxed);
}

int64_t allocation_interposer_reset_peak(void) {
  const int64_t now = allocation_interposer_live();
  atomic_store_explicit(&peak, now, memory_order_relaxed);
  return now;
}
#endif
