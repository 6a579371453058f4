import BasicAlgorithms
import Foundation
import Analysis
import Reports
import RunRecords
import TestSupport
import Testing

@Suite struct BudgetCheckTests {
  private let flat = SampleBudgets.flat
  private let btree = SampleBudgets.btree

  private func check(
    _ budgets: String..., cases: [CaseRecord] = SampleBudgets.cases,
    change: (inout RunRecord) -> Void = { _ in }
  ) throws -> BudgetCheck {
    var record = SampleRecord.record(cases)
    change(&record)
    return BudgetCheck(record, against: try SampleBudgets.file(budgets.joined(separator: "\n")))
  }

  @Test func equalIsWithin() throws {
    let check = try check("\(flat) allocations <= 3", "\(btree) allocations <= 5")
    #expect(check.verdict == .within && check.verdict.exitCode == 0)
    #expect(check.looseCount == 0)
    #expect(check.render().hasSuffix("\n\nwithin budget: 2 checked, 0 over, 0 skipped"))
  }

  @Test func oneMoreIsOver() throws {
    let check = try check("\(flat) allocations <= 2", "\(btree) allocations <= 6")
    #expect(check.verdict == .over && check.verdict.exitCode == 1)
    #expect(check.looseCount == 1)
    let text = check.render()
    #expect(text.contains("Over budget\n  \(flat) allocations: 3 count, budget 2: +1 (+50.0%)\n"))
    #expect(text.contains("1 budget could be tightened"))
    #expect(text.hasSuffix("\nover budget: 2 checked, 1 over, 0 skipped"))
  }

  @Test func theWorstStandsFirst() throws {
    let check = try check(
      "\(flat) allocated_bytes <= 90", "\(btree) allocations <= 2", "\(btree) allocated_bytes <= 0",
      "* allocations <= 2")
    #expect(
      check.excesses.map { [$0.id, $0.metric] } == [
        [btree, "allocated_bytes"], [btree, "allocations"], [btree, "allocations"],
        [flat, "allocations"], [flat, "allocated_bytes"],
      ])
    #expect(check.overCount == 4 && check.checkedCount == 4)
  }

  @Test func anAllowanceIsOfTheMagnitude() throws {
    func live(_ value: Int, _ budget: String) throws -> BudgetVerdict {
      let cases = [SampleBudgets.read("flat", [ExactMetric.liveBytes.record(value)])]
      return try check("\(flat) live_bytes <= \(budget)", cases: cases).verdict
    }
    #expect(try live(126, "120 +5%") == .within)
    #expect(try live(127, "120 +5%") == .over)
    #expect(try live(120, "119 +0.5%") == .over)
    #expect(try live(-19, "-20 +5%") == .within)
    #expect(try live(-18, "-20 +5%") == .over)
    #expect(try live(Int.max, "\(Int.max) +5%") == .within)
    #expect(try live(2_048, "2 KiB") == .within)
    #expect(try live(2_049, "2 KiB") == .over)
    #expect(try live(1, "0.001 kB") == .within)
    #expect(try live(2, "0.001 kB") == .over)
  }

  @Test func timesAreHeldByTheirMedian() throws {
    let cases = [SampleBudgets.read("flat", [SampleRecord.cpuTime(2_500_000)])]
    #expect(try check("\(flat) cpu_time <= 2.5 ms", cases: cases).verdict == .within)
    #expect(try check("\(flat) cpu_time <= 2400000 +5%", cases: cases).verdict == .within)
    let over = try check("\(flat) cpu_time <= 2 ms", cases: cases)
    #expect(over.verdict == .over)
    #expect(
      over.render().contains("cpu_time: 2500000 ns/op, budget 2000000 (2 ms): +500000 (+25.0%)"))
  }

  @Test func anotherExactKeySkipsEverythingWithOneReason() throws {
    let check = try check("\(flat) allocations <= 0", "gone cpu_time <= 2 ms") {
      $0.environment.exactKey = "x86_64; Swift 6.4.0; -O; jemalloc 5.3.0"
    }
    #expect(check.verdict == .skipped && check.verdict.exitCode == 0)
    #expect(check.skips.map(\.count) == [2])
    let text = check.render()
    #expect(text.matches(of: /another exact_key/).count == 1)
    #expect(
      text.hasSuffix(
        "\nskipped: another exact_key: Swift 6.3.1 in the budgets, Swift 6.4.0 in the record: "
          + "0 checked, 0 over, 2 skipped"))
  }

  @Test func anotherHostKeySkipsTimesAndInstructions() throws {
    var metrics = SampleRecord.memory(allocations: 3, bytes: 96)
    metrics += [SampleRecord.cpuTime(5), SampleRecord.count("instructions", 1_000)]
    let cases = [SampleBudgets.read("flat", metrics)]
    let budgets = [
      "\(flat) allocations <= 3", "\(flat) cpu_time <= 1 ns", "\(flat) instructions <= 1",
    ].joined(separator: "\n")
    let here = try check(budgets, cases: cases)
    #expect(here.verdict == .over && here.overCount == 2)
    let elsewhere = try check(budgets, cases: cases) { $0.environment.hostKey += "; other" }
    #expect(elsewhere.verdict == .within)
    #expect(elsewhere.skips.map(\.count) == [2])
    #expect(elsewhere.checkedCount == 1)
    #expect(elsewhere.render().contains("\nSkipped: 2 budgets; another host_key: nothing in the"))
    let times = try check("\(flat) cpu_time <= 1 ns", cases: cases) {
      $0.environment.hostKey += "; other"
    }
    #expect(times.verdict == .skipped)
  }

  @Test func otherInputsAreNotComparable() throws {
    let check = try check("\(flat) allocations <= 3") { $0.run.seed = 1 }
    #expect(check.verdict == .notComparable && check.verdict.exitCode == 5)
    #expect(check.render().contains("other inputs: seed 1 in the record, 42 in the budgets"))
  }

  @Test func whatTheRecordDoesNotHoldIsNamed() throws {
    let check = try check(
      "\(flat)0 allocations <= 9", "\(flat) allocation <= 9", "scroll/* views <= 1",
      "\(flat) allocations <= 0")
    #expect(check.verdict == .notComparable && check.verdict.exitCode == 5)
    let text = check.render { name, known in known.first { name.hasPrefix($0.dropLast()) } }
    #expect(text.contains("line 7: no case is '\(flat)0'; did you mean '\(flat)'?"))
    #expect(
      text.contains(
        "line 8: '\(flat)' has no metric 'allocation'; there are: allocations, allocated_bytes; "
          + "did you mean 'allocations'?"))
    #expect(text.contains("line 9: no case matches 'scroll/*'"))
    #expect(text.contains("\(flat) allocations: 3 count, budget 0: +3\n"))
    #expect(
      text.hasSuffix("\nnot comparable: 3 budgets without a figure: 1 checked, 1 over, 0 skipped"))
  }

  @Test func absentFiguresAreNotComparable() throws {
    let cases = [SampleBudgets.read("flat", [ExactMetric.allocations.absent("no jemalloc")])]
    let check = try check("\(flat) allocations <= 9", cases: cases)
    #expect(check.verdict == .notComparable)
    #expect(check.render().contains("line 7: \(flat) allocations: no jemalloc"))
  }

  @Test(arguments: ["*", SampleBudgets.flat])
  func skippedCasesAreNotComparable(pattern: String) throws {
    let cases = [SampleBudgets.read("flat", [], status: .skipped), SampleBudgets.cases[1]]
    let check = try check("\(pattern) allocations <= 9", cases: cases)
    #expect(check.verdict == .notComparable)
    #expect(check.render().contains("\(flat) allocations: the case was skipped: why"))
    #expect(check.checkedCount == 0)
  }

  @Test(arguments: [CaseRecord.Status.failed, .timeout])
  func failedCasesComeFirst(status: CaseRecord.Status) throws {
    let cases = [SampleBudgets.read("flat", [], status: status), SampleBudgets.cases[1]]
    let check = try check("\(btree) allocations <= 1", "gone a <= 1", cases: cases)
    #expect(check.verdict == .failed && check.verdict.exitCode == 3)
    #expect(check.render().contains("Failed\n  \(flat): \(status.rawValue): why\n"))
    let own = try self.check("\(flat) allocations <= 1", cases: cases)
    #expect(own.unchecked.isEmpty && own.checkedCount == 0 && own.verdict == .failed)
    let elsewhere = try self.check("\(btree) allocations <= 1", cases: cases) {
      $0.environment.exactKey = "other"
    }
    #expect(elsewhere.verdict == .failed, "whatever the key")
  }

  @Test func aRunThatDidNotEndFails() throws {
    let check = try check("\(flat) allocations <= 9") { $0.run.completed = false }
    #expect(check.verdict == .failed)
    #expect(check.render().contains("the run was interrupted before its end"))
    let outOfTime = try self.check("\(flat) allocations <= 9") {
      $0.run.completed = false
      $0.warnings.append(Warning(code: "budget", message: "the time budget was spent"))
    }
    #expect(outOfTime.verdict == .failed)
    #expect(outOfTime.failures == ["the run's time budget ended it"])
  }

  @Test(
    arguments: [
      ("allocations <= 2 ms", "it is a number of count, and not of ms; leave the unit out"),
      ("allocated_bytes <= 2 ms", "not of ms; write B, kB, MB, GB, KiB, MiB, GiB"),
      ("cpu_time <= 12", "it never repeats exactly; allow it a share"),
      ("hits <= 12", "more of it is better"),
      ("frame_time <= 1 ms", "it is a distribution"),
    ])
  func budgetsThatDoNotFitAreOfNoUse(budget: String, reason: String) throws {
    var metrics = SampleRecord.memory(allocations: 3, bytes: 96)
    metrics.append(SampleRecord.cpuTime(5))
    metrics.append(
      MetricRecord(
        name: "hits", unit: "count", better: .higher, role: .info, value: 1))
    metrics.append(FrameMetric.record(.init(p50: 1, p90: 1, p99: 1, p999: 1, max: 1)))
    let check = try check("\(flat) \(budget)", cases: [SampleBudgets.read("flat", metrics)])
    #expect(check.verdict == .unfit && check.verdict.exitCode == 2)
    #expect(check.render().contains(reason), "\(check.render())")
  }

  @Test func noBudgetsAtAllIsNoPass() throws {
    #expect(try check().verdict == .nothingChecked)
    #expect(BudgetVerdict.nothingChecked.exitCode == 2)
  }

  /// Compared with every case and metric one by one, in decimal arithmetic.
  @Test func generatedBudgetsAreHeldAsAPlainEvaluationHoldsThem() throws {
    var random = SplitMix64(seed: 11)
    var seen: Set<BudgetVerdict> = []
    for round in 0..<500 {
      let cases = ["flat", "btree", "nested"].map { storage in
        SampleBudgets.read(
          storage,
          SampleRecord.memory(
            allocations: Int.random(in: -40...40, using: &random),
            bytes: Int.random(in: 0...4_000, using: &random)))
      }
      var lines: [String] = []
      var plain = PlainCheck()
      for pattern in ["*", SampleBudgets.flat, "*b*ee*", "re?d", "lookup/re?d", "nothing"] {
        for metric in ["allocations", "allocated_bytes", "missing"] {
          guard Int.random(in: 0..<5, using: &random) == 0 else { continue }
          let number = Int.random(
            in: metric == "allocations" ? -40...40 : 0...4_000, using: &random)
          let percent = Double(Int.random(in: 0...300, using: &random)) / 8
          let hasUnit = metric == "allocated_bytes" && number >= 0
          switch Int.random(in: 0..<3, using: &random) {
          case 0 where hasUnit:
            lines.append("\(pattern) \(metric) <= \(number).5 B")
            plain.hold(cases, pattern, metric, Decimal(number) + 0.5)
          case 1:
            lines.append("\(pattern) \(metric) <= \(number) +\(percent)%")
            plain.hold(
              cases, pattern, metric,
              Decimal(number) + Decimal(number.magnitude) * Decimal(percent) / 100)
          default:
            lines.append("\(pattern) \(metric) <= \(number)")
            plain.hold(cases, pattern, metric, Decimal(number))
          }
        }
      }
      let check = try check(lines.joined(separator: "\n"), cases: cases)
      seen.insert(check.verdict)
      #expect(
        check.excesses.map { "\($0.id) \($0.metric)" }.sorted() == plain.over.sorted(), "\(round)")
      #expect(check.unchecked.count == plain.missing, "\(round)")
      #expect(check.checkedCount == lines.count - plain.missing, "\(round)")
      #expect(check.overCount == plain.linesOver, "\(round)")
      let expected: BudgetVerdict =
        plain.missing > 0
        ? .notComparable : plain.linesOver > 0 ? .over : lines.isEmpty ? .nothingChecked : .within
      #expect(check.verdict == expected, "\(round)")
      for (earlier, later) in zip(check.excesses, check.excesses.dropFirst()) {
        #expect(earlier.share >= later.share)
      }
    }
    #expect(seen == [.notComparable, .over, .nothingChecked, .within])
  }
}

/// Budgets held in the plainest way.
private struct PlainCheck {
  var over: [String] = []
  var linesOver = 0
  var missing = 0

  mutating func hold(
    _ cases: [CaseRecord], _ pattern: String, _ metric: String, _ limit: Decimal
  ) {
    // The patterns of the test, spelt out.
    let taken: [CaseRecord]
    switch pattern {
    case "*", "re?d": taken = cases
    case "*b*ee*": taken = cases.filter { $0.id.contains("btree") }
    default: taken = cases.filter { $0.id == pattern }
    }
    let figures = taken.compactMap { taken in
      taken.metric(metric)?.value.map { ("\(taken.id) \(metric)", Decimal($0)) }
    }
    if figures.isEmpty { missing += 1 }
    let above = figures.filter { $0.1 > limit }
    if !above.isEmpty { linesOver += 1 }
    over += above.map(\.0)
  }
}
