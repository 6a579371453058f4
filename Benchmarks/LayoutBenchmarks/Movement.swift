internal import Datasets

/// How the visible rectangle moves from one query to the next.
enum Movement: String, CaseIterable, Sendable {
  /// 24 points a frame, from the middle of the content on.
  case scroll
  /// Anywhere.
  case random
  /// Five flings at 60 frames a second, again and again from elsewhere, forwards and backwards.
  case fling

  /// In a scenario's summary.
  var summary: String {
    switch self {
    case .scroll: "24 points after the last one"
    case .random: "anywhere"
    case .fling: "along five flings of up to 12,000 points a second"
    }
  }

  /// `count` content offsets from 0 to `most`, in points; multiples of 1/4, so that sums are exact.
  func offsets(_ count: Int, upTo most: Double, _ generator: inout SplitMix64) -> [Double] {
    switch self {
    case .scroll:
      let quarters = Int(most * 4) + 1
      return (0..<count).map { Double((quarters / 2 + $0 * 96) % quarters) / 4 }
    case .random:
      let quarters = Int(most * 4) + 1
      return (0..<count).map { _ in Double(generator.next(below: quarters)) / 4 }
    case .fling:
      var offsets: [Double] = []
      var direction = 1.0
      while offsets.count < count {
        var start = Double(generator.next(below: Int(most) + 1))
        for velocity in Fling.velocities {
          let fling = Fling(from: start, velocity: direction * velocity)
          offsets += fling.offsets.map { min(max(0, $0), most) }
          start = offsets[offsets.count - 1]
        }
        direction = -direction
      }
      return Array(offsets.prefix(count))
    }
  }
}

/// A scroll that nobody touches any more, as UIScrollView decelerates it at its normal rate.
///
/// x(t) = x₀ + v₀(1 − e^(−λt))/λ with λ = −1000 · ln 0.998 ≈ 2.002 a second: each frame goes
/// e^(−λ/60) of what is left. Ends when less than half a point is left.
struct Fling {
  /// The speeds of the five flings, in points a second.
  static let velocities = [1_000.0, 2_000, 4_000, 8_000, 12_000]

  /// The offset at each frame, in points; rounded to multiples of 1/4, never empty.
  let offsets: [Double]

  /// A fling from `start` points at `velocity` points a second.
  init(from start: Double, velocity: Double) {
    let lambda = 2.002_002_670_673_079_4
    // e^(−λ/60), so that no library is asked.
    let decay = 0.967_183_817_432_128_8
    var left = velocity / lambda
    let end = start + left
    var offsets: [Double] = []
    repeat {
      left *= decay
      offsets.append(((end - left) * 4).rounded() / 4)
    } while abs(left) >= 0.5
    self.offsets = offsets
  }
}
