import Analysis
import BasicAlgorithms
import Reports
import RunRecords
import TestSupport
import Testing

@Suite struct BudgetUpdateTests {
  private let flat = SampleBudgets.flat
  private let btree = SampleBudgets.btree
  private let record = SampleRecord.record(SampleBudgets.cases)

  private func update(_ text: String, _ record: RunRecord? = nil) throws -> BudgetUpdate {
    try BudgetUpdate(of: try SampleBudgets.parse(text), from: record ?? self.record)
  }

  @Test func aNewFileHoldsEveryExactMetricOfEveryCase() throws {
    let new = try BudgetUpdate(of: nil, from: record)
    #expect(
      new.file.text == """
        cvbench-budgets: 1
        record: sample (quick, 2026-03-01T12:00:00Z)
        exact_key: \(SampleRecord.exactKey)
        host_key: \(SampleBudgets.hostKey)
        seed: 42
        \(flat) allocations <= 3
        \(flat) allocated_bytes <= 96
        \(btree) allocations <= 5
        \(btree) allocated_bytes <= 160

        """)
    #expect(new.text == "4 budgets, 0 changed, 4 added, 0 removed")
    #expect(BudgetCheck(record, against: new.file).verdict == .within)
    #expect(try SampleBudgets.parse(new.file.text) == new.file)
  }

  @Test func instructionsGetTheShareThatTheyMove() throws {
    let cases = [SampleBudgets.read("flat", [ExactMetric.instructions.record(200_000)])]
    let record = SampleRecord.record(cases)
    let new = try BudgetUpdate(of: nil, from: record).file
    #expect(new.text.hasSuffix("\n\(flat) instructions <= 200000 +0.5%\n"))
    #expect(try SampleBudgets.parse(new.text) == new)
    for (value, verdict) in [(201_000, BudgetVerdict.within), (201_001, .over)] {
      let grown = [SampleBudgets.read("flat", [ExactMetric.instructions.record(value)])]
      #expect(BudgetCheck(SampleRecord.record(grown), against: new).verdict == verdict)
      let updated = try BudgetUpdate(of: new, from: SampleRecord.record(grown)).file
      #expect(updated.text.hasSuffix("\n\(flat) instructions <= \(value) +0.5%\n"))
    }
  }

  @Test func theSameRecordLeavesTheSameBytes() throws {
    let file = try BudgetUpdate(of: nil, from: record).file
    #expect(try BudgetUpdate(of: file, from: record).file == file)
    // Another record with the same figures does too, so that the file names the one it came from.
    var later = record
    later.run.startedAt = "2027-01-01T00:00:00Z"
    let again = try BudgetUpdate(of: file, from: later)
    #expect(again.file.text == file.text)
    #expect(again.text == "4 budgets, 0 changed, 0 added, 0 removed")
  }

  @Test func orderCommentsAndChosenLimitsStay() throws {
    let updated = try update(
      SampleBudgets.header + """
        # first the tree

        \(btree)   allocations\t<=  9 # was more
        gone/a/b allocations <= 1 # it was here
          \(flat) allocations <= 2 +5%   # a little room
        \(flat) allocated_bytes <= 1 MB
        \(btree) gone_metric <= 3
        # the end

        """)
    #expect(
      updated.file.text == SampleBudgets.header + """
        # first the tree

        \(btree)   allocations\t<=  5 # was more
          \(flat) allocations <= 3 +5%   # a little room
        \(flat) allocated_bytes <= 1 MB
        # the end
        \(btree) allocated_bytes <= 160

        """)
    #expect(
      updated.text == """
        removed: gone/a/b allocations <= 1
        removed: \(btree) gone_metric <= 3
        changed: \(btree) allocations <= 5, before 9
        changed: \(flat) allocations <= 3 +5%, before 2
        4 budgets, 2 changed, 1 added, 2 removed
        """)
    #expect(BudgetCheck(record, against: updated.file).verdict == .within)
    #expect(try BudgetUpdate(of: updated.file, from: record).file == updated.file)
  }

  @Test func aPatternTakesTheMostOfItsCases() throws {
    let updated = try update(
      SampleBudgets.header
        + "* allocations <= 9\nread allocated_bytes <= 7\nrea? allocated_bytes <= 1\n")
    #expect(
      updated.file.budgets.map(\.budget.description) == [
        "* allocations <= 5", "rea? allocated_bytes <= 160",
      ])
    #expect(updated.added.isEmpty, "patterns take every exact metric")
  }

  @Test func keysSeedAndRecordAreRewritten() throws {
    var other = record
    other.environment.exactKey = "another key"
    other.run.seed = 7
    other.run.id = "other"
    let updated = try update(
      SampleBudgets.header + "* allocations <= 5\n* allocated_bytes <= 160\n", other)
    #expect(updated.headerChanges == [.exactKey, .seed])
    #expect(
      updated.file.text == """
        # What reading may take.
        cvbench-budgets: 1
        record: other (quick, 2026-03-01T12:00:00Z)
        exact_key: another key
        host_key: \(SampleBudgets.hostKey)
        seed: 7
        * allocations <= 5
        * allocated_bytes <= 160

        """)
    #expect(updated.text.contains("header: another exact_key\nheader: another seed\n"))
  }

  @Test func timesAndWhatIsForReadingOnlyGetNoBudget() throws {
    let metrics = [
      SampleRecord.cpuTime(5), SampleRecord.count("visited", 4),
      SampleRecord.count("reused", 4, role: .info), ExactMetric.allocations.absent("no jemalloc"),
    ]
    let record = SampleRecord.record([SampleBudgets.read("flat", metrics)])
    let new = try BudgetUpdate(of: nil, from: record)
    #expect(new.added.map(\.description) == ["\(flat) visited <= 4"])
    #expect(new.text.hasPrefix("no budget for 1 metric without a figure: no jemalloc\n"))
    // A time's number is a promise, whatever was measured.
    let promise = SampleBudgets.header + "* cpu_time <= 3 +5%\n* visited <= 4\n"
    #expect(try update(promise, record).file.text == promise)
  }

  @Test func nothingIsMadeOfHalfARecord() throws {
    var interrupted = record
    interrupted.run.completed = false
    #expect(throws: BudgetUpdate.Refusal.incomplete(["the run was interrupted before its end"])) {
      try BudgetUpdate(of: nil, from: interrupted)
    }
    for status in [CaseRecord.Status.failed, .timeout, .skipped] {
      let cases = [SampleBudgets.read("flat", [], status: status), SampleBudgets.cases[1]]
      let error = try #require(throws: BudgetUpdate.Refusal.self) {
        try BudgetUpdate(of: nil, from: SampleRecord.record(cases))
      }
      #expect("\(error)".contains("\(flat): \(status.rawValue)"))
    }
    let absent = [SampleBudgets.read("flat", [ExactMetric.allocations.absent("no jemalloc")])]
    #expect(throws: BudgetUpdate.Refusal.nothingExact) {
      try BudgetUpdate(of: nil, from: SampleRecord.record(absent))
    }
    #expect(
      throws: BudgetUpdate.Refusal.noFigure(
        id: flat, metric: "allocations", reason: "no jemalloc")
    ) {
      try update(SampleBudgets.header + "* allocations <= 5\n", SampleRecord.record(absent))
    }
  }

  /// A case may have a name that no line could hold.
  @Test func namesWithWhiteSpaceAreSpeltAsPatterns() throws {
    var odd = SampleBudgets.cases
    odd[0].id = "#a suite/of mine "
    let record = SampleRecord.record(odd)
    let new = try BudgetUpdate(of: nil, from: record)
    #expect(new.added.first?.cases.text == "?a?suite/of?mine?")
    let read = try SampleBudgets.parse(new.file.text)
    #expect(BudgetCheck(record, against: read).verdict == .within)
    #expect(try BudgetUpdate(of: read, from: record).file == read)
  }

  /// Whatever a file says, after an update the record is within its measured numbers, tightly, and
  /// a second update changes nothing.
  @Test func updatesSettle() throws {
    var random = SplitMix64(seed: 3)
    for round in 0..<300 {
      let names = ["flat", "btree", "nested", "gone"].shuffled(using: &random)
      let cases = names.dropLast().map { storage in
        SampleBudgets.read(
          storage,
          SampleRecord.memory(
            allocations: Int.random(in: -9...9, using: &random),
            bytes: Int.random(in: 0...99, using: &random)))
      }
      let record = SampleRecord.record(cases)
      var lines = ["# a", "", "# b"]
      for pattern in names.map(SampleBudgets.id) + ["*", "*t*"] {
        for metric in ["allocations", "allocated_bytes", "other"] {
          guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
          let allowance = Bool.random(using: &random) ? "" : " +7%  # room"
          lines.append(
            "\(pattern) \(metric) <= \(Int.random(in: -9...99, using: &random))\(allowance)")
        }
      }
      lines.shuffle(using: &random)
      let before = try SampleBudgets.parse(
        SampleBudgets.header + lines.map { $0 + "\n" }.joined())
      let updated = try BudgetUpdate(of: before, from: record)
      let check = BudgetCheck(record, against: updated.file)
      #expect(check.verdict == .within && check.looseCount == 0, "\(round)")
      #expect(try SampleBudgets.parse(updated.file.text) == updated.file, "\(round)")
      #expect(try BudgetUpdate(of: updated.file, from: record).file == updated.file, "\(round)")
      let kept = before.budgets.map(\.budget).filter { budget in
        !updated.removed.contains(budget)
      }
      let order = updated.file.budgets.map { "\($0.budget.cases.text) \($0.budget.metric)" }
      #expect(order.starts(with: kept.map { "\($0.cases.text) \($0.metric)" }), "\(round)")
      // Each exact metric of each case has a budget.
      for result in cases {
        for metric in result.metrics {
          #expect(
            updated.file.budgets.contains { $0.budget.holds(metric.name, of: result.id) })
        }
      }
    }
  }
}
