import RunRecords

/// The resolution of the clocks and the cost of reading them, in nanoseconds.
package struct ClockCalibration: Hashable {
  /// The smallest step of the wall clock that was seen.
  package var resolutionNanoseconds: Double
  /// One reading of the wall clock.
  package var wallReadNanoseconds: Double
  /// One reading of the thread's CPU clock.
  package var cpuReadNanoseconds: Double
  /// One turn of the loop that calls the measured closure, the call of an empty one included.
  package var callNanoseconds: Double

  package init(
    resolutionNanoseconds: Double, wallReadNanoseconds: Double, cpuReadNanoseconds: Double,
    callNanoseconds: Double
  ) {
    self.resolutionNanoseconds = resolutionNanoseconds
    self.wallReadNanoseconds = wallReadNanoseconds
    self.cpuReadNanoseconds = cpuReadNanoseconds
    self.callNanoseconds = callNanoseconds
  }

  /// The time that a batch is measured to be longer than its calls: what the harness itself takes
  /// between the two readings of the wall clock.
  ///
  /// - Parameter calls: The calls of the batch.
  /// - Returns: Nanoseconds; an upper bound, as the processor hides a part of the loop.
  package func overheadNanoseconds(ofBatchWith calls: Int) -> Double {
    wallReadNanoseconds + 2 * cpuReadNanoseconds + Double(calls) * callNanoseconds
  }
}

extension ClockCalibration {
  /// Tries `clock` out; takes about a millisecond.
  ///
  /// Each cost is the least of several means: what else runs can only add to it.
  package init(measuring clock: some SamplingClock) {
    wallReadNanoseconds = Self.cost(of: 500, on: clock) { _ = clock.wallNanoseconds() }
    cpuReadNanoseconds = Self.cost(of: 200, on: clock) { _ = clock.threadNanoseconds() }
    var step = Int.max
    for _ in 0..<500 {
      let first = clock.wallNanoseconds()
      var second = clock.wallNanoseconds()
      while second == first { second = clock.wallNanoseconds() }
      step = min(step, abs(second - first))
    }
    resolutionNanoseconds = Double(step)
    let calls = 10_000
    let body = Self.emptyBody()
    let cost = Self.cost(of: 1, on: clock) {
      blackHole(measuredCalls(calls, expecting: 0, of: body))
    }
    callNanoseconds = cost / Double(calls)
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

extension MachineContext.Clock {
  /// The calibration as records have it.
  init(_ calibration: ClockCalibration) {
    self.init(
      resolutionNs: calibration.resolutionNanoseconds,
      wallReadNs: calibration.wallReadNanoseconds, cpuReadNs: calibration.cpuReadNanoseconds)
  }
}
