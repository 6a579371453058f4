import Analysis
import Foundation
import Reports
import RunRecords
import TestSupport
import Testing

/// The records in `results`, and what the README says about them, are what the code says.
@Suite struct CommittedRecordsTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized
  private static let records =
    ((try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "results").path)) ?? []).filter { $0.hasSuffix(".json") }
    .sorted()

  private static func readme() throws -> [String] {
    try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
      .components(separatedBy: "\n")
  }

  @Test func thereAreRecords() {
    #expect(Self.records.count >= 11)
  }

  @Test(arguments: records)
  func crossoversAreThoseOfTheRanking(name: String) throws {
    let record = try RunRecord.read(
      from: Self.root.appending(path: "results").appending(path: name).path)
    #expect(record.withCurves().crossovers == record.crossovers)
  }

  @Test func recordsAreOfTheCurrentSchema() throws {
    let texts = try Self.records.map { name in
      try String(
        contentsOf: Self.root.appending(path: "results").appending(path: name), encoding: .utf8)
    }
    let violations = try SchemaValidator.validate(records: texts)
    for (name, found) in zip(Self.records, violations) { #expect(found == [], "\(name)") }
  }

  /// `run` adds two lines: where the tables and the record lie. What would not fit, the memory of an
  /// item, is told with the details.
  @Test func theQuickPresetIsAnsweredInFortyLines() throws {
    let record = try ExportSample.committed("bench")
    let answers = RunTable.render(record, columns: 80, showsDetails: false)
    #expect(answers.split(separator: "\n", omittingEmptySubsequences: false).count <= 38)
    let tables = RunTable.render(record, columns: 80)
    #expect(tables.contains(" bytes an item"))
  }

  /// The README shows the answer of a committed record; `Scripts/results --check` compares the page
  /// of all answers.
  @Test func theReadmeShowsAnAnswer() throws {
    let text = try Self.readme().joined(separator: "\n")
    let block = try #require(text.split(separator: "```text\n").dropFirst().first)
    let shown = try #require(block.split(separator: "\n```").first)
    let answers = RunTable.render(
      try ExportSample.committed("bench"), columns: 100, showsDetails: false)
    #expect(answers.contains("\n\(shown)\n"))
  }
}
