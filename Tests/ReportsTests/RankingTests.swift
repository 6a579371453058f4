import Analysis
import Reports
import RunRecords
import Testing

@Suite struct RankingTests {
  /// The only family of a record with CPU times: for each storage a figure for each size.
  private static func family(
    _ times: [String: [Double?]], items: [Int] = [1_000, 10_000, 100_000, 1_000_000],
    spread: Double = 0.01
  ) throws -> Ranking.Family {
    let cases = times.flatMap { storage, times in
      zip(items, times).compactMap { items, time in
        time.map {
          SampleRecord.result(
            "insert", storage, items: items, metrics: [SampleRecord.cpuTime($0, spread: spread)])
        }
      }
    }
    return try #require(RunFindings(SampleRecord.record(cases.shuffled())).families.first)
  }

  @Test func aWinnerIsNamedOnlyBeyondTheSpread() throws {
    func outcome(_ flat: Double, spread: Double) throws -> Standings.Outcome {
      let family = try Self.family(
        ["nested": [100], "flat": [flat]], items: [1_000], spread: spread)
      return try #require(family.series.first?.sizes.first).standings.outcome
    }
    #expect(try outcome(110, spread: 0.02) == .winner("nested"))
    // Three launches that lie 10 % apart leave an interval of ±21 %.
    #expect(try outcome(110, spread: 0.05) == .tie(["nested", "flat"]))
    #expect(try outcome(90, spread: 0.01) == .winner("flat"))
    // However close the launches lie, less than a per cent is nothing.
    #expect(try outcome(100.9, spread: 0.0001) == .tie(["nested", "flat"]))
    #expect(try outcome(101.2, spread: 0.0001) == .winner("nested"))
  }

  @Test func theThirdMayBeSlowerThanTwoThatAreTheSame() throws {
    let family = try Self.family(
      ["nested": [100], "flat": [101], "btree": [200]], items: [1_000], spread: 0.02)
    #expect(family.series.first?.sizes.first?.standings.outcome == .tie(["nested", "flat"]))
    #expect(
      family.sentence == "insert: nested or flat at 1k items; btree takes 2.00× the time at 1k.")
  }

  @Test func oneLaunchNamesNoWinner() throws {
    let cases = ["nested", "flat"].map {
      SampleRecord.result(
        "insert", $0, items: 1_000,
        metrics: [SampleRecord.cpuTime(launches: [$0 == "flat" ? 1 : 9])])
    }
    let family = try #require(RunFindings(SampleRecord.record(cases)).families.first)
    let reason = "flat has a single launch, which has no spread"
    #expect(family.series.first?.sizes.first?.standings.outcome == .cannotTell(reason))
    #expect(family.sentence == "insert: no winner is named: \(reason).")
  }

  @Test func aSingleLaunchIsAGapWithItsReason() throws {
    var cases = ["nested", "flat", "btree"].map {
      SampleRecord.result(
        "insert", $0, items: 1_000, metrics: [SampleRecord.cpuTime($0 == "flat" ? 5 : 9)])
    }
    cases[0].metrics = [SampleRecord.cpuTime(launches: [1])]
    let record = SampleRecord.record(cases)
    let family = try #require(Ranking(record).families.first)
    #expect(
      family.sentence
        == "insert: flat at 1k items; btree takes 1.80× the time at 1k; "
        + "not judged at 1k: nested has a single launch, which has no spread.")
    let rows = RunTable.render(record, columns: 200).split(separator: "\n")
    #expect(rows.contains { $0.contains("1.00 ns ±?") && $0.contains("flat") && $0.contains("? ") })
  }

  @Test func aFailedCaseIsNoRival() throws {
    let family = try #require(
      RunFindings(
        SampleRecord.record([
          SampleRecord.result(
            "insert", "nested", items: 1_000, metrics: [SampleRecord.cpuTime(5)]),
          SampleRecord.result("insert", "flat", items: 1_000, status: .failed, message: "wrong"),
        ])
      ).families.first)
    #expect(family.series.first?.sizes.first?.standings.outcome == .uncontested)
    #expect(family.sentence == "insert: only nested was measured; not measured: flat at 1k.")
  }

  @Test func theCrossoverIsWhereTheWinnerChanges() throws {
    let family = try Self.family([
      "nested": [100, 110, 120, 900], "flat": [300, 3_000, 30_000, 54_000],
      "btree": [120, 130, 150, 180],
    ])
    let series = try #require(family.series.first)
    #expect(series.bestRanges.map(\.names) == [["nested"], ["btree"]])
    #expect(series.bestRanges.map(\.smallestItems) == [1_000, 1_000_000])
    #expect(series.bestRanges.map(\.largestItems) == [100_000, 1_000_000])
    #expect(
      series.crossovers == [
        .init(
          overtaken: ["nested"], overtaking: ["btree"], lowerItems: 100_000,
          upperItems: 1_000_000)
      ])
    #expect(
      series.crossovers.first?.sentence == "btree overtakes nested between 100k and 1M items")
    #expect(
      family.sentence
        == "insert: nested up to 100k items, btree beyond; flat takes 300× the time at 1M.")
  }

  @Test func sizesWhereTwoAreTheSameDoNotMakeAChange() throws {
    let family = try Self.family([
      "flat": [100, 200, 300, 400], "btree": [150, 201, 150, 160],
    ])
    let ranges = try #require(family.series.first).bestRanges
    #expect(ranges.map(\.names) == [["flat"], ["btree"]])
    #expect(ranges.map(\.smallestItems) == [1_000, 100_000])
    #expect(ranges.map(\.largestItems) == [10_000, 1_000_000])
    #expect(
      family.series.first?.crossovers.map(\.sentence) == [
        "btree overtakes flat between 1k and 100k items; "
          + "at 10k the launches do not tell them apart"
      ])
    #expect(
      family.sentence
        == "insert: flat up to 10k items, btree beyond; flat takes 2.50× the time at 1M.")
  }

  @Test func threeRanges() throws {
    let family = try Self.family([
      "nested": [10, 30, 90, 900], "flat": [20, 20, 90, 900], "btree": [30, 30, 30, 30],
    ])
    #expect(
      family.sentence
        == "insert: nested up to 1k items, flat up to 10k, btree beyond; "
        + "flat takes 30.0× the time at 1M.")
  }

  @Test func allTheSame() throws {
    let family = try Self.family(
      ["nested": [100, 100], "flat": [100.5, 99.5], "btree": [100, 101]], spread: 0.03)
    #expect(
      family.sentence
        == "insert: no difference between nested, flat and btree at every size.")
    #expect(family.series.first?.crossovers == [])
  }

  @Test func whatWasNotMeasuredIsNotOvertaken() throws {
    let family = try Self.family(["nested": [10, 10, nil, nil], "flat": [20, 20, 20, 20]])
    #expect(family.series.first?.crossovers == [])
    #expect(
      family.sentence == "insert: nested up to 10k items; flat takes 2.00× the time at 10k; "
        + "not measured: nested at 100k and 1M.")
  }

  @Test func aStrategyIsHeldAgainstTheFloorOfItsName() throws {
    let family = try Self.family(
      [
        "nested": [100], "flat": [100], "btree": [100], "floor-flat": [80],
        "floor-nested": [50],
      ], items: [1_000])
    let size = try #require(family.series.first?.sizes.first)
    #expect(size.strategies.map(\.storage) == ["nested", "flat", "btree"])
    #expect(size.floors.map(\.storage) == ["floor-nested", "floor-flat"])
    #expect(size.strategies.map(\.floorRatio) == [2, 1.25, 2])
  }

  @Test func foreignStoragesComeLastByName() throws {
    let family = try Self.family(
      ["zip": [1], "btree": [1], "gap": [1], "flat": [1], "nested": [1]], items: [1])
    #expect(family.strategies == ["nested", "flat", "btree", "gap", "zip"])
  }

  @Test func bytesDecideWhereNoTimeIsTaken() throws {
    let cases = [("nested", 8_079), ("flat", 8_000), ("btree", 10_700)].map { storage, bytes in
      SampleRecord.result(
        "memory", storage, items: 1_000, operations: 1,
        metrics: [
          ExactMetric.allocations.record(3), ExactMetric.liveBytes.record(bytes),
          ExactMetric.peakLiveBytes.absent("no interposer"),
        ])
    }
    let family = try #require(RunFindings(SampleRecord.record(cases)).families.first)
    #expect(family.measure == .liveBytes)
    #expect(family.series.first?.sizes.first?.strategies.map(\.reading.value) == [8.079, 8, 10.7])
    // Exact figures differ to the last digit.
    #expect(family.sentence == "memory: flat at 1k items; btree takes 1.34× the bytes at 1k.")
  }

  @Test func allocationsDecideWhereNothingElseDiffersFromZero() throws {
    func measure(_ allocations: Int) -> Measure? {
      Measure(deciding: [
        SampleRecord.result(
          "copy", "flat", items: 10,
          metrics: [
            ExactMetric.liveBytes.record(0), ExactMetric.allocations.record(allocations),
          ])
      ])
    }
    #expect(measure(4) == .allocations)
    #expect(measure(0) == .liveBytes)
    #expect(Measure(deciding: []) == nil)
  }

  @Test func datasetsThatDisagreeAreNamedInTheSentence() throws {
    func cases(_ data: String, nested: Double, flat: Double) -> [CaseRecord] {
      [("nested", nested), ("flat", flat)].map {
        SampleRecord.result(
          "insert", $0, items: 1_000, data: data, metrics: [SampleRecord.cpuTime($1)])
      }
    }
    func sentence(_ cases: [CaseRecord]) -> String? {
      RunFindings(SampleRecord.record(cases)).families.first?.sentence
    }
    let uniform = cases("uniform-1000", nested: 10, flat: 30)
    #expect(
      sentence(uniform + cases("zipf", nested: 20, flat: 60))
        == "insert: nested at 1k items; flat takes 3.00× the time at 1k.")
    #expect(
      sentence(uniform + cases("one-section", nested: 80, flat: 20))
        == "insert: on one-section flat at 1k items; on uniform-1000 nested at 1k items; "
        + "nested takes 4.00× the time at 1k (one-section).")
  }

  @Test func problemsAndAbsencesAreCountedByReason() {
    let report = RunFindings(
      SampleRecord.record([
        SampleRecord.result("a", "flat", items: 2, status: .skipped, message: "out of budget"),
        SampleRecord.result("a", "flat", items: 1, status: .skipped, message: "out of budget"),
        SampleRecord.result("a", "nested", items: 1, status: .failed),
        SampleRecord.result(
          "b", "flat", items: 1,
          metrics: [
            ExactMetric.allocations.absent("no jemalloc"),
            ExactMetric.allocatedBytes.absent("no jemalloc"),
          ]),
        SampleRecord.result(
          "b", "nested", items: 1, metrics: [ExactMetric.allocations.absent("no jemalloc")]),
      ]))
    #expect(report.problems.map(\.status) == [.failed, .skipped])
    #expect(
      report.problems.map(\.message) == ["the record gives no reason", "out of budget"])
    #expect(
      report.problems.map(\.ids) == [
        ["lookup/a/storage=nested/data=uniform-1000/payload=item8/items=1"],
        [
          "lookup/a/storage=flat/data=uniform-1000/payload=item8/items=1",
          "lookup/a/storage=flat/data=uniform-1000/payload=item8/items=2",
        ],
      ])
    #expect(report.absences.map(\.reason) == ["no jemalloc"])
    #expect(report.absences.map(\.metrics) == [["allocated_bytes", "allocations"]])
    #expect(report.absences.map(\.caseCount) == [2])
  }
}
