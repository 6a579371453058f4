import Benchmarking

/// A loop that takes a known time: calibrated once with the clock, then counted.
///
/// Counted, because work that stops at a moment of the clock would take no longer on a busy machine,
/// as real work does.
struct SpinLoop: Sendable {
  private let iterationsPerMillisecond: Int

  /// The loop of this process, calibrated at the first use.
  static let calibrated = SpinLoop()

  private static let origin = SuspendingClock.now

  /// The time in nanoseconds since the first use.
  static var now: Int {
    let (seconds, attoseconds) = (SuspendingClock.now - origin).components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }

  /// Takes the fastest of several rounds: anything else that the machine does only makes them
  /// slower.
  private init() {
    let count = 400_000
    var fastest = Int.max
    for _ in 0..<12 {
      let start = Self.now
      Self.spin(count)
      fastest = min(fastest, Self.now - start)
    }
    iterationsPerMillisecond = max(1, count * 1_000_000 / max(1, fastest))
  }

  /// Works for `nanoseconds`, on a processor that is as fast as when it was calibrated.
  func run(nanoseconds: Int) {
    Self.spin(nanoseconds * iterationsPerMillisecond / 1_000_000)
  }

  /// Multiplies so many times, each product a factor of the next.
  @inline(never)
  private static func spin(_ count: Int) {
    var state: UInt64 = 1
    var left = count
    while left > 0 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      left -= 1
    }
    blackHole(state)
  }
}
