import Analysis
import BasicAlgorithms
import RunHistories
import RunRecords
import Statistics
import TestSupport
import Testing

@Suite struct TrendTests {
  @Test func aCountThatChangedIsDatedToItsCommit() throws {
    let counts = [10, 10, 12, 12, 11]
    let trend = try HistorySample.trend(
      counts.enumerated().map { HistorySample.record($0, run: $0, allocations: $1) })
    #expect(trend.changes.count == 2)
    let (latest, first) = (trend.changes[0], trend.changes[1])
    #expect(!latest.isWorse && !latest.isAlarm)
    #expect(first.isAlarm && first.evidence == .fact)
    #expect(first.values == (10, 12))
    #expect(trend.suspects(of: first).map(\.subject) == ["Change 2"])
    #expect(trend.commitCount == 5)
  }

  @Test func aChangeBetweenDistantRunsNamesAllCommitsBetween() throws {
    let trend = try HistorySample.trend([
      HistorySample.record(3, run: 1, allocations: 5),
      HistorySample.record(7, run: 2, allocations: 6),
    ])
    let change = try #require(trend.changes.first)
    #expect(trend.suspects(of: change).map(\.subject) == (4...7).map { "Change \($0)" })
  }

  @Test func runsAreOrderedByCommitWhateverTheirClock() throws {
    let trend = try HistorySample.trend([
      HistorySample.record(5, run: 1, allocations: 7),
      HistorySample.record(2, run: 2, allocations: 5),
      HistorySample.record(4, run: 3, allocations: 5),
    ])
    #expect(trend.changes.map(\.values.after) == [7])
    #expect(trend.suspects(of: trend.changes[0]).map(\.subject) == ["Change 5"])
    // Without a log the order is that of the times.
    let timed = try HistorySample.trend(
      [
        HistorySample.record(5, run: 1, allocations: 7),
        HistorySample.record(2, run: 2, allocations: 5),
      ], commits: nil)
    #expect(timed.changes.map(\.values.after) == [5])
    #expect(timed.suspects(of: timed.changes[0]).isEmpty)
  }

  @Test func whatHasNoPlaceIsLeftOutAndCounted() throws {
    var dirty = HistorySample.record(2, run: 2, allocations: 9)
    dirty.builds[0].git.dirty = true
    let trend = try HistorySample.trend([
      HistorySample.record(1, run: 1, allocations: 5), dirty,
      HistorySample.record(500, run: 3, allocations: 9),
    ])
    #expect(trend.runs.count == 1 && trend.changes.isEmpty)
    #expect(trend.leftOut.map(\.count) == [1, 1])
    #expect(trend.leftOut.map(\.reason).contains { $0.contains("not on the line") })
  }

  @Test func anotherCompilerBeginsASegment() throws {
    let trend = try HistorySample.trend([
      HistorySample.record(1, run: 1, allocations: 5),
      HistorySample.record(2, run: 2, allocations: 9, exactKey: "x86_64|6.4"),
      HistorySample.record(3, run: 3, allocations: 9, exactKey: "x86_64|6.4"),
      HistorySample.record(4, run: 4, allocations: 5),
    ])
    #expect(trend.changes.isEmpty)
    #expect(trend.series.first?.segments.map(\.points.count) == [2, 2])
  }

  /// The times of a merged run go on with those of each machine; counts need none.
  @Test func aMergedRunHasTheMachineOfEachCase() throws {
    func record(_ commit: Int, on hosts: [String: String]) -> RunRecord {
      var record = HistorySample.record(
        HistorySample.hash(commit), run: commit,
        hosts.mapValues { _ in
          var time = TimeMetric.cpu.unmeasured
          time.median = 10
          return [time, ExactMetric.allocations.record(3)]
        })
      let keys = Set(hosts.values).sorted()
      record.parts = keys.map { key in
        var environment = record.environment
        environment.hostKey = key
        return RunPart(run: record.run, environment: environment)
      }
      record.environment.hostKey = RecordMerge.hostKey(of: keys)
      for index in record.cases.indices {
        record.cases[index].part = keys.firstIndex(
          of: hosts[record.cases[index].params.storage] ?? "")
      }
      return record
    }
    let trend = try HistorySample.trend([
      record(1, on: ["flat": "a", "btree": "a"]), record(2, on: ["flat": "a", "btree": "b"]),
      record(3, on: ["flat": "c", "btree": "b"]),
    ])
    func keys(_ storage: String, _ metric: String) -> [String] {
      let id = HistorySample.id(storage)
      let series = trend.series.first { $0.id == id && $0.metric == metric }
      return series?.segments.map { "\($0.key) \($0.points.count)" } ?? []
    }
    #expect(keys("flat", "cpu_time") == ["a 2", "c 1"])
    #expect(keys("btree", "cpu_time") == ["a 1", "b 2"])
    #expect(keys("flat", "allocations") == ["x86_64|6.3.1 3"])
  }

  @Test func instructionsMayMoveByHalfAPercentAndCreepIsSeen() throws {
    func record(_ commit: Int, _ instructions: Int) -> RunRecord {
      HistorySample.record(
        HistorySample.hash(commit), run: commit,
        ["btree-tree": [ExactMetric.instructions.record(instructions)]])
    }
    let steady = try HistorySample.trend(
      (0..<10).map { record($0, 100_000 + ($0.isMultiple(of: 2) ? 400 : 0)) })
    #expect(steady.changes.isEmpty)
    let stepped = try HistorySample.trend([
      record(0, 100_000), record(1, 100_000), record(2, 100_600),
    ])
    #expect(stepped.changes.map(\.isCreep) == [false])
    #expect(stepped.suspects(of: stepped.changes[0]).map(\.subject) == ["Change 2"])
    // 0.3 % a commit.
    let creeping = try HistorySample.trend((0..<5).map { record($0, 100_000 + 300 * $0) })
    #expect(creeping.changes.map(\.isCreep) == [true])
    #expect(creeping.changes.map(\.values.before) == [100_000])
    #expect(creeping.changes.map(\.values.after) == [100_900])
    #expect(
      creeping.suspects(of: creeping.changes[0]).map(\.subject) == (1...3).map { "Change \($0)" })
    // Noise on both sides of a level.
    let noisy = try HistorySample.trend(
      (0..<24).map { record($0, 100_000 + ($0.isMultiple(of: 2) ? 240 : -240)) })
    #expect(noisy.changes.isEmpty)
  }

  @Test func onlyAGateMakesAnAlarmOfAProposal() throws {
    var random = SplitMix64(seed: 4)
    var records = (0..<40).map { number in
      HistorySample.gate(
        0, number + 1, run: number,
        ratio: (number < 20 ? 1 : 1.05) + Double.random(in: -0.005...0.005, using: &random),
        .inconclusive)
    }
    let proposed = try HistorySample.trend(records)
    let ratios = proposed.changes.filter { proposed.series[$0.series].judgement == .ratio }
    let change = try #require(ratios.first)
    #expect(ratios.count == 1 && change.evidence == .proposed && change.isWorse && !change.isAlarm)
    #expect(change.values.before < 1.01 && change.values.after > 1.04)
    let (before, after) = (proposed.positions[change.before], proposed.positions[change.after])
    // The culprit is commit 21, and a proposal may be three runs off.
    #expect(before < 21 && after >= 21 && after - before <= 8)
    for (verdict, evidence) in [
      (MetricChange.Verdict.equivalent, Trend.Evidence.refuted(.equivalent)),
      (.inconclusive, .refuted(.inconclusive)),
      (.regressed, .confirmed(ratio: 1.05, high: 1.06)),
    ] {
      records.append(HistorySample.gate(before, after, run: 100, ratio: 1.05, verdict))
      let decided = try HistorySample.trend(records).changes.filter { $0.evidence != .fact }
      #expect(decided.map(\.evidence) == [evidence])
      #expect(decided.map(\.isAlarm) == [verdict == .regressed])
      records.removeLast()
    }
  }

  @Test func aChangeThatWasTakenBackRaisesNoAlarm() throws {
    func alarms(_ counts: [Int]) throws -> [Bool] {
      try HistorySample.trend(
        counts.enumerated().map { HistorySample.record($0, run: $0, allocations: $1) }
      )
      .changes.reversed().map(\.isAlarm)
    }
    #expect(try alarms([10, 12, 10]) == [false, false])
    #expect(try alarms([10, 12, 11]) == [true, false])
    #expect(try alarms([10, 12, 10, 12]) == [false, false, true])
    // Another compiler's figures do not compare; a share of them takes back the same share.
    for (fall, isAlarm) in [(13, true), (12, true), (10, false)] {
      let records = [(10, "a"), (12, "a"), (14, "b"), (12, "b"), (fall, "b")].enumerated().map {
        HistorySample.record($0, run: $0, allocations: $1.0, exactKey: $1.1)
      }
      #expect(try HistorySample.trend(records).changes.last?.isAlarm == isAlarm, "\(fall)")
    }
  }

  @Test func aSlowDownThatIsSoonRepairedIsNoAlarm() throws {
    var records = HistorySample.gates([15, 6, 15], [1, 1.2, 0.99])
    let proposed = try HistorySample.trend(records)
    #expect(proposed.changes.map(\.isWorse) == [false, true])
    for change in proposed.changes {
      let (base, head) = (proposed.positions[change.before], proposed.positions[change.after])
      records.append(
        HistorySample.gate(
          base, head, run: 100 + head, ratio: change.isWorse ? 1.2 : 0.83,
          change.isWorse ? .regressed : .improved))
    }
    let decided = try HistorySample.trend(records)
    #expect(decided.changes.allSatisfy { $0.evidence.isCertain })
    #expect(decided.changes.map(\.isAlarm) == [false, false])
  }

  /// After a release the ratios are to the new one, and those to the old one stay what they were.
  @Test func everyReferenceHasASegmentOfItsOwn() throws {
    let records = (0..<60).map { number in
      HistorySample.gate(
        number < 30 ? 0 : 31, number + 2, run: number,
        ratio: number < 45 ? 1 + 0.001 * Double(number % 3) : 1.2, .inconclusive)
    }
    let trend = try HistorySample.trend(records)
    #expect(trend.references == [0, 31].map(HistorySample.hash))
    let change = try #require(trend.changes.first)
    #expect(trend.changes.count == 1 && change.isWorse && change.values.after == 1.2)
    let first = Trend(
      of: try HistorySample.contents(records), log: HistorySample.log(100),
      reference: HistorySample.hash(0))
    #expect(first.changes.isEmpty && first.references == [HistorySample.hash(0)])
    // A base with changes that nobody committed is nothing to compare with.
    let dirty = records.map { record -> RunRecord in
      var record = record
      record.builds[0].git.dirty = true
      return record
    }
    #expect(try HistorySample.trend(dirty).references.isEmpty)
  }

  @Test func aSlowCreepIsSeenAsOne() throws {
    func creeping(_ share: Double, _ count: Int) throws -> Trend {
      try HistorySample.trend(
        (0..<count).map { commit in
          HistorySample.record(
            HistorySample.hash(commit), run: commit,
            [
              "btree-tree": [
                ExactMetric.instructions.record(
                  Int(1_000_000 * (1 + share * Double(commit))))
              ]
            ])
        })
    }
    for (share, count) in [(0.003, 70), (0.0003, 70)] {
      let creep = try creeping(share, count)
      let change = try #require(creep.changes.first)
      #expect(creep.changes.count == 1 && change.isCreep && change.isAlarm)
      #expect(change.values.before == 1_000_000)
      // But for what is too small yet to be a step.
      #expect(change.values.after >= 1_000_000 * (1 + share * Double(count)) * 0.985)
    }
  }

  @Test func whatHasOneCommitIsNotJudged() throws {
    let one = [HistorySample.record(1, run: 1, allocations: 5)]
    #expect(try HistorySample.trend(one).judgedCount == 0)
    #expect(
      try HistorySample.trend(one + [HistorySample.record(1, run: 2, allocations: 5)]).judgedCount
        == 0)
    #expect(
      try HistorySample.trend(
        one + [HistorySample.record(2, run: 2, allocations: 5, exactKey: "b")]
      ).judgedCount
        == 0)
    #expect(
      try HistorySample.trend(one + [HistorySample.record(2, run: 2, allocations: 5)]).judgedCount
        == 1)
    // A change of times needs five commits on either side.
    for (count, judged) in [(9, 0), (10, 1)] {
      let gates = (1...count).map { HistorySample.gate(0, $0, run: $0, ratio: 1.5, .inconclusive) }
      #expect(try HistorySample.trend(gates).judgedCount == judged)
    }
  }

  /// Gates that decide over proposals are with other commits, and take no reference away.
  @Test func confirmationsDoNotReplaceTheReference() throws {
    var records = (0..<20).map {
      HistorySample.gate(0, $0 + 1, run: $0, ratio: 1, .equivalent)
    }
    for number in 0..<30 {
      records.append(HistorySample.gate(7, 12, run: 50 + number, ratio: 1.1, .regressed))
    }
    #expect(try HistorySample.trend(records).references == [HistorySample.hash(0)])
  }

  /// Nights without a commit, on a machine that changed: none of the code's doing.
  @Test func aStepBetweenRunsOfOneCommitIsNoChange() throws {
    let trend = try HistorySample.trend(
      (0..<24).map {
        HistorySample.gate(0, 5, run: $0, ratio: $0 < 12 ? 1 : 1.1, .inconclusive)
      })
    #expect(trend.changes.isEmpty && trend.series.contains { $0.judgement == .ratio })
  }

  @Test func onlyLaterChangesAreLeft() throws {
    let trend = try HistorySample.trend(
      [1, 2, 3, 4].enumerated().map { HistorySample.record($0, run: $0, allocations: $1) })
    #expect(trend.since(HistorySample.hash(1))?.changes.map(\.values.after) == [4, 3])
    #expect(trend.since("none") == nil)
  }

  /// Every series is what a plain walk over the records gives, and every step what pairs of
  /// neighbouring commits give.
  @Test func seriesAndStepsAreThoseOfAPlainWalk() throws {
    var random = SplitMix64(seed: 6)
    for _ in 0..<400 {
      let records = (0..<random.number(in: 0...12)).map { run -> RunRecord in
        var metrics: [String: [MetricRecord]] = ["always": [ExactMetric.liveBytes.record(1)]]
        for storage in ["a", "b", "c"] where random.next(below: 4) > 0 {
          metrics[storage] = [ExactMetric.allocations.record(random.next(below: 3))]
        }
        return HistorySample.record(
          HistorySample.hash(random.next(below: 6)), run: run,
          exactKey: "key-\(random.next(below: 2))", metrics)
      }
      let trend = try HistorySample.trend(records)
      for storage in ["a", "b", "c"] {
        let expected = plainSteps(records, storage)
        let series = trend.series.firstIndex {
          $0.id == HistorySample.id(storage) && $0.metric == "allocations"
        }
        let steps = trend.changes.filter { $0.series == series }.map {
          "\(trend.positions[$0.before]) \(trend.positions[$0.after]) \($0.values)"
        }
        #expect(steps.sorted() == expected.sorted())
      }
    }
  }

  private func plainSteps(_ records: [RunRecord], _ storage: String) -> [String] {
    var steps: [String] = []
    for key in ["key-0", "key-1"] {
      var byCommit: [Int: [Double]] = [:]
      for record in records where record.environment.exactKey == key {
        guard let result = record.cases.first(where: { $0.params.storage == storage }),
          let value = result.metric("allocations")?.value,
          let commit = (0..<6).first(where: { HistorySample.hash($0) == record.builds[0].git.sha })
        else { continue }
        byCommit[commit, default: []].append(Double(value))
      }
      let commits = byCommit.keys.sorted()
      for (before, after) in zip(commits, commits.dropFirst()) {
        let (old, new) = (byCommit[before] ?? [], byCommit[after] ?? [])
        if Set(old).isDisjoint(with: new), let last = old.last, let first = new.first {
          steps.append("\(before) \(after) \((before: last, after: first))")
        }
      }
    }
    return steps
  }

  /// An A/A history: proposals are rare, and no gate confirms one.
  @Test func anUnchangedHistoryRaisesNoAlarm() throws {
    var random = SplitMix64(seed: 11)
    let rule = try PairedRule()
    func noise(_ deviation: Double) -> Double {
      (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0...1, using: &random) } * deviation
    }
    var proposals = 0
    var alarms = 0
    for _ in 0..<300 {
      let ratios = (0..<60).map { _ in 1 + noise(0.006) }
      for _ in try ChangePointTest.changes(in: ratios) {
        proposals += 1
        let pairs = (0..<120).map { _ in noise(0.03) }
        if try PairedDecision(logRatios: pairs, rule: rule).verdict == .regressed { alarms += 1 }
      }
    }
    #expect(alarms == 0)
    // One percent of 300, and three standard errors.
    #expect(proposals <= 8, "\(proposals)")
  }
}
