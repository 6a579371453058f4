/// What a region of code asked of the allocator. Exact, to one request and one byte.
public struct AllocationCounts: Hashable, Sendable {
  /// Requests for memory, over all threads.
  public var allocations: Int
  /// Bytes asked for and handed out by this thread, as the allocator rounds them.
  public var allocatedBytes: Int
  /// Bytes given back by this thread.
  public var deallocatedBytes: Int
  /// The most bytes alive at once above those alive at the start; nil without the interposer.
  public var peakLiveBytes: Int?
}

/// Counts allocations of a region, where the allocator can tell.
public enum AllocationMeter {
  /// Whether counts can be had, else why not.
  public enum Availability: Hashable, Sendable {
    case available(allocator: String, version: String)
    case unavailable(reason: String)
  }

  public static var availability: Availability { .unavailable(reason: "skeleton") }

  /// Runs `body` and returns its result with what it allocated; counts are nil when unavailable.
  public static func measure<Result>(_ body: () -> Result) -> (Result, AllocationCounts?) {
    (body(), nil)
  }
}
