import Analysis
import BasicAlgorithms
import RunRecords
import Testing

/// Which contender to take, and until when.
@Suite struct AnswerTests {
  /// Half of a frame at 120 Hz, in nanoseconds.
  private static let limit = 1e9 / 120 / 2

  private static func result(
    _ scenario: String, _ storage: String, _ items: Int, _ nanoseconds: Double
  ) -> CaseRecord {
    var result = Samples.time(storage, items, nanoseconds)
    result.params.scenario = scenario
    result.id = CaseKey(suite: result.suite, result.params).description
    return result
  }

  /// A replay of 1,202 frames.
  private static func replay(
    _ storage: String, _ items: Int, dropped: [Double], p999: Double
  ) -> CaseRecord {
    var result = result("chat", storage, items, 1_000)
    result.params.operationsPerCall = 1_202
    let sorted = dropped.sorted()
    let median = (sorted[(dropped.count - 1) / 2] + sorted[dropped.count / 2]) / 2
    var over = FrameMetric.over8Milliseconds.record(median)
    over.launches = dropped
    result.metrics += [
      over,
      FrameMetric.record(
        .init(p50: p999 / 9, p90: p999 / 5, p99: p999 / 2, p999: p999, max: p999 * 2)),
    ]
    return result
  }

  /// The frames of a trace by a cost model, without a time.
  private static func modelled(
    _ scenario: String, _ storage: String, late: Int, longestMicroseconds: Int
  ) -> CaseRecord {
    var result = result(scenario, storage, 1_000, 0)
    let counts = [
      ("late_frames_120_hz", late), ("frames_120_hz", 600),
      ("longest_frame_microseconds", longestMicroseconds),
    ]
    result.metrics = counts.map {
      MetricRecord(name: $0.0, unit: "count", role: .gate, value: $0.1)
    }
    return result
  }

  @Test func modelledFramesAreJudgedByThoseThatAreLate() throws {
    let cases = [
      Self.modelled("reuse-flings", "uikit-9", late: 41, longestMicroseconds: 12_000),
      Self.modelled("reuse-flings", "uikit-15", late: 3, longestMicroseconds: 9_000),
      Self.modelled("reuse-flings", "cap-0", late: 41, longestMicroseconds: 30_000),
    ]
    let found = try Self.answer(cases)
    #expect(found.choice.map(\.name) == ["uikit-15"])
    #expect(found.candidates.map(\.name) == ["uikit-15", "uikit-9", "cap-0"])
    #expect(found.candidates[0].worst?.frames?.dropped == 3)
    #expect(found.candidates[0].worst?.frames?.count == 600)
    #expect(found.candidates.map { $0.worst?.isSure } == [true, true, true])
    let family = try #require(Ranking(Samples.record(cases)).families.first)
    #expect(family.measure == .lateFrames)
    #expect(family.series.first?.sizes.first?.best == ["uikit-15"])
  }

  /// Counts of all frames together are not divided by their number; those of other scenarios are.
  @Test func countsBesideLateFramesAreOfOneCall() {
    let views = MetricRecord(name: "views_alive", unit: "count", role: .gate, value: 26)
    let instructions = ExactMetric.instructions.record(5_000)
    var modelled = Self.modelled("reuse-flings", "uikit-9", late: 4, longestMicroseconds: 9_000)
    modelled.metrics += [views, instructions]
    modelled.params.operationsPerCall = 1_000
    #expect(Reading("views_alive", in: modelled).value == 26)
    #expect(Reading("late_frames_120_hz", in: modelled).value == 4)
    #expect(Reading("instructions", in: modelled).value == 5)
    var scrolled = Self.result("steady", "flat", 1_000, 10)
    scrolled.metrics.append(views)
    scrolled.params.operationsPerCall = 13
    #expect(Reading("views_alive", in: scrolled).value == 2)
  }

  /// They are a question of their own beside the times of their suite.
  @Test func modelledFramesDoNotJoinTimes() throws {
    let answers = Answer.all(
      in: Samples.record([
        Self.result("steady", "flat", 1_000, 10), Self.result("steady", "btree", 1_000, 12),
        Self.modelled("reuse-flings", "flat", late: 1, longestMicroseconds: 9_000),
        Self.modelled("reuse-flings", "btree", late: 0, longestMicroseconds: 8_000),
      ]))
    #expect(answers.count == 2)
    let timed = try #require(answers.first { $0.scenarios == ["steady"] })
    #expect(timed.isAlone)
    let modelled = try #require(answers.first { $0.scenarios == ["reuse-flings"] })
    #expect(!modelled.isAlone)
    #expect(modelled.choice.map(\.name) == ["btree"])
  }

  private static func answer(_ cases: [CaseRecord]) throws -> Answer {
    try #require(Answer.all(in: Samples.record(cases)).first)
  }

  /// One launch alone may have been disturbed.
  @Test(arguments: [
    ([0, 1], 0), ([1, 1], 1), ([1, 2], 1), ([0, 4], 0), ([0, 0, 1], 0), ([0, 1, 1], 1),
  ])
  func ofTwoLaunchesTheOneThatDropsFewerDecides(dropped: [Double], expected: Int) throws {
    let found = try Self.answer([
      Self.replay("flat", 1_000, dropped: dropped, p999: 9e6),
      Self.replay("btree", 1_000, dropped: [9, 9], p999: 9e6),
    ])
    #expect(found.candidates.first?.name == "flat")
    #expect(found.candidates.first?.worst?.frames?.dropped == expected)
  }

  @Test func differencesThatNobodyFeelsDecideNothing() throws {
    let found = try Self.answer([
      Self.result("insert", "flat", 1_000, 10), Self.result("insert", "btree", 1_000, 100),
      Self.result("insert", "flat", 10_000, 50), Self.result("insert", "btree", 10_000, 120),
    ])
    #expect(found.isIndifferent)
    #expect(found.choice.map(\.name) == ["flat", "btree"], "flat leads")
    #expect(found.candidates.map(\.sufficesUpTo) == [10_000, 10_000])
    #expect(found.candidates.map(\.leads) == [1, 0])
  }

  @Test func aContenderWillDoUpToTheSizeAtWhichItIsFelt() throws {
    let found = try Self.answer([
      Self.result("insert", "flat", 1_000, 10), Self.result("insert", "btree", 1_000, 100),
      Self.result("insert", "flat", 10_000, Self.limit * 0.9),
      Self.result("insert", "btree", 10_000, 120),
      Self.result("insert", "flat", 100_000, Self.limit * 3),
      Self.result("insert", "btree", 100_000, 150),
      Self.result("find", "flat", 100_000, 1), Self.result("find", "btree", 100_000, 9),
    ])
    #expect(!found.isIndifferent)
    #expect(found.choice.map(\.name) == ["btree"])
    let flat = try #require(found.candidates.last)
    #expect(flat.name == "flat" && flat.sufficesUpTo == 10_000)
    let limit = try #require(flat.limit)
    #expect(limit.scenario == "insert" && limit.items == 100_000 && limit.isSure)
    #expect(abs(limit.share - 1.5) < 1e-9)
  }

  @Test func theLeastCostIsTakenWhereAllAreFelt() throws {
    let found = try Self.answer([
      Self.result("rotate", "flat", 1_000, Self.limit * 200),
      Self.result("rotate", "btree", 1_000, Self.limit * 90),
      Self.result("build", "flat", 1_000, 1),
      Self.result("build", "btree", 1_000, Self.limit * 100),
    ])
    #expect(found.choice.map(\.name) == ["btree"], "its worst is 100 times the limit")
    #expect(found.candidates.map(\.sufficesUpTo) == [nil, nil])
    #expect(found.candidates[0].limit?.scenario == "build")
  }

  @Test func theOneThatWillDoLongestIsTakenThoughAnotherCostsLessBeyond() throws {
    let found = try Self.answer([
      Self.result("batch", "flat", 10_000, Self.limit * 1.1),
      Self.result("batch", "btree", 10_000, Self.limit * 0.9),
      Self.result("batch", "flat", 100_000, Self.limit * 2),
      Self.result("batch", "btree", 100_000, Self.limit * 9),
    ])
    #expect(found.choice.map(\.name) == ["btree"])
    #expect(found.choice[0].sufficesUpTo == 10_000)
  }

  @Test func theGreatestCostNeedNotBeThatOfTheLargestSize() throws {
    let found = try Self.answer([
      Self.result("find", "flat", 1_000, 10), Self.result("find", "flat", 10_000, 90),
      Self.result("find", "flat", 100_000, 50),
    ])
    #expect(found.choice[0].worst?.items == 100_000)
    #expect(found.choice[0].greatest?.items == 10_000)
  }

  @Test func droppedFramesDecideBeforeTimes() throws {
    let found = try Self.answer([
      Self.replay("flat-flat", 300_000, dropped: [40, 40, 41], p999: 9e6),
      Self.replay("btree-tree", 300_000, dropped: [0, 0, 0], p999: 5e6),
      Self.replay("nested-tree", 300_000, dropped: [0, 1, 1], p999: 8e6),
    ])
    #expect(found.choice.map(\.name) == ["btree-tree"])
    #expect(found.candidates.map(\.name) == ["btree-tree", "nested-tree", "flat-flat"])
    #expect(found.candidates.map { $0.limit?.frames?.dropped } == [nil, 1, 40])
    #expect(found.candidates.map { $0.limit?.isSure } == [nil, false, true])
  }

  @Test func anOperationOfManyFramesCostsMoreThanADroppedFrame() throws {
    let found = try Self.answer([
      Self.replay("aa-aa", 1_000, dropped: [0, 0, 0], p999: 1e5),
      Self.result("reload", "aa-aa", 1_000, Self.limit * 200),
      Self.replay("bb-bb", 1_000, dropped: [1, 1, 1], p999: 9e6),
      Self.result("reload", "bb-bb", 1_000, Self.limit / 5),
    ])
    #expect(found.choice.map(\.name) == ["bb-bb"])
    #expect(found.candidates.last?.worst?.scenario == "reload")
  }

  /// A size at which one contender alone was measured says nothing of the others.
  @Test func aSizeOfOneContenderDecidesNothing() throws {
    let found = try Self.answer([
      Self.result("find", "flat", 1_000, 10), Self.result("find", "btree", 1_000, 90),
      Self.result("find", "btree", 10_000, 95),
    ])
    #expect(found.isIndifferent)
    #expect(found.sizes == [1_000])
    #expect(found.beyond?.name == "btree" && found.beyond?.cost.items == 10_000)
  }

  /// A size at which others have a figure is no size that a contender is known to suffice at.
  @Test func whatWasNotMeasuredIsNotAdvised() throws {
    let found = try Self.answer([
      Self.result("insert", "flat", 1_000, 10), Self.result("insert", "btree", 1_000, 100),
      Self.result("insert", "btree", 10_000, 100),
      {
        var failed = Self.result("insert", "flat", 10_000, 1)
        failed.status = .timeout
        return failed
      }(),
    ])
    #expect(found.choice.map(\.name) == ["btree"])
    #expect(found.candidates.last?.sufficesUpTo == 1_000)
    #expect(found.candidates.last?.gap?.scenario == "insert")
    #expect(found.candidates.last?.gap?.items == 10_000)
  }

  /// A contender with items of another type is measured in a series where the others have no
  /// figure.
  @Test func contendersOfAnotherItemTypeLeaveNoGap() throws {
    func mine(_ items: Int) -> CaseRecord {
      var mine = Self.result("insert", "mine", items, 10)
      mine.params.payload = "photo"
      mine.id = CaseKey(suite: mine.suite, mine.params).description
      return mine
    }
    let flat = [1_000, 10_000].map { Self.result("insert", "flat", $0, 50) }
    let both = try Self.answer(flat + [mine(1_000), mine(10_000)])
    #expect(both.isIndifferent)
    #expect(both.candidates.map(\.gap) == [nil, nil])
    let one = try Self.answer(flat + [mine(1_000)])
    #expect(one.sizes == [1_000], "nothing is known of mine at 10,000 items")
    #expect(one.beyond?.name == "flat")
  }

  @Test func aContenderThatEnteredFewScenariosIsNotAdvised() throws {
    let found = try Self.answer(
      ["insert", "find", "build"].flatMap { scenario in
        ["flat", "nested"].map { Self.result(scenario, $0, 1_000, 50) }
      } + [Self.result("find", "mine", 1_000, 1)])
    #expect(Set(found.choice.map(\.name)) == ["flat", "nested"])
    #expect(found.candidates.last?.name == "mine")
    #expect(found.candidates.last?.scenarioCount == 1)
    #expect(found.contestedCount == 3)
  }

  /// Each size and scenario one by one, by the definition.
  @Test func generatedRecordsAreAnsweredAsTheDefinitionSays() throws {
    var random = SplitMix64(seed: 23)
    for _ in 0..<500 {
      let names = ["flat", "nested", "btree"].prefix(Int(random.next() % 3) + 1)
      let scenarios = (0...Int(random.next() % 3)).map { "scenario-\($0)" }
      let sizes = [10, 100, 1_000, 10_000].filter { _ in random.next() % 4 != 0 }
      var cases: [CaseRecord] = []
      for scenario in scenarios {
        for name in names {
          for items in sizes {
            let factor = Double(random.next() % 2_000) / 1_000
            var result = Self.result(scenario, name, items, Self.limit * factor)
            if random.next() % 12 == 0 { result.status = .failed }
            // Too large for this contender, say.
            if random.next() % 12 != 0 { cases.append(result) }
          }
        }
      }
      for answer in Answer.all(in: Samples.record(cases)) {
        for candidate in answer.candidates {
          Self.expect(
            candidate, in: cases.filter { answer.scenarios.contains($0.params.scenario) })
        }
        let worst = answer.candidates.map { $0.suffices ? 0 : 1 }
        #expect(worst == worst.sorted(), "those that suffice come first")
        let reaches = answer.candidates.filter { !$0.suffices }.map { -($0.sufficesUpTo ?? 0) }
        #expect(reaches == reaches.sorted(), "then those that do longest")
      }
    }
  }

  private static func expect(_ candidate: Answer.Candidate, in cases: [CaseRecord]) {
    let fine = cases.filter { $0.status == .ok }
    let shared = Set(fine.map(\.params.items)).filter { items in
      Set(fine.filter { $0.params.items == items }.map(\.params.scenario)).contains { scenario in
        cases.count { $0.params.items == items && $0.params.scenario == scenario } > 1
      }
    }
    let sizes = (shared.isEmpty ? Set(fine.map(\.params.items)) : shared).sorted()
    let all = fine.filter {
      $0.params.storage == candidate.name && sizes.contains($0.params.items)
    }
    #expect(
      candidate.greatest?.nanoseconds == all.compactMap { $0.metric("cpu_time")?.median }.max())
    var until: Int?
    var missingAt: Int?
    var limit: Double?
    for items in sizes {
      let here = cases.filter { $0.params.items == items }
      let own = here.filter { $0.params.storage == candidate.name }
      let contested = Dictionary(grouping: cases, by: \.params.scenario)
        .filter { Set($0.value.map(\.params.storage)).count > 1 }
      let isMissing = contested.keys.contains { scenario in
        let fine = here.filter { $0.params.scenario == scenario && $0.status == .ok }
        return !fine.isEmpty && !fine.contains { $0.params.storage == candidate.name }
      }
      if isMissing { missingAt = missingAt ?? items }
      let times = own.filter { $0.status == .ok }.compactMap { $0.metric("cpu_time")?.median }
      guard let longest = times.max(), limit == nil else { continue }
      if longest > Self.limit { limit = longest } else if missingAt == nil { until = items }
    }
    #expect(candidate.sufficesUpTo == until)
    #expect(candidate.gap?.items == missingAt)
    #expect(candidate.limit?.nanoseconds == limit)
  }
}
