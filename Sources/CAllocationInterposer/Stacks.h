#pragma once

#include <stddef.h>

/// Records one request for memory under the call stack of its caller, while records are made.
///
/// `frame` is the frame of the function that was asked; `size` the bytes that it handed out.
void stacks_add(void *frame, size_t size);
