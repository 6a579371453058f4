import Geometry

// Finite lengths may have sums that are not: each check names the part where they occur.

extension Rect {
  /// A Boolean value that indicates whether all four edges are finite.
  var hasFiniteEdges: Bool {
    minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite
  }
}

extension BoundaryTemplate {
  /// Throws if the place of an item exceeds the range of numbers.
  func checkFinite() throws(CompositionError) {
    guard !items.isEmpty else { return }
    for item in items {
      let distance =
        switch item.place {
        case .start(let distance), .end(let distance): distance.magnitude
        case .middle: 0.0
        }
      let beside = max(distance, item.pinnedBefore, item.pinnedInside)
      let along = beside + item.extent + item.shift.magnitude
      let across = item.crossStart.magnitude + item.crossExtent
      guard along.isFinite, across.isFinite else {
        throw CompositionError(path: [.boundaryItem(item.number)], problem: .overflow)
      }
    }
  }
}

extension SectionTemplate {
  /// Throws if a place that does not depend on the number of items exceeds the range of numbers.
  func checkFinite() throws(CompositionError) {
    try boundary.checkFinite()
    for (number, decoration) in decorations.enumerated() {
      let insets = decoration.contentInsets
      guard Axis.allCases.allSatisfy({ insets.total($0).isFinite }) else {
        throw CompositionError(path: [.decorationItem(number)], problem: .overflow)
      }
    }
    for (number, item) in items.enumerated() {
      try checkFinite(item.badges) { place(ofItem: number) }
    }
    for box in boxes { try checkFinite(box.badges) { place(ofBox: box.number) } }
    var across = items.lazy.map { $0.crossStart.magnitude + $0.crossExtent }.max() ?? 0
    for box in boxes { across = max(across, box.crossStart.magnitude + box.crossExtent) }
    guard reach.isFinite, crossReach.isFinite, (across + crossReach).isFinite else {
      throw CompositionError(path: [.group], problem: .overflow)
    }
    if case .wrapping = arrangement, let line = metrics.composed {
      // One item stands for all; others follow it up to the end of the line.
      guard (items[0].crossStart + line.length + badges.reach).isFinite else {
        throw CompositionError(path: [.group], problem: .overflow)
      }
    }
    guard arrangement == .orthogonal else { return }
    // The largest number of groups that there can be: if its offset is finite, all are.
    let extent = orthogonal.contentExtent(groupCount: .max)
    guard (extent + across + crossReach).isFinite else {
      throw CompositionError(path: [], problem: .overflow)
    }
  }

  /// Throws if the place of one of `range`'s badges exceeds the range of numbers; `place` returns the
  /// members that lead to their item or group.
  private func checkFinite(
    _ range: Range<Int>, of place: () -> [CompositionError.Step]
  ) throws(CompositionError) {
    guard let number = range.first(where: { !badges[$0].reach.isFinite }) else { return }
    throw CompositionError(
      path: [.group] + place() + [.supplementaryItem(number - range.lowerBound)],
      problem: .overflow)
  }

  /// The distance by which an element may lie behind the section's end, in points.
  var overhang: Double {
    decorations.reduce(reach) { max($0, $1.contentInsets.leading(axis)) }
  }
}
