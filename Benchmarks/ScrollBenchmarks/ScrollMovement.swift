import Datasets
import Geometry

/// A movement of the content from frame to frame; scenarios' names contain its name.
enum ScrollMovement: String, CaseIterable, Sendable {
  /// 1,200 points a second.
  case steady
  /// Five flings, one from where the other ended.
  case flings
  /// To and fro within a row: nothing comes or goes.
  case still
  /// To and fro across the edge of a row.
  case jitter
  /// One row more with each frame.
  case reveal
  /// Anywhere with each frame.
  case jump
  /// The whole content in two seconds, and back.
  case scrollbarDrag = "scrollbar-drag"
  /// A quarter of a second one way, a quarter back.
  case directionFlips = "direction-flips"
  /// 1,200 points a second, turned after a third of the way and turned back after another.
  case rotate

  /// In a scenario's summary.
  var summary: String {
    switch self {
    case .steady: "scrolled on at 1,200 points a second"
    case .flings: "scrolled along five flings of 1,000 to 12,000 points a second"
    case .still: "moved to and fro by a thirty-second of a point, so that nothing comes or goes"
    case .jitter: "moved to and fro by half a point at a row's edge"
    case .reveal: "scrolled on by a row with each frame"
    case .jump: "scrolled to any other place with each frame"
    case .scrollbarDrag: "dragged by the scroll bar from end to end in two seconds"
    case .directionFlips: "scrolled to and fro, a quarter of a second each way"
    case .rotate: "scrolled on at 1,200 points a second, and turned and turned back on the way"
    }
  }
}

/// The position and orientation of a view in one frame.
struct ScrollFrame: Sendable {
  /// The content offset, in points.
  var offset: Double
  /// A Boolean value that indicates whether the screen is in landscape.
  var isTurned = false
}

/// The screen, in points.
enum Screen {
  /// A phone: some 20 rows.
  static let upright = Size(width: 390, height: 844)
  /// The same, on its side.
  static let turned = Size(width: 844, height: 390)

  /// Returns the bounds of an upright screen that is scrolled down to `offset` points.
  static func upright(at offset: Double) -> Rect {
    Rect(origin: Point(x: 0, y: offset), size: upright)
  }
}

/// The frames of one case, and the digest that showing all of them has to give.
final class ScrollFrames {
  let frames: [ScrollFrame]
  let answer: UInt64

  init(_ setting: ScrollSetting, _ collection: ScrollCollection) {
    frames = Self.frames(setting, collection)
    answer = frames.reduce(0) { sum, frame in
      let height = (frame.isTurned ? Screen.turned : Screen.upright).height
      let visible = collection.visible(
        from: frame.offset, to: frame.offset + height, headers: setting.headers)
      return ElementDigest.adding(visible, to: sum)
    }
  }

  private static func frames(
    _ setting: ScrollSetting, _ collection: ScrollCollection
  ) -> [ScrollFrame] {
    let extent = collection.contentExtent(headers: setting.headers)
    let most = max(0, extent - Screen.upright.height)
    let middle = collection.itemCount / 2
    func trace(_ kind: ScrollTrace.Kind, from start: Double) -> ScrollTrace {
      ScrollTrace(
        kind, contentExtent: extent, viewportExtent: Screen.upright.height, startOffset: start,
        framesPerSecond: setting.framesPerSecond, seed: collection.seed)
    }
    // A row's edge, which the jitter needs; as good a place as any for the others.
    let start =
      setting.startsAtTop ? 0 : collection.rowEdges(at: middle, headers: setting.headers).top
    let kind: ScrollTrace.Kind
    switch setting.movement {
    case .steady, .rotate: kind = .steady
    case .jitter: kind = .jitter
    case .jump: kind = .jump
    case .scrollbarDrag: kind = .scrollbarDrag
    case .directionFlips: kind = .directionFlips
    case .flings:
      return [1_000, 2_000, 4_000, 8_000, 12_000].reduce(into: []) { frames, velocity in
        let from = frames.last?.offset ?? start
        let fling = trace(.fling(pointsPerSecond: velocity), from: from)
        frames += fling.offsets.map { ScrollFrame(offset: $0) }
      }
    case .still:
      let count = trace(.steady, from: 0).frameCount
      // Both edges of the screen are within rows, whose heights are quarters of points.
      let place = min(max(0, start + 0.125), max(0, most - 0.125))
      return (0..<count).map { number in
        ScrollFrame(offset: place + (number.isMultiple(of: 2) ? 0 : 0.031_25))
      }
    case .reveal:
      let count = trace(.steady, from: 0).frameCount
      return (0..<count).map { number in
        let row = (middle + number) % collection.itemCount
        let bottom = collection.rowEdges(at: row, headers: setting.headers).bottom
        return ScrollFrame(offset: min(max(0, bottom - Screen.upright.height), most))
      }
    }
    var frames = trace(kind, from: start).offsets.map { ScrollFrame(offset: $0) }
    if setting.movement == .rotate {
      for place in frames.count / 3..<2 * frames.count / 3 { frames[place].isTurned = true }
    }
    return frames
  }
}
