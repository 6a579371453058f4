import Analysis
import Foundation
import Reports
import RunRecords
import Statistics
import TestSupport
import Testing

@Suite struct RecordSetComparisonTests {
  private static func compare(
    _ records: [RunRecord], _ options: ComparisonOptions = .init()
  ) -> RecordSetComparison {
    RecordSetComparison(
      base: ("one.json", records[0]),
      others: records.dropFirst().enumerated().map { ("\($0 + 2).json", $1) }, options: options)
  }

  private static func insert(_ storage: String, _ time: Double, _ allocations: Int) -> CaseRecord {
    SampleRecord.result(
      "insert", storage, items: 1_000,
      metrics: [SampleRecord.cpuTime(time, spread: 0.002)]
        + SampleRecord.memory(allocations: allocations, bytes: 48 * allocations))
  }

  /// Ten cases whose times stay as they are, so that two runs can be told to lie close.
  private static let steady = (1...10).map {
    SampleRecord.result(
      "steady", "flat", items: $0, metrics: [SampleRecord.cpuTime(50, spread: 0.001)])
  }

  @Test func everyOtherRecordIsHeldAgainstTheFirst() {
    let comparison = Self.compare([
      SampleRecord.record(
        Self.steady + [Self.insert("nested", 61, 12), Self.insert("flat", 310, 9)]),
      SampleRecord.record(
        Self.steady + [Self.insert("nested", 61, 13), Self.insert("flat", 250, 9)]),
      SampleRecord.record(
        Self.steady + [Self.insert("nested", 75, 12), Self.insert("btree", 70, 3)]),
    ])
    #expect(comparison.pairs.map(\.names.candidate) == ["B", "C"])
    #expect(comparison.pairs.map(\.counts.regressed) == [1 + 1, 0])
    #expect(comparison.pairs.map(\.counts.times.regressed) == [0, 1])
    #expect(comparison.pairs.map(\.counts.times.improved) == [1, 0])
    #expect(comparison.pairs[1].added == [Self.insert("btree", 0, 0).id])
    #expect(comparison.pairs[1].removed == [Self.insert("flat", 0, 0).id])
    #expect(comparison.exitCode() == 1)
    Golden.expect(comparison.render(columns: 120), "compare-three-120.txt")
    Golden.expect(comparison.render(columns: 80), "compare-three-80.txt")
  }

  @Test func recordsThatChangePlacesOverSizesAreSaid() {
    func record(_ times: [Double], spread: Double) -> RunRecord {
      SampleRecord.record(
        Self.steady
          + zip([1_000, 10_000, 100_000], times).flatMap { items, time in
            // A floor changes places as well, and nobody is to choose it.
            ["flat", "btree", "floor-flat"].map {
              SampleRecord.result(
                "insert", $0, items: items,
                metrics: [SampleRecord.cpuTime($0 == "btree" ? 50 : time, spread: spread)])
            }
          })
    }
    let before = record([50, 80, 900], spread: 0.002)
    let comparison = Self.compare([before, record([60, 80, 700], spread: 0.002)])
    #expect(
      comparison.crossovers.map { "\($0.family): \($0.crossover.sentence)" } == [
        "lookup/insert, storage flat, data uniform-1000, payload item8: B overtakes A between 1k "
          + "and 100k items; at 10k the launches do not tell them apart"
      ])
    #expect(comparison.render().contains("B overtakes A between 1k"))
    // What noise can do is no turn, and one code differs by noise alone.
    var (one, other) = (before, record([60, 80, 700], spread: 0.002))
    one.builds[0].binary.textSHA256 = "aa"
    other.builds[0].binary.textSHA256 = "aa"
    #expect(Self.compare([one, other]).crossovers.isEmpty)
    other.builds[0].binary.textSHA256 = "bb"
    #expect(Self.compare([one, other]).crossovers.count == 1)
    let noisy = record([50, 80, 900], spread: 0.2)
    #expect(Self.compare([noisy, record([51, 79, 890], spread: 0.2)]).crossovers.isEmpty)
  }

  @Test func threeRecordsAreThePairsTheyAreMadeOf() {
    for seed in 1...10 as ClosedRange<UInt64> {
      var sample = ComparisonSample(seed: seed)
      let base = sample.record()
      let others = (0..<3).map { _ in sample.remeasured(base) }
      let comparison = Self.compare([base] + others)
      for (pair, other) in zip(comparison.pairs, others) {
        let alone = RecordComparison(baseline: base, candidate: other)
        #expect(pair.counts == alone.counts, "seed \(seed)")
        #expect(pair.cases.map(\.time?.verdict) == alone.cases.map(\.time?.verdict))
      }
      let codes = others.map { RecordComparison(baseline: base, candidate: $0).exitCode }
      #expect(comparison.exitCode() == (codes.contains(1) ? 1 : 0), "seed \(seed)")
    }
  }

  @Test func oneThatIsNotComparableHidesARegression() {
    let cases = [Self.insert("flat", 61, 12)]
    let worse = [Self.insert("flat", 61, 13)]
    let other = SampleRecord.record(cases, exactKey: "x86_64; Swift 7; -O; jemalloc 5.3.0")
    #expect(Self.compare([SampleRecord.record(cases), SampleRecord.record(worse)]).exitCode() == 1)
    let mixed = Self.compare([SampleRecord.record(cases), SampleRecord.record(worse), other])
    #expect(mixed.exitCode() == 5)
    let text = mixed.render(isDetailed: true)
    #expect(text.contains("C against A\n\nNot comparable: exact metrics need an equal exact_key."))
    #expect(text.contains("C is not compared: times need an equal host_key"))
    #expect(text.contains("only in C: Swift 7"))
    // The times of B are there all the same.
    #expect(text.contains("1k flat   61.0 ns"), "\(text)")
  }

  /// Another compiler, and times are asked for all the same: counts stay refused.
  @Test func otherHostsAndKeysAreComparedInTimeOnlyWhereAsked() {
    let before = SampleRecord.record([Self.insert("flat", 61, 12)])
    let after = SampleRecord.record(
      [Self.insert("flat", 610, 13)], exactKey: "x86_64; Swift 7; -O; jemalloc 5.3.0")
    #expect(Self.compare([before, after]).exitCode() == 5)
    let asked = Self.compare([before, after], .init(ignoresHosts: true))
    #expect(asked.exitCode() == 0)
    #expect(asked.exitCode(failingOn: [.regressed]) == 1)
    #expect(asked.pairs[0].counts.compared == 0)
    let text = asked.render()
    #expect(text.contains("Warning: the hosts of A and B differ"))
    #expect(text.contains("exact metrics need an equal exact_key"))
    #expect(
      text.hasSuffix(
        "exact metrics not comparable; CPU times: 1 regressed, 0 improved, 0 equivalent, "
          + "0 inconclusive"), "\(text)")
  }

  @Test func theFirstLinesSayThatItIsUnpaired() {
    let record = SampleRecord.record([Self.insert("flat", 61, 12)])
    let text = Self.compare([record, record]).render(columns: 80)
    let first = text.split(separator: "\n").prefix(4).joined(separator: " ")
    #expect(first.hasPrefix("Unpaired: "))
    #expect(first.contains("a machine changes") && first.contains("gate"))
    #expect(text.contains("A and B are the same record."))
  }

  @Test func theSameCodeAnEmptyRecordAndAnUnfinishedOneAreNoticed() {
    var record = SampleRecord.record([Self.insert("flat", 61, 12)])
    record.builds[0].binary.textSHA256 = "ab"
    var again = record
    again.run.id = "another"
    #expect(Self.compare([record, again]).render().contains("A and B are of the same code"))
    again.builds[0].binary.textSHA256 = "cd"
    #expect(Self.compare([record, again]).notices.isEmpty)
    again.run.completed = false
    let text = Self.compare([record, again, SampleRecord.record([])]).render()
    #expect(text.contains("B was not completed"))
    #expect(text.contains("C has no cases."))
    #expect(Self.compare([record, SampleRecord.record([])]).exitCode() == 5)
  }

  @Test func everyFindingIsAlsoALineForMachines() throws {
    var sample = ComparisonSample(seed: 3)
    let base = sample.record()
    var other = sample.remeasured(base)
    other.cases.removeLast(2)
    let comparison = Self.compare([base, other])
    let document = ComparisonDocument(comparison, exitCode: 1)
    let lines = document.csv.split(separator: "\n")
    // Two exact metrics and a time of each case, and the two that are gone.
    #expect(lines.count == 1 + 22 * 3 + 2)
    let counts = comparison.pairs[0].counts
    for (verdict, count) in [
      ("regressed", counts.regressed + counts.times.regressed),
      ("improved", counts.improved + counts.times.improved), ("equal", counts.equal),
      ("inconclusive", counts.times.inconclusive), ("equivalent", counts.times.equivalent),
      ("removed", 2),
    ] {
      #expect(lines.count { $0.contains(",\(verdict),") } == count, "\(verdict)")
      #expect(
        document.json.split(separator: "\n").count { $0.contains(#""verdict": "\#(verdict)""#) }
          == count)
    }
    #expect(document.json.contains(#""exit_code": 1"#))
    #expect(document.markdown.utf8.count < 65_000)
    #expect(document.markdown.hasPrefix("### "))
  }

  /// The document has the rule that decided, for each pair of runs.
  @Test func theDocumentHasTheRuleThatDecided() throws {
    func rule(_ document: ComparisonDocument) throws -> [String: Any] {
      let root = try JSONSerialization.jsonObject(with: Data(document.json.utf8))
      let object = try #require(root as? [String: Any])
      #expect((object["schema"] as? [String: Any])?["version"] as? String == "1.1")
      return try #require(object["rule"] as? [String: Any])
    }
    var sample = ComparisonSample(seed: 3)
    let base = sample.record()
    let comparison = Self.compare([base, sample.remeasured(base), sample.remeasured(base)])
    let found = try rule(ComparisonDocument(comparison, exitCode: 1))
    #expect(found["alpha"] as? Double == 0.005 && found["estimator"] as? String == "median")
    let runs = try #require(found["runs"] as? [[String: Any]])
    #expect(runs.map { $0["side"] as? String } == ["B", "C"])
    for (run, pair) in zip(runs, comparison.pairs) {
      let spread = try #require(pair.rule.runs)
      #expect(run["cases"] as? Int == 24)
      // Foundation reads the last digit as it likes.
      for (key, value) in [
        ("alpha_per_case", 0.005 / 24), ("log_run_deviation", spread.runDeviation),
        ("log_shift", spread.shift),
      ] {
        let number = try #require(run[key] as? Double)
        #expect(abs(number - value) < 1e-15, "\(key)")
      }
      let decisions = pair.cases.compactMap { $0.time?.decision }
      #expect(decisions.count == 24 && decisions.allSatisfy { $0.alpha == 0.005 / 24 })
    }
    var elsewhere = sample.remeasured(base)
    elsewhere.environment.hostKey += ";another"
    let refused = Self.compare([base, elsewhere])
    #expect(try rule(ComparisonDocument(refused, exitCode: 0))["runs"] == nil)
    let inside = VariantComparison(base, options: .init(axis: .storage))
    let own = try rule(ComparisonDocument(inside, path: "a.json"))
    #expect(own["runs"] == nil && own["estimator"] as? String == "geometric_mean")
  }

  @Test func aLargeSummaryInMarkdownStaysBelowTheLimit() {
    let cases = (0..<2_000).map { index in
      SampleRecord.result(
        "insert-\(index)", "flat", items: 1_000,
        metrics: [SampleRecord.cpuTime(60)] + SampleRecord.memory(allocations: 1, bytes: 8))
    }
    let worse = cases.map { result in
      var result = result
      result.metrics[1].value = 2
      return result
    }
    let comparison = Self.compare([SampleRecord.record(cases), SampleRecord.record(worse)])
    let text = ComparisonDocument(comparison, exitCode: 1).markdown
    #expect(text.utf8.count < 65_000)
    #expect(text.contains(" more are left out."))
    #expect(text.hasSuffix("\n"))
  }
}
