import BasicAlgorithms
import Geometry

/// A synthetic scroll trace: content offsets along one axis frame by frame, in points.
///
/// An offset is a function of the frame's number, so a trace takes no memory and any frame can be
/// requested. Movements over time are the same at 60 and 120 frames per second. Offsets lie in
/// `0...maximumOffset` and are multiples of 1/64 pt, except for that end itself. The rounding hides
/// the last bits, in which the exponential functions of machines may differ.
public struct ScrollTrace: Hashable, Sendable {
  /// The kind of movement.
  public let kind: Kind
  /// The number of frames per second: 60 or 120 on real screens.
  public let framesPerSecond: Int
  /// The largest offset in points: the content's extent less the viewport's, or 0.
  public let maximumOffset: Double
  /// The initial offset in points; for `jitter`, the offset around which it moves.
  public let startOffset: Double
  /// The key of the random numbers.
  private let key: UInt64

  /// Creates the trace of `kind` over given content.
  ///
  /// - Parameters:
  ///   - kind: The kind of movement.
  ///   - contentExtent: The content's extent along the axis, in points.
  ///   - viewportExtent: The extent of the visible part, in points.
  ///   - startOffset: The initial offset, in points; clamped to the range.
  ///   - framesPerSecond: 60 or 120 on real screens.
  ///   - seed: The seed of all random numbers.
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

  /// The number of frames in the trace as a user would see it, including the start.
  ///
  /// A fling ends with the first frame that has less than half a point left, a scroll-bar drag when
  /// it is back, all others after ten seconds. Later frames can be requested too: a fling then
  /// hardly moves, and all others continue.
  public var frameCount: Int {
    let seconds: Double =
      switch kind {
      case .fling: fling.duration
      case .scrollbarDrag: 2 * Self.dragSeconds
      case .steady, .jump, .jitter, .directionFlips: 10
      }
    return Int((seconds * Double(framesPerSecond)).rounded(.up)) + 1
  }

  /// The offsets of all `frameCount` frames.
  public var offsets: [Double] { (0..<frameCount).map(offset(atFrame:)) }

  /// Returns the content's offset at frame `frame`, in points.
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
  /// The velocity of `steady` in points per second: 20 points per frame at 60 Hz, 10 at 120.
  static let steadyVelocity = 1_200.0

  /// The time of the scroll bar from one end to the other, in seconds.
  static let dragSeconds = 2.0

  /// The time of `directionFlips` in one direction, in seconds.
  static let flipSeconds = 0.25

  private var fling: Deceleration {
    guard case .fling(let velocity) = kind else {
      return Deceleration(position: startOffset, velocity: 0)
    }
    return Deceleration(position: startOffset, velocity: Double(velocity))
  }

  private func seconds(_ frame: Int) -> Double { Double(frame) / Double(framesPerSecond) }

  /// Returns the offset after `way` points from the start of the content, reversing at either end.
  private func turning(_ way: Double) -> Double {
    guard maximumOffset > 0 else { return 0 }
    let rest = abs(way).truncatingRemainder(dividingBy: 2 * maximumOffset)
    return rest <= maximumOffset ? rest : 2 * maximumOffset - rest
  }

  /// Returns any offset; each multiple of 1/64 is equally likely.
  private func randomOffset(_ frame: Int) -> Double {
    let count = UInt64(min(maximumOffset * 64, 0x1p62)) + 1
    return Double(random(frame).multipliedFullWidth(by: count).high) / 64
  }

  /// Returns up to half a point, backwards in odd frames and forwards in even ones.
  private func jitter(_ frame: Int) -> Double {
    let distance = Double(random(frame).multipliedFullWidth(by: 33).high) / 64
    return frame.isMultiple(of: 2) ? distance : -distance
  }

  /// Returns the distance from the start: 240 to 1,200 points out in either direction, and back
  /// again.
  private func excursion(_ frame: Int) -> Double {
    let flips = seconds(frame) / Self.flipSeconds
    let number = (flips / 2).rounded(.down)
    let random = random(Int(number))
    let reach = Double(240 + random.multipliedFullWidth(by: 961).high)
    let part = flips - 2 * number
    let distance = reach * (part <= 1 ? part : 2 - part)
    return random.isMultiple(of: 2) ? distance : -distance
  }

  /// Returns the random number with index `number`.
  private func random(_ number: Int) -> UInt64 {
    SplitMix64.mix(key &+ UInt64(truncatingIfNeeded: number) &* SplitMix64.increment)
  }
}

extension ScrollTrace {
  /// The kinds of movement.
  public enum Kind: Hashable, Sendable {
    /// Forwards by the same distance each frame, 1,200 points per second; reverses at the ends:
    /// `steady`.
    case steady
    /// Released at a velocity that decays; stops at the end: `fling-1000`.
    case fling(pointsPerSecond: Int)
    /// To a random offset each frame: `jump`.
    case jump
    /// Around the start offset by up to half a point; meant for a start offset at the edge of a
    /// line: `jitter`.
    case jitter
    /// Through the whole content in two seconds and back in two more, as with the scroll bar:
    /// `scrollbar-drag`.
    case scrollbarDrag
    /// A quarter of a second in one direction and a quarter back, each time over another distance:
    /// `direction-flips`.
    case directionFlips

    /// The names of the usual kinds on the command line and in case ids.
    public static let names = [
      "steady", "fling-1000", "fling-2000", "fling-4000", "fling-8000", "fling-12000", "jump",
      "jitter", "scrollbar-drag", "direction-flips",
    ]

    /// The largest number in `fling-`.
    static let maximumVelocity = 1_000_000

    /// Creates the kind called `name`; nil if there is none.
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
