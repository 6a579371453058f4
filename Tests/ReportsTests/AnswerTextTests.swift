import Analysis
import Reports
import RunRecords
import Testing

/// What the answers say, word by word.
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
        "any of flat and btree will do, because until 1k items, the most measured, the slowest "
          + "operation takes 4.00% of a frame (btree)."
      ])
  }

  @Test func oneIsTakenUntilTheMostMeasuredAndTheOthersUntilTheirLimit() throws {
    let found = try Self.sentences([
      Self.insert("flat", 1_000, frames: 0.01), Self.insert("btree", 1_000, frames: 0.0001),
      Self.insert("flat", 100_000, frames: 1.65), Self.insert("btree", 100_000, frames: 0.0002),
    ])
    #expect(
      found == [
        "take btree, because until 100k items, the most measured, the slowest operation takes under "
          + "0.1% of a frame.",
        "flat will do until 1k items; at 100k items, it takes 1.65 frames.",
      ])
  }

  @Test func whatWasNotMeasuredIsNamed() throws {
    let found = try Self.sentences([
      Self.insert("flat", 1_000, frames: 0.01), Self.insert("btree", 1_000, frames: 0.01),
      Self.insert("btree", 10_000, frames: 0.01),
    ])
    let gap = "it was not measured in insert at 10k items."
    #expect(found.last == "flat will do until 1k items; \(gap)")
  }

  @Test func missingFiguresAreNoReasonToTakeOne() throws {
    let found = try Self.sentences([
      Self.insert("flat", 1_000, frames: 0.01), Self.insert("btree", 10_000, frames: 0.01),
    ])
    #expect(
      found == [
        "flat will do until 1k items; it was not measured in insert at 10k items.",
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
        "flat will not do; at 1k items, it takes 60.0% of a frame.",
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
        "btree will not do; at 1k items, it takes 3.00 frames.",
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
        "take btree-tree, because until 300k items, the most measured, it drops none of 1,202 frames, "
          + "and 99.9% of them take at most 12.0% of a frame.",
        "nested-tree will not do; at 300k items, it drops 1 of 1,202 frames, though not in every "
          + "launch.",
        "flat-flat and flat-nested will not do; at 300k items, each drops 40 of 1,202 frames.",
      ])
  }

  @Test func manyThatWillDoAreCountedNotListed() throws {
    let found = try Self.sentences(
      ["flat-flat", "flat-tree", "btree-flat", "btree-tree"].map {
        Self.replay($0, dropped: [0, 0, 0], p999: $0 == "flat-flat" ? 1e6 : 9e5)
      })
    #expect(
      found == [
        "any pair will do (of 4), because until 300k items, the most measured, none drops any of "
          + "1,202 frames, and 99.9% of them take at most 12.0% of a frame (flat-flat)."
      ])
  }

  @Test func theFewThatWillNotDoAreExcepted() throws {
    let found = try Self.sentences(
      ["flat-flat", "flat-tree", "btree-flat", "btree-tree", "nested-tree"].map {
        Self.replay($0, dropped: $0 == "flat-flat" ? [40, 40, 40] : [0, 0, 0], p999: 1e6)
      })
    #expect(found.first?.hasPrefix("take any pair except flat-flat, because until 300k") == true)
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
