#pragma once

#include <stdint.h>

// A library for LD_PRELOAD. It stands before the allocator of a process, hands every request on, and
// knows the bytes alive, over all threads, as `malloc_usable_size` gives them. A block that `realloc`
// moves counts as grown in place. It allocates nothing itself.

/// The bytes alive now.
int64_t allocation_interposer_live(void);

/// The most bytes that were alive at once since the last reset.
int64_t allocation_interposer_peak(void);

/// Sets the peak to the bytes alive now, and returns these.
int64_t allocation_interposer_reset_peak(void);
