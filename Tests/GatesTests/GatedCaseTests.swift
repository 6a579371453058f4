import Benchmarking
import Gates
import RunRecords
import Statistics
import Testing

/// The verdicts on exact metrics of two builds.
struct GatedCaseTests {
  private func compared(
    _ metric: ExactMetric, _ base: Int, _ head: Int, exactDifference: String? = nil,
    hostDifference: String? = nil
  ) throws -> MetricRecord {
    let scenario = Scenario("zero", summary: "zero", storage: "flat", payload: "item8") { _ in
      Measurement(operationsPerCall: 1) { 0 }
    }
    var gated = GatedCase(
      PlannedCase(
        suite: "lookup", scenario: scenario,
        dataset: PlannedDataset(spec: "none", name: "none", items: 10)))
    gated.status = .ok
    gated.baseCounts = [metric.record(base)]
    gated.headCounts = [metric.record(head)]
    let record = gated.record(
      exactDifference: exactDifference, hostDifference: hostDifference, timesAreWanted: false)
    return try #require(record.metric(metric.rawValue))
  }

  private func verdict(
    _ metric: ExactMetric, _ base: Int, _ head: Int
  ) throws -> Verdict? {
    try compared(metric, base, head).compare?.verdict
  }

  @Test func moreThanHalfAPercentOfInstructionsIsAVerdict() throws {
    #expect(try verdict(.instructions, 1_000, 1_006) == .regressed)
    #expect(try verdict(.instructions, 1_000, 1_005) == .equivalent)
    #expect(try verdict(.instructions, 1_000, 994) == .improved)
    #expect(try verdict(.instructions, 1_000, 995) == .equivalent)
    #expect(try verdict(.instructions, 1_000, 1_000) == .equivalent)
    #expect(try verdict(.instructions, 199, 200) == .regressed)
    #expect(try verdict(.instructions, 201, 202) == .equivalent)
    #expect(try verdict(.instructions, .max, .max - 1) == .equivalent)
    let change = try #require(compared(.instructions, 1_000, 1_004).compare)
    #expect(change.base == 1_000 && change.ratio == 1.004)
  }

  @Test func oneAllocationIsAVerdict() throws {
    #expect(try verdict(.allocations, 1_000_000, 1_000_001) == .regressed)
    #expect(try verdict(.allocations, 1_000_000, 999_999) == .improved)
    #expect(try verdict(.allocations, 0, 1) == .regressed)
    #expect(try verdict(.allocations, 0, 0) == .equivalent)
  }

  @Test func instructionsNeedTheSameHostAndOthersDoNot() throws {
    let other = "host_key differs"
    let instructions = try compared(.instructions, 1, 2, hostDifference: other)
    #expect(instructions.value == nil && instructions.compare == nil)
    #expect(instructions.absent == "not comparable: host_key differs")
    #expect(try compared(.allocations, 1, 2, hostDifference: other).compare != nil)
    #expect(try compared(.allocations, 1, 2, exactDifference: other).compare == nil)
  }

  @Test func aRatioNeedsACountOfTheBase() throws {
    #expect(try compared(.allocations, 0, 3).compare?.ratio == nil)
    #expect(try compared(.allocations, 1, 3).compare?.ratio == 3)
    #expect(try compared(.allocations, 3, 0).compare?.ratio == 0)
  }

  /// A count of the head alone means nothing; the base's reason is told.
  @Test func aCountThatTheBaseLacksIsAbsent() throws {
    var gated = GatedCase(planned("a"))
    gated.status = .ok
    gated.baseCounts = [ExactMetric.instructions.absent("it took too long")]
    gated.headCounts = [ExactMetric.instructions.record(5)]
    func instructions() throws -> MetricRecord {
      let record = gated.record(exactDifference: nil, timesAreWanted: false)
      return try #require(record.metric("instructions"))
    }
    #expect(try instructions().absent == "the base has none: it took too long")
    #expect(try instructions().value == nil && instructions().compare == nil)
    gated.headCounts = [ExactMetric.instructions.absent("it cannot run")]
    #expect(try instructions().absent == "it cannot run", "the head's own reason")
  }

  /// A case that failed has no times; the message of the case is the reason.
  @Test func timesOfTooFewPairsAreAbsent() {
    var gated = GatedCase(planned("a"))
    var metrics: [MetricRecord] {
      gated.record(exactDifference: nil, timesAreWanted: true).metrics
    }
    for status in [CaseRecord.Status.failed, .timeout, .skipped] {
      gated.status = status
      #expect(metrics.isEmpty, "\(status)")
    }
    gated.status = .ok
    #expect(metrics.map(\.name) == ["cpu_time"])
    #expect(
      metrics.map(\.absent) == ["0 pairs were measured before the end, too few to decide on"])
  }

  /// Counts differ where both builds have them and the verdict says so.
  @Test func countsThatDifferAreToldByMetric() {
    var gated = GatedCase(planned("a"))
    #expect(!gated.instructionsDiffer && !gated.allocationsDiffer)
    gated.baseCounts = [ExactMetric.allocations.record(12), ExactMetric.instructions.record(1_000)]
    gated.headCounts = [ExactMetric.allocations.record(12), ExactMetric.instructions.record(1_006)]
    #expect(gated.instructionsDiffer && !gated.allocationsDiffer)
    gated.headCounts = [ExactMetric.allocations.record(11), ExactMetric.instructions.record(1_005)]
    #expect(!gated.instructionsDiffer && gated.allocationsDiffer)
    gated.headCounts = [ExactMetric.instructions.absent("none")]
    #expect(!gated.instructionsDiffer && !gated.allocationsDiffer)
  }
}
