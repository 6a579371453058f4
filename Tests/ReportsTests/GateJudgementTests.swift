import Analysis
import Reports
import RunRecords
import Statistics
import Testing

/// The judgement on a comparison.
struct GateJudgementTests {
  private func time(_ verdict: MetricChange.Verdict, _ ratio: Double) -> MetricRecord {
    var metric = SampleRecord.cpuTime(10 * ratio)
    metric.compare = MetricChange(
      base: 10, ratio: ratio, interval: .init(ratio * 0.99...ratio * 1.01),
      halfWidth: 0.01, detectable: 0.04, pairs: 20, verdict: verdict)
    return metric
  }

  private func allocations(_ base: Int, _ head: Int) -> MetricRecord {
    var metric = ExactMetric.allocations.record(head)
    metric.compare = MetricChange(
      base: Double(base), verdict: head == base ? .equivalent : head > base ? .regressed : .improved
    )
    return metric
  }

  private func judgement(
    _ metrics: [MetricRecord], failOn: [String] = [], removed: [String] = [],
    exactDifference: String? = nil, acceptances: String = "", isInterrupted: Bool = false
  ) throws -> GateJudgement {
    let cases = metrics.enumerated().map { number, metric in
      SampleRecord.result("item-\(number)", "flat", items: 1_000, metrics: [metric])
    }
    return GateJudgement(
      SampleRecord.record(cases), removed: removed, added: [], exactDifference: exactDifference,
      isInterrupted: isInterrupted,
      policy: GatePolicy(failingOn: Set(try failOn.map { try #require(FailureCondition($0)) })),
      acceptances: try Acceptance.parse(acceptances, path: "accept.txt"), today: "2026-06-01")
  }

  @Test func theWorstIsFirstAndTheReasonLast() throws {
    let judged = try judgement([
      time(.equivalent, 1), time(.improved, 0.9), time(.regressed, 1.05), time(.inconclusive, 1.01),
      time(.regressed, 1.2), allocations(3, 4),
    ])
    let order = judged.findings.map { $0.id.split(separator: "/")[1] }
    #expect(order == ["item-5", "item-4", "item-2", "item-3", "item-1", "item-0"])
    #expect(judged.reasons.map(\.status) == [1])
    let text = judged.render(columns: 80, color: false)
    #expect(text.hasSuffix("\nFailed: 3 regressions."))
    #expect(text.contains("Times: 2 regressed, 1 improved, 1 equivalent, 1 inconclusive."))
    #expect(text.contains("  +1  allocations     3     4  "))
  }

  /// A build to compare with may tell any number.
  @Test func countsOfAnySizeAreShown() throws {
    let text = try judgement([allocations(.min, .max)]).render(columns: 200, color: false)
    #expect(text.contains("+18,446,744,073,709,551,615"))
    #expect(try !judgement([allocations(.max, .min)]).markdown.isEmpty)
  }

  @Test func conditionsAreReasonsOnlyWhereAskedFor() throws {
    let metrics = [time(.inconclusive, 1.01), time(.improved, 0.9), time(.equivalent, 1)]
    #expect(try judgement(metrics, removed: ["a"]).reasons.isEmpty)
    func statuses(_ conditions: String...) throws -> [Int] {
      try judgement(metrics, failOn: conditions, removed: ["a"]).reasons.map(\.status)
    }
    #expect(try statuses("improved") == [6])
    #expect(try statuses("removed") == [1])
    #expect(try statuses("inconclusive") == [4])
    #expect(try statuses("inconclusive>30%") == [4])
    #expect(try statuses("inconclusive>34%") == [])
    let all = try statuses("improved", "inconclusive>0%", "inconclusive>50%", "removed")
    #expect(all == [1, 4, 6])
    #expect(try judgement([], exactDifference: "exact_key differs").reasons.map(\.status) == [5])
    #expect(try judgement([], isInterrupted: true).reasons.map(\.status) == [130])
  }

  /// The status in the record counts, whatever is found when it is read again.
  @Test(arguments: [
    (0, [1.2], "Passed: what has regressed was accepted.", "passed, as what has regressed was acc"),
    (0, [1.0], "Passed: nothing has regressed as far as could be seen.", "passed\n"),
    (1, [1.2], "Failed with exit status 1: 1 regression.", "failed\n"),
    (
      5, [1.0], "Failed with exit status 5; the record does not say why.",
      "failed with exit status 5; the record does not say why\n"
    ),
  ])
  func aRecordSaysWhatItsGateEndedWith(
    status: Int, ratios: [Double], sentence: String, title: String
  ) throws {
    let cases = ratios.enumerated().map { number, ratio in
      SampleRecord.result(
        "item-\(number)", "flat", items: 1_000,
        metrics: [time(ratio > 1 ? .regressed : .equivalent, ratio)])
    }
    var record = SampleRecord.record(cases)
    record.kind = .comparison
    record.summary.exitCode = status
    let read = GateJudgement(reading: record)
    #expect(read.render(columns: 80, color: false).hasSuffix("\n" + sentence))
    #expect(read.markdown.hasPrefix("### cvbench gate: " + title), "\(read.markdown)")
    #expect(!read.summary.contains("Exact:"), "no exact metric is in the record")
    let page = try HTMLReport(
      [HTMLReport.Source(name: "gate.json", record: record)], chartLibrary: nil
    ).render()
    #expect(page.contains(sentence))
  }

  @Test func aWorkflowIsToldOfFailuresAndOfWhatIsNotKnown() throws {
    #expect(try judgement([time(.equivalent, 1)]).annotations.isEmpty)
    let judged = try judgement([time(.regressed, 1.05), time(.inconclusive, 1.01)])
    let failed = "::error title=cvbench gate::1 regression%0Alookup/item-0/"
    #expect(judged.annotations.count == 2)
    #expect(judged.annotations[0].hasPrefix(failed), "\(judged.annotations[0])")
    #expect(judged.annotations[0].hasSuffix("(cpu_time × 1.050)"), "\(judged.annotations[0])")
    #expect(
      judged.annotations[1].hasPrefix(
        "::warning title=cvbench gate::1 case inconclusive: nothing is said of them%0Alookup/item-1/"
      ))
    let half = try judgement(
      [time(.inconclusive, 1.01), time(.equivalent, 1)], failOn: ["inconclusive"])
    #expect(half.annotations[0].contains("::50.0%25 of the times"), "\(half.annotations[0])")
    #expect(half.annotations.allSatisfy { !$0.contains("\n") })
    let other = try judgement([], exactDifference: "one\r\ntwo")
    #expect(other.annotations == ["::error title=cvbench gate::not comparable: one  two"])
  }

  @Test func whatIsAcceptedPassesUpToItsLimitAndDay() throws {
    func statuses(_ line: String) throws -> [Int] {
      try judgement([time(.regressed, 1.05)], acceptances: line).reasons.map(\.status)
    }
    #expect(try statuses("lookup/item-0/* cpu_time +6% until 2026-06-01 because of it") == [])
    #expect(try statuses("lookup/item-0/* cpu_time +0.6 until 2026-06-01 because of it") == [])
    #expect(try statuses("lookup/item-0/* cpu_time +4% until 2026-06-01 because of it") == [1])
    #expect(try statuses("lookup/item-0/* cpu_time +6% until 2026-05-31 because of it") == [1])
    #expect(try statuses("lookup/item-1/* cpu_time +6% until 2026-06-01 because of it") == [1])
    #expect(try statuses("lookup/item-0/* wall_time +6% until 2026-06-01 because of it") == [1])
    let judged = try judgement(
      [time(.regressed, 1.05)],
      acceptances: "\n# checks\nitem-* cpu_time +6% until 2026-12-31 because paths are checked")
    let text = judged.render(columns: 80, color: false)
    #expect(
      text.contains("accepted") && text.contains("(line 3, until 2026-12-31: paths are checked)"))
  }

  @Test(arguments: [
    "item-* cpu_time", "item-* cpu_time 6% until 2026-12-31 because x",
    "item-* cpu_time +6% till 2026-12-31 because x",
    "item-* cpu_time +6% until 31.12.2026 because x",
    "item-* cpu_time +6% until 2026-13-01 because x",
    "item-* cpu_time +6% until 2026-02-29 because x",
    "item-* cpu_time +6% until 2026-12-31 because",
    "item-* cpu_time +x% until 2026-12-31 because x",
  ])
  func aLineThatIsNoneIsNamed(_ line: String) throws {
    let error = try #require(throws: AcceptanceError.self) {
      try Acceptance.parse("# first\n" + line, path: "accept.txt")
    }
    #expect(error.line == 2 && error.description.hasPrefix("accept.txt, line 2: "))
  }

  @Test func acceptancesOfWhatIsNotHereAreSaid() throws {
    let ends = "until 2026-12-31 because it is a test"
    let judged = try judgement(
      [time(.equivalent, 1)],
      acceptances:
        "item-* cpu_tme +8% \(ends)\nitem-* cpu_time +8% \(ends)\nno-* cpu_time +8% \(ends)"
    )
    #expect(judged.idleAcceptances.map(\.line) == [1, 3])
    #expect(
      judged.render(columns: 120, color: false)
        .contains("no case and metric here: line 1 (item-* cpu_tme), line 3 (no-* cpu_time)"))
  }
}
