import Analysis
import Reports
import RunRecords
import Statistics
import Testing

/// The page about two builds that were measured in pairs.
@Suite struct HTMLGateTests {
  private static func time(
    _ verdict: MetricChange.Verdict, _ ratio: Double, detectable: Double = 0.04
  ) -> MetricRecord {
    var metric = SampleRecord.cpuTime(10 * ratio)
    metric.compare = MetricChange(
      base: 10, ratio: ratio, interval: .init(ratio - 0.01...ratio + 0.01),
      halfWidth: 0.01, detectable: detectable, pairs: 20, verdict: verdict,
      isConfirmed: verdict == .regressed ? true : nil)
    return metric
  }

  private static func allocations(
    _ base: Int, _ head: Int, role: MetricRecord.Role = .gate
  ) -> MetricRecord {
    var metric = ExactMetric.allocations.record(head)
    metric.role = role
    metric.compare = MetricChange(
      base: Double(base), verdict: head == base ? .equivalent : head > base ? .regressed : .improved
    )
    return metric
  }

  /// A comparison with a case for each of `metrics`.
  private static func record(
    _ metrics: [[MetricRecord]], exitCode: Int = 0, arguments: [String] = ["gate"]
  ) -> RunRecord {
    var record = SampleRecord.record(
      metrics.enumerated().map { number, metrics in
        SampleRecord.result("item-\(number)", "flat", items: 1_000, metrics: metrics)
      })
    record.kind = .comparison
    record.run.argv = arguments
    record.summary.exitCode = exitCode
    return record
  }

  private static let mixed = record(
    [
      [time(.equivalent, 1), allocations(3, 3)], [time(.improved, 0.9), allocations(1_000, 2_500)],
      [time(.regressed, 1.05)], [time(.inconclusive, 1.02), allocations(3, 2)],
      [time(.regressed, 1.2, detectable: 0.1), allocations(0, 1, role: .info)],
    ], exitCode: 1)

  /// The rows of the table with this caption, without its titles.
  private static func rows(_ caption: String, of page: HTMLReader) throws -> [String] {
    let captions = page.all("caption").filter { $0.text.hasPrefix(caption) }
    let table = try #require(captions.first?.ancestors.last)
    return page.elements.filter { $0.name == "tr" && $0.ancestors.contains(table) }.dropFirst()
      .map { row in row.text }
  }

  @Test func verdictsAreCounted() throws {
    let page = try HTMLReader(HTMLReportTests.text(Self.mixed))
    let text = try page.element("r1").text.replacing("\n", with: " ")
    #expect(text.contains("Failed with exit status 1: 3 regressions."), "\(text.prefix(900))")
    #expect(text.contains("2 regressed 1 improved 1 inconclusive 1 equivalent"))
    #expect(text.contains("1 regressed 1 improved 1 the same"))
    #expect(
      text.contains("by 4.00% would have been found in half of the cases, one by 10.0% in every"))
    // It is no run: nothing is said of storages.
    #expect(page.all("h3").map(\.text).allSatisfy { !$0.contains("lookup") })
    #expect(!text.contains("Which storage wins where"))
  }

  @Test func theWorstIsFirst() throws {
    let page = try HTMLReader(HTMLReportTests.text(Self.mixed))
    let times = try Self.rows("CPU time per operation", of: page)
    let order = ["item-4", "item-2", "item-3", "item-1", "item-0"]
    #expect(times.count == order.count)
    for (row, name) in zip(times, order) { #expect(row.contains("lookup/\(name)"), "\(row)") }
    #expect(times[0].contains("regressed1.2001.1901.210+10.0%10.0 ns12.0 ns20yes"), "\(times[0])")
    let counts = try Self.rows("Exact figures that differ", of: page)
    #expect(counts.count == 3)
    #expect(counts[0].contains("allocationsregressed1,0002,500+1,500+150%"), "\(counts[0])")
    #expect(counts[1].contains("allocationsimproved32-1-33.3%"), "\(counts[1])")
    #expect(counts[2].contains("allocationschanged01+1"), "\(counts[2])")
  }

  @Test func theChartHasEachVerdict() throws {
    let page = try HTMLReader(HTMLReportTests.text(Self.mixed))
    let charts = try HTMLReportTests.charts(of: page)
    let chart = try #require(charts.first)
    #expect(chart.kind == "intervals")
    #expect(
      chart.series.map(\.name) == ["regressed", "improved", "inconclusive", "equivalent"])
    #expect(try page.element("chart-data").text.contains(#""margin":0.01"#))
  }

  @Test(arguments: [
    (["gate", "--margin", "2%"], "0.02"), (["gate", "--margin=0.05"], "0.05"),
    (["gate", "--margin"], "0.01"), (["gate", "--margin", "wide"], "0.01"),
  ])
  func theMarginIsThatOfTheCommandLine(arguments: [String], margin: String) throws {
    let record = Self.record([[Self.time(.equivalent, 1)]], arguments: arguments)
    let page = try HTMLReader(HTMLReportTests.text(record))
    #expect(try page.element("chart-data").text.contains("\"margin\":\(margin)"))
  }

  @Test func theChartHasTheWorstAndTheTableAll() throws {
    let record = Self.record((0..<60).map { _ in [Self.time(.equivalent, 1)] })
    let page = try HTMLReader(HTMLReportTests.text(record))
    #expect(try page.element("r1").text.contains("The first 20 of 60 cases"))
    #expect(try Self.rows("CPU time per operation", of: page).count == 60)
  }

  @Test func howItEnded() throws {
    func outcome(_ record: RunRecord) throws -> String {
      let paragraphs = try HTMLReader(HTMLReportTests.text(record)).all("p", in: "r1")
      let outcomes = paragraphs.filter { $0.attributes["class"]?.hasPrefix("outcome") == true }
      return try #require(outcomes.first).text
    }
    let regressed = [[Self.time(.regressed, 1.2)]]
    #expect(
      try outcome(Self.record([[Self.time(.equivalent, 1)]]))
        == "Passed: nothing has regressed as far as could be seen.")
    #expect(
      try outcome(Self.record(regressed)) == "Passed: what has regressed was accepted.")
    #expect(
      try outcome(Self.record(regressed, exitCode: 130))
        == "Failed with exit status 130: interrupted; the measurements so far are saved; 1 regression."
    )
    #expect(
      try outcome(Self.record([], exitCode: 5))
        == "Failed with exit status 5; the record does not say why.")
  }

  @Test func itIsHeldAgainstNoRun() throws {
    let run = SampleRecord.record([SampleRecord.result("item-0", "flat", items: 1_000)])
    let text = try HTMLReportTests.text(run, Self.mixed)
    #expect(!text.contains("What changed"))
    let page = try HTMLReader(text)
    #expect(try page.element("r2").text.contains("B: record-2.json, head against base"))
  }

  /// Runs are compared with the first run, wherever a gate stands among them.
  @Test func runsAreComparedWithTheFirstRun() throws {
    let run = SampleRecord.record([SampleRecord.result("item-0", "flat", items: 1_000)])
    let page = try HTMLReader(HTMLReportTests.text(Self.mixed, run, Self.mixed, run))
    let changes = page.all("h2").map(\.text).filter { $0.hasPrefix("What changed") }
    #expect(changes == ["What changed: record-4.json (D) against record-2.json (B)"])
    let links = page.elements.filter { element in
      element.name == "a" && element.ancestors.contains { page.elements[$0].name == "nav" }
    }
    #expect(links.first?.text == "record-4.json (D) against record-2.json (B)")
  }

  @Test func withoutTimesThereAreCounts() throws {
    let record = Self.record([[Self.allocations(3, 4)], [Self.allocations(3, 3)]], exitCode: 1)
    let page = try HTMLReader(HTMLReportTests.text(record))
    #expect(try Self.rows("Exact figures that differ", of: page).count == 1)
    #expect(try !page.element("r1").text.contains("CPU times"))
    #expect(page.all("canvas").isEmpty)
  }
}
