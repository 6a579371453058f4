import CJemalloc

/// Counts allocations of a region, where the allocator can tell.
///
/// Requests and the peak are those of the whole process, bytes those of one thread: a figure means
/// something while no other thread works, or where all of them work for the region.
public enum AllocationMeter {
  /// Runs `body` and returns its result with what it allocated; counts are nil when unavailable.
  ///
  /// Between the two readings of the counters nothing is allocated but by `body`: an empty one
  /// counts exactly 0. What a thread keeps in its cache is counted once it is flushed, so every other
  /// thread that works for `body` calls `flushThread()` before `measure` and at its own end. What the
  /// runtime makes on the first use of a type belongs to whoever comes first: do the same once before.
  ///
  /// - Parameter body: The region.
  /// - Returns: What `body` returned, and its counts unless `availability` says why there are none.
  /// - Complexity: That of `body` and about 30 µs; no allocation.
  @inline(never)  // The optimiser must not mix the region with what stands around it.
  public static func measure<Result>(_ body: () -> Result) -> (Result, AllocationCounts?) {
    guard isAvailable else { return (body(), nil) }
    let hasInterposer = hasInterposer
    let before = cjemalloc_read()
    let liveBefore = hasInterposer ? cjemalloc_reset_peak() : 0
    let result = body()
    let peak = hasInterposer ? cjemalloc_peak() : 0
    let after = cjemalloc_read()
    let counts = AllocationCounts(
      allocations: Int(after.requests - before.requests),
      allocatedBytes: Int(after.allocated_bytes - before.allocated_bytes),
      deallocatedBytes: Int(after.deallocated_bytes - before.deallocated_bytes),
      peakLiveBytes: hasInterposer ? Int(peak - liveBefore) : nil)
    return (result, counts)
  }

  /// Hands over what the calling thread's cache holds and has counted.
  ///
  /// Threads other than the one that measures call it before the measurement and before they end.
  ///
  /// - Complexity: O(blocks in the cache), some microseconds; no allocation.
  public static func flushThread() {
    cjemalloc_flush_thread()
  }
}
