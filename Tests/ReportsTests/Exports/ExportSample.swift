import Foundation
import Analysis
import Reports
import RunRecords

/// Records to export, with what is awkward in names and values.
enum ExportSample {
  /// Characters that some shape takes for structure; at its end some that are one `Character` with
  /// what stands before or after them.
  static let awkward =
    "a \"b\", c|d\\e\nf `g` <h> *i* _j_ @k #1 é\u{1} \"\u{301},l \u{600}\"\u{600},\u{600}<m>"

  /// A time that needs all its seventeen digits.
  static let median = 0.1 + 0.2

  /// A count that no floating-point number is.
  static let exact = 9_007_199_254_740_993

  static let frameTime = MetricRecord.Quantiles(
    p50: 1_000.5, p90: 2_000.25, p99: 3_000.125, p999: 1e17, max: 1.5e300)

  /// One of each kind of case and metric.
  static var record: RunRecord {
    var time = SampleRecord.cpuTime(launches: [0.1, median, 0.5])
    time.mad = 0.01
    time.p05 = 0.09
    time.p95 = 0.75
    time.samples = [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]
    var higher = SampleRecord.count("views_reused", 7)
    higher.better = .higher
    var wall = TimeMetric.wall.unmeasured
    (wall.median, wall.launches) = (2, [1.5, 2, 2.5])
    var first = SampleRecord.result(
      "item-random", "flat", items: 1_000,
      metrics: [
        time, wall, ExactMetric.allocations.record(exact),
        ExactMetric.allocatedBytes.record(0), ExactMetric.liveBytes.absent("no \"jemalloc\""),
        higher, SampleRecord.count("anchor-drift", -32, unit: "point/64", role: .info),
        InfoMetric.harnessShare.record(0.125), FrameMetric.record(frameTime),
      ])
    first.opsPerBatch = 64_000
    var single = SampleRecord.result(
      awkward, "btree", items: 10, operations: 1,
      metrics: [SampleRecord.cpuTime(launches: [1e-5]), ExactMetric.allocations.record(3)])
    single.params.sections = 4
    return SampleRecord.record(
      [
        first, single,
        SampleRecord.result(
          "memory", "flat", items: 10, metrics: [ExactMetric.liveBytes.record(80)]),
        SampleRecord.result("empty", "flat", items: 10),
        SampleRecord.result("crash", "flat", items: 10, status: .failed, message: awkward),
        SampleRecord.result("crash", "btree", items: 10, status: .failed),
        SampleRecord.result("hang", "flat", items: 10, status: .timeout, message: "too slow"),
        SampleRecord.result("late", "flat", items: 10, status: .skipped, message: "no time"),
      ])
  }

  /// The cases of `record` that have a figure.
  static func measured(_ record: RunRecord) -> [CaseRecord] {
    record.cases.filter { result in
      result.status == .ok && result.metrics.contains { $0.absent == nil }
    }
  }

  /// A record that a run has left in this repository.
  static func committed(_ name: String) throws -> RunRecord {
    try RunRecord.read(
      from: folder.appending(path: "../../../results/\(name).json").standardized.path)
  }

  /// The schema that a shape must satisfy.
  static func schema(_ format: ExportFormat) -> String {
    folder.appending(path: "../Schemas/\(format.rawValue).schema.json").standardized.path
  }

  private static var folder: URL { URL(filePath: #filePath).deletingLastPathComponent() }

  /// The export of `record`, read back.
  static func json(_ format: ExportFormat, _ record: RunRecord = record) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(format.render(record).text.utf8))
  }
}
