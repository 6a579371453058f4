import Geometry

/// The visible elements of a compositional layout, as the handlers of their sections have changed them
/// (CL-19).
///
/// It keeps its memory from one movement of the bounds to the next.
struct VisibleItems {
  /// The elements that handlers have changed, in order.
  private(set) var changed: [LayoutAttributes] = []
  private var places: [LayoutElement: Int] = [:]
  private var visible: [LayoutAttributes] = []
  /// The elements of one section as its handler is given them, and as it leaves them.
  private var given: [LayoutAttributes] = []
  private var answer: [LayoutAttributes] = []
  /// Flags of the given elements that the answer has had.
  private var isAnswered: [Bool] = []

  /// Returns the attributes of an element that a handler has changed; nil for others.
  func attributes(of element: @autoclosure () -> LayoutElement) -> LayoutAttributes? {
    guard !changed.isEmpty, let place = places[element()] else { return nil }
    return changed[place]
  }

  /// Puts the changed elements in `rect` in the place of those of `buffer` from `first` on.
  func replace(in rect: Rect, _ buffer: inout [LayoutAttributes], from first: Int) {
    guard !changed.isEmpty else { return }
    var kept = first
    for place in first..<buffer.count where places[buffer[place].element] == nil {
      buffer.swapAt(kept, place)
      kept += 1
    }
    buffer.removeLast(buffer.count - kept)
    for attributes in changed where attributes.frame.overlaps(rect) { buffer.append(attributes) }
  }

  /// Forgets all changes.
  private mutating func removeAll() {
    guard !changed.isEmpty else { return }
    changed.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  /// Calls the handlers of all sections that have elements in `bounds`.
  ///
  /// - Complexity: O(visible elements) beside the query and the handlers; no allocation once the
  ///   memory suffices.
  mutating func callHandlers(
    of lines: PreparedLines, in bounds: Rect, pinned: PinnedRange?, _ environment: LayoutEnvironment
  ) {
    removeAll()
    visible.removeAll(keepingCapacity: true)
    lines.appendAttributes(in: bounds, pinned: pinned, to: &visible)
    // Elements of all content come first; they have no section.
    var first = visible.firstIndex { $0.itemPath != nil } ?? visible.count
    while first < visible.count {
      let section = visible[first].section
      var end = first + 1
      while end < visible.count, visible[end].section == section { end += 1 }
      if let template = lines.template(ofSection: section), let handler = template.handler {
        let crossing = template.axis.crossing
        let isOrthogonal = template.arrangement == .orthogonal
        let shift = isOrthogonal ? lines.solver.orthogonalOffsets.offset(ofSection: section) : 0
        var offset = bounds.origin
        if isOrthogonal { offset[crossing] = shift }
        give(first..<end, movedBy: shift, along: crossing)
        handler(&answer, offset, environment)
        take(first..<end, movedBy: shift, along: crossing)
      }
      first = end
    }
  }

  /// Makes the elements at `range` those that a handler is given: in the coordinates of its section's
  /// own content, `shift` points farther along `axis`.
  private mutating func give(_ range: Range<Int>, movedBy shift: Double, along axis: Axis) {
    given.removeAll(keepingCapacity: true)
    answer.removeAll(keepingCapacity: true)
    for place in range {
      var attributes = visible[place]
      if shift != 0 { attributes.inline.bounds.origin[axis] += shift }
      given.append(attributes)
      answer.append(attributes)
    }
  }

  /// Takes what a handler has left of the elements at `range`: other elements, those that it repeats
  /// and other sizes are ignored.
  private mutating func take(_ range: Range<Int>, movedBy shift: Double, along axis: Axis) {
    isAnswered.removeAll(keepingCapacity: true)
    isAnswered.append(contentsOf: repeatElement(false, count: given.count))
    for (number, item) in answer.enumerated() {
      let inOrder = number < given.count && given[number].isOf(item) ? number : nil
      guard let place = inOrder ?? given.firstIndex(where: { $0.isOf(item) }), !isAnswered[place]
      else { continue }
      isAnswered[place] = true
      guard item != given[place] else { continue }
      let before = visible[range.lowerBound + place]
      var after = item
      var center = item.center
      center[axis] -= shift
      after.inline.bounds =
        item.center == given[place].center
        ? before.inline.bounds : LayoutAttributes.rect(center: center, size: before.size)
      guard after != before else { continue }
      places[after.element] = changed.count
      changed.append(after)
    }
  }
}

extension LayoutAttributes {
  /// Returns a Boolean value that indicates whether both are of one element with a path of two levels.
  fileprivate func isOf(_ other: LayoutAttributes) -> Bool {
    category == other.category && kind == other.kind && itemPath == other.itemPath
  }
}
