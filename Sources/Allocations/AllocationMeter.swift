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
  /// thread that works for `body` calls `flushThread()` before `measure` and at its own end. The
  /// first use of a type pays for what the runtime makes: call `body` once before.
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

extension AllocationMeter {
  /// All requests of one region for one type, from one call stack.
  public struct RecordedStack: Sendable {
    /// The number of requests.
    public let calls: Int
    /// The bytes handed out, as the allocator rounds them.
    public let bytes: Int
    /// The name of the object's type; nil if the memory is for no object of Swift.
    public let type: String?
    /// Return addresses, the innermost function first.
    public let addresses: [UInt64]
  }

  /// Runs `body`, and records the call stacks of its requests, at most once in a process.
  ///
  /// - Parameters:
  ///   - root: The function at which stacks may end, in memory; an empty range for none.
  ///   - body: The region, as in `measure`.
  /// - Returns: The result and counts of `measure`, the stacks, and the number of requests that were
  ///   not recorded for want of room; nil without a preloaded interposer.
  /// - Complexity: That of `body`, and some microseconds for each request.
  public static func record<Result>(
    root: Range<UInt64>, _ body: () -> Result
  ) -> (result: Result, counts: AllocationCounts?, stacks: [RecordedStack], lost: Int)? {
    guard cjemalloc_prepare_record(UInt(root.lowerBound), UInt(root.upperBound)) else {
      return nil
    }
    // What is recorded must be what is counted, and nothing of the counters' own.
    let (result, counts) = measure {
      cjemalloc_record(true)
      defer { cjemalloc_record(false) }
      return body()
    }
    var stacks: [RecordedStack] = []
    var stack = cjemalloc_stack()
    var position: Int64 = 0
    while true {
      let count = unsafe cjemalloc_read_stack(position, &stack)
      guard count >= 0 else { break }
      position += 1
      guard count > 0 || stack.calls > 0 else { continue }
      let addresses = unsafe withUnsafeBytes(of: &stack.frames) { bytes in
        unsafe Array(bytes.bindMemory(to: UInt64.self).prefix(Int(count)))
      }
      stacks.append(
        RecordedStack(
          calls: Int(stack.calls), bytes: Int(stack.bytes), type: typeName(UInt(stack.type)),
          addresses: addresses))
    }
    return (result, counts, stacks, Int(cjemalloc_lost()))
  }

  /// Returns the name of the type whose metadata lies at `address`.
  private static func typeName(_ address: UInt) -> String? {
    guard address != 0, let metadata = unsafe UnsafeRawPointer(bitPattern: address) else {
      return nil
    }
    // Source: swift/ABI/MetadataValues.h. Contexts of closures and boxes have no type of Swift.
    let kind = unsafe metadata.load(as: UInt.self)
    let (contextKinds, lastKind): (ClosedRange<UInt>, UInt) = (0x400...0x6ff, 0x7ff)
    if kind <= lastKind, contextKinds.contains(kind) { return "closure context or box" }
    return _typeName(unsafe unsafeBitCast(metadata, to: Any.Type.self), qualified: true)
  }
}

extension AllocationMeter {
  /// The availability of counts, or the reason against it.
  public enum Availability: Hashable, Sendable {
    /// Counts come from `allocator`.
    case available(allocator: String, version: String)
    /// There are none; `reason` says what is missing and what to do.
    case unavailable(reason: String)
  }

  /// The availability of exact peaks, or the reason against it.
  public enum PeakAvailability: Hashable, Sendable {
    /// Counts carry a peak.
    case available
    /// They carry none; `reason` says what is missing and what to do.
    case unavailable(reason: String)
  }

  /// The availability of counts from `measure`, constant for the life of the process.
  public static var availability: Availability {
    if let unavailableReason { return .unavailable(reason: unavailableReason) }
    return .available(allocator: "jemalloc", version: version)
  }

  /// The availability of peaks in the counts of `measure`, constant for the life of the process.
  public static var peakAvailability: PeakAvailability {
    if let unavailableReason { return .unavailable(reason: unavailableReason) }
    if hasInterposer { return .available }
    return .unavailable(
      reason: "the interposer is not preloaded; "
        + "start the process with LD_PRELOAD=libAllocationInterposer.so")
  }

  /// The options compiled into the allocator, as in `MALLOC_CONF`; nil without any.
  ///
  /// Those of the environment come on top and are not in here.
  public static var configuration: String? {
    guard isAvailable, let options = unsafe cjemalloc_configuration() else { return nil }
    let text = unsafe String(cString: options)
    return text.isEmpty ? nil : text
  }

  static var isAvailable: Bool { unavailableReason == nil }

  static let hasInterposer = cjemalloc_find_interposer()

  private static let unavailableReason: String? = {
    #if JEMALLOC
      switch cjemalloc_check() {
      case .available: nil
      case .notLoaded:
        "jemalloc is not in this process; link libjemalloc (libjemalloc-dev on Debian)"
      case .notServing:
        "jemalloc is loaded, but malloc is another allocator's; LD_PRELOAD may name one"
      case .withoutStatistics:
        "this jemalloc was built without statistics; use one built with --enable-stats"
      }
    #else
      "built without the Jemalloc trait"
    #endif
  }()

  /// As `5.3.0-0-g54eaed1d8b56b1aa528be3bdd1877e59c56fa90c`.
  ///
  /// Copied, as are all texts here; no pointer of the allocator's is kept.
  private static var version: String {
    guard let version = unsafe cjemalloc_version() else { return "unknown" }
    return unsafe String(cString: version)
  }
}

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
