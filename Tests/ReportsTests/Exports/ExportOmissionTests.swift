import Analysis
import Reports
import RunRecords
import Testing

/// Omitted figures are counted.
@Suite struct ExportOmissionTests {
  private static let broken = [
    "2 cases that failed: this shape has no place for them",
    "1 case that timed out: this shape has no place for them",
    "1 case not begun: this shape has no place for them",
  ]

  @Test(
    arguments: [
      (
        ExportFormat.gha,
        broken + [
          "1 case without a figure that this shape takes",
          "1 metric of which more is better: this shape takes the opposite",
          "4 metrics for information only: the tool would raise alerts on them",
        ], 3
      ),
      (.bmf, broken + ["1 case without a figure that this shape takes"], 3),
      (.jmh, broken + ["2 cases without a figure that this shape takes"], 2),
      (.gbench, ["1 case without a figure that this shape takes"], 7),
      (.csv, [], 8), (.md, [], 8),
      (.openmetrics, broken + ["1 case without a figure that this shape takes"], 3),
    ])
  func isCounted(format: ExportFormat, omissions: [String], caseCount: Int) {
    let export = format.render(ExportSample.record)
    #expect(export.omissions == omissions)
    #expect(export.caseCount == caseCount)
  }

  @Test func nothingIsLeftOutOfAWholeRecord() {
    for format in ExportFormat.allCases where format != .md {
      let export = format.render(SampleRecord.quick)
      let isTime = format == .jmh
      #expect(
        export.omissions == (isTime ? ["18 cases without a figure that this shape takes"] : []))
      #expect(export.caseCount == SampleRecord.quick.cases.count - (isTime ? 18 : 0))
    }
  }
}
