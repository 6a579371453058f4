import BasicAlgorithms
import Changesets
import Geometry

/// The frames of numbered items by the definition, and what shows of them: right answers, without a
/// layout.
struct PlainFrames {
  private let frames: [Rect]

  /// Rows of one column, as wide as the screen.
  static func rows(heights: some Sequence<Double>) -> PlainFrames {
    var top = 0.0
    return PlainFrames(
      frames: heights.map { height in
        defer { top += height }
        return Rect(x: 0, y: top, width: Screen.upright.width, height: height)
      })
  }

  /// Two columns of 190 × 80 points, 10 points apart.
  static func grid(_ count: Int) -> PlainFrames {
    PlainFrames(
      frames: (0..<count).map {
        Rect(x: Double($0 % 2) * 200, y: Double($0 / 2) * 90, width: 190, height: 80)
      })
  }

  /// Two columns of 190 points, each item at the end of the shorter one.
  static func waterfall(_ count: Int) -> PlainFrames {
    var ends = [0.0, 0.0]
    return PlainFrames(
      frames: (0..<count).map { number in
        let column = ends[1] < ends[0] ? 1 : 0
        let height = waterfallHeight(number)
        defer { ends[column] += height + 10 }
        return Rect(x: Double(column) * 200, y: ends[column], width: 190, height: height)
      })
  }

  /// The height of an item of a waterfall, in points: 60 to 123¾.
  static func waterfallHeight(_ number: Int) -> Double {
    60 + Double(SplitMix64.mix(UInt64(truncatingIfNeeded: number)) & 0xff) / 4
  }

  /// The furthest that content can be scrolled on an upright screen, in points.
  var maximumOffset: Double {
    max(0, (frames.lazy.map(\.maxY).max() ?? 0) - Screen.upright.height)
  }

  /// Returns the digest of what an upright screen shows at each of `offsets`, for items of one
  /// section.
  func visible(at offsets: [Double]) -> [UInt64] {
    let screens = offsets.map { Screen.upright(at: $0) }
    let least = offsets.min() ?? 0
    let most = (offsets.max() ?? 0) + Screen.upright.height
    let near = frames.indices.filter { frames[$0].maxY > least && frames[$0].minY < most }
    return screens.map { screen in
      near.reduce(0) { sum, number in
        frames[number].overlaps(screen) ? sum &+ Self.digest(number) : sum
      }
    }
  }

  /// Returns the digest of the cell of an item of the first section.
  static func digest(_ number: Int) -> UInt64 {
    ElementDigest.cell(ItemPath(section: 0, item: number), UInt64(number))
  }
}
