#pragma once

#include <stdbool.h>
#include <stddef.h>

#pragma GCC visibility push(hidden)

// Memory for the moments in which the real allocator is still being looked up: `dlsym` may allocate.

/// A zeroed block that is never reused; NULL when the few kilobytes are used up.
void *bootstrap_allocate(size_t alignment, size_t size);

/// Whether `block` came from `bootstrap_allocate`.
bool bootstrap_owns(const void *block);

/// The bytes that may be read from a block of `bootstrap_allocate`.
size_t bootstrap_size(const void *block);

#pragma GCC visibility pop
