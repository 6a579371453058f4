/// The clocks and counters of the measuring thread.
///
/// Read at the edges of a batch, never inside. Every value grows from an arbitrary origin.
package protocol SamplingClock {
  /// Wall time, in nanoseconds.
  func wallNanoseconds() -> Int
  /// CPU time of the calling thread, in nanoseconds.
  func threadNanoseconds() -> Int
  /// What the system has done to the calling thread so far.
  func threadUsage() -> ThreadUsage
}

/// What the system has done to a thread, in counts.
package struct ThreadUsage: Hashable {
  /// How often it was taken off its CPU although it wanted to go on.
  package var involuntarySwitches: Int
  /// How often it touched a page that was in memory and not yet mapped.
  package var minorFaults: Int

  package init(involuntarySwitches: Int, minorFaults: Int) {
    self.involuntarySwitches = involuntarySwitches
    self.minorFaults = minorFaults
  }
}
