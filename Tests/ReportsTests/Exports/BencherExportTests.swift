import Foundation
import Analysis
import Reports
import RunRecords
import Testing

@Suite struct BencherExportTests {
  private struct Metric: Decodable, Equatable {
    var value: Double
    var lowerValue: Double?
    var upperValue: Double?

    private enum CodingKeys: String, CodingKey {
      case value
      case lowerValue = "lower_value"
      case upperValue = "upper_value"
    }
  }

  private func document(_ record: RunRecord) throws -> [String: [String: Metric]] {
    try JSONDecoder().decode(
      [String: [String: Metric]].self, from: Data(ExportFormat.bmf.render(record).text.utf8))
  }

  @Test func aMeasureForEachMetric() throws {
    let record = ExportSample.record
    let quantiles = ExportSample.frameTime
    #expect(
      try document(record) == [
        record.cases[0].id: [
          "latency": Metric(value: ExportSample.median, lowerValue: 0.1, upperValue: 0.5),
          "wall_time": Metric(value: 2, lowerValue: 1.5, upperValue: 2.5),
          "allocations": Metric(value: Double(ExportSample.exact)),
          "allocated_bytes": Metric(value: 0),
          "views_reused": Metric(value: 7), "anchor-drift": Metric(value: -32),
          "harness_share": Metric(value: 0.125),
          "frame_time_p50": Metric(value: quantiles.p50),
          "frame_time_p90": Metric(value: quantiles.p90),
          "frame_time_p99": Metric(value: quantiles.p99),
          "frame_time_p99_9": Metric(value: quantiles.p999),
          "frame_time_max": Metric(value: quantiles.max),
        ],
        record.cases[1].id: ["latency": Metric(value: 1e-5), "allocations": Metric(value: 3)],
        record.cases[2].id: ["live_bytes": Metric(value: 80)],
      ])
  }

  /// Every figure of a real record, found by the case and its name.
  @Test func aRealRecordIsAllThere() throws {
    let record = try ExportSample.committed("scroll")
    let document = try document(record)
    #expect(document.count == record.cases.count)
    for result in record.cases {
      let measures = try #require(document[result.id])
      for metric in result.metrics where metric.kind != .distribution {
        let name = metric.name == "cpu_time" ? "latency" : metric.name
        let value = metric.absent == nil ? metric.median ?? metric.value.map(Double.init) : nil
        #expect(measures[name]?.value == value, "\(result.id) \(name)")
        let launches = metric.launches ?? []
        let isRange = metric.absent == nil && launches.count > 1
        #expect(measures[name]?.lowerValue == (isRange ? launches.min() : nil))
        #expect(measures[name]?.upperValue == (isRange ? launches.max() : nil))
      }
    }
  }
}
