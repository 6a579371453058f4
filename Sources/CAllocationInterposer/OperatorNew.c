// The mangled `m` is a size_t of 64 bits.
#if defined(__linux__) && defined(__LP64__)
#include <stdlib.h>

// C++ operators by their mangled names, for the Swift runtime is written in C++: jemalloc has its own,
// which go past `malloc`. Failure ends the process, as C cannot throw.

static void *must(void *block) {
  if (!block) abort();
  return block;
}

// Zero bytes still need an address of their own.
static void *allocate(size_t size) { return malloc(size > 0 ? size : 1); }

static void *allocate_aligned(size_t size, size_t alignment) {
  void *block = NULL;
  return posix_memalign(&block, alignment, size > 0 ? size : 1) == 0 ? block : NULL;
}

// new and new[]: plain, nothrow, aligned, aligned nothrow.
void *_Znwm(size_t size) { return must(allocate(size)); }
void *_Znam(size_t size) { return must(allocate(size)); }
void *_ZnwmRKSt9nothrow_t(size_t size, const void *tag) { return allocate(size); }
void *_ZnamRKSt9nothrow_t(size_t size, const void *tag) { return allocate(size); }
void *_ZnwmSt11align_val_t(size_t size, size_t alignment) {
  return must(allocate_aligned(size, alignment));
}
void *_ZnamSt11align_val_t(size_t size, size_t alignment) {
  return must(allocate_aligned(size, alignment));
}
void *_ZnwmSt11align_val_tRKSt9nothrow_t(size_t size, size_t alignment, const void *tag) {
  return allocate_aligned(size, alignment);
}
void *_ZnamSt11align_val_tRKSt9nothrow_t(size_t size, size_t alignment, const void *tag) {
  return allocate_aligned(size, alignment);
}

// delete and delete[]: plain, sized, nothrow, aligned, sized and aligned, aligned nothrow.
void _ZdlPv(void *block) { free(block); }
void _ZdaPv(void *block) { free(block); }
void _ZdlPvm(void *block, size_t size) { free(block); }
void _ZdaPvm(void *block, size_t size) { free(block); }
void _ZdlPvRKSt9nothrow_t(void *block, const void *tag) { free(block); }
void _ZdaPvRKSt9nothrow_t(void *block, const void *tag) { free(block); }
void _ZdlPvSt11align_val_t(void *block, size_t alignment) { free(block); }
void _ZdaPvSt11align_val_t(void *block, size_t alignment) { free(block); }
void _ZdlPvmSt11align_val_t(void *block, size_t size, size_t alignment) { free(block); }
void _ZdaPvmSt11align_val_t(void *block, size_t size, size_t alignment) { free(block); }
void _ZdlPvSt11align_val_tRKSt9nothrow_t(void *block, size_t alignment, const void *tag) {
  free(block);
}
void _ZdaPvSt11align_val_tRKSt9nothrow_t(void *block, size_t alignment, const void *tag) {
  free(block);
}
#endif
