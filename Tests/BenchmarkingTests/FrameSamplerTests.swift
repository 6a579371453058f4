import RunRecords
import Testing

import Benchmarking

struct FrameSamplerTests {
  let clock = FakeClock()

  /// Frames that take as long as `cost` says of each replay and frame.
  func replay(_ count: Int, _ cost: @escaping (_ replay: Int, _ frame: Int) -> Int) -> FrameReplay {
    var replays = -1
    return FrameReplay(
      count: count,
      rewind: { [clock] in
        replays += 1
        clock.run(1_000_000)
      },
      perform: { [clock] frame in clock.run(cost(replays, frame)) }, answer: { 7 })
  }

  private struct Failure: Error, CustomStringConvertible {
    var description: String { "no such row" }
  }

  @Test func aFrameThatFailsIsNoTime() {
    let failing = FrameReplay(
      count: 3, rewind: {}, perform: { if $0 == 2 { throw Failure() } }, answer: { 7 })
    #expect(throws: SamplingError.nonsense("a frame failed: no such row")) {
      try FrameSampler(clock: clock, budgetSeconds: 0.1).sample(failing)
    }
  }

  @Test func replaysThatEndDifferentlyAreWrong() {
    var replays: UInt64 = 0
    let drifting = FrameReplay(
      count: 3, rewind: { replays += 1 }, perform: { _ in }, answer: { replays / 4 })
    #expect(throws: SamplingError.wrongAnswer(found: 1, expected: 0)) {
      try FrameSampler(clock: clock, budgetSeconds: 0.1).sample(drifting)
    }
  }

  @Test func aFrameIsItsMedianOverReplays() throws {
    let times = try FrameSampler(clock: clock, budgetSeconds: 0.1).sample(
      replay(4) { replay, frame in
        // One replay in three is disturbed, one quicker than the others.
        replay % 3 == 0 ? 50_000 : replay == 1 ? 1 : 100 * (frame + 1)
      })
    #expect(times.medians == [100, 200, 300, 400])
    #expect(times.rawMaximum == 50_000)
  }

  @Test(arguments: [(20, 9), (21, 5), (100, 5), (101, 3)])
  func aLongReplayIsRepeatedLess(milliseconds: Int, replays: Int) throws {
    var count = 0
    let times = try FrameSampler(clock: clock, budgetSeconds: 0.1).sample(
      replay(2) { replay, _ in
        count = replay + 1
        return milliseconds * 500_000 + replay
      })
    #expect(count == replays)
    #expect(
      times.medians == Array(repeating: Double(milliseconds * 500_000 + replays / 2), count: 2))
  }

  @Test func goingBackIsNotTimed() throws {
    let times = try FrameSampler(clock: clock, budgetSeconds: 0.1).sample(replay(2) { _, _ in 7 })
    #expect(times.medians == [7, 7])
    #expect(times.rawMaximum == 7)
  }

  @Test func framesThatAreLateAreCounted() throws {
    let times = try FrameSampler(clock: clock, budgetSeconds: 0.1).sample(
      replay(5) { _, frame in frame * 5_000_000 })
    #expect(times.count(over: 1e9 / 120) == 3)
    #expect(times.count(over: 1e9 / 60) == 1)
    let counts = times.metrics.filter { $0.name.hasPrefix("frames_over") }
    #expect(
      counts.map(\.name) == [
        "frames_over_8_33_ms", "frames_over_11_11_ms", "frames_over_16_67_ms",
      ])
    #expect(counts.map(\.median) == [3, 2, 1])
  }

  /// Work between frames takes what a frame leaves; what it takes beyond makes the next one late.
  @Test func workBetweenFramesCountsWhereItIsLate() throws {
    var left: [Int] = []
    let between = [0, 3_000, 7_000, 1_000, 4_000]
    var frame = 0
    let replay = FrameReplay(
      count: 5, rewind: { frame = 0 },
      perform: { [clock] in
        frame = $0
        clock.run([2_000, 4_000, 1_000, 12_000, 2_000][$0])
      }, answer: { 7 },
      spareTime: FrameReplay.SpareTime(frameNanoseconds: 8_000) { [clock] in
        left.append($0)
        clock.run(between[frame])
      })
    let times = try FrameSampler(clock: clock, budgetSeconds: 0.1).sample(replay)
    // 7,000 of work fit into the 7,000 that the third frame leaves. The fourth is late by half a
    // frame, so that the next one begins 4,000 after it.
    #expect(times.medians == [2_000, 4_000, 1_000, 12_000, 2_000])
    #expect(left.prefix(5) == [6_000, 4_000, 7_000, 4_000, 6_000])
  }

  @Test func whatTheWorkTakesBeyondBelongsToTheNextFrame() throws {
    let replay = FrameReplay(
      count: 3, rewind: {}, perform: { [clock] _ in clock.run(2_000) }, answer: { 7 },
      spareTime: FrameReplay.SpareTime(frameNanoseconds: 8_000) { [clock] _ in clock.run(9_000) })
    let times = try FrameSampler(clock: clock, budgetSeconds: 0.1).sample(replay)
    // 3,000 late, then 6,000 late.
    #expect(times.medians == [2_000, 5_000, 8_000])
  }

  @Test(arguments: [(0, 8), (1, 7), (8, 0), (9, 7), (16, 0), (17, 7)])
  func aLateFrameLeavesTheRestOfItsInterval(took: Int, left: Int) {
    let spareTime = FrameReplay.SpareTime(frameNanoseconds: 8) { _ in }
    #expect(spareTime.left(after: took) == left)
  }

  @Test func quantilesAreThoseOfFrames() {
    let quantiles = MetricRecord.Quantiles(of: (1...1_000).map { Double($0) })
    #expect(quantiles.p50 == 500)
    #expect(quantiles.p90 == 900)
    #expect(quantiles.p99 == 990)
    #expect(quantiles.p999 == 999)
    #expect(quantiles.max == 1_000)
  }
}
