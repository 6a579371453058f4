/// Repeats one case in this process, for perf, callgrind and heap profilers.
///
/// Nothing but the measured closure runs while it loops, under the one symbol `cvbench_measured`;
/// the clock is read every few milliseconds, outside of it.
public struct LoopRunner {
  private let planned: PlannedCase
  private let seed: UInt64

  /// The totals of a loop.
  public struct Totals: Hashable, Sendable {
    /// Calls of the measured closure.
    public let calls: Int
    /// Operations, over all calls.
    public let operations: Int
    /// Wall time of the calls, and of what was made before each, in seconds.
    public let seconds: Double
  }

  /// Names the case to repeat, whose collection follows from `seed`.
  public init(_ planned: PlannedCase, seed: UInt64) {
    self.planned = planned
    self.seed = seed
  }

  /// Sets the case up, calls `whenReady`, and repeats the measured closure.
  ///
  /// - Parameters:
  ///   - seconds: The wall time to go on for; the last calls may take it a little beyond.
  ///   - whenReady: Is called once, before the first call: print the process's id there.
  /// - Returns: What was done.
  /// - Throws: `RunError.caseFailed`, where the set-up fails or a call gives a wrong answer.
  public func run(seconds: Double, whenReady: () -> Void) throws(RunError) -> Totals {
    let measurement: Measurement
    do {
      measurement = try planned.scenario.setUp(ScenarioContext(planned.dataset, seed: seed))
    } catch {
      throw .caseFailed(id: planned.id, reason: "set-up failed: \(error)")
    }
    whenReady()
    let clock = SystemClock()
    let start = clock.wallNanoseconds()
    let answer: UInt64
    do throws(SamplingError) {
      if measurement.expectedAnswer == nil { try measurement.prepareCall() }
      answer = measurement.expectedAnswer ?? measuredCall(of: measurement.body)
    } catch {
      throw .caseFailed(id: planned.id, reason: "\(error)")
    }
    var calls = measurement.expectedAnswer == nil ? 1 : 0
    var step = 1
    var now = clock.wallNanoseconds()
    while Double(now - start) < seconds * 1e9 {
      let before = now
      do throws(SamplingError) {
        try measurement.prepareCall()
        if let wrong = measuredCalls(step, expecting: answer, of: measurement.body) {
          throw .wrongAnswer(found: wrong, expected: answer)
        }
      } catch {
        throw .caseFailed(id: planned.id, reason: "\(error)")
      }
      calls += step
      now = clock.wallNanoseconds()
      if measurement.prepare == nil, now - before < 5_000_000 { step *= 2 }
    }
    return Totals(
      calls: calls, operations: calls * measurement.operationsPerCall,
      seconds: Double(now - start) / 1e9)
  }
}
