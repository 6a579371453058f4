package import RunRecords

/// The shapes of other tools that a record can be written in.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// What github-action-benchmark reads as `customSmallerIsBetter`.
  case gha
  /// Bencher Metric Format.
  case bmf
  /// What the Java Microbenchmark Harness writes.
  case jmh
  /// What google-benchmark writes as JSON.
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

  /// Whether a file with this text may be an export, of any shape: what another export may replace.
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
