import CProcess

/// The clocks and counters of the measuring thread.
///
/// Read at the edges of a batch, never inside. Every value grows from an arbitrary origin.
package protocol SamplingClock {
  /// Wall time, in nanoseconds.
  func wallNanoseconds() -> Int
  /// CPU time of the calling thread, in nanoseconds.
  func threadNanoseconds() -> Int
  /// The interventions of the system in the calling thread so far.
  func threadUsage() -> ThreadUsage
}

/// Counts of the system's interventions in a thread.
package struct ThreadUsage: Hashable {
  /// The number of times that it was taken off its CPU against its will.
  package var involuntarySwitches = 0
  /// The number of times that it touched a page in memory that was not mapped yet.
  package var minorFaults = 0

  package init() {}
}

/// The real clocks.
package struct SystemClock: SamplingClock {

  package init() {}

  package func wallNanoseconds() -> Int { Int(cprocess_wall_nanoseconds()) }

  package func threadNanoseconds() -> Int { Int(cprocess_thread_nanoseconds()) }

  package func threadUsage() -> ThreadUsage {
    var usage = ThreadUsage()
    usage.involuntarySwitches = Int(cprocess_thread_involuntary_switches())
    usage.minorFaults = Int(cprocess_thread_minor_faults())
    return usage
  }
}
