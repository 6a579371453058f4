package import Datasets
internal import Geometry

/// How the visible rectangle moves from one query to the next.
package enum Movement: String, CaseIterable, Sendable {
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
  package func offsets(_ count: Int, upTo most: Double, _ generator: inout SplitMix64) -> [Double] {
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
        for velocity in Deceleration.velocities {
          let fling = Deceleration(position: start, velocity: direction * velocity)
          offsets += fling.frames.map { min(max(0, $0), most) }
          start = offsets[offsets.count - 1]
        }
        direction = -direction
      }
      return Array(offsets.prefix(count))
    }
  }
}

extension Deceleration {
  /// The speeds of the five flings, in points a second.
  static let velocities = [1_000.0, 2_000, 4_000, 8_000, 12_000]

  /// The position at each frame until the fling is over, 60 a second; multiples of 1/4, so that
  /// sums are exact. Never empty.
  var frames: [Double] {
    let count = max(1, Int((duration * 60).rounded(.up)))
    return (1...count).map { (position(at: Double($0) / 60) * 4).rounded() / 4 }
  }
}
