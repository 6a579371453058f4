/// The only call of a fresh measurement, under the symbol `cvbench_measured`, which a tool outside
/// of the process watches.
///
/// As where allocations are counted, a second measurement of the same scenario is set up, called and
/// dropped before: what the runtime makes once in a process (type metadata, conformance caches,
/// bound symbols) is not the scenario's. That call is not under the symbol.
package struct RehearsedCall {
  /// The answer of the call.
  package let answer: UInt64
  /// The operations of the call.
  package let operationsPerCall: Int

  /// Rehearses and makes the call.
  ///
  /// - Throws: What `setUp` throws, and `SamplingError` for a wrong answer.
  package init(of scenario: Scenario, in context: ScenarioContext) throws {
    let rehearsal = try Self.call(scenario, in: context) { $0() }
    let performance = try Self.call(scenario, in: context, by: measuredCall)
    guard rehearsal.answer == performance.answer else {
      throw SamplingError.wrongAnswer(found: performance.answer, expected: rehearsal.answer)
    }
    (answer, operationsPerCall) = performance
  }

  private static func call(
    _ scenario: Scenario, in context: ScenarioContext, by perform: (() -> UInt64) -> UInt64
  ) throws -> (answer: UInt64, operationsPerCall: Int) {
    let measurement = try scenario.setUp(context)
    guard measurement.operationsPerCall > 0 else {
      throw SamplingError.noOperations(declared: measurement.operationsPerCall)
    }
    let answer = perform(measurement.body)
    if let expected = measurement.expectedAnswer, expected != answer {
      throw SamplingError.wrongAnswer(found: answer, expected: expected)
    }
    return (answer, measurement.operationsPerCall)
  }
}
