import Analysis
import Foundation
import Reports
import RunRecords
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

  /// The first table is the one that `export --to md` prints.
  @Test func theReadmeShowsTheExportedTable() throws {
    let record = try ExportSample.committed("lookup")
    let family = try #require(
      Ranking(record).families.first { $0.scenario == "snapshot-edit" })
    let export = ExportFormat.md.render(record).text
    let block = try #require(export.components(separatedBy: "<summary>lookup/snapshot-edit:").last)
    let expected = try #require(block.components(separatedBy: "</details>").first)
      .components(separatedBy: "\n").dropFirst().filter { !$0.isEmpty }
    let sentences = family.series.flatMap(\.crossovers).map(\.sentence)
    #expect(
      !sentences.isEmpty
        && sentences.allSatisfy { sentence in
          expected.contains { $0.hasSuffix("\(sentence).") }
        })
    let lines = try Self.readme()
    for line in expected { #expect(lines.contains(line), "README.md lacks: \(line)") }
  }

  /// The second table: of each scenario and size the order, the best in bold, and the figures.
  @Test func theReadmeNamesTheStoragesOfTheRanking() throws {
    let families = Ranking(try ExportSample.committed("lookup")).families
    let rows = try Self.readme().filter { $0.hasPrefix("| ") && $0.contains(" ns, ") }
    #expect(rows.count == 8)
    var last = ""
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      var name = try #require(row.split(separator: "`").dropFirst().first).description
      if name.hasPrefix("…") { name = last + name.dropFirst() }
      last = name
      let series = try #require(families.first { $0.scenario == name }?.series.last)
      #expect(series.data == "uniform-1000")
      let expected = [1_000, 100_000, 1_000_000].map { items in
        series.sizes.first { $0.items == items }.map(Self.cell) ?? ""
      }
      #expect(Array(cells.dropFirst()) == expected, "\(name): \(expected.joined(separator: " | "))")
    }
  }

  /// `**flat** 207 ns, B-tree 295 ns, **nested** 303 ns`
  private static func cell(_ size: Ranking.Size) -> String {
    size.standings.factors.map { factor in
      let name = factor.name == "btree" ? "B-tree" : factor.name
      let figure = size.entry(of: factor.name)?.reading.value ?? .nan
      return (size.best.contains(factor.name) ? "**\(name)** " : "\(name) ") + short(figure)
    }.joined(separator: ", ")
  }

  /// Two digits, three of what is 100 or more.
  private static func short(_ nanoseconds: Double) -> String {
    var (value, unit) = (nanoseconds, 0)
    while value >= 999.5 { (value, unit) = (value / 1_000, unit + 1) }
    let format = value >= 99.5 ? "%.0f" : "%.2g"
    return String(format: format, value) + " " + ["ns", "µs", "ms", "s"][unit]
  }
}
