import Geometry

/// Where a scroll view's content stands frame by frame: content offsets along one axis, in points.
///
/// An offset is a function of the frame's number, so that a trace takes no memory and any frame can
/// be asked for; what moves with time is the same at 60 and 120 frames per second. Offsets lie in
/// `0...maximumOffset` and are multiples of 1/64 pt (that end itself excepted), which rounds away
/// the last bits in which machines' exponential functions may differ.
public struct ScrollTrace: Hashable, Sendable {
  /// How the content moves.
  public let kind: Kind
  /// Frames in a second: 60 or 120 on real screens.
  public let framesPerSecond: Int
  /// The largest offset in points: the content's extent less the viewport's, or 0.
  public let maximumOffset: Double
  /// The offset in points that the trace starts from, or, for `jitter`, moves round.
  public let startOffset: Double
  /// What random numbers are made from.
  private let key: UInt64

  /// The trace of `kind` over given content.
  ///
  /// - Parameters:
  ///   - kind: How the content moves.
  ///   - contentExtent: The content's extent along the axis, in points.
  ///   - viewportExtent: The extent of what is seen of it, in points.
  ///   - startOffset: Where to start, in points; brought into range.
  ///   - framesPerSecond: 60 or 120 on real screens.
  ///   - seed: Where all that is random comes from.
  /// - Precondition: The extents and the offset are finite, there is at least one frame per second.
  public init(
    _ kind: Kind, contentExtent: Double, viewportExtent: Double, startOffset: Double = 0,
    framesPerSecond: Int = 60, seed: UInt64
  ) {
    precondition(
      contentExtent.isFinite && viewportExtent.isFinite,
      "ScrollTrace.init: the extents must be finite")
    precondition(startOffset.isFinite, "ScrollTrace.init: the start offset must be finite")
    precondition(framesPerSecond > 0, "ScrollTrace.init: there must be frames in a second")
    self.kind = kind
    self.framesPerSecond = framesPerSecond
    maximumOffset = max(contentExtent - viewportExtent, 0)
    self.startOffset = min(max(startOffset, 0), maximumOffset)
    key = SplitMix64.mix(~seed)
  }

  /// The number of frames in the trace as a user would see it, the first at the start.
  ///
  /// A fling ends with the first frame at which less than half a point is left, a drag of the bar
  /// when it is back, anything else after ten seconds. Later frames can be asked for too: a fling
  /// then hardly moves, all others go on.
  public var frameCount: Int {
    let seconds: Double =
      switch kind {
      case .fling: fling.duration
      case .scrollbarDrag: 2 * Self.dragSeconds
      case .steady, .jump, .jitter, .directionFlips: 10
      }
    return Int((seconds * Double(framesPerSecond)).rounded(.up)) + 1
  }

  /// All offsets of the trace, `frameCount` of them.
  public var offsets: [Double] { (0..<frameCount).map(offset(atFrame:)) }

  /// The content's offset at frame `frame`, in points.
  ///
  /// - Parameter frame: 0 for the start; may be `frameCount` or more.
  /// - Returns: An offset in `0...maximumOffset`.
  /// - Complexity: O(1); no allocation.
  /// - Precondition: `frame >= 0`.
  public func offset(atFrame frame: Int) -> Double {
    precondition(frame >= 0, "ScrollTrace.offset(atFrame:): frames count from 0")
    let offset =
      switch kind {
      case .steady: turning(startOffset + Self.steadyVelocity * seconds(frame))
      case .fling: fling.position(at: seconds(frame))
      case .jump: frame == 0 ? startOffset : randomOffset(frame)
      case .jitter: frame == 0 ? startOffset : startOffset + jitter(frame)
      case .scrollbarDrag:
        turning(startOffset + maximumOffset * (seconds(frame) / Self.dragSeconds))
      case .directionFlips: turning(startOffset + excursion(frame))
      }
    return min(max((offset * 64).rounded() / 64, 0), maximumOffset)
  }
}

// MARK: Movements

extension ScrollTrace {
  /// Points per second of `steady`: 20 points per frame at 60 Hz, 10 at 120.
  static let steadyVelocity = 1_200.0

  /// How long the scroll bar takes from one end to the other.
  static let dragSeconds = 2.0

  /// How long `directionFlips` goes one way.
  static let flipSeconds = 0.25

  private var fling: Deceleration {
    guard case .fling(let velocity) = kind else {
      return Deceleration(position: startOffset, velocity: 0)
    }
    return Deceleration(position: startOffset, velocity: Double(velocity))
  }

  private func seconds(_ frame: Int) -> Double { Double(frame) / Double(framesPerSecond) }

  /// The offset after `way` points from the start of the content, turning round at either end.
  private func turning(_ way: Double) -> Double {
    guard maximumOffset > 0 else { return 0 }
    let rest = abs(way).truncatingRemainder(dividingBy: 2 * maximumOffset)
    return rest <= maximumOffset ? rest : 2 * maximumOffset - rest
  }

  /// Any offset, each multiple of 1/64 as likely as any other.
  private func randomOffset(_ frame: Int) -> Double {
    let count = UInt64(min(maximumOffset * 64, 0x1p62)) + 1
    return Double(random(frame).multipliedFullWidth(by: count).high) / 64
  }

  /// Up to half a point, back in odd frames and on in even ones.
  private func jitter(_ frame: Int) -> Double {
    let distance = Double(random(frame).multipliedFullWidth(by: 33).high) / 64
    return frame.isMultiple(of: 2) ? distance : -distance
  }

  /// The distance from the start: out for a while, 240 to 1,200 points either way, and back again.
  private func excursion(_ frame: Int) -> Double {
    let flips = seconds(frame) / Self.flipSeconds
    let number = (flips / 2).rounded(.down)
    let random = random(Int(number))
    let reach = Double(240 + random.multipliedFullWidth(by: 961).high)
    let part = flips - 2 * number
    let distance = reach * (part <= 1 ? part : 2 - part)
    return random.isMultiple(of: 2) ? distance : -distance
  }

  /// The random number called `number`.
  private func random(_ number: Int) -> UInt64 {
    SplitMix64.mix(key &+ UInt64(truncatingIfNeeded: number) &* SplitMix64.increment)
  }
}

extension ScrollTrace {
  /// The ways in which content is scrolled.
  public enum Kind: Hashable, Sendable {
    /// On by the same distance each frame, 1,200 points per second; turns round at the ends:
    /// `steady`.
    case steady
    /// Let go at so many points per second, and slower and slower; stops at the end: `fling-1000`.
    case fling(pointsPerSecond: Int)
    /// To any other place each frame: `jump`.
    case jump
    /// To and fro across the start offset by up to half a point; meant for a start offset at the
    /// edge of a line: `jitter`.
    case jitter
    /// The whole content in two seconds and back in two more, as by the scroll bar:
    /// `scrollbar-drag`.
    case scrollbarDrag
    /// A quarter of a second one way, a quarter back, each time another way and distance:
    /// `direction-flips`.
    case directionFlips

    /// What the command line and case ids call the usual kinds.
    public static let names = [
      "steady", "fling-1000", "fling-2000", "fling-4000", "fling-8000", "fling-12000", "jump",
      "jitter", "scrollbar-drag", "direction-flips",
    ]

    /// The largest number that may follow `fling-`.
    static let maximumVelocity = 1_000_000

    /// The kind called `name`; nil if none is.
    ///
    /// Any number from 1 to 1,000,000 may follow `fling-`.
    public init?(name: String) {
      switch name {
      case "steady": self = .steady
      case "jump": self = .jump
      case "jitter": self = .jitter
      case "scrollbar-drag": self = .scrollbarDrag
      case "direction-flips": self = .directionFlips
      default:
        guard name.hasPrefix("fling-"), let velocity = Int(name.dropFirst("fling-".count)),
          (1...Self.maximumVelocity).contains(velocity)
        else { return nil }
        self = .fling(pointsPerSecond: velocity)
        guard self.name == name else { return nil }
      }
    }

    /// The name in case ids.
    public var name: String {
      switch self {
      case .steady: "steady"
      case .fling(let velocity): "fling-\(velocity)"
      case .jump: "jump"
      case .jitter: "jitter"
      case .scrollbarDrag: "scrollbar-drag"
      case .directionFlips: "direction-flips"
      }
    }
  }
}
