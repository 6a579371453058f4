#pragma once

#include <stddef.h>

#pragma GCC visibility push(hidden)

/// Adds the bytes of `block`, and raises the peak; returns `block`, which may be NULL.
void *live_bytes_add(void *block);

/// Takes off the bytes of a block that had `size`.
void live_bytes_remove(size_t size);

#pragma GCC visibility pop
