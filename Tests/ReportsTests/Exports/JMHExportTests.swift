import Foundation
import Analysis
import Reports
import RunRecords
import Testing

@Suite struct JMHExportTests {
  private func entries(_ record: RunRecord = ExportSample.record) throws -> [[String: Any]] {
    try #require(try ExportSample.json(.jmh, record) as? [[String: Any]])
  }

  private func expect(
    _ found: Any?, _ json: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = try JSONSerialization.jsonObject(
      with: Data(json.utf8), options: .fragmentsAllowed)
    #expect(
      (found as? NSObject) == (expected as? NSObject), "\(found ?? "nothing")",
      sourceLocation: sourceLocation)
  }

  @Test func aBenchmarkHasItsParametersAndItsTime() throws {
    let entry = try entries()[0]
    try expect(
      entry.filter { !$0.key.hasSuffix("Metric") && !$0.key.hasSuffix("Metrics") },
      """
      {"benchmark": "lookup.item-random", "mode": "avgt", "threads": 1, "forks": 3,
       "measurementIterations": 2,
       "params": {"storage": "flat", "data": "uniform-1000", "payload": "item8", "items": "1000",
         "operations_per_call": "1000"}}
      """)
    try expect(
      entry["primaryMetric"],
      """
      {"score": 0.30000000000000004, "scoreError": 0.2, "scoreConfidence": [0.1, 0.5],
       "scorePercentiles": {"0.0": 0.1, "50.0": 0.30000000000000004, "95.0": 0.75},
       "scoreUnit": "ns/op", "rawData": [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]}
      """)
  }

  @Test func theOtherMetricsAreSecondary() throws {
    let secondary = try #require(try entries()[0]["secondaryMetrics"] as? [String: Any])
    #expect(
      Set(secondary.keys) == [
        "wall_time", "allocations", "allocated_bytes", "views_reused", "anchor-drift",
        "harness_share", "frame_time",
      ])
    try expect(
      secondary["wall_time"],
      """
      {"score": 2.0, "scoreError": 0.5, "scoreConfidence": [1.5, 2.5], "scoreUnit": "ns/op",
       "scorePercentiles": {"50.0": 2.0}, "rawData": [[1.5], [2.0], [2.5]]}
      """)
    try expect(
      secondary["allocations"],
      """
      {"score": 9007199254740993, "scoreError": "NaN", "scoreConfidence": ["NaN", "NaN"],
       "scoreUnit": "count", "scorePercentiles": {}, "rawData": [[9007199254740993]]}
      """)
    try expect(
      secondary["frame_time"],
      """
      {"score": 1000.5, "scoreError": "NaN", "scoreConfidence": ["NaN", "NaN"],
       "scorePercentiles": {"50.0": 1000.5, "90.0": 2000.25, "99.0": 3000.125, "99.9": 1e17,
         "100.0": 1.5e300}, "scoreUnit": "ns/op", "rawData": []}
      """)
  }

  /// As with JMH, a single measurement has no error.
  @Test func oneLaunchHasNoError() throws {
    let entry = try entries()[1]
    #expect(entry["benchmark"] as? String == "lookup." + ExportSample.awkward)
    #expect(entry["measurementIterations"] == nil)
    try expect(
      entry["primaryMetric"],
      """
      {"score": 1e-5, "scoreError": "NaN", "scoreConfidence": ["NaN", "NaN"],
       "scorePercentiles": {"0.0": 1e-5, "50.0": 1e-5}, "scoreUnit": "ns/op",
       "rawData": [[1e-5]]}
      """)
  }

  @Test func benchmarkAndParametersTellTheCasesOfARealRecordApart() throws {
    let record = try ExportSample.committed("diff")
    let entries = try entries(record)
    let keys = entries.map { "\($0["benchmark"] ?? "") \($0["params"] ?? "")" }
    #expect(Set(keys).count == record.cases.count)
    struct Entry: Decodable {
      struct Metric: Decodable { var score: Double }
      var primaryMetric: Metric
    }
    // JSONSerialization would lose the last digit.
    let scores = try JSONDecoder().decode(
      [Entry].self, from: Data(ExportFormat.jmh.render(record).text.utf8)
    ).map(\.primaryMetric.score)
    #expect(scores == record.cases.map { $0.metric("cpu_time")?.median })
  }
}
