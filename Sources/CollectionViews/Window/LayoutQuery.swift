import Geometry
import Layouts

/// The rectangle that the layout was last asked about, while what it answered still holds.
///
/// A layout's answer holds until the layout is invalidated or exchanged: a layout whose attributes
/// depend on the bounds says so (IC-5), and is asked in every pass.
struct LayoutQuery {
  private(set) var rect = Rect.zero
  /// A Boolean value that indicates whether the answer holds, apart from `movedSection`.
  private var isAnswered = false
  /// The section whose elements have moved since the answer; nil if none has.
  private(set) var movedSection: Int?
  /// A Boolean value that indicates whether the answer holds.
  var holds: Bool { isAnswered && movedSection == nil }
  /// A Boolean value that indicates whether the shown views were matched with the answer.
  var isMatched = false
  /// The number of questions so far.
  private(set) var number = 0
  /// The offsets that show content only in bounds of `limitsSize`, as of the last question.
  private var xLimits = 0.0...0.0
  private var yLimits = 0.0...0.0
  private var limitsSize = Size.zero
  /// The distance ahead of a scroll, in screens, that the layout is asked about.
  var lookahead = 1.0 { didSet { drop() } }
  /// The number of frames at most that an answer serves.
  var frameLimit = Int.max
  /// The number of frames that the answer has served, including the frame that asked.
  private var servedFrames = 0

  /// The distance behind that is asked about, as a share of the distance ahead: a finger trembles.
  private static let shareBehind = 0.25

  /// Forgets the answer: the next pass asks.
  mutating func drop() {
    isAnswered = false
    movedSection = nil
  }

  /// Notes that elements of a section have moved; forgets the answer if others have, too.
  mutating func noteMove(ofSection section: Int) {
    guard isAnswered else { return }
    if movedSection == nil { movedSection = section } else if movedSection != section { drop() }
  }

  /// Notes that the answer about the section that has moved is being replaced.
  mutating func noteAnswerAboutMovedSection() { movedSection = nil }

  /// Notes that the layout is being asked about `rect`.
  mutating func begin(_ rect: Rect) {
    self.rect = rect
    number += 1
    servedFrames = 1
    isAnswered = true
    movedSection = nil
    isMatched = false
  }

  /// Notes which offsets show content only, after the layout has answered.
  mutating func noteLimits(_ geometry: ScrollGeometry) {
    (xLimits, yLimits) = (geometry.limits(.horizontal), geometry.limits(.vertical))
    limitsSize = geometry.bounds.size
  }

  /// A Boolean value that indicates whether the answer has served as many frames as it may.
  @inline(__always)
  var isUsedUp: Bool { servedFrames >= frameLimit }

  /// Notes that the answer serves another frame.
  @inline(__always)
  mutating func noteFrame() { servedFrames &+= 1 }

  /// Returns a Boolean value that indicates whether the answer has all elements of `rect`.
  @inline(__always)
  func covers(_ rect: Rect) -> Bool { holds && self.rect.covers(rect) }

  /// Returns a Boolean value that indicates whether `bounds` are known to show content only.
  @inline(__always)
  func allows(_ bounds: Rect) -> Bool {
    isAnswered && bounds.size == limitsSize && xLimits.contains(bounds.minX)
      && yLimits.contains(bounds.minY)
  }

  /// Returns a rectangle to ask about: the bounds with what lies ahead and a little behind while the
  /// content scrolls along one axis.
  ///
  /// After a jump, and if the last answer does not hold, it is the bounds alone: more would be asked for
  /// than is seen.
  ///
  /// - Parameters:
  ///   - bounds: The bounds.
  ///   - direction: The direction of the scroll: -1, 0 or 1 along each axis; nil for none.
  /// - Returns: The rectangle, which covers the bounds.
  func rect(for bounds: Rect, movingIn direction: Point?) -> Rect {
    guard holds, lookahead > 0, let direction, (direction.x == 0) != (direction.y == 0),
      rect.overlaps(bounds)
    else { return bounds }
    var ahead = bounds
    let axis = direction.x == 0 ? Axis.vertical : .horizontal
    let extent = lookahead * bounds.size[axis]
    ahead.origin[axis] -= direction[axis] < 0 ? extent : extent * Self.shareBehind
    ahead.size[axis] += extent + extent * Self.shareBehind
    return ahead.origin.isFinite && ahead.size.isUsable && ahead.covers(bounds) ? ahead : bounds
  }

  /// Returns a rectangle to ask about that covers `wanted`, and the bounds too if they are asked about
  /// ahead; up to rounding, after which a view asks once more.
  func rect(covering wanted: Rect, with bounds: Rect, movingIn direction: Point) -> Rect {
    let ahead = rect(for: bounds, movingIn: direction)
    return ahead != bounds ? ahead.union(wanted) : wanted
  }
}

extension Rect {
  /// Returns a Boolean value that indicates whether what overlaps `other` overlaps this rectangle.
  @inline(__always)
  fileprivate func covers(_ other: Rect) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }
}
