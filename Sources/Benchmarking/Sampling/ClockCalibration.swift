package import RunRecords

/// The resolution of the clocks and the cost of reading them, in nanoseconds.
package struct ClockCalibration: Hashable {
  /// The smallest step that was seen, and the cost of a reading of each clock.
  package var clock: MachineContext.Clock
  /// One turn of the loop that calls the measured closure, the call of an empty one included.
  package var callNanoseconds: Double

  package init(_ clock: MachineContext.Clock, callNanoseconds: Double) {
    self.clock = clock
    self.callNanoseconds = callNanoseconds
  }

  /// The time that a batch is measured to be longer than its calls: what the harness itself takes
  /// between the two readings of the wall clock.
  ///
  /// - Parameter calls: The calls of the batch.
  /// - Returns: Nanoseconds; an upper bound, as the processor hides a part of the loop.
  package func overheadNanoseconds(ofBatchWith calls: Int) -> Double {
    clock.wallReadNs + 2 * clock.cpuReadNs + Double(calls) * callNanoseconds
  }
}

extension ClockCalibration {
  /// Tries `clock` out; takes about a millisecond.
  ///
  /// Each cost is the least of several means: what else runs can only add to it.
  package init(measuring clock: some SamplingClock) {
    let wallRead = Self.cost(of: 500, on: clock) { _ = clock.wallNanoseconds() }
    let cpuRead = Self.cost(of: 200, on: clock) { _ = clock.threadNanoseconds() }
    var step = Int.max
    for _ in 0..<500 {
      let first = clock.wallNanoseconds()
      var second = clock.wallNanoseconds()
      while second == first { second = clock.wallNanoseconds() }
      step = min(step, abs(second - first))
    }
    let calls = 10_000
    let body = Self.emptyBody()
    let cost = Self.cost(of: 1, on: clock) {
      blackHole(measuredCalls(calls, expecting: 0, of: body))
    }
    self.init(
      .init(resolutionNs: Double(step), wallReadNs: wallRead, cpuReadNs: cpuRead),
      callNanoseconds: cost / Double(calls))
  }

  /// A closure that does nothing, as little known to the compiler as a scenario's.
  @inline(never) @_optimize(none)
  private static func emptyBody() -> () -> UInt64 { { 0 } }

  private static func cost(
    of repetitions: Int, on clock: some SamplingClock, _ action: () -> Void
  ) -> Double {
    let trials = (0..<5).map { _ in
      let start = clock.wallNanoseconds()
      for _ in 0..<repetitions { action() }
      return clock.wallNanoseconds() - start
    }
    return Double(trials.reduce(.max, min)) / Double(repetitions)
  }
}
