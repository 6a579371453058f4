#pragma once

#include <stdbool.h>
#include <stdint.h>

/// What jemalloc can tell in this process.
typedef enum __attribute__((enum_extensibility(closed))) cjemalloc_status : int32_t {
  /// It serves `malloc`, and counts.
  CJEMALLOC_AVAILABLE __attribute__((swift_name("available"))),
  /// No library of this process has `mallctl`.
  CJEMALLOC_NOT_LOADED __attribute__((swift_name("notLoaded"))),
  /// It is loaded, but `malloc` is another allocator's.
  CJEMALLOC_NOT_SERVING __attribute__((swift_name("notServing"))),
  /// It was built without statistics.
  CJEMALLOC_WITHOUT_STATISTICS __attribute__((swift_name("withoutStatistics"))),
} cjemalloc_status;

/// What was asked of jemalloc since the process, or the thread, began.
typedef struct cjemalloc_counters {
  /// Requests for memory over all arenas; of other threads, those whose caches were flushed.
  int64_t requests;
  /// Bytes handed out to the calling thread, as jemalloc rounds them.
  int64_t allocated_bytes;
  /// Bytes that the calling thread gave back.
  int64_t deallocated_bytes;
} cjemalloc_counters;

/// Tries jemalloc out, with one allocation.
cjemalloc_status cjemalloc_check(void);

/// As `5.3.0-0-g54eaed1d8b56b1aa528be3bdd1877e59c56fa90c`; NULL where jemalloc is not loaded.
const char *_Nullable cjemalloc_version(void);

/// The options that were compiled in, in the form of MALLOC_CONF; NULL where jemalloc is not loaded.
const char *_Nullable cjemalloc_configuration(void);

/// Hands the calling thread's cache back, which also adds what it counted to its arena's counters.
void cjemalloc_flush_thread(void);

/// Reads the counters, exactly, and allocates nothing; only where `cjemalloc_check` said available.
cjemalloc_counters cjemalloc_read(void);

/// Looks for the preloaded interposer, once; the two functions below need it to have been found.
bool cjemalloc_find_interposer(void);

/// Sets the peak to the bytes alive now, over all threads, and returns these.
int64_t cjemalloc_reset_peak(void);

/// The most bytes that were alive at once since the last reset.
int64_t cjemalloc_peak(void);

/// The most functions of a stack.
#define CJEMALLOC_DEPTH 256

/// All requests from one stack for one type, as the interposer's header describes them.
struct cjemalloc_stack {
  int64_t calls, bytes;
  uint64_t type;
  uint64_t frames[CJEMALLOC_DEPTH];
};

/// Prepares to record the stacks of requests; false where no interposer is preloaded that can.
bool cjemalloc_prepare_record(uintptr_t low, uintptr_t high);

/// Records the stack of each request from now on, or no more. Only after
/// `cjemalloc_prepare_record`, as are the functions below.
void cjemalloc_record(bool is_on);

/// Requests that were not recorded for want of room.
int64_t cjemalloc_lost(void);

/// Reads a place: its number of frames, 0 where it is empty, negative beyond the last.
int64_t cjemalloc_read_stack(int64_t position, struct cjemalloc_stack *_Nonnull stack);
