import Analysis
import Reports
import RunRecords
import Testing

/// One record in every shape: all of them name the same winners and crossovers.
@Suite struct OneJudgeTests {
  /// Flat is the fastest at 1k, btree from 100k on; at 10k the launches of both scatter.
  private static let record: RunRecord = {
    let times: [(storage: String, figures: [Double])] = [
      ("nested", [100, 200, 400, 900]), ("flat", [50, 100, 900, 54_000]),
      ("btree", [150, 105, 120, 130]),
    ]
    return SampleRecord.record(
      times.flatMap { storage, figures in
        zip([1_000, 10_000, 100_000, 1_000_000], figures).map { items, figure in
          let isNoisy = items == 10_000 && storage != "nested"
          return SampleRecord.result(
            "insert", storage, items: items,
            metrics: [SampleRecord.cpuTime(figure, spread: isNoisy ? 0.1 : 0.002)])
        }
      })
  }()

  private static let best = [["flat"], ["flat", "btree"], ["btree"], ["btree"]]
  private static let sentence =
    "btree overtakes flat between 1k and 100k items; at 10k the launches do not tell them apart"

  @Test func theRankingSaysIt() throws {
    let series = try #require(Ranking(Self.record).families.first?.series.first)
    #expect(series.sizes.map(\.best) == Self.best)
    #expect(series.crossovers.map(\.sentence) == [Self.sentence])
  }

  @Test func theTerminalSaysIt() {
    let table = RunTable.render(Self.record, columns: 200)
    let rows = table.split(separator: "\n").filter { $0.count { $0 == "±" } == 3 }
    #expect(rows.count == 4)
    let verdicts = ["flat", "same", "btree", "btree"]
    for (row, verdict) in zip(rows, verdicts) {
      #expect(row.split(separator: " ").contains { $0 == verdict }, "\(row)")
    }
    #expect(rows.map { row in row.count { $0 == "=" } } == [0, 2, 0, 0])
    #expect(table.contains("→ " + Self.sentence))
    #expect(table.contains("insert: flat up to 10k items, btree beyond"))
  }

  @Test(arguments: ["nested", "flat", "btree"])
  func theComparisonOfStoragesSaysIt(base: String) throws {
    let comparison = VariantComparison(
      Self.record, options: .init(axis: .storage, base: base))
    let series = try #require(comparison.families.first?.series.first)
    #expect(series.sizes.map(\.standings.best) == Self.best)
    let text = comparison.render(columns: 200)
    #expect(text.contains(Self.sentence + "."))
    #expect(text.split(separator: "\n").count { $0.contains("overtake") } == 1)
    let document = ComparisonDocument(comparison, path: "a.json")
    #expect(document.markdown.contains(Self.sentence))
    #expect(document.json.contains(#""lower_items": 1000"#))
    #expect(document.json.contains(#""upper_items": 100000"#))
  }

  @Test func theMarkdownSummarySaysIt() {
    let lines = ExportFormat.md.render(Self.record).text.split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("|") && $0.contains("±") }.suffix(4)
    let bold = rows.map { row in
      zip(["nested", "flat", "btree"], row.split(separator: "|").suffix(3))
        .filter { $0.1.contains("**") }.map(\.0)
    }
    #expect(bold == Self.best)
    #expect(lines.contains { $0 == Self.sentence + "." })
  }

  @Test func thePageSaysIt() throws {
    let page = try HTMLReport([.init(name: "a", record: Self.record)], chartLibrary: nil).render()
    let winners = try #require(page.split(separator: "Best storage in lookup").last)
    let row = try #require(winners.split(separator: "<tr>").first { $0.contains(">insert<") })
    let cells = row.split(separator: "</td>").flatMap { $0.split(separator: "<td").suffix(1) }
      .map { $0.replacing(/^[^>]*>|<[^>]*>/, with: "").replacing(#/ [\d.]+×$/#, with: "") }
    let known = ["flat", "btree", "flat = btree"]
    #expect(
      cells.map { String($0) }.filter(known.contains) == ["flat", "flat = btree", "btree", "btree"])
    #expect(page.contains(Self.sentence))
    let crossovers = try #require(page.split(separator: "Crossovers: where").last)
    #expect(crossovers.contains("<td>flat</td><td>btree</td>"))
  }

  @Test func theCSVExportSaysIt() throws {
    let lines = RunRecordCSV.render(Self.record).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let columns = try #require(lines.first)
    let storage = try #require(columns.firstIndex(of: "storage"))
    let items = try #require(columns.firstIndex(of: "items"))
    let standing = try #require(columns.firstIndex(of: "standing"))
    let best = ["1000", "10000", "100000", "1000000"].map { size in
      StorageOrder.sorted(
        lines.filter { $0[items] == size && ["winner", "tie"].contains($0[standing]) }
          .map { String($0[storage]) })
    }
    #expect(best == Self.best)
  }

  /// A crossover in the record itself is what a reader of the JSON sees.
  @Test func theRecordItselfSaysIt() {
    var record = Self.record
    let family = CaseFamily(
      suite: "lookup", scenario: "insert", data: "uniform-1000", payload: "item8")
    // Older versions judged by other rules; what they wrote is not trusted.
    record.crossovers = [
      Crossover(family: family, metric: "cpu_time", from: "btree", to: "nested", items: 7)
    ]
    #expect(
      record.withCurves().crossovers == [
        Crossover(
          family: family, metric: "cpu_time", from: "flat", to: "btree", items: 100_000)
      ])
  }
}
