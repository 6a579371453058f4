/// The only call of a fresh measurement under the symbol `cvbench_measured`, which a tool outside the
/// process watches.
///
/// As in the allocations pass, a second measurement of the same scenario is set up, called and dropped
/// first, outside that symbol. It warms the process: type metadata, conformance caches and bound
/// symbols, which the runtime makes once in a process, are not the scenario's.
package struct WarmedCall {
  /// The answer of the call.
  package let answer: UInt64
  /// The operations of the call.
  package let operationsPerCall: Int

  /// Warms the process, and makes the call.
  ///
  /// - Throws: The error of `setUp`, and `SamplingError` for a wrong answer.
  package init(of scenario: Scenario, in context: ScenarioContext) throws {
    let warmUp = try Self.call(scenario, in: context) { $0() }
    let measured = try Self.call(scenario, in: context, by: measuredCall)
    guard warmUp.answer == measured.answer else {
      throw SamplingError.wrongAnswer(found: measured.answer, expected: warmUp.answer)
    }
    (answer, operationsPerCall) = measured
  }

  private static func call(
    _ scenario: Scenario, in context: ScenarioContext, by perform: (() -> UInt64) -> UInt64
  ) throws -> (answer: UInt64, operationsPerCall: Int) {
    let measurement = try scenario.setUp(context)
    guard measurement.operationsPerCall > 0 else {
      throw SamplingError.noOperations(declared: measurement.operationsPerCall)
    }
    try measurement.prepareCall()
    let answer = perform(measurement.body)
    if let expected = measurement.expectedAnswer, expected != answer {
      throw SamplingError.wrongAnswer(found: answer, expected: expected)
    }
    return (answer, measurement.operationsPerCall)
  }
}
