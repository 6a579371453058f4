/// The requests of a region of code to the allocator, exact to one request and one byte.
public struct AllocationCounts: Hashable, Sendable {
  /// Requests for memory, over all threads.
  public var allocations: Int
  /// Bytes asked for and handed out by this thread, as the allocator rounds them.
  public var allocatedBytes: Int
  /// Bytes given back by this thread.
  public var deallocatedBytes: Int
  /// The most bytes alive at once above those alive at the start, over all threads; nil without the
  /// interposer.
  public var peakLiveBytes: Int?

  /// Bytes that this thread left alive; negative when it gave back more than it took.
  public var liveBytes: Int { allocatedBytes - deallocatedBytes }
}
