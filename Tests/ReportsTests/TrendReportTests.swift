import Reports
import RunHistories
import RunRecords
import Statistics
import Testing

@Suite struct TrendReportTests {
  private static let id =
    "update/batch-100/storage=btree-tree/data=uniform-1000/payload=item8/items=1000"

  private func hash(_ number: Int) -> String { String(repeating: "a", count: 39) + "\(number)" }

  /// A run of commit number `commit`, with one count.
  private func run(_ commit: Int, allocations: Int, id: String) throws -> RunHistory.Run {
    var result = CaseRecord(
      suite: "update",
      params: CaseParameters(
        scenario: "batch-100", storage: "btree-tree", role: "strategy", data: "uniform-1000",
        payload: "item8", items: 1_000))
    result.id = id
    result.metrics = [ExactMetric.allocations.record(allocations)]
    var identity = RunIdentity(argv: [], preset: "quick", seed: 1)
    identity.startedAt = "2026-03-0\(commit + 1)T00:00:00Z"
    let record = RunRecord(
      tool: ToolIdentity(name: "cvbench", version: "0.1.0"), run: identity,
      builds: [
        Build(
          id: "run", git: .init(sha: hash(commit), dirty: false), binary: .init(),
          compiler: .init(swift: "6.3.1", target: "x86_64", flags: []))
      ],
      environment: MachineContext(
        exactKey: "x", hostKey: "x", cpu: .init(logical: 2), allocator: .init(name: "jemalloc"),
        clock: .init(resolutionNs: 1, wallReadNs: 1, cpuReadNs: 1),
        hwCounters: .init(available: false)), cases: [result], exitCode: 0)
    let (summary, cases) = try RunSummary.summarize(record, of: "a.json")
    return RunHistory.Run(summary: summary, cases: cases)
  }

  private func trend(
    _ counts: [Int], subjects: [String]? = nil, id: String = id
  ) throws -> Trend {
    var contents = RunHistory.Contents()
    contents.runs = try counts.enumerated().map { try run($0, allocations: $1, id: id) }
    let log = CommitLog(
      counts.indices.map { .init(hash: hash($0), subject: subjects?[$0] ?? "Change \($0)") })
    return Trend(of: contents, log: log, reference: nil)
  }

  @Test func theAnswerNamesTheLatestThatGotWorse() throws {
    let text = try TrendText(trend([10, 12, 12, 11])).render(columns: 200, color: false)
    #expect(
      text.hasPrefix(
        "1 figure got worse. The latest: allocations of update/batch-100 · btree-tree · 1k, 10 to 12 "
          + "(+20.0%), at \(hash(1).prefix(12)) Change 1.\n"
          + "1 figure judged over 4 commits and 4 runs: 1 change for the better.\n"), "\(text)")
    #expect(text.contains("at \(hash(3).prefix(12)) Change 3"))
    let calm = try TrendText(trend([10, 10])).render(columns: 200, color: false)
    #expect(
      calm
        == "Nothing got worse without being accepted.\n1 figure judged over 2 commits and 2 runs.\n"
    )
    let none = try TrendText(trend([])).render(columns: 200, color: false)
    #expect(none == "Nothing can be said: no run has a figure here.\n")
  }

  @Test func aCountThatBeganAtNothingHasADifference() throws {
    let text = try TrendText(trend([0, 3])).render(columns: 200, color: false)
    #expect(text.contains("+3       0      3  exact"), "\(text)")
  }

  /// A subject and a case that would be markup, a link or a colour are text.
  @Test func hostileNamesAreText() throws {
    let subject = "<script>alert(1)</script> [x](y) \u{1B}[31mred | pipe"
    let trend = try trend([1, 2], subjects: ["", subject], id: "<img src=x onerror=alert(1)>")
    let page = try TrendPage(trend) { _ in "\"><script>alert(2)</script>" }.render()
    #expect(!page.contains("<script>alert") && !page.contains("<img"))
    #expect(page.contains("&lt;script&gt;alert(1)"))
    let markdown = TrendText(trend).markdown
    #expect(!markdown.contains("<script>") && !markdown.contains("[x](y)"), "\(markdown)")
    let document = TrendDocument.text(of: trend)
    #expect(TrendDocument.isDocument(beginningWith: document))
    #expect(document.contains("<script>alert(1)"))
  }

  @Test func everyFigureHasItsCourse() throws {
    let page = try TrendPage(try trend([10, 12, 12, 11])).render()
    #expect(TrendPage.isPage(beginningWith: page))
    #expect(page.contains("<svg class=\"spark exact\""))
    #expect(page.contains("<circle class=\"bad\"") && page.contains("<circle class=\"good\""))
    #expect(!page.contains("http") || page.contains("http-equiv"))
    // One point and equal points have a picture, too.
    for counts in [[5], [5, 5, 5], [0, 0]] {
      let page = try TrendPage(try trend(counts)).render()
      #expect(page.contains("<polyline points=\"") && !page.contains("nan"), "\(counts)")
    }
  }
}
