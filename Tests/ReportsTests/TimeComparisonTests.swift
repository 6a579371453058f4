import Analysis
import Reports
import RunRecords
import Statistics
import TestSupport
import Testing

/// Verdicts on times of two records, over generated ones.
@Suite struct TimeComparisonTests {
  private typealias Verdict = FigureComparison.Verdict

  private static func times(_ comparison: RecordComparison) -> [String: FigureComparison] {
    Dictionary(
      uniqueKeysWithValues: comparison.cases.compactMap { pair in
        pair.time.map { (pair.id, $0) }
      })
  }

  @Test func swappingTheRecordsMirrorsEveryVerdict() throws {
    var seen: Set<Verdict> = []
    for seed in 1...40 as ClosedRange<UInt64> {
      var sample = ComparisonSample(seed: seed)
      let spread = [0.0005, 0.005, 0.03][Int(seed % 3)]
      let before = sample.record(spread: spread)
      let after = sample.remeasured(before, spread: spread)
      let forward = RecordComparison(baseline: before, candidate: after)
      let backward = RecordComparison(baseline: after, candidate: before)
      let (there, back) = (Self.times(forward), Self.times(backward))
      try #require(there.count == 24 && back.count == 24)
      for (id, comparison) in there {
        let mirror: [Verdict: Verdict] = [.regressed: .improved, .improved: .regressed]
        let verdict = try #require(comparison.verdict)
        let other = try #require(back[id])
        #expect(other.verdict == mirror[verdict] ?? verdict, "seed \(seed), \(id)")
        let product = try #require(comparison.ratio) * #require(other.ratio)
        #expect(abs(product - 1) < 1e-12, "seed \(seed), \(id)")
        seen.insert(verdict)
      }
      #expect(forward.counts.regressed == backward.counts.improved, "seed \(seed)")
      #expect(forward.counts.equal == backward.counts.equal, "seed \(seed)")
      #expect(forward.counts.times.regressed == backward.counts.times.improved)
    }
    #expect(seen == Set(Verdict.allCases))
  }

  @Test func aRecordAgainstItselfHasChangedNowhere() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var sample = ComparisonSample(seed: seed)
      let record = sample.record(spread: seed.isMultiple(of: 2) ? 0.001 : 0.1)
      let comparison = RecordComparison(baseline: record, candidate: record)
      let counts = comparison.counts
      #expect(counts.equal == 48 && counts.compared == 48, "seed \(seed)")
      #expect(counts.times.regressed == 0 && counts.times.improved == 0, "seed \(seed)")
      #expect(counts.times.judged == 24)
      #expect(comparison.exitCode(failingOn: [.regressed, .improved, .removed]) == 0)
    }
  }

  @Test func theOrderOfCasesChangesNothing() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var sample = ComparisonSample(seed: seed)
      let before = sample.record()
      let after = sample.remeasured(before)
      var (shuffledBefore, shuffledAfter) = (before, after)
      shuffledBefore.cases.shuffle(using: &sample.generator)
      shuffledAfter.cases.shuffle(using: &sample.generator)
      let text = RecordComparison(baseline: before, candidate: after).render()
      let shuffled = RecordComparison(baseline: shuffledBefore, candidate: shuffledAfter)
      #expect(shuffled.render() == text, "seed \(seed)")
      for axis in VariantAxis.allCases {
        let inside = VariantComparison(before, options: .init(axis: axis)).render()
        #expect(
          VariantComparison(shuffledBefore, options: .init(axis: axis)).render() == inside,
          "seed \(seed), \(axis)")
      }
    }
  }

  @Test func aFifthMoreWithLittleSpreadIsARegressionEverywhere() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var sample = ComparisonSample(seed: seed)
      let before = sample.record(spread: 0.001)
      let slower = ComparisonSample.scaled(before, by: 1.2)
      let comparison = RecordComparison(baseline: before, candidate: slower)
      #expect(comparison.counts.times.regressed == 24, "seed \(seed)")
      #expect(comparison.exitCode == 0)
      #expect(comparison.exitCode(failingOn: [.regressed]) == 1)
      let faster = RecordComparison(baseline: slower, candidate: before)
      #expect(faster.counts.times.improved == 24, "seed \(seed)")
      #expect(faster.exitCode(failingOn: [.improved]) == 6)
    }
  }

  private static func pair(_ before: [Double], _ after: [Double]) -> RecordComparison {
    func record(_ launches: [Double]) -> RunRecord {
      SampleRecord.record([
        SampleRecord.result(
          "iterate", "flat", items: 1_000, metrics: [SampleRecord.cpuTime(launches: launches)])
      ])
    }
    return RecordComparison(baseline: record(before), candidate: record(after))
  }

  /// An inconclusive time is not "the same", whatever the medians say.
  @Test func fewOrScatteredLaunchesAreInconclusive() {
    for (before, after) in [
      ([100], [100]), ([100], [100, 100, 100]), ([100, 100, 100], [250]),
      ([100, 100, 170], [100, 100, 170]), ([0, 0, 0], [1, 1, 1]),
    ] as [([Double], [Double])] {
      let comparison = Self.pair(before, after)
      #expect(comparison.cases.first?.time?.verdict == .inconclusive, "\(before), \(after)")
      #expect(comparison.exitCode == 0)
      #expect(comparison.exitCode(failingOn: [.inconclusive(aboveShare: 0)]) == 4)
      #expect(comparison.exitCode(failingOn: [.inconclusive(aboveShare: 0.99)]) == 4)
    }
    let single = Self.pair([100, 101, 102], [100]).render()
    #expect(single.contains("Not judged, in 1 case: B has a single launch, which has no spread."))
    #expect(single.hasSuffix("; CPU times: 0 regressed, 0 improved, 0 equivalent, 1 inconclusive"))
  }

  @Test func theSmallestEffectAndTheIntervalArePrinted() {
    let text = Self.pair([101, 99.5, 100.2], [108, 109.5, 107.1]).render(columns: 100)
    #expect(
      text.contains("1k flat   100 ns   108 ns  1.08× 1.04 to 1.12 regressed  +7.81%"), "\(text)"
    )
  }

  @Test func wallTimeHasAMarginOfItsOwn() {
    func record(_ centre: Double) -> RunRecord {
      let launches = [centre * 0.9999, centre, centre * 1.0001]
      var metric = TimeMetric.wall.unmeasured
      (metric.median, metric.launches) = (centre, launches)
      return SampleRecord.record([
        SampleRecord.result(
          "iterate", "flat", items: 10,
          metrics: [SampleRecord.cpuTime(launches: launches), metric])
      ])
    }
    for (clock, verdict) in [(TimeMetric.cpu, Verdict.regressed), (.wall, .equivalent)] {
      let comparison = RecordComparison(
        baseline: record(100), candidate: record(101.5), options: .init(clock: clock),
        names: SideNames())
      #expect(comparison.cases.first?.time?.verdict == verdict)
    }
  }

  @Test func conditionsAreReadAndNothingElse() {
    #expect(FailureCondition("regressed") == .regressed)
    #expect(FailureCondition("removed") == .removed)
    #expect(FailureCondition("improved") == .improved)
    #expect(FailureCondition("inconclusive") == .inconclusive(aboveShare: 0))
    #expect(FailureCondition("inconclusive>20%") == .inconclusive(aboveShare: 0.2))
    for text in [
      "", "slower", "inconclusive>", "inconclusive>20", "inconclusive>-1%", "inconclusive>100%",
      "inconclusive>nan%", "inconclusive<2%",
    ] {
      #expect(FailureCondition(text) == nil, "\(text)")
    }
  }

  @Test func removedCasesFailOnlyWhereAsked() {
    let memory = SampleRecord.memory(allocations: 1, bytes: 8)
    let kept = SampleRecord.result("kept", "flat", items: 1, metrics: memory)
    let gone = SampleRecord.result("gone", "flat", items: 1, metrics: memory)
    let comparison = RecordComparison(
      baseline: SampleRecord.record([kept, gone]), candidate: SampleRecord.record([kept]))
    #expect(comparison.exitCode == 0)
    #expect(comparison.exitCode(failingOn: [.improved]) == 0)
    #expect(comparison.exitCode(failingOn: [.removed]) == 1)
    // Neither has a time to judge.
    #expect(comparison.exitCode(failingOn: [.improved, .regressed]) == 5)
  }
}
