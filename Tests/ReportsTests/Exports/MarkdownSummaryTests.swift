import Foundation
import Analysis
import Reports
import RunRecords
import Testing

@Suite struct MarkdownSummaryTests {
  private func text(_ record: RunRecord) -> String { ExportFormat.md.render(record).text }

  @Test func asAGolden() {
    Golden.expect(text(ExportSample.record), "summary.md")
    Golden.expect(text(SampleRecord.quick), "summary-quick.md")
  }

  /// 2,000 cases in many scenarios, in one, on many storages and with names beyond all measure.
  @Test(
    arguments: [
      (2_000, 1, 1, 10), (100, 5, 4, 10), (1, 1, 2_000, 10), (1, 2_000, 1, 10), (20, 10, 10, 2_000),
      (2, 1, 1_000, 12_000), (2_000, 1, 1, 100),
    ])
  func staysUnderTheLimitAndSaysWhatIsMissing(
    scenarios: Int, storages: Int, sizes: Int, nameLength: Int
  ) throws {
    var cases: [CaseRecord] = []
    let padding = String(repeating: "|", count: nameLength)
    for scenario in 0..<scenarios {
      for storage in 0..<storages {
        for size in 1...sizes {
          cases.append(
            SampleRecord.result(
              "scenario-\(scenario)\(padding)", "storage-\(storage)", items: size,
              metrics: SampleRecord.lookup(Double(scenario + 1))))
        }
      }
    }
    let export = ExportFormat.md.render(SampleRecord.record(cases))
    #expect(cases.count == 2_000)
    #expect(export.text.unicodeScalars.count < MarkdownSummary.limit)
    #expect(export.text.hasPrefix("### cvbench 0.1.0, preset quick\n"))
    #expect(export.text.contains("All 2,000 cases have a result."))
    let opened = export.text.split(separator: "<details>").count
    #expect(export.text.split(separator: "</details>").count == opened)
    // What is in no row is counted.
    let rows = export.text.split(separator: "<details>").dropFirst().reduce(0) { count, table in
      // But for the titles and the line below them.
      count + max(0, table.split(separator: "\n").count { $0.hasPrefix("|") } - 2)
    }
    let missing = cases.count - rows * storages
    let sentence =
      "\(missing >= 1_000 ? "\(missing / 1_000),\(String(format: "%03d", missing % 1_000))" : "\(missing)")"
      + " of 2,000 cases left out of the folded tables, to stay under 65,000 characters"
    #expect(export.omissions == (missing > 0 ? [sentence] : []), "\(rows) rows")
    #expect(export.text.contains("\n" + sentence + ". The record") == (missing > 0))
  }

  @Test func brokenCasesStayShort() {
    let cases = (0..<2_000).map { index in
      SampleRecord.result(
        "scenario-\(index)", "flat", items: 10, status: .failed,
        message: "\(index) " + String(repeating: "x", count: 10_000))
    }
    let text = text(SampleRecord.record(cases))
    #expect(text.contains("**2,000 cases failed**; 0 cases with a result."))
    #expect(text.contains("\n- and 1990 more reasons\n"))
    #expect(text.unicodeScalars.count < 10_000)
  }

  /// Nothing in a name is structure: every row of a table has as many cells as its heading.
  @Test func namesAreNoStructure() throws {
    var result = SampleRecord.result(
      ExportSample.awkward, ExportSample.awkward, items: 10, data: ExportSample.awkward,
      metrics: SampleRecord.lookup(5))
    result.suite = ExportSample.awkward
    var other = result
    other.params.data = "plain"
    let text = text(SampleRecord.record([result, other]))
    for line in text.split(separator: "\n") where line.hasPrefix("|") {
      #expect(line.hasSuffix("|"))
      let count = line.count { $0 == "|" }
      #expect(count == 4, "\(line)")
    }
    for structure in ["<h>", "`g`", "*i*", "_j_", "@k", " #1", "\u{5c}e"] {
      #expect(!text.contains(structure), "\(structure)")
    }
    #expect(
      text.contains(
        "c&#124;d&#92;e f &#96;g&#96; &#60;h&#62; &#42;i&#42; &#95;j&#95; &#64;k &#35;1"))
  }

  @Test func floorsAloneAreATableToo() {
    let floor = SampleRecord.result(
      "diff-readme", "floor-dictionary", items: 1_000, metrics: SampleRecord.lookup(500))
    let alone = text(SampleRecord.record([floor]))
    #expect(alone.contains("| lookup | items | floor-dictionary |\n"), "\(alone)")
    #expect(alone.contains("| diff-readme | 1k | 500 ns ±"), "\(alone)")
    // Beside a strategy, a floor is in the folded tables only.
    let differ = SampleRecord.result(
      "diff-readme", "differ", items: 1_000, metrics: SampleRecord.lookup(900))
    let both = text(SampleRecord.record([floor, differ]))
    #expect(both.contains("| lookup | items | differ |\n"), "\(both)")
  }

  @Test func anUnfinishedRunSaysSo() {
    #expect(
      text(SampleRecord.record([], completed: false))
        .contains("All 0 cases have a result. The run was not completed."))
  }
}
