import Analysis
import Reports
import RunRecords
import Testing

/// The answers, word by word.
@Suite struct AnswerTextTests {
  /// Half of a frame at 120 Hz, in nanoseconds.
  private static let limit = 1e9 / 120 / 2

  private static func insert(_ storage: String, _ items: Int, frames: Double) -> CaseRecord {
    SampleRecord.result(
      "insert", storage, items: items, metrics: [SampleRecord.cpuTime(limit * 2 * frames)])
  }

  private static func replay(_ storage: String, dropped: [Double], p999: Double) -> CaseRecord {
    var over = FrameMetric.over8Milliseconds.record(dropped.sorted()[dropped.count / 2])
    over.launches = dropped
    return SampleRecord.result(
      "chat", storage, items: 300_000, operations: 1_202,
      metrics: [
        SampleRecord.cpuTime(p999 / 9), over,
        FrameMetric.record(
          .init(p50: p999 / 9, p90: p999 / 5, p99: p999 / 2, p999: p999, max: p999 * 2)),
      ])
  }

  private static func sentences(_ cases: [CaseRecord]) throws -> [String] {
    try #require(Answer.all(in: SampleRecord.record(cases)).first).sentences
  }

  @Test func anyWillDoWhereNobodyFeelsADifference() throws {
    let found = try Self.sentences([
      Self.insert("flat", 1_000, frames: 0.01), Self.insert("btree", 1_000, frames: 0.04),
    ])
    #expect(
      found == [
        "either flat or btree will do, because at 1k items the slowest operation takes 4.00% of a "
          + "frame (btree)."
      ])
  }

  @Test func oneIsTakenUntilTheMostMeasuredAndTheOthersUntilTheirLimit() throws {
    let found = try Self.sentences([
      Self.insert("flat", 1_000, frames: 0.01), Self.insert("btree", 1_000, frames: 0.0001),
      Self.insert("flat", 100_000, frames: 1.65), Self.insert("btree", 100_000, frames: 0.0002),
    ])
    #expect(
      found == [
        "take btree, because up to 100k items the slowest operation takes under 0.1% of a frame.",
        "flat will do until 1k items; at 100k, it takes 1.65 frames.",
      ])
  }

  @Test func whatWasNotMeasuredIsNamed() throws {
    let found = try Self.sentences([
      Self.insert("flat", 1_000, frames: 0.01), Self.insert("btree", 1_000, frames: 0.01),
      Self.insert("btree", 10_000, frames: 0.01),
      SampleRecord.result("insert", "flat", items: 10_000, status: .timeout, message: "too long"),
    ])
    #expect(found.last == "flat will do until 1k items; insert at 10k was not measured.")
  }

  @Test func theOnlyContenderOfTheLargestSizeIsNamed() throws {
    let found = try Self.sentences([
      Self.insert("flat", 1_000, frames: 0.01), Self.insert("btree", 1_000, frames: 0.02),
      Self.insert("btree", 10_000, frames: 0.03),
    ])
    #expect(
      found == [
        "either flat or btree will do, because at 1k items the slowest operation takes 2.00% of a "
          + "frame (btree).", "Only btree was measured at 10k: it takes 3.00% of a frame.",
      ])
  }

  @Test func fewScenariosAreCounted() throws {
    let find = ["flat", "btree", "mine"].map { storage in
      SampleRecord.result(
        "find", storage, items: 1_000, metrics: [SampleRecord.cpuTime(Self.limit / 90)])
    }
    let found = try Self.sentences(
      find + [Self.insert("flat", 1_000, frames: 0.01), Self.insert("btree", 1_000, frames: 0.01)])
    #expect(found.last == "mine was measured in 1 of 2 scenarios.")
  }

  @Test func missingFiguresAreNoReasonToTakeOne() throws {
    let found = try Self.sentences([
      Self.insert("flat", 1_000, frames: 0.01), Self.insert("btree", 10_000, frames: 0.01),
    ])
    #expect(
      found == [
        "flat will do until 1k items; insert at 10k was not measured.",
        "btree was not measured in insert at 1k items.",
      ])
  }

  @Test func withoutFiguresAtTheSmallestSizeThereIsNoAnswer() throws {
    let other = ["flat", "btree"].map { storage in
      SampleRecord.result(
        "delete", storage, items: storage == "flat" ? 1_000 : 10_000,
        metrics: [SampleRecord.cpuTime(1)])
    }
    let found = try Self.sentences(
      [Self.insert("flat", 10_000, frames: 0.01), Self.insert("btree", 1_000, frames: 0.01)] + other
    )
    #expect(found.first?.hasPrefix("no answer, as figures are missing: ") == true)
  }

  @Test func theCheapestBeyondItsLimitIsNamedToo() throws {
    let found = try Self.sentences([
      Self.insert("flat", 1_000, frames: 0.6), Self.insert("btree", 1_000, frames: 0.4),
      Self.insert("flat", 100_000, frames: 2), Self.insert("btree", 100_000, frames: 3),
    ])
    #expect(
      found == [
        "take btree, because it will do until 1k items; flat costs least at 100k items, where none "
          + "will do: it takes 2.00 frames.",
        "flat will not do; at 1k, it takes 60.0% of a frame.",
      ])
  }

  @Test func theLeastFeltIsTakenWhereAllAreFelt() throws {
    let found = try Self.sentences([
      Self.insert("flat", 1_000, frames: 0.1), Self.insert("btree", 1_000, frames: 3),
      Self.insert("flat", 100_000, frames: 4), Self.insert("btree", 100_000, frames: 5),
    ])
    #expect(
      found == [
        "take flat, because it will do until 1k items, and costs least at 100k items, where none "
          + "will do: it takes 4.00 frames.",
        "btree will not do; at 1k, it takes 3.00 frames.",
      ])
  }

  @Test func droppedFramesAreNamedBeforeTimes() throws {
    let found = try Self.sentences([
      Self.replay("flat-flat", dropped: [40, 40, 41], p999: 9e6),
      Self.replay("flat-nested", dropped: [40, 40, 40], p999: 9.1e6),
      Self.replay("btree-tree", dropped: [0, 0, 0], p999: 1e6),
      Self.replay("nested-tree", dropped: [0, 1, 1], p999: 8e6),
    ])
    #expect(
      found == [
        "take btree-tree, because at 300k items it drops none of 1,202 frames, and 99.9% take up to "
          + "12.0% of one.",
        "nested-tree will not do: it drops 1 of 1,202 frames, in 2 of 3 launches.",
        "flat-flat and flat-nested will not do: each drops 40 of 1,202 frames.",
      ])
  }

  @Test func thoseWithOneLimitShareASentence() throws {
    let small = ["flat", "btree", "mine", "other"].map { Self.insert($0, 1_000, frames: 0.01) }
    let found = try Self.sentences(
      small + [
        Self.insert("flat", 100_000, frames: 1.65), Self.insert("btree", 100_000, frames: 0.02),
        Self.insert("mine", 100_000, frames: 3.5), Self.insert("other", 100_000, frames: 0.75),
      ])
    #expect(
      found.dropFirst() == [
        "other will do until 1k items; at 100k, it takes 75.0% of a frame.",
        "flat and mine will do until 1k items; at 100k, they take 1.65 and 3.50 frames.",
      ])
    let dropping = try Self.sentences([
      Self.replay("flat-flat", dropped: [40, 40, 40], p999: 9e6),
      Self.replay("flat-nested", dropped: [1_200, 1_200, 1_200], p999: 9.1e6),
      Self.replay("btree-tree", dropped: [0, 0, 0], p999: 1e6),
    ])
    #expect(
      dropping.last
        == "flat-flat and flat-nested will not do: they drop 40 and 1,200 of 1,202 frames."
    )
  }

  @Test func aFeltCostIsReasonEnoughWhereAFigureIsMissing() throws {
    let find = ["btree", "flat"].flatMap { storage in
      (storage == "flat" ? [1_000] : [1_000, 100_000]).map { items in
        SampleRecord.result(
          "find", storage, items: items, metrics: [SampleRecord.cpuTime(Self.limit / 90)])
      }
    }
    let found = try Self.sentences(
      find
        + ["flat", "btree"].flatMap { storage in
          [1_000, 100_000].map { items in
            Self.insert(storage, items, frames: storage == "flat" && items > 1_000 ? 2 : 0.01)
          }
        })
    #expect(
      found.last == "flat will do until 1k items; at 100k, insert takes 2.00 frames.")
  }

  @Test func moreThanThreeWithoutAScenarioAreCounted() throws {
    let names = ["flat", "btree", "a", "b", "c", "d"]
    let find = names.map { storage in
      SampleRecord.result(
        "find", storage, items: 1_000, metrics: [SampleRecord.cpuTime(Self.limit / 90)])
    }
    let found = try Self.sentences(
      find + [Self.insert("flat", 1_000, frames: 0.01), Self.insert("btree", 1_000, frames: 0.01)])
    #expect(found.last == "4 others were measured in 1 of 2 scenarios.")
  }

  @Test func manyThatWillDoAreCountedNotListed() throws {
    let found = try Self.sentences(
      ["flat-flat", "flat-tree", "btree-flat", "btree-tree"].map {
        Self.replay($0, dropped: [0, 0, 0], p999: $0 == "flat-flat" ? 1e6 : 9e5)
      })
    #expect(
      found == [
        "any pair will do (of 4), because at 300k items none drops any of 1,202 frames, and 99.9% "
          + "take up to 12.0% of one (flat-flat)."
      ])
  }

  @Test func theFewThatWillNotDoAreExcepted() throws {
    let found = try Self.sentences(
      ["flat-flat", "flat-tree", "btree-flat", "btree-tree", "nested-tree"].map {
        Self.replay($0, dropped: $0 == "flat-flat" ? [40, 40, 40] : [0, 0, 0], p999: 1e6)
      })
    #expect(found.first?.hasPrefix("take any pair except flat-flat, because at 300k") == true)
  }

  @Test func theCriterionNamesWhatWasMeasured() throws {
    func criterion(_ cases: [CaseRecord]) -> String? {
      Answer.criterion(of: Answer.all(in: SampleRecord.record(cases)))
    }
    let frames = [Self.replay("flat-flat", dropped: [0, 0, 0], p999: 1e6)]
    let operation = [Self.insert("flat", 1_000, frames: 0.01)]
    #expect(
      criterion(frames)
        == "Will do: drops no frame of 8.33 ms (120 Hz). Smaller costs are not felt. Figures are "
        + "medians of 3 launches.")
    #expect(
      criterion(operation)?.hasPrefix("Will do: no operation takes over half of a frame at 120 Hz.")
        == true)
    #expect(criterion(frames + operation)?.contains("(120 Hz), and no operation") == true)
    #expect(criterion([]) == nil)
  }

  @Test func aWorkloadGivesItsNameToItsAnswer() throws {
    let found = Answer.all(
      in: SampleRecord.record(
        ["flat-flat", "btree-tree"].map {
          SampleRecord.result("workload-chat", $0, items: 1_000, metrics: [SampleRecord.cpuTime(1)])
        }))
    #expect(found.map(\.title) == ["chat"])
  }

  @Test func memoryIsNamedWhereEachItemTakesSome() throws {
    var cases = [
      Self.insert("flat", 1_000, frames: 0.01), Self.insert("btree", 1_000, frames: 0.01),
    ]
    for (index, bytes) in [8_000, 9_500].enumerated() {
      cases[index].metrics.append(SampleRecord.count("live_bytes", bytes))
    }
    #expect(try Self.sentences(cases).last == "flat keeps 8.00 bytes an item and btree 9.50.")
  }
}
