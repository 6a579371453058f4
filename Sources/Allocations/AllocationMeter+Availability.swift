import CJemalloc

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
    #if Jemalloc
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
