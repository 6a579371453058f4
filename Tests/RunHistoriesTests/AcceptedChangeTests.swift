import Analysis
import RunHistories
import RunRecords
import Statistics
import TestSupport
import Testing

/// Changes that were accepted, in a trend and for a gate.
@Suite struct AcceptedChangeTests {
  @Test func anAcceptedChangeRaisesNoAlarm() throws {
    let records = [10, 10, 12].enumerated().map {
      HistorySample.record($0, run: $0, allocations: $1)
    }
    func blessing(_ commit: Int, _ metric: String, _ figure: Double) -> Blessing {
      Blessing(
        pattern: "batch-*", metric: nil, commit: HistorySample.hash(commit), reason: "copies",
        blessedAt: "2026-03-02T00:00:00Z",
        limits: [.init(id: HistorySample.id("btree-tree"), metric: metric, figure: figure)])
    }
    for (blessing, isAlarm) in [
      (blessing(2, "allocations", 12), false), (blessing(2, "allocations", 11), true),
      (blessing(1, "allocations", 12), true), (blessing(2, "cpu_time", 12), true),
    ] {
      let trend = try HistorySample.trend(records, blessings: [blessing])
      #expect(trend.changes.map(\.isAlarm) == [isAlarm])
    }
  }

  /// A figure that is better the higher it is: the least is accepted, and no less.
  @Test func acceptedFallsHaveALeast() throws {
    func record(_ commit: Int, _ hits: Int) -> RunRecord {
      var metric = ExactMetric.allocations.record(hits)
      (metric.name, metric.better) = ("hits", .higher)
      return HistorySample.record(
        HistorySample.hash(commit), run: commit, ["btree-tree": [metric]])
    }
    let limits = try HistorySample.trend([record(0, 100), record(1, 80)]).limits(
      at: HistorySample.hash(1)
    ) {
      _, _ in true
    }
    let blessing = Blessing(
      pattern: "*", metric: nil, commit: HistorySample.hash(1), reason: "a",
      blessedAt: "2026-03-02T00:00:00Z", limits: limits)
    let id = HistorySample.id("btree-tree")
    #expect(blessing.covers("hits", of: id, figure: 90))
    #expect(!blessing.covers("hits", of: id, figure: 10))
    let acceptance = try #require(blessing.acceptances.first)
    let change = MetricChange(base: 100, verdict: .regressed)
    #expect(acceptance.takes(change, of: "hits", id: id, head: 80))
    #expect(!acceptance.takes(change, of: "hits", id: id, head: 10))
    #expect(acceptance.takes(80, of: "hits", id: id) && !acceptance.takes(10, of: "hits", id: id))
  }

  /// Instructions and times move by themselves, so a limit lies above the figure that was seen.
  @Test func limitsLeaveRoomForNoise() throws {
    let records = [100_000, 110_000].enumerated().map {
      HistorySample.record(
        HistorySample.hash($0), run: $0, ["btree-tree": [ExactMetric.instructions.record($1)]])
    }
    let exact = try HistorySample.trend(records).limits(at: HistorySample.hash(1)) { _, _ in true }
    #expect(exact.map(\.figure) == [110_550])
    let timed = HistorySample.gates([15, 15], [1, 1.2])
    let proposed = try HistorySample.trend(timed)
    let change = try #require(proposed.changes.first)
    let gate = HistorySample.gate(
      proposed.positions[change.before], proposed.positions[change.after], run: 90, ratio: 1.2,
      .regressed)
    let limits = try HistorySample.trend(timed + [gate]).limits(at: HistorySample.hash(16)) {
      _, _ in true
    }
    #expect(limits.map(\.ratio) == [1.21])
  }

  @Test func theMostThatIsAcceptedIsWhatTheHistorySaw() throws {
    let records = [10, 10, 12, 14].enumerated().map {
      HistorySample.record($0, run: $0, allocations: $1)
    }
    let trend = try HistorySample.trend(records)
    let id = HistorySample.id("btree-tree")
    #expect(
      trend.limits(at: HistorySample.hash(2)) { _, _ in true }
        == [.init(id: id, metric: "allocations", figure: 12)])
    #expect(trend.limits(at: HistorySample.hash(1)) { _, _ in true } == [])
    #expect(trend.limits(at: HistorySample.hash(2)) { _, _ in false } == [])
    let blessing = Blessing(
      pattern: "*", metric: nil, commit: HistorySample.hash(2), reason: "copies",
      blessedAt: "2026-03-02T00:00:00Z",
      limits: [.init(id: id, metric: "allocations", figure: 12)])
    let acceptance = try #require(blessing.acceptances.first)
    #expect(acceptance.takes(12, of: "allocations", id: id))
    #expect(!acceptance.takes(13, of: "allocations", id: id))
    #expect(!acceptance.takes(12, of: "live_bytes", id: id))
    let change = MetricChange(base: 10, verdict: .regressed)
    #expect(acceptance.takes(change, of: "allocations", id: id, head: 12))
    #expect(!acceptance.takes(change, of: "allocations", id: id, head: 13))
  }
}
