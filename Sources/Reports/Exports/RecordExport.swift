import Analysis
package import RunRecords

/// A record in another tool's shape.
package struct RecordExport: Hashable, Sendable {
  /// The whole document.
  package var text: String
  /// The cases that the document tells of.
  package var caseCount: Int
  /// The omissions of the document and their reasons, a sentence each.
  package var omissions: [String] = []
}

/// The figures that a shape has no place for, counted while it is written.
struct ExportOmissions {
  private var cases: [CaseRecord.Status: Int] = [:]
  /// Cases without any figure that the shape takes.
  var casesWithoutFigures = 0
  /// Metrics of which more is better.
  var higherIsBetter = 0
  /// Metrics that no gate may judge.
  var informational = 0

  /// The cases of `record` that have a result; counts the others.
  mutating func measuredCases(of record: RunRecord) -> [CaseRecord] {
    record.cases.filter { result in
      if result.status != .ok { cases[result.status, default: 0] += 1 }
      return result.status == .ok
    }
  }

  /// A sentence for each reason.
  var sentences: [String] {
    let endings: [(CaseRecord.Status, String)] = [
      (.failed, "that failed"), (.timeout, "that timed out"), (.skipped, "not begun"),
    ]
    var sentences = endings.compactMap { status, ending in
      cases[status].map { "\(DisplayFormat.cases($0)) \(ending): this shape has no place for them" }
    }
    if casesWithoutFigures > 0 {
      sentences.append(
        "\(DisplayFormat.cases(casesWithoutFigures)) without a figure that this shape takes")
    }
    if higherIsBetter > 0 {
      sentences.append(
        "\(Self.metrics(higherIsBetter)) of which more is better: this shape takes the opposite")
    }
    if informational > 0 {
      sentences.append(
        "\(Self.metrics(informational)) for information only: the tool would raise alerts on them")
    }
    return sentences
  }

  private static func metrics(_ count: Int) -> String {
    "\(DisplayFormat.grouped(count)) \(count == 1 ? "metric" : "metrics")"
  }
}

/// The shapes of other tools that a record can be written in.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// The shape that github-action-benchmark reads as `customSmallerIsBetter`.
  case gha
  /// Bencher Metric Format.
  case bmf
  /// The shape that the Java Microbenchmark Harness writes.
  case jmh
  /// The JSON that google-benchmark writes.
  case gbench
  /// A line for each metric.
  case csv
  /// A summary for people, in GitHub's Markdown.
  case md
  /// OpenMetrics 1.0, as Prometheus reads it.
  case openmetrics

  /// `record` in this shape.
  ///
  /// - Parameter record: A record of any machine.
  /// - Returns: The text, ending in a line feed, and what it leaves out.
  /// - Complexity: O(metrics); the Markdown summary sorts them.
  package func render(_ record: RunRecord) -> RecordExport {
    switch self {
    case .gha: BenchmarkActionExport.render(record)
    case .bmf: BencherExport.render(record)
    case .jmh: JMHExport.render(record)
    case .gbench: GoogleBenchmarkExport.render(record)
    case .csv:
      RecordExport(text: RunRecordCSV.render(record), caseCount: record.cases.count)
    case .md: MarkdownSummary(of: record).export
    case .openmetrics: OpenMetricsExport.render(record)
    }
  }

  /// Returns a Boolean value that indicates whether a file with this text may be an export, of any
  /// shape: what another export may replace.
  ///
  /// - Parameter beginning: The first characters of the file, or all of it.
  /// - Returns: Whether it begins as one of the shapes does.
  package static func isExport(beginningWith beginning: String) -> Bool {
    let quoted = #""(?:[^"\\]|\\.)*""#
    let patterns = [
      #"\[\n  \{\n    "name": "# + quoted + #",\n    "unit": "#,
      #"\{\n  "# + quoted + #": \{\n    "# + quoted + #": \{\n      "value": "#,
      #"\[\n  \{\n    "benchmark": "# + quoted + #",\n    "mode": "#,
      #"\{\n  "context": \{\n    "date": "#,
      "id,suite,scenario,storage,role,data,payload,items,",
      "### cvbench ", "# TYPE cvbench_run info\n",
    ]
    return patterns.contains { pattern in
      (try? Regex(pattern).prefixMatch(in: beginning)) != nil
    }
  }
}

/// A number as a record has it: whole numbers stay whole, others keep every digit.
enum ExportNumber: Hashable, Sendable {
  case whole(Int)
  case real(Double)

  /// Decimal digits that read back as the same number.
  var text: String {
    switch self {
    case .whole(let value): value.description
    case .real(let value): value.description
    }
  }
}

/// One figure of a metric, as other tools take them.
struct ExportFigure: Hashable, Sendable {
  /// The metric's name; with the quantile behind it where it is one: `frame_time_p99`.
  var name: String
  /// A median, an exact number or a quantile, in the metric's unit.
  var value: ExportNumber
  /// From the lowest launch to the highest; nil where fewer than two were run.
  var interval: ClosedRange<Double>?

  /// Half the length of the interval.
  var halfRange: Double? { interval.map { ($0.upperBound - $0.lowerBound) / 2 } }
}

extension MetricRecord {
  /// The median, the exact number, or the quantiles; none where the record has no value.
  var figures: [ExportFigure] {
    guard absent == nil else { return [] }
    switch kind {
    case .exact:
      return value.map { [ExportFigure(name: name, value: .whole($0))] } ?? []
    case .sampled:
      guard let median, median.isFinite else { return [] }
      return [ExportFigure(name: name, value: .real(median), interval: launchRange)]
    case .distribution:
      return namedQuantiles.map { quantile in
        ExportFigure(name: "\(name)_\(quantile.name)", value: .real(quantile.value))
      }
    }
  }

  /// A distribution's quantiles, with the fraction of events that do not exceed each.
  var namedQuantiles: [(name: String, fraction: Double, value: Double)] {
    guard let quantiles, absent == nil else { return [] }
    return [
      ("p50", 0.5, quantiles.p50), ("p90", 0.9, quantiles.p90), ("p99", 0.99, quantiles.p99),
      ("p99_9", 0.999, quantiles.p999), ("max", 1, quantiles.max),
    ].filter { $0.2.isFinite }
  }

  /// From the lowest launch to the highest; nil where fewer than two were run.
  private var launchRange: ClosedRange<Double>? {
    guard let launches, launches.count > 1, launches.allSatisfy(\.isFinite),
      let lowest = launches.min(), let highest = launches.max()
    else { return nil }
    return lowest...highest
  }
}
