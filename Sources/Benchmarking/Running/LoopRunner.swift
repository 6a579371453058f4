/// Repeats one case in this process, for perf, callgrind and heap profilers.
///
/// Nothing but the measured closure runs while it loops, under the one symbol `cvbench_measured`;
/// the clock is read every few milliseconds, outside of it.
public struct LoopRunner {
  private let scenario: Scenario
  private let context: ScenarioContext
  private let id: String

  /// The totals of a loop.
  public struct Totals: Hashable, Sendable {
    /// Calls of the measured closure.
    public let calls: Int
    /// Operations, over all calls.
    public let operations: Int
    /// Wall time of the calls, and of what was made before each, in seconds.
    public let seconds: Double
    /// CPU time of the calls alone, in nanoseconds.
    package let cpuNanoseconds: Int
    /// Operations of the calls whose CPU time was taken: all but a first one that found the answer.
    package let timedOperations: Int
  }

  /// Names the case to repeat, whose collection follows from `seed`.
  public init(_ planned: PlannedCase, seed: UInt64) {
    self.init(
      planned.scenario, in: ScenarioContext(planned.dataset, seed: seed), named: planned.id)
  }

  /// Names a scenario to repeat on the collection of `context`.
  init(_ scenario: Scenario, in context: ScenarioContext, named id: String) {
    self.scenario = scenario
    self.context = context
    self.id = id
  }

  /// Sets the case up, calls `whenReady`, and repeats the measured closure.
  ///
  /// - Parameters:
  ///   - seconds: The wall time to go on for; the last calls may take it a little beyond.
  ///   - isCalling: Is called with true before and with false after calls of the measured closure,
  ///     but for the first one.
  ///   - whenReady: Is called once, before the first call: print the process's id there.
  /// - Returns: What was done.
  /// - Throws: `RunError.caseFailed`, where the set-up fails or a call gives a wrong answer.
  public func run(
    seconds: Double, isCalling: (Bool) -> Void = { _ in }, whenReady: () -> Void
  ) throws(RunError) -> Totals {
    let measurement: Measurement
    do {
      measurement = try scenario.setUp(context)
    } catch {
      throw .caseFailed(id: id, reason: "set-up failed: \(error)")
    }
    whenReady()
    let clock = SystemClock()
    let start = clock.wallNanoseconds()
    let answer: UInt64
    do throws(SamplingError) {
      if measurement.expectedAnswer == nil { try measurement.prepareCall() }
      answer = measurement.expectedAnswer ?? measuredCall(of: measurement.body)
    } catch {
      throw .caseFailed(id: id, reason: "\(error)")
    }
    var calls = measurement.expectedAnswer == nil ? 1 : 0
    let firstCalls = calls
    var cpuNanoseconds = 0
    var step = 1
    var now = clock.wallNanoseconds()
    while Double(now - start) < seconds * 1e9 {
      let before = now
      do throws(SamplingError) {
        try measurement.prepareCall()
        isCalling(true)
        let cpuStart = clock.threadNanoseconds()
        let wrong = measuredCalls(step, expecting: answer, of: measurement.body)
        cpuNanoseconds += clock.threadNanoseconds() - cpuStart
        isCalling(false)
        if let wrong { throw .wrongAnswer(found: wrong, expected: answer) }
      } catch {
        throw .caseFailed(id: id, reason: "\(error)")
      }
      calls += step
      now = clock.wallNanoseconds()
      if measurement.prepare == nil, now - before < 5_000_000 { step *= 2 }
    }
    return Totals(
      calls: calls, operations: calls * measurement.operationsPerCall,
      seconds: Double(now - start) / 1e9, cpuNanoseconds: cpuNanoseconds,
      timedOperations: (calls - firstCalls) * measurement.operationsPerCall)
  }
}
