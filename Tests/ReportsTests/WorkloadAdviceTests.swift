import Analysis
import Reports
import RunRecords
import Testing

@Suite struct WorkloadAdviceTests {
  /// Returns the advice on the nanoseconds a frame of storages, at 1k, 10k and 100k items.
  private func advice(_ nanoseconds: [String: [Double]]) -> String? {
    let cases = nanoseconds.flatMap { storage, times in
      zip([1_000, 10_000, 100_000], times).map { items, time in
        SampleRecord.result(
          "workload-photos", storage, items: items, metrics: [SampleRecord.cpuTime(time)])
      }
    }
    return WorkloadAdvice.render(
      for: "photos", scenario: "workload-photos", in: SampleRecord.record(cases))
  }

  @Test func namesTheFastestTheNextAndTheFlip() {
    #expect(
      advice(
        [
          "btree-tree": [900, 950, 1_000],
          "flat-flat": [500, 2_000, 90_000],
          "nested-tree": [700, 1_200, 1_500],
        ]) == """
          photos, data uniform-1000:
            Take btree-tree at 100k items: 1.00 µs a frame.
            The runner-up is nested-tree with 1.50× the time.
            It flips between 1k and 10k items: below, flat-flat is ahead.
          """)
  }

  @Test func saysWhereNothingFlips() {
    #expect(
      advice(["btree-tree": [900, 995], "flat-flat": [1_000, 1_000]]) == """
        photos, data uniform-1000:
          Take btree-tree at 10k items: 995 ns a frame.
          The runner-up is flat-flat with 1.01× the time, which is too little to tell them apart.
          It does not flip: no other is ahead from 1k to 10k items.
        """)
    let alone = advice(["btree-tree": [900], "flat-flat": [1_000]])
    #expect(alone?.hasSuffix("No other size was measured.") == true)
  }

  /// A lead within the spread of the launches is no lead.
  @Test func noiseIsNoAdvice() {
    #expect(
      advice(
        [
          "btree-tree": [905, 995],
          "flat-flat": [900, 1_000],
          "nested-tree": [903, 1_001],
        ]) == """
          photos, data uniform-1000:
            Take btree-tree at 10k items: 995 ns a frame.
            The runner-up is flat-flat with 1.01× the time, which is too little to tell them apart.
            nested-tree is as fast, within the noise.
            It does not flip: no other is ahead from 1k to 10k items.
          """)
  }

  /// One launch has no spread.
  @Test func singleLaunchesTellLittle() {
    let cases = [(1_000, 900.0, 500.0), (10_000, 900, 1_800)].flatMap { items, tree, flat in
      [("btree-tree", tree), ("flat-flat", flat)].map { storage, time in
        SampleRecord.result(
          "workload-photos", storage, items: items,
          metrics: [SampleRecord.cpuTime(launches: [time])])
      }
    }
    let found = WorkloadAdvice.render(
      for: "photos", scenario: "workload-photos", in: SampleRecord.record(cases))
    #expect(
      found == """
        photos, data uniform-1000:
          Take btree-tree at 10k items: 900 ns a frame.
          The runner-up is flat-flat with 2.00× the time; whether that is noise cannot be told: flat-flat has a single launch, which has no spread.
          Whether it flips at smaller sizes cannot be told: flat-flat has a single launch, which has no spread.
        """)
  }

  /// What is recommended leads over more sizes, and is second by a hair at the largest.
  @Test func theNextMayBeAheadWithinTheNoise() {
    #expect(
      advice(["btree-tree": [500, 1_000], "flat-flat": [900, 995]]) == """
        photos, data uniform-1000:
          Take btree-tree at 10k items: 1.00 µs a frame.
          flat-flat has 0.995× the time here, which is too little to tell them apart; btree-tree is among the best at more sizes.
          It does not flip: no other is ahead from 1k to 10k items.
        """)
  }

  @Test func aDifferentAnswerIsTheReason() {
    let cases = [1_000, 10_000].flatMap { items in
      [("btree-tree", "0000000000000001"), ("flat-flat", "0000000000000002")].map {
        SampleRecord.result(
          "workload-photos", $0, items: items, checksum: $1,
          metrics: [SampleRecord.cpuTime($0 == "flat-flat" ? 200 : 100)])
      }
    }
    let found = WorkloadAdvice.render(
      for: "photos", scenario: "workload-photos", in: SampleRecord.record(cases))
    let reason = "btree-tree and flat-flat answer differently"
    #expect(found?.contains("whether that is noise cannot be told: \(reason).") == true)
    #expect(
      found?.hasSuffix("Whether it flips at smaller sizes cannot be told: \(reason).") == true)
  }

  @Test func oneStorageIsNoChoice() {
    #expect(advice(["btree-tree": [900]]) == nil)
    let other = SampleRecord.record([
      SampleRecord.result("item-random", "flat", items: 10, metrics: [SampleRecord.cpuTime(1)])
    ])
    #expect(WorkloadAdvice.render(for: "photos", scenario: "workload-photos", in: other) == nil)
  }
}
