import Datasets
import Geometry

/// A movement on which reuse policies differ; scenarios' names contain its name.
enum ReuseMovement: String, CaseIterable, Sendable {
  /// Five flings, one from where the other ended.
  case flings
  /// To any other place every half second, where the content rests.
  case jumps
  /// A quarter of a second one way, a quarter back.
  case flips
  /// The first three quarters of a second of a fling of 12,000 points a second, and half of the way
  /// back.
  case turn

  /// The end of a scenario's summary.
  var summary: String {
    switch self {
    case .flings: "along five flings of 1,000 to 12,000 points a second"
    case .jumps: "by jumps to other places, one every half second"
    case .flips: "to and fro, a quarter of a second each way"
    case .turn: "by a fling of 12,000 points a second, and half of the way back"
    }
  }
}

/// The frames of a movement at one rate, and the digest that showing all of them has to give.
final class ReuseTrace {
  let framesPerSecond: Int
  /// The content offsets, in points; the first is where the screen opens.
  let offsets: [Double]
  let answer: UInt64

  init(_ movement: ReuseMovement, framesPerSecond: Int, _ collection: ScrollCollection) {
    self.framesPerSecond = framesPerSecond
    offsets = Self.offsets(movement, framesPerSecond, collection)
    answer = offsets.reduce(0) { sum, offset in
      let visible = collection.visible(
        from: offset, to: offset + Screen.upright.height, headers: .none)
      return ElementDigest.adding(visible, to: sum)
    }
  }

  /// The interval between two frames, in nanoseconds.
  var frameNanoseconds: Int { 1_000_000_000 / framesPerSecond }

  private static func offsets(
    _ movement: ReuseMovement, _ framesPerSecond: Int, _ collection: ScrollCollection
  ) -> [Double] {
    let middle = collection.rowEdges(at: collection.itemCount / 2, headers: .none).top
    func trace(_ kind: ScrollTrace.Kind, from start: Double, rate: Int) -> [Double] {
      ScrollTrace(
        kind, contentExtent: collection.contentExtent(headers: .none),
        viewportExtent: Screen.upright.height, startOffset: start, framesPerSecond: rate,
        seed: collection.seed
      ).offsets
    }
    switch movement {
    case .flings:
      return [1_000, 2_000, 4_000, 8_000, 12_000].reduce(into: []) { offsets, velocity in
        offsets += trace(
          .fling(pointsPerSecond: velocity), from: offsets.last ?? middle, rate: framesPerSecond)
      }
    case .jumps:
      let places = trace(.jump, from: middle, rate: 2)
      return (0..<(places.count * framesPerSecond / 2)).map { places[$0 * 2 / framesPerSecond] }
    case .flips: return trace(.directionFlips, from: middle, rate: framesPerSecond)
    case .turn:
      let fling = trace(.fling(pointsPerSecond: 12_000), from: middle, rate: framesPerSecond)
      let forth = Array(fling.prefix(3 * framesPerSecond / 4 + 1))
      return forth + forth.reversed().dropFirst().prefix(forth.count / 2)
    }
  }
}
