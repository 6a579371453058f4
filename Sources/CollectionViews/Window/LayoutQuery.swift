import Geometry
import Layouts

/// The rectangle that the layout was last asked about, while what it answered still holds.
///
/// A layout's answer holds until the layout is invalidated or exchanged: a layout whose attributes
/// depend on the bounds says so (IC-5), and is asked in every pass.
struct LayoutQuery {
  private(set) var rect = Rect.zero
  /// A Boolean value that indicates whether the answer holds.
  private(set) var holds = false
  /// A Boolean value that indicates whether the shown views were matched with the answer.
  var isMatched = false
  /// The offsets that show content only, as of the last question; they hold for bounds of `limitsSize`.
  private(set) var limits = OffsetLimits()
  private var limitsSize = Size.zero
  /// How far ahead of a scroll the layout is asked, in screens.
  var lookahead = 1.0 { didSet { drop() } }

  /// What is asked about behind the bounds, as a share of what is asked about ahead: a finger trembles.
  private static let shareBehind = 0.25

  /// Forgets the answer: the next pass asks.
  mutating func drop() { holds = false }

  /// Notes that the layout is being asked about `rect`, in a view of `geometry`.
  mutating func begin(_ rect: Rect, _ geometry: ScrollGeometry) {
    self.rect = rect
    (limits, limitsSize) = (OffsetLimits(geometry), geometry.bounds.size)
    holds = true
    isMatched = false
  }

  /// Returns a Boolean value that indicates whether the answer has all elements of `rect`.
  @inline(__always)
  func covers(_ rect: Rect) -> Bool { holds && self.rect.covers(rect) }

  /// Returns a Boolean value that indicates whether `bounds` are known to show content only.
  @inline(__always)
  func allows(_ bounds: Rect) -> Bool {
    holds && bounds.size == limitsSize && limits.x.contains(bounds.minX)
      && limits.y.contains(bounds.minY)
  }

  /// Returns the rectangle to ask about: the bounds, and what lies ahead and a little behind while the
  /// content scrolls.
  ///
  /// After a jump, and where the last answer holds no longer, it is the bounds alone: more would be
  /// asked for than is seen.
  ///
  /// - Parameters:
  ///   - bounds: The bounds.
  ///   - direction: The direction of the scroll: -1, 0 or 1 along each axis; nil for none.
  ///   - wanted: What to ask about at least; nil for the bounds. It alone is returned where it lies
  ///     beyond the rest.
  func rect(for bounds: Rect, movingIn direction: Point?, covering wanted: Rect? = nil) -> Rect {
    let ahead = rect(for: bounds, movingIn: direction)
    return wanted.map { ahead.covers($0) ? ahead : $0 } ?? ahead
  }

  private func rect(for bounds: Rect, movingIn direction: Point?) -> Rect {
    guard holds, lookahead > 0, let direction, direction != .zero, rect.overlaps(bounds) else {
      return bounds
    }
    var ahead = bounds
    for axis in Axis.allCases where direction[axis] != 0 {
      let extent = lookahead * bounds.size[axis]
      ahead.origin[axis] -= direction[axis] < 0 ? extent : extent * Self.shareBehind
      ahead.size[axis] += extent + extent * Self.shareBehind
    }
    return ahead.origin.isFinite && ahead.size.isUsable && ahead.covers(bounds) ? ahead : bounds
  }
}

extension Rect {
  /// Returns a Boolean value that indicates whether what overlaps `other` overlaps this rectangle.
  @inline(__always)
  fileprivate func covers(_ other: Rect) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }
}

/// The offsets along both axes that show content only.
struct OffsetLimits {
  var x = 0.0...0.0
  var y = 0.0...0.0

  init() {}

  init(_ geometry: ScrollGeometry) {
    (x, y) = (geometry.limits(.horizontal), geometry.limits(.vertical))
  }

  subscript(axis: Axis) -> ClosedRange<Double> { axis == .horizontal ? x : y }
}
