import Histogram
import RunRecords

/// Times single frames in one launch.
///
/// The trace is the same in each replay, so that what differs between two replays of one frame is
/// the machine's: a frame's figure is its median over replays, and the quantiles over frames are the
/// program's tail. Wall time, as reading a thread's CPU time costs as much as a frame.
package struct FrameSampler<Clock: SamplingClock> {
  let clock: Clock
  private let budgetNanoseconds: Double

  /// Creates a sampler that spends about `budgetSeconds` on long traces.
  package init(clock: Clock, budgetSeconds: Double) {
    self.clock = clock
    budgetNanoseconds = budgetSeconds * 1e9
  }

  /// Returns the number of replays of a trace whose first one took `nanoseconds`. Frames of short
  /// traces are disturbed more easily, and those of long ones would cost what many cases do.
  private func replayCount(after nanoseconds: Int) -> Int {
    let replay = Double(nanoseconds)
    return replay > budgetNanoseconds ? 3 : 5 * replay > budgetNanoseconds ? 5 : 9
  }

  /// The times of the frames of one trace.
  package struct Times: Hashable {
    /// The median over the replays of each frame, in nanoseconds, the clock's own reading included.
    package var medians: [Double]
    /// The longest frame of any replay, in nanoseconds.
    package var rawMaximum: Int

    /// The frames whose median is longer than `nanoseconds`.
    package func count(over nanoseconds: Double) -> Int { medians.count { $0 > nanoseconds } }
  }

  /// Times the frames of `replay`.
  ///
  /// - Throws: `SamplingError.wrongAnswer` where two replays end differently, `.nonsense` for a frame
  ///   that fails and for a clock that went back.
  package func sample(_ replay: FrameReplay) throws(SamplingError) -> Times {
    var replays: [[Int]] = []
    var wanted = 1
    var expected: UInt64?
    while replays.count < wanted {
      var times: [Int] = []
      times.reserveCapacity(replay.count)
      do {
        try perform(replay) { times.append($0) }
      } catch {
        throw .nonsense("a frame failed: \(error)")
      }
      let found = replay.answer()
      if let expected, found != expected {
        throw .wrongAnswer(found: found, expected: expected)
      }
      expected = found
      replays.append(times)
      if replays.count == 1 { wanted = replayCount(after: times.reduce(0, +)) }
    }
    let times = replays.joined()
    if let back = times.first(where: { $0 < 0 }) {
      throw .nonsense("a clock went back during a frame: by \(-back) ns")
    }
    let medians = (0..<replay.count).map { frame in
      Double(replays.map { $0[frame] }.sorted()[replays.count / 2])
    }
    return Times(medians: medians, rawMaximum: times.max() ?? 0)
  }

  /// One replay, with the nanoseconds of each frame in turn.
  @inline(__always)
  private func perform(_ replay: FrameReplay, _ note: (Int) -> Void) throws {
    try replay.rewind()
    var before = clock.wallNanoseconds()
    guard let spareTime = replay.spareTime else {
      for frame in 0..<replay.count {
        try replay.perform(frame)
        let after = clock.wallNanoseconds()
        note(after - before)
        before = after
      }
      return
    }
    // The time that work between frames has taken from the next frame.
    var late = 0
    for frame in 0..<replay.count {
      try replay.perform(frame)
      let shown = clock.wallNanoseconds()
      let time = late + shown - before
      note(time)
      let left = spareTime.left(after: time)
      try spareTime.perform(left)
      before = clock.wallNanoseconds()
      late = max(0, before - shown - left)
    }
  }
}

extension MetricRecord.Quantiles {
  /// The quantiles of `nanoseconds`, exact to four digits; the greatest exactly.
  ///
  /// Source: G. Tene, HdrHistogram, http://hdrhistogram.org.
  ///
  /// - Parameter nanoseconds: At least one number, none below 0.
  package init(of nanoseconds: [Double]) {
    var histogram = Histogram<UInt64>(numberOfSignificantValueDigits: .four)
    for time in nanoseconds { histogram.record(UInt64(time)) }
    func quantile(_ percent: Double) -> Double { Double(histogram.valueAtPercentile(percent)) }
    self.init(
      p50: quantile(50), p90: quantile(90), p99: quantile(99), p999: quantile(99.9),
      max: nanoseconds.max() ?? 0)
  }
}
