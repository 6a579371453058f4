import Geometry
import Layouts

/// The beginnings and ends of an answer's elements along one axis, to find by comparing numbers what
/// enters and leaves while the bounds move along it.
struct AnswerSpans {
  private var spans: [Span] = []
  private var axis = Axis.vertical
  private var crossStart = Double.nan
  private var size = Size.zero

  private struct Span {
    let start: Double
    let end: Double
    /// The span of an element that overlaps nothing.
    static let none = Span(start: .infinity, end: -.infinity)
  }

  /// Forgets the answer; keeps the memory.
  mutating func forget() { crossStart = .nan }

  /// Returns a Boolean value that indicates whether the spans are those that `bounds` see.
  @inline(__always)
  private func hold(for bounds: Rect, along axis: Axis) -> Bool {
    self.axis == axis && bounds.min(axis.crossing) == crossStart && bounds.size == size
  }

  /// Takes the spans of `answer`, unless they are known.
  ///
  /// - Parameters:
  ///   - answer: The answer, the same until `forget()`.
  ///   - axis: The axis along which the bounds move.
  ///   - bounds: The bounds.
  ///   - skipsHidden: A Boolean value that indicates whether hidden elements do not count.
  mutating func take(
    _ answer: [LayoutAttributes], along axis: Axis, at bounds: Rect, skipsHidden: Bool
  ) {
    guard !hold(for: bounds, along: axis) else { return }
    (self.axis, crossStart, size) = (axis, bounds.min(axis.crossing), bounds.size)
    let (least, most) = (bounds.min(axis.crossing), bounds.max(axis.crossing))
    spans.removeAll(keepingCapacity: true)
    for index in answer.indices {
      let frame = answer[index].frame
      let isSeen =
        // An edge may be no number, and then overlaps nothing.
        !frame.isEmpty && frame.min(axis) <= frame.max(axis) && frame.min(axis.crossing) < most
        && least < frame.max(axis.crossing)
        && !(skipsHidden && answer[index].isHidden)
      spans.append(isSeen ? Span(start: frame.min(axis), end: frame.max(axis)) : .none)
    }
  }

  /// Finds what enters as the bounds move.
  ///
  /// - Parameters:
  ///   - before: The bounds before; they differ along the axis alone.
  ///   - bounds: The bounds now.
  ///   - entering: Is given the indexes of what enters, in the answer's order.
  /// - Returns: A Boolean value that indicates whether something leaves, and the bounds between which
  ///   the same elements of the answer are seen.
  func follow(
    from before: Rect, to bounds: Rect, entering: inout [Int]
  ) -> (leaves: Bool, still: StillBounds) {
    let (start, end) = (bounds.min(axis), bounds.max(axis))
    let (startBefore, endBefore) = (before.min(axis), before.max(axis))
    var still = StillBounds(bounds, axis)
    var leaves = false
    for index in spans.indices {
      let span = spans[index]
      let wasSeen = span.start < endBefore && startBefore < span.end
      if span.start >= end {
        still.mostEnd = min(still.mostEnd, span.start)
      } else if span.end <= start {
        still.leastStart = max(still.leastStart, span.end)
      } else {
        still.endLimit = max(still.endLimit, span.start)
        still.startLimit = min(still.startLimit, span.end)
        if !wasSeen { entering.append(index) }
        continue
      }
      if wasSeen { leaves = true }
    }
    return (leaves, still)
  }
}

/// The bounds between which the same elements are seen, as the content moves along one axis.
struct StillBounds {
  private let axis: Axis
  private let crossStart: Double
  private let size: Size
  /// The number of the question whose answer this is of.
  var questionNumber = 0
  /// The least start of the bounds along the axis.
  fileprivate var leastStart = -Double.infinity
  /// The start must be less than this.
  fileprivate var startLimit = Double.infinity
  /// The end must be greater than this.
  fileprivate var endLimit = -Double.infinity
  /// The greatest end of the bounds along the axis.
  fileprivate var mostEnd = Double.infinity

  fileprivate init(_ bounds: Rect, _ axis: Axis) {
    self.axis = axis
    crossStart = bounds.min(axis.crossing)
    size = bounds.size
  }

  /// Leaves out what is not in `rect`.
  mutating func stay(in rect: Rect) {
    leastStart = max(leastStart, rect.min(axis))
    mostEnd = min(mostEnd, rect.max(axis))
  }

  /// Returns a Boolean value that indicates whether `bounds` show the same elements.
  @inline(__always)
  func contains(_ bounds: Rect) -> Bool {
    let (start, end) = (bounds.min(axis), bounds.max(axis))
    return bounds.min(axis.crossing) == crossStart && bounds.size == size && leastStart <= start
      && start < startLimit && endLimit < end && end <= mostEnd
  }
}
