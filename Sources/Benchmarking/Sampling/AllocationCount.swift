import Allocations
package import RunRecords

/// The requests of one call of a scenario to the allocator, and the scenario's own counts.
package struct AllocationCount {
  /// The answer of the call.
  let answer: UInt64
  /// The operations of the call.
  let operationsPerCall: Int
  /// Every exact metric, with a value or absent with the reason; then the scenario's own counts.
  package let metrics: [MetricRecord]

  /// Counts exactly one call, the first of a fresh measurement.
  ///
  /// A second measurement of the same scenario is set up, called and dropped before: what the
  /// runtime makes once in a process (type metadata, conformance caches, globals) is not the
  /// scenario's, and which case pays for it would hang on the order of cases. It is the first call
  /// that counts, as a closure that keeps what it built then keeps it for the first time.
  ///
  /// - Throws: What `setUp` and `counts` throw, and `SamplingError` for a wrong answer, or operation counts
  ///   that are none or that the two calls do not agree on.
  package init(of scenario: Scenario, in context: ScenarioContext) throws {
    let rehearsal = try Self.call(scenario, in: context)
    let performance = try Self.call(scenario, in: context)
    guard rehearsal.answer == performance.answer else {
      throw SamplingError.wrongAnswer(found: performance.answer, expected: rehearsal.answer)
    }
    guard Set(rehearsal.operations) == Set(performance.operations) else {
      throw SamplingError.countsDiffer(
        found: performance.operations, expected: rehearsal.operations)
    }
    answer = performance.answer
    operationsPerCall = performance.operationsPerCall
    metrics =
      Self.metrics(performance.allocations, performance.liveBytesAbsence)
      + performance.operations.map(\.record)
  }

  /// The result of the only call of a fresh measurement.
  private struct Call {
    let answer: UInt64
    let operationsPerCall: Int
    let allocations: AllocationCounts?
    let operations: [OperationCount]
    let liveBytesAbsence: String?
  }

  private static func call(_ scenario: Scenario, in context: ScenarioContext) throws -> Call {
    let measurement = try scenario.setUp(context)
    guard measurement.operationsPerCall > 0 else {
      throw SamplingError.noOperations(declared: measurement.operationsPerCall)
    }
    try measurement.prepareCall()
    let (answer, allocations) = AllocationMeter.measure { measuredCall(of: measurement.body) }
    if let expected = measurement.expectedAnswer, expected != answer {
      throw SamplingError.wrongAnswer(found: answer, expected: expected)
    }
    let operations = try measurement.counts?() ?? []
    try OperationCount.check(operations)
    return Call(
      answer: answer, operationsPerCall: measurement.operationsPerCall, allocations: allocations,
      operations: operations, liveBytesAbsence: measurement.liveBytesAbsence)
  }

  private static func metrics(
    _ counts: AllocationCounts?, _ liveBytesAbsence: String?
  ) -> [MetricRecord] {
    guard let counts else {
      let reason =
        switch AllocationMeter.availability {
        case .available: "the allocator gave no counts"
        case .unavailable(let reason): reason
        }
      return ExactMetric.counted(in: .allocations).map { $0.absent(reason) }
    }
    return [
      ExactMetric.allocations.record(counts.allocations),
      ExactMetric.allocatedBytes.record(counts.allocatedBytes),
    ]
      + (liveBytesAbsence.map {
        [ExactMetric.liveBytes.absent($0), ExactMetric.peakLiveBytes.absent($0)]
      } ?? [ExactMetric.liveBytes.record(counts.liveBytes), peak(counts.peakLiveBytes)])
  }

  private static func peak(_ bytes: Int?) -> MetricRecord {
    if let bytes { return ExactMetric.peakLiveBytes.record(bytes) }
    switch AllocationMeter.peakAvailability {
    case .available: return ExactMetric.peakLiveBytes.absent("the interposer gave no peak")
    case .unavailable(let reason):
      // Without the library there is nothing that this process could have preloaded.
      let isThere = PeakCounter.path != nil
      return ExactMetric.peakLiveBytes.absent(isThere ? reason : PeakCounter.advice)
    }
  }
}
