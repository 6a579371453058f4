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

  /// The machine may be a fifth slower in another hour; it is not ten times as slow.
  @Test func aFifthMoreEverywhereIsNotToldAndTenTimesAre() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var sample = ComparisonSample(seed: seed)
      let before = sample.record(spread: 0.001)
      let slower = RecordComparison(
        baseline: before, candidate: ComparisonSample.scaled(before, by: 1.2))
      #expect(slower.counts.times.inconclusive == 24, "seed \(seed)")
      #expect(slower.render().contains("Half of the cases of B are slower by 20% or more"))
      let far = ComparisonSample.scaled(before, by: 30)
      let comparison = RecordComparison(baseline: before, candidate: far)
      #expect(comparison.counts.times.regressed == 24, "seed \(seed)")
      #expect(comparison.exitCode == 0)
      #expect(comparison.exitCode(failingOn: [.regressed]) == 1)
      let faster = RecordComparison(baseline: far, candidate: before)
      #expect(faster.counts.times.improved == 24, "seed \(seed)")
      #expect(faster.exitCode(failingOn: [.improved]) == 6)
    }
  }

  /// A quarter of one scenario's cases among two dozen that stay as they were.
  @Test func aPlantedSlowDownIsFoundAndNothingElse() {
    var found = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      var sample = ComparisonSample(seed: seed)
      let before = sample.record(spread: 0.002)
      var after = before
      for index in after.cases.indices {
        let params = after.cases[index].params
        let isSlower = params.scenario == "insert" && params.storage == "btree"
        guard let median = before.cases[index].metric("cpu_time")?.median else { continue }
        after.cases[index].metrics[0] = SampleRecord.cpuTime(
          launches: sample.launches(around: isSlower ? 1.1 * median : median, spread: 0.002))
      }
      let comparison = RecordComparison(baseline: before, candidate: after)
      for pair in comparison.cases {
        let isSlower =
          pair.candidate.params.scenario == "insert" && pair.candidate.params.storage == "btree"
        let verdict = pair.time?.verdict
        #expect(verdict != (isSlower ? .equivalent : .regressed) && verdict != .improved)
        if isSlower, verdict == .regressed { found += 1 }
      }
      #expect(comparison.counts.times.equivalent >= 18, "\(comparison.counts)")
    }
    #expect(found >= 54, "\(found) of 60")
  }

  /// The command takes what is open, and nothing is advised for one machine code.
  @Test func whatIsOpenHasTheCommandThatDecides() throws {
    func record(_ launches: [Double], text: String) -> RunRecord {
      var record = SampleRecord.record(
        [1_000, 10_000].map { items in
          SampleRecord.result(
            "iterate", "flat", items: items, metrics: [SampleRecord.cpuTime(launches: launches)])
        })
      record.builds[0].binary.textSHA256 = text
      record.builds[0].git = .init(sha: "0123456789abcdef0123", dirty: false)
      record.run.argv = ["x/cvbench", "run", "--dataset", "csv:my photos.csv", "--seed=7"]
      return record
    }
    let (before, after) = (record([100, 130, 90], text: "a"), record([140, 120, 150], text: "b"))
    let text = RecordComparison(baseline: before, candidate: after).render(columns: 80)
    let id = "lookup/iterate/storage=flat/data=uniform-1000/payload=item8/items="
    #expect(
      text.contains(
        "  cvbench gate --base-ref 0123456789ab --filter \(id)1000 --filter \(id)10000 "
          + "--dataset 'csv:my photos.csv' --seed=7\n"), "\(text)")
    var dirty = before
    dirty.builds[0].git.dirty = true
    let unknown = RecordComparison(baseline: dirty, candidate: after).render()
    #expect(unknown.contains("gate --base BASE --filter"))
    #expect(unknown.contains("with the executable of A as BASE:"))
    #expect(
      text.contains("To decide about 2 cases in about 1 min once both sides are built:"), "\(text)")
    let same = RecordComparison(baseline: before, candidate: record([140, 120, 150], text: "a"))
    #expect(same.gateAdvice == nil && same.counts.times.inconclusive == 2)
    #expect(same.render().contains("Nothing is left to decide: both measured one machine code"))
  }

  /// Two runs of the scenarios of `names` at `sizes`, of other builds; imported data without sizes.
  private static func undecided(
    _ names: [String], storages: [String] = ["flat"], sizes: [Int?], argv: [String] = []
  ) -> (before: RunRecord, after: RunRecord) {
    func record(_ launches: [Double], text: String) -> RunRecord {
      let cases = names.flatMap { name in
        storages.flatMap { storage in
          sizes.map { items in
            var result = SampleRecord.result(
              name, storage, items: items ?? 300,
              metrics: [SampleRecord.cpuTime(launches: launches)])
            if items == nil {
              result.params.sections = 3
              result.id = CaseKey.withoutItems(result.id)
            }
            return result
          }
        }
      }
      var record = SampleRecord.record(cases)
      (record.run.id, record.run.argv) = (text, argv)
      record.builds[0].binary.textSHA256 = text
      record.builds[0].git = .init()
      return record
    }
    return (record([100, 130, 90], text: "a"), record([140, 120, 150], text: "b"))
  }

  private static func command(_ pair: RecordComparison) -> String? {
    pair.gateAdvice.map { $0.arguments.joined(separator: " ") }
  }

  /// Imported data has its own size, and 10,100 would be one number.
  @Test func theAdvisedSizesCanBeTyped() {
    let names = ["a", "b", "c", "d", "e", "f", "g"]
    for (sizes, option) in [
      ([10, 100], " --sizes 10, 100"), ([100, 1_000], " --sizes 100,1000"),
      ([1_000, 100_000], " --sizes 1000,100000"), ([nil], ""),
    ] as [([Int?], String)] {
      let (before, after) = Self.undecided(names, storages: ["flat", "btree"], sizes: sizes)
      let filters = names.map { "--filter lookup/\($0)/" }.joined(separator: " ")
      #expect(
        Self.command(RecordComparison(baseline: before, candidate: after))
          == "gate --base BASE \(filters) --storage btree,flat\(option)")
    }
  }

  /// Of many scenarios, the run's own filters are shorter, and take no other cases.
  @Test func theAdviceKeepsTheFiltersOfTheRun() {
    let names = (0..<20).map { "item-\($0)" }
    let (before, after) = Self.undecided(names, sizes: [1_000])
    func advice(_ filters: [String]) -> RecordComparison {
      var options = ComparisonOptions()
      options.filters = [after.run.id: filters]
      return RecordComparison(
        baseline: before, candidate: after, options: options, names: SideNames())
    }
    let filtered = advice(["item-*"])
    #expect(
      Self.command(filtered) == "gate --base BASE --filter item-* --storage flat --sizes 1000")
    #expect(filtered.gateAdvice?.caseCount == 20 && filtered.gateAdvice?.measuredCount == 20)
    // Without a filter, or beside complete ids, which say their own sizes.
    for filters in [[], before.cases.map(\.id)] {
      #expect(
        Self.command(advice(filters))
          == "gate --base BASE --suite lookup --storage flat --sizes 1000")
    }
  }

  @Test func theAdviceKeepsWhatTheRunLeftOut() {
    let argv = ["cvbench", "run", "--storage", "flat,btree", "--exclude=x", "--filter", "item"]
    let (before, after) = Self.undecided(
      ["a", "b", "c", "d", "e", "f", "g"], storages: ["flat", "btree"], sizes: [1_000], argv: argv)
    let command = Self.command(RecordComparison(baseline: before, candidate: after))
    #expect(command?.hasSuffix("/ --storage btree,flat --exclude=x --sizes 1000") == true)
  }

  /// A dozen cases are named one by one, and no others are measured for them; floors are none to
  /// decide about.
  @Test func theAdviceMeasuresWhatItDecides() throws {
    let storages = ["flat", "btree", "floor-flat"]
    let (before, after) = Self.undecided(
      ["a", "b", "c", "d", "e", "f"], storages: storages, sizes: [1_000])
    let few = RecordComparison(baseline: before, candidate: after)
    #expect(few.counts.times.inconclusive == 18 && few.undecided.count == 12)
    let advice = try #require(few.gateAdvice)
    #expect(advice.arguments.count { $0 == "--filter" } == 12)
    #expect(!advice.arguments.contains { $0.contains("floor") })
    #expect(few.render().contains("To decide about 12 cases in about 1 to 3 min, with"))

    // A thirteenth, and one of its scenario that has not changed.
    let (less, more) = Self.undecided(
      ["a", "b", "c", "d", "e", "f", "g"], storages: storages, sizes: [1_000])
    let steady = SampleRecord.result(
      "g", "flat", items: 1_000, metrics: [SampleRecord.cpuTime(100, spread: 0.0001)])
    let pair = [less, more].map { record in
      var record = record
      record.cases.removeAll { $0.id == steady.id }
      record.cases.append(steady)
      record.cases += (1...20).map {
        SampleRecord.result(
          "steady", "flat", items: $0, metrics: [SampleRecord.cpuTime(50, spread: 0.0001)])
      }
      return record
    }
    let many = RecordComparison(baseline: pair[0], candidate: pair[1])
    try #require(many.undecided.count == 13, "\(many.counts)")
    #expect(many.gateAdvice?.caseCount == 13 && many.gateAdvice?.measuredCount == 14)
    #expect(many.gateAdvice?.arguments.suffix(4) == ["--storage", "btree,flat", "--sizes", "1000"])
    #expect(many.render().contains("To decide about 13 cases (14 are measured) in about"))
  }

  /// A gate measures the executable that is called, unless it is told of another one.
  @Test func theAdviceNamesTheBuildThatWasMeasured() {
    let (before, after) = Self.undecided(["a"], sizes: [1_000])
    var options = ComparisonOptions()
    func advice() -> GateAdvice? {
      RecordComparison(
        baseline: before, candidate: after, options: options, names: SideNames()
      ).gateAdvice
    }
    options.ownTextSHA256 = "b"
    #expect(advice()?.arguments.contains("--head") == false)
    options.ownTextSHA256 = "c"
    #expect(advice()?.arguments.prefix(5) == ["gate", "--base", "BASE", "--head", "HEAD"])
    let both = RecordComparison(
      baseline: before, candidate: after, options: options, names: SideNames())
    #expect(
      both.render().contains("with the executable of A as BASE and that of B as HEAD:"))
    options.baselineNames = ["a": "main", "b": "mine"]
    #expect(advice()?.arguments.prefix(5) == ["gate", "--base", "main", "--head", "mine"])
    #expect(advice()?.missingBase == nil && advice()?.missingHead == nil)
  }

  @Test func oneCodeIsNeverFasterOrSlower() {
    func record(_ time: Double, text: String) -> RunRecord {
      var record = Self.steady(
        with: SampleRecord.result(
          "item", "flat", items: 10,
          metrics: [SampleRecord.cpuTime(time, spread: 0.0001)]))
      record.builds[0].binary.textSHA256 = text
      return record
    }
    let base = record(100, text: "a")
    let other = RecordComparison(baseline: base, candidate: record(300, text: "b"))
    #expect(other.counts.times.regressed == 1)
    let same = RecordComparison(baseline: base, candidate: record(300, text: "a"))
    #expect(same.counts.times.regressed == 0 && same.counts.times.inconclusive == 1)
  }

  /// Beside a commit, a gate builds the work tree, unless the head has a name.
  @Test func theAdviceOnACommitSaysWhatTheHeadIs() throws {
    var (before, after) = Self.undecided(["a"], sizes: [1_000])
    before.builds[0].git = .init(sha: "0123456789abcdef0123", dirty: false)
    after.builds[0].git = .init(sha: "fedcba9876543210fedc", dirty: false)
    var options = ComparisonOptions()
    func compared() -> RecordComparison {
      RecordComparison(baseline: before, candidate: after, options: options, names: SideNames())
    }
    func start(_ count: Int) -> [String] {
      Array(compared().gateAdvice?.arguments.prefix(count) ?? [])
    }
    let base = ["gate", "--base-ref", "0123456789ab"]
    options.ownTextSHA256 = "b"
    #expect(start(4) == base + ["--filter"])
    #expect(compared().render().contains(" once both sides are built:"))
    options.ownTextSHA256 = "c"
    #expect(start(4) == base + ["--filter"])
    #expect(
      compared().render().contains(
        " once both sides are built (the head is the work tree, and not the build of B):"))
    options.baselineNames = ["b": "mine"]
    #expect(start(5) == base + ["--head", "mine"])
    #expect(compared().render().contains(" once the base is built:"))
  }

  /// A gate measures both builds on one machine.
  @Test func timesOfAnotherMachineHaveTheCommandThatDecides() {
    var (before, after) = Self.undecided(["a"], sizes: [1_000])
    before.environment.hostKey += ";cpu=another"
    var options = ComparisonOptions()
    options.baselineNames = ["a": "main"]
    let compared = RecordComparison(
      baseline: before, candidate: after, options: options, names: SideNames())
    let text = compared.render()
    #expect(text.contains("times need an equal host_key"))
    #expect(text.contains("  cvbench gate --base main --filter lookup/a/"), "\(text)")
    after.environment.exactKey += ";arch=another"
    let other = RecordComparison(
      baseline: before, candidate: after, options: options, names: SideNames())
    #expect(other.gateAdvice == nil)
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
    #expect(!single.contains("told.\n\n"), "\(single)")
    let document = ComparisonDocument(
      RecordSetComparison(Self.pair([100, 101, 102], [100])), exitCode: 0)
    #expect(document.markdown.contains("Not judged, in 1 case: B has a single launch"))
    #expect(!document.markdown.contains("| lookup/"), "\(document.markdown)")
    #expect(single.hasSuffix("; CPU times: 0 regressed, 0 improved, 0 equivalent, 1 inconclusive"))
  }

  /// Ten cases that stay as they were, with `odd` beside them in each record.
  private static func steady(with odd: CaseRecord) -> RunRecord {
    SampleRecord.record(
      (1...10).map {
        SampleRecord.result(
          "steady", "flat", items: $0, metrics: [SampleRecord.cpuTime(50, spread: 0.0001)])
      } + [odd])
  }

  @Test func onlyIntervalsThatDecideArePrinted() {
    func record(_ launches: [Double]) -> RunRecord {
      Self.steady(
        with: SampleRecord.result(
          "iterate", "flat", items: 1_000, metrics: [SampleRecord.cpuTime(launches: launches)]))
    }
    let before = record([101, 99.5, 100.2])
    let slower = RecordComparison(baseline: before, candidate: record([208, 209.5, 207.1]))
    let text = slower.render(columns: 100)
    #expect(
      text.contains(#/1k flat   100 ns   208 ns  2\.08× \d\.\d+ to \d\.\d+ regressed/#), "\(text)")
    #expect(text.contains("11 cases: 1 slower, 10 the same within 5%."), "\(text)")
    let wild = RecordComparison(baseline: before, candidate: record([108, 900, 101]))
    let set = RecordSetComparison(wild).render(columns: 100, isDetailed: true)
    #expect(set.contains(#/1k flat +100 ns +108 ns +1\.08× +inconclusive/#), "\(set)")
  }

  /// Cases of other data or answers tell nothing of how far two runs lie apart.
  @Test func onlyWhatIsComparedTellsHowFarRunsLieApart() {
    func record(_ time: Double, digest: String, checksum: String) -> RunRecord {
      func result(_ number: Int, data: String) -> CaseRecord {
        var result = SampleRecord.result(
          "other-\(number)", "flat", items: 300, data: data, checksum: checksum,
          metrics: [SampleRecord.cpuTime(time, spread: 0.001)])
        result.params.sections = data == "directory" ? 3 : nil
        result.id = data == "directory" ? CaseKey.withoutItems(result.id) : result.id
        return result
      }
      var record = Self.steady(with: result(0, data: "uniform-1000"))
      record.cases += (1...30).map { result($0, data: "directory") }
      record.datasets = [
        MeasuredDataset(
          name: "directory", origin: "directory:/usr", items: 300, sections: 3, digest: digest)
      ]
      return record
    }
    let comparison = RecordComparison(
      baseline: record(100, digest: "a1", checksum: "1"),
      candidate: record(150, digest: "b2", checksum: "2"))
    #expect(comparison.counts.notComparable == 30 && comparison.counts.differentAnswers == 1)
    #expect(comparison.rule.runs?.caseCount == 10)
    #expect(comparison.rule.runs.map { $0.runDeviation < 0.01 && $0.shift == 0 } == true)
    #expect(comparison.counts.times.equivalent == 10)
  }

  @Test func wallTimeHasAMarginOfItsOwn() {
    func record(_ centre: Double) -> RunRecord {
      let launches = [centre * 0.9999, centre, centre * 1.0001]
      var metric = TimeMetric.wall.unmeasured
      (metric.median, metric.launches) = (centre, launches)
      var record = Self.steady(
        with: SampleRecord.result(
          "iterate", "flat", items: 10,
          metrics: [SampleRecord.cpuTime(launches: launches), metric]))
      for index in record.cases.indices.dropLast() {
        var time = record.cases[index].metrics[0]
        time.name = TimeMetric.wall.rawValue
        record.cases[index].metrics.append(time)
      }
      return record
    }
    for (clock, verdict) in [(TimeMetric.cpu, Verdict.regressed), (.wall, .equivalent)] {
      let comparison = RecordComparison(
        baseline: record(100), candidate: record(101.5), options: .init(clock: clock),
        names: SideNames())
      let odd = comparison.cases.first { $0.candidate.params.scenario == "iterate" }
      #expect(odd?.time?.verdict == verdict)
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
