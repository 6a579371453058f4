import Foundation
import Analysis
import Reports
import RunRecords
import Testing

@Suite struct BenchmarkActionExportTests {
  private struct Entry: Decodable, Equatable {
    var name: String
    var unit: String
    var value: Double
    var range: String?
    var extra: String?
  }

  private func entries(_ record: RunRecord) throws -> [Entry] {
    try JSONDecoder().decode(
      [Entry].self, from: Data(ExportFormat.gha.render(record).text.utf8))
  }

  @Test func aFigureForEachMetricThatMayFailAGate() throws {
    let record = ExportSample.record
    let (first, second) = (record.cases[0].id, record.cases[1].id)
    #expect(
      try entries(record) == [
        Entry(
          name: "\(first) cpu_time", unit: "ns/op", value: ExportSample.median, range: "± 0.2",
          extra: """
            kind: sampled
            launches: 3
            lowest: 0.1 ns/op
            highest: 0.5 ns/op
            operations per call: 1000
            """),
        Entry(
          name: "\(first) allocations", unit: "count", value: Double(ExportSample.exact),
          extra: "kind: exact\noperations per call: 1000"),
        Entry(
          name: "\(first) allocated_bytes", unit: "byte", value: 0,
          extra: "kind: exact\noperations per call: 1000"),
        Entry(
          name: "\(second) cpu_time", unit: "ns/op", value: 1e-5,
          extra: "kind: sampled\nlaunches: 1\noperations per call: 1"),
        Entry(
          name: "\(second) allocations", unit: "count", value: 3,
          extra: "kind: exact\noperations per call: 1"),
        Entry(
          name: "\(record.cases[2].id) live_bytes", unit: "byte", value: 80,
          extra: "kind: exact\noperations per call: 1000"),
      ])
  }

  @Test func numbersKeepEveryDigit() {
    let text = ExportFormat.gha.render(ExportSample.record).text
    #expect(text.contains("\"value\": 9007199254740993,"))
    #expect(text.contains("\"value\": 0.30000000000000004,"))
    #expect(text.contains("\"value\": 1e-05,"))
  }

  @Test func namesAreUnique() throws {
    let names = try entries(try ExportSample.committed("scroll")).map(\.name)
    #expect(Set(names).count == names.count)
  }
}
