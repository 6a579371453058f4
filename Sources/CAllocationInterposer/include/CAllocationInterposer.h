#pragma once

#include <stdbool.h>
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

// The call stacks of requests.

/// The most functions of a stack.
#define ALLOCATION_INTERPOSER_DEPTH 256

/// All requests from one stack for one type.
struct allocation_interposer_stack {
  int64_t calls;
  /// As `malloc_usable_size` gives them.
  int64_t bytes;
  /// The metadata of the object's type; 0 where the memory is for no object.
  uint64_t type;
  /// Return addresses, the innermost function first.
  uint64_t frames[ALLOCATION_INTERPOSER_DEPTH];
};

/// Prepares to record the stacks of requests, once in a process, for the calling thread above all.
///
/// `low` to `high` is the function at which stacks may end. Returns false where memory for that cannot
/// be had.
bool allocation_interposer_prepare(uintptr_t low, uintptr_t high);

/// Records the stack of each request of any thread from now on, or no more.
void allocation_interposer_record(bool is_on);

/// Requests that were not recorded for want of room.
int64_t allocation_interposer_lost(void);

/// Reads what was recorded in a place: the number of frames, 0 where the place is empty, negative
/// beyond the last.
int64_t allocation_interposer_read(int64_t position, struct allocation_interposer_stack *stack);
