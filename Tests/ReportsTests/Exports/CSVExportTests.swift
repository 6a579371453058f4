import Analysis
import Reports
import RunRecords
import Testing

/// The CSV read back is the record again.
@Suite struct CSVExportTests {
  @Test func readsBackAsTheRecord() throws {
    for record in [
      ExportSample.record, SampleRecord.quick, try ExportSample.committed("scroll"),
    ] {
      let expected = record.cases.map { result in
        // The two things that are no metric's own figures.
        var result = result
        result.opsPerBatch = nil
        // Line ends and what a terminal obeys are replaced.
        result.id = ShownText.line(result.id)
        result.params.scenario = ShownText.line(result.params.scenario)
        result.params.data = ShownText.line(result.params.data)
        result.params.payload = ShownText.line(result.params.payload)
        result.message = result.message.map(ShownText.line)
        for index in result.metrics.indices { result.metrics[index].samples = nil }
        return result
      }
      #expect(try cases(ExportFormat.csv.render(record).text) == expected)
    }
  }

  private func cases(_ text: String) throws -> [CaseRecord] {
    let rows = try rows(text)
    var cases: [CaseRecord] = []
    for row in rows.dropFirst() {
      let fields = Dictionary(uniqueKeysWithValues: zip(rows[0], row)).filter { $0.value != "" }
      if cases.last?.id != row[0] { cases.append(try result(fields)) }
      if fields["metric"] != nil { cases[cases.count - 1].metrics.append(try metric(fields)) }
    }
    return cases
  }

  private func result(_ fields: [String: String]) throws -> CaseRecord {
    func text(_ name: String) throws -> String { try #require(fields[name], "\(name)") }
    var result = CaseRecord(
      suite: try text("suite"),
      params: CaseParameters(
        scenario: try text("scenario"), storage: try text("storage"), role: try text("role"),
        data: try text("data"), payload: try text("payload"),
        items: try #require(Int(try text("items"))),
        sections: fields["sections"].flatMap { Int($0) },
        operationsPerCall: fields["operations_per_call"].flatMap { Int($0) }),
      status: try #require(CaseRecord.Status(rawValue: try text("status"))),
      message: fields["message"])
    result.id = try text("id")
    result.checksum = fields["checksum"]
    return result
  }

  private func metric(_ fields: [String: String]) throws -> MetricRecord {
    func number(_ name: String) -> Double? { fields[name].flatMap { Double($0) } }
    var metric = MetricRecord(
      name: try #require(fields["metric"]), unit: try #require(fields["unit"]),
      better: try #require(fields["better"].flatMap { .init(rawValue: $0) }),
      kind: try #require(fields["kind"].flatMap { .init(rawValue: $0) }),
      role: try #require(fields["metric_role"].flatMap { .init(rawValue: $0) }))
    metric.value = fields["value"].flatMap { Int($0) }
    (metric.median, metric.mad) = (number("median"), number("mad"))
    (metric.p05, metric.p95, metric.min) = (number("p05"), number("p95"), number("min"))
    metric.launches = try fields["launches"]?.split(separator: " ").map {
      try #require(Double($0))
    }
    if let p50 = number("p50"), let p90 = number("p90"), let p99 = number("p99"),
      let p999 = number("p99_9"), let max = number("max")
    {
      metric.quantiles = .init(p50: p50, p90: p90, p99: p99, p999: p999, max: max)
    }
    metric.absent = fields["absent"]
    return metric
  }

  /// The rows of RFC 4180 text; whatever is not of its grammar throws.
  private func rows(_ text: String) throws -> [[String]] {
    enum State { case start, plain, quoted, closed }
    var (rows, row, field, state) = ([[String]](), [String](), "", State.start)
    for scalar in text.unicodeScalars {
      switch (state, scalar) {
      case (.start, "\""): state = .quoted
      case (.quoted, "\""): state = .closed
      case (.closed, "\""):
        field += "\""
        state = .quoted
      case (.quoted, _): field.unicodeScalars.append(scalar)
      case (_, ","), (_, "\n"):
        row.append(field)
        (field, state) = ("", .start)
        if scalar == "\n" {
          rows.append(row)
          row = []
        }
      default:
        try #require(state != .closed && scalar != "\"" && scalar != "\r", "after \(field)")
        field.unicodeScalars.append(scalar)
        state = .plain
      }
    }
    try #require(state == .start && row.isEmpty)
    try #require(rows.allSatisfy { $0.count == rows.first?.count })
    return rows
  }
}
