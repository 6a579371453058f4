import Analysis
import RunRecords
import Testing

/// Comparisons of records that several machines measured.
@Suite struct MixedHostsTests {
  /// Two cases, each of a part of its own, by the given machines.
  private func merged(_ hosts: [String]) -> RunRecord {
    var record = Samples.record(
      [1_000, 10_000].enumerated().map { place, items in
        var result = Samples.time("flat", items, 100)
        result.part = place
        return result
      })
    record.kind = .merged
    record.parts = hosts.map { host in
      var machine = record.environment
      machine.hostKey = host
      return RunPart(run: record.run, environment: machine)
    }
    record.environment.hostKey = RecordMerge.hostKey(of: hosts)
    return record
  }

  private func comparison(_ before: [String], _ after: [String]) -> RecordComparison {
    RecordComparison(baseline: merged(before), candidate: merged(after))
  }

  @Test func timesOfEqualMachinesCompare() {
    let same = comparison(["a", "b"], ["a", "b"])
    #expect(same.casesOfOtherHosts.isEmpty && same.hostKeyDifference == nil)
    #expect(same.cases.allSatisfy { $0.time != nil })
    let one = comparison(["a", "b"], ["a", "c"])
    #expect(one.casesOfOtherHosts.count == 1 && one.hostKeyDifference == nil)
    #expect(one.cases.filter { $0.time != nil }.map(\.candidate.params.items) == [1_000])
    let none = comparison(["a", "b"], ["b", "a"])
    #expect(none.hostKeyDifference != nil && none.cases.allSatisfy { $0.time == nil })
  }

  /// Where machines differ, times over those of the floor are shown, and those of equal machines not.
  @Test func floorsAreShownForOtherMachines() {
    func record(_ host: String, _ flat: Double, _ floor: Double) -> RunRecord {
      var record = Samples.record([
        Samples.time("flat", 1_000, flat), Samples.time("btree", 1_000, 2 * flat),
        Samples.time("floor-scan", 1_000, floor),
      ])
      record.environment.hostKey = host
      return record
    }
    let before = record("a", 30, 10)
    let shown = FloorRatios.all(
      of: RecordComparison(baseline: before, candidate: record("b", 20, 5)))
    #expect(shown.map(\.candidate.params.storage) == ["btree", "flat"])
    #expect(shown.map { ($0.before * 1_000).rounded() } == [6_000, 3_000])
    #expect(shown.map { ($0.after * 1_000).rounded() } == [8_000, 4_000])
    let same = RecordComparison(baseline: before, candidate: record("a", 20, 5))
    #expect(FloorRatios.all(of: same).isEmpty)
  }

  /// A curve through times of two machines would show their difference as growth.
  @Test func noCurveMixesMachines() {
    #expect(merged(["a", "a"]).withCurves().curves.count == 1)
    #expect(merged(["a", "b"]).withCurves().curves.isEmpty)
  }
}
