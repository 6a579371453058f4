import Foundation
import Analysis
import Reports
import RunRecords
import Statistics
import Testing

/// The tables of functions and call stacks.
struct GateDiagnosticsTests {
  private func instructions(_ base: Int, _ head: Int) -> MetricRecord {
    var metric = ExactMetric.instructions.record(head)
    metric.compare = MetricChange(
      base: Double(base), ratio: Double(head) / Double(base), verdict: .regressed)
    return metric
  }

  private func judgement(
    _ metrics: [MetricRecord], _ diagnostics: GateDiagnostics = GateDiagnostics()
  ) throws -> GateJudgement {
    let cases = metrics.enumerated().map { number, metric in
      SampleRecord.result("item-\(number)", "flat", items: 1_000, metrics: [metric])
    }
    var judgement = GateJudgement(
      SampleRecord.record(cases), removed: [], added: [], exactDifference: nil,
      isInterrupted: false, policy: GatePolicy(), acceptances: [], today: "2026-06-01")
    judgement.diagnostics = diagnostics
    return judgement
  }

  private var sample: GateDiagnostics {
    var diagnostics = GateDiagnostics()
    diagnostics.functions = [
      .init(
        caseID: "lookup/item-0",
        differences: [
          .init(names: ["search(_:) in Bench [bench]"], base: 12_345, head: 23_456),
          .init(names: ["free [libjemalloc.so.2]"], base: 300, head: 0),
        ])
    ]
    diagnostics.stacks = [
      .init(
        caseID: "lookup/item-1",
        differences: [.init(names: ["grow()", "append(_:) |x|", "main"], base: 3, head: 4)],
        omittedCount: 2)
    ]
    diagnostics.otherCount = 1
    return diagnostics
  }

  @Test func functionsAndStacksAreTables() throws {
    let text = try judgement([instructions(100, 200)], sample).render(columns: 80, color: false)
    #expect(
      text == """
        Exact metrics that differ
        verdict     difference  metric        base  head  case
        regressed         +100  instructions   100   200  \
        lookup/item-0/storage=flat/data=uniform-1000/payload=item8/items=1000

        Functions whose own instructions differ most
          lookup/item-0
              base     head  difference  function
            12,345   23,456     +11,111  search(_:) in Bench [bench]
               300        0        -300  free [libjemalloc.so.2]

        Call stacks whose allocations differ most
          lookup/item-1
            base   head  difference  stack
               3      4          +1  grow()
                                     by append(_:) |x|
                                     by main
            and 2 stacks more

        The allocations of 1 case more differ; their call stacks were not looked for.

        Times: not compared. Exact: 1 regressed, 0 improved, 0 the same.
        Failed: 1 regression.
        """)
  }

  /// The allocator counted a difference that callgrind's run of the same case does not have.
  @Test func aCaseWithoutDifferencesIsNamed() throws {
    var diagnostics = GateDiagnostics()
    diagnostics.stacks = [.init(caseID: "a", differences: [])]
    let text = try judgement([instructions(100, 200)], diagnostics)
      .render(columns: 80, color: false)
    #expect(text.contains("whose allocations differ most\n  a\n    none under callgrind\n"))
  }

  @Test func longNamesAreBrokenAndNeverCut() throws {
    var diagnostics = GateDiagnostics()
    let name = (0..<30).map { "word\($0)" }.joined(separator: " ")
    diagnostics.stacks = [
      .init(caseID: "a", differences: [.init(names: [name, name], base: 1, head: 2)])
    ]
    let text = try judgement([instructions(100, 200)], diagnostics)
      .render(columns: 80, color: false)
    let part = text.split(separator: "Call stacks")[1].split(separator: "\n\n")[0]
    #expect(part.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(part)")
    let words = part.split { $0 == " " || $0 == "\n" }.filter { $0.hasPrefix("word") }
    #expect(words.count == 60)
  }

  @Test func whyThereAreNoneIsSaid() throws {
    var diagnostics = GateDiagnostics()
    diagnostics.obstacle = "valgrind is not installed"
    let text = try judgement([instructions(100, 200)], diagnostics)
      .render(columns: 80, color: false)
    #expect(
      text.contains("\nCall stacks of the allocations are not known: valgrind is not installed\n"))
    #expect(try judgement([]).diagnostics == GateDiagnostics())
  }

  @Test func instructionsThatWereAskedForAndAreAbsentAreSaid() throws {
    let absent = ExactMetric.instructions.absent("valgrind is not installed")
    let none = try judgement([absent, absent])
    #expect(none.reasons.map(\.status) == [5])
    let text = none.render(columns: 80, color: false)
    #expect(text.contains("Instructions of 2 cases not compared: valgrind is not installed\n"))
    #expect(
      text.hasSuffix("\nFailed: no instructions to compare: valgrind is not installed."))
    #expect(none.markdown.contains("Instructions of 2 cases not compared"))
    // Where others are compared, it is only said.
    let some = try judgement([absent, instructions(100, 200)])
    #expect(some.reasons.map(\.status) == [1])
    #expect(some.render(columns: 80, color: false).contains("Instructions of 1 case not compared"))
  }

  @Test func theSummaryFoldsThem() throws {
    let markdown = try judgement([instructions(100, 200)], sample).markdown
    #expect(
      markdown.contains(
        """
        <details><summary>Functions whose own instructions differ most: lookup/item-0</summary>

        | base | head | difference | function |
        | ---: | ---: | ---: | --- |
        | 12,345 | 23,456 | +11,111 | search(&#95;:) in Bench &#91;bench&#93; |
        """))
    #expect(
      markdown.contains(
        "| 3 | 4 | +1 | grow() |\n|  |  |  | by append(&#95;:) &#124;x&#124; |\n|  |  |  | by main |"
      ))
    #expect(markdown.contains("\nand 2 stacks more\n"))
    #expect(markdown.contains("The allocations of 1 case more differ"))
  }

  @Test func theSummaryKeepsItsLimit() throws {
    var diagnostics = GateDiagnostics()
    let name = String(repeating: "é[x]", count: 200)
    diagnostics.functions = (0..<60).map { number in
      .init(
        caseID: "case \(number)",
        differences: Array(repeating: .init(names: [name], base: 1, head: 2), count: 5))
    }
    let metrics = (0..<2_000).map { instructions(100, 200 + $0) }
    var judged = try judgement(metrics, diagnostics)
    for _ in 0..<2 {
      #expect(judged.markdown.utf8.count <= 65_000)
      #expect(judged.markdown.contains("more are in the record."))
      let details = judged.markdown.components(separatedBy: "<details>").count
      #expect(details == judged.markdown.components(separatedBy: "</details>").count)
      #expect(judged.markdown.contains("cases more: see the log."))
      judged.diagnostics.stacks = diagnostics.functions
    }
  }
}
