import Analysis
import Reports
import RunRecords
import Testing

@Suite struct RunTableTests {
  @Test(arguments: [80, 100, 120, 160])
  func quickRunFitsTheTerminal(columns: Int) {
    let table = RunTable.render(SampleRecord.quick, columns: columns)
    for line in table.split(separator: "\n") {
      #expect(line.count <= columns, "\(line)")
    }
    if columns != 100 { Golden.expect(table, "run-quick-\(columns).txt") }
  }

  @Test func theAnswersAloneAreThoseOfTheWhole() throws {
    let answers = RunTable.renderAnswers(of: SampleRecord.quick, columns: 80)
    let whole = RunTable.render(SampleRecord.quick, columns: 80)
    #expect(!answers.isEmpty)
    #expect(whole.hasPrefix(try #require(answers.split(separator: "\n").first)))
    let lines = Set(whole.split(separator: "\n"))
    #expect(answers.split(separator: "\n").allSatisfy { lines.contains($0) })
    var empty = SampleRecord.quick
    empty.cases = []
    #expect(RunTable.renderAnswers(of: empty, columns: 80).isEmpty)
  }

  @Test func theAnswersOfAQuickRunFitOneScreen() {
    let text = RunTable.render(SampleRecord.quick, columns: 80, showsDetails: false)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 40 && lines.allSatisfy { $0.count <= 80 })
    Golden.expect(text, "answers-quick-80.txt")
  }

  @Test func colorsChangeNothingButColors() {
    let colored = RunTable.render(SampleRecord.quick, columns: 80, color: true)
    #expect(colored.contains("\u{1B}[1;32m"))
    let bare = colored.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    for line in bare.split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
    #expect(
      bare.replacing(/\ +\n/, with: "\n") == RunTable.render(SampleRecord.quick, columns: 80))
  }

  @Test func narrowTerminalsCountAsEighty() {
    #expect(
      RunTable.render(SampleRecord.quick, columns: 10)
        == RunTable.render(SampleRecord.quick, columns: 80))
  }

  /// Failures, what could not be measured, a foreign storage, several item shapes, one launch.
  @Test func whatWentWrongIsTold() {
    let noCount = [
      ExactMetric.allocations.absent("jemalloc is not linked: build with the Jemalloc trait"),
      ExactMetric.allocatedBytes.absent("jemalloc is not linked: build with the Jemalloc trait"),
    ]
    var cases: [CaseRecord] = []
    for payload in ["item8", "text"] {
      for (storage, time) in [("flat", 4.2), ("my-gap-buffer-of-many-words", 5.9)] {
        cases.append(
          SampleRecord.result(
            "item-random", storage, items: 100_000, payload: payload,
            metrics: [SampleRecord.cpuTime(time, spread: 0.3)] + noCount))
        cases.append(
          SampleRecord.result(
            "item-once", storage, items: 100_000, payload: payload,
            metrics: [SampleRecord.cpuTime(launches: [time])] + noCount))
      }
      cases += [
        SampleRecord.result(
          "item-random", "nested", items: 100_000, payload: payload, status: .failed,
          message: "the answer was 12, expected 13: the store or the scenario is wrong"),
        SampleRecord.result(
          "item-random", "btree", items: 100_000, payload: payload, status: .timeout,
          message: "took longer than 10 s"),
      ]
    }
    cases += (1...12).map {
      SampleRecord.result(
        "iterate", "flat", items: $0, status: .skipped, message: "the budget of 60 s was spent")
    }
    let table = RunTable.render(
      SampleRecord.record(
        cases,
        warnings: [
          Warning(code: "drift", message: "1 case drifted over its batches: run it again"),
          Warning(code: "load", severity: "info", message: "not shown"),
        ], completed: false), columns: 80)
    for line in table.split(separator: "\n") {
      #expect(line.count <= 80 || line.contains("/storage="), "\(line)")
    }
    Golden.expect(table, "run-problems-80.txt")
  }

  /// Counts that grow with the size, that do not, that are lengths or bytes, or are not there.
  @Test func whatScenariosCountStandsBesideTheTimes() {
    var cases: [CaseRecord] = []
    for (items, visited) in [(1_000, 5_000), (1_000_000, 20_250)] {
      for (storage, factor) in [("nested", 100), ("btree", 1)] {
        cases.append(
          SampleRecord.result(
            "resize-one", storage, items: items,
            metrics: SampleRecord.lookup(Double(visited * factor) / 10) + [
              SampleRecord.count("nodes_visited", visited * factor),
              SampleRecord.count("sizes_asked", 1_000),
              SampleRecord.count("lines_rebroken", storage == "btree" ? 500 : 2_000),
              SampleRecord.count(
                "anchor_drift", storage == "btree" ? 0 : items / 10, unit: "point/64"),
              SampleRecord.count("moved", factor * 8_000, unit: "byte", role: .info),
              SampleRecord.count("unsteady", storage == "btree" ? 4 : nil),
            ]))
      }
      cases.append(
        SampleRecord.result(
          "resize-one", "flat", items: items, status: .failed, message: "it is wrong"))
      cases.append(
        SampleRecord.result("resize-one", "own", items: items, metrics: SampleRecord.lookup(9)))
    }
    let table = RunTable.render(SampleRecord.record(cases), columns: 80)
    for line in table.split(separator: "\n") {
      #expect(line.count <= 80 || line.contains("/storage="), "\(line)")
    }
    Golden.expect(table, "run-counts-80.txt")
  }

  /// A model of frames counts all of them together; the figure that decides stands there once.
  @Test func countsOfAModelAreThoseOfAllFrames() {
    let cases = [(1_000, 3), (10_000, 6)].map { items, late in
      SampleRecord.result(
        "reuse-flings", "uikit-9", items: items, operations: 5_574,
        metrics: [
          SampleRecord.count("late_frames_120_hz", late), SampleRecord.count("views_alive", 26),
        ])
    }
    let table = RunTable.render(SampleRecord.record(cases), columns: 100)
    #expect(table.contains("views_alive of one call: 26."), "\(table)")
    #expect(table.contains("late frames at 120 Hz"), "\(table)")
    #expect(!table.contains("late_frames_120_hz"), "\(table)")
  }

  @Test func floorsAloneAreATableToo() {
    let cases = [1_000, 100_000].map {
      SampleRecord.result(
        "diff-readme", "floor-dictionary", items: $0, metrics: SampleRecord.lookup(500))
    }
    let table = RunTable.render(SampleRecord.record(cases), columns: 80)
    #expect(
      table.contains(
        """

        lookup/diff-readme
                CPU time per operation
        items   floor-dictionary
        """), "\(table)")
    #expect(table.contains("\n 100k      500 ns ±"), "\(table)")
    #expect(table.hasSuffix("\n  diff-readme: only floors were measured."))
  }

  @Test func aHeadingNeedNotNameThePreset() {
    let record = SampleRecord.record([])
    #expect(RunTable.render(record).contains("\ncvbench 0.1.0 · preset quick · seed 42 · "))
    #expect(RunTable.render(record, namesPreset: false).contains("\ncvbench 0.1.0 · seed 42 · "))
  }

  /// Operations are what an operation of the benchmark finds here.
  @Test func operationsAreNotCountedPerOperation() {
    let cases = [
      SampleRecord.result(
        "diff-readme", "differ", items: 1_000, operations: 1,
        metrics: SampleRecord.lookup(500) + [
          SampleRecord.count("operations", 189_000), SampleRecord.count("hashes", 2_000),
        ])
    ]
    let table = RunTable.render(SampleRecord.record(cases), columns: 80)
    #expect(table.hasSuffix("\n  operations: 189k.\n  hashes per operation: 2k."), "\(table)")
  }

  @Test func anEmptyRecordSaysSo() {
    #expect(RunTable.render(SampleRecord.record([])).hasPrefix("Nothing was measured.\n\n"))
  }

  @Test func aFramesShareIsShownAboveOnePerCent() {
    /// The text behind the answers.
    func table(_ nanoseconds: Double) -> Substring {
      let text = RunTable.render(
        SampleRecord.record([
          SampleRecord.result(
            "build", "flat", items: 1_000, metrics: [SampleRecord.cpuTime(nanoseconds)])
        ]))
      return text.split(separator: "\ncvbench 0.1.0")[1]
    }
    #expect(!table(83_333).contains("120 Hz"))
    #expect(table(83_400).contains("1.00%"))
    #expect(table(20_000_000).contains("240%"))
  }
}
