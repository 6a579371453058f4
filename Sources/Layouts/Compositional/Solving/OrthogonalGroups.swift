/// The groups of a section that scrolls by itself, across the scroll direction of the layout.
///
/// Offsets are distances in points by which the section has scrolled; 0 is its beginning.
struct OrthogonalGroups: Hashable {
  /// The extent of the visible part, in points.
  var viewport: Double
  /// The extent of one group, in points.
  var groupExtent: Double
  /// The distance between groups, in points.
  var spacing: Double
  /// The margin before the first group, in points.
  var leadingInset: Double
  /// The margin behind the last group, in points.
  var trailingInset: Double
  /// A Boolean value that indicates whether groups rest in the middle of the visible part.
  var isCentered: Bool

  /// The distance between the beginnings of two groups, in points.
  var step: Double { groupExtent + spacing }

  /// The beginning of the first group at offset 0, in points (CL-16).
  var start: Double { isCentered ? max((viewport - groupExtent) / 2, 0) : leadingInset }

  /// The margin behind the last group, in points.
  private var end: Double { isCentered ? start : trailingInset }

  /// Returns the extent of `count` groups with the margins, in points.
  func contentExtent(groupCount count: Int) -> Double {
    guard count > 0 else { return start + end }
    return start + (Double(count - 1) * step + groupExtent) + end
  }

  /// Returns the largest offset for `count` groups, in points.
  func maximumOffset(groupCount count: Int) -> Double {
    max(contentExtent(groupCount: count) - viewport, 0)
  }

  /// Returns `offset` within the content of `count` groups.
  func clamped(_ offset: Double, groupCount count: Int) -> Double {
    min(max(offset, 0), maximumOffset(groupCount: count))
  }

  /// Returns the offset at which a scroll ends (CL-17).
  ///
  /// - Parameters:
  ///   - behavior: The scrolling behaviour.
  ///   - proposed: The offset at which the scroll would end by itself.
  ///   - current: The offset at which the finger left.
  ///   - velocity: The velocity there, in points a second; only its sign counts.
  ///   - count: The number of groups.
  /// - Returns: An offset within the content.
  func targetOffset(
    _ behavior: OrthogonalScrollingBehavior, proposed: Double, from current: Double,
    velocity: Double, groupCount count: Int
  ) -> Double {
    let target: Double
    switch behavior {
    case .none, .continuous: target = proposed
    case .continuousGroupLeadingBoundary: target = Self.nearest(to: proposed, in: step)
    case .paging: target = Self.page(from: current, proposed, velocity, of: viewport)
    case .groupPaging, .groupPagingCentered:
      target = Self.page(from: current, proposed, velocity, of: step)
    }
    return clamped(target, groupCount: count)
  }

  /// Returns the multiple of `step` that is nearest to `offset`.
  private static func nearest(to offset: Double, in step: Double) -> Double {
    step > 0 ? (offset / step).rounded() * step : offset
  }

  /// Returns the next or the previous page, by the sign of `velocity`; without one, the page nearest
  /// to `proposed`, and at most one page away.
  private static func page(
    from current: Double, _ proposed: Double, _ velocity: Double, of extent: Double
  ) -> Double {
    guard extent > 0 else { return proposed }
    let place = Self.place(of: current, in: extent)
    if velocity > 0 { return (place.rounded(.down) + 1) * extent }
    if velocity < 0 { return (place.rounded(.up) - 1) * extent }
    let page = (proposed / extent).rounded()
    return min(max(page, place.rounded(.up) - 1), place.rounded(.down) + 1) * extent
  }

  /// Returns how many pages of `extent` lie before `offset`. At rest, so within half a point or a
  /// millionth of a page of a page's beginning, they are a whole number: 3 · x / x may be less than 3.
  private static func place(of offset: Double, in extent: Double) -> Double {
    let place = offset / extent
    let nearest = place.rounded()
    return (place - nearest).magnitude <= max(1e-6, 0.5 / extent) ? nearest : place
  }

  /// Returns the groups that may overlap `start`..<`end` across the scroll direction at `offset`, and
  /// a few beside them.
  func groups(
    from start: Double, to end: Double, offset: Double, reach: Double, count: Int
  ) -> Range<Int> {
    guard step > 0 else { return 0..<count }
    let first = self.start - offset
    // Quotients of sums that round: less than a group while positions are no huge numbers of groups.
    let scale = start.magnitude + end.magnitude + reach + groupExtent + offset
    let slack = step > 1 && scale < step * 0x1p40 ? 0.25 : 2
    let low = (start - reach - groupExtent - first) / step - slack
    let high = (end + reach - first) / step + slack
    let lower = low > 0 ? (low < Double(count) ? Int(low) : count) : 0
    let upper = high < Double(count) ? (high > 0 ? Int(high) + 1 : 0) : count
    return min(lower, count)..<min(max(lower, upper), count)
  }
}

/// The way in which a section scrolls across the scroll direction of its layout.
public enum OrthogonalScrollingBehavior: String, Hashable, Sendable, CaseIterable {
  /// Not at all: groups follow each other along the scroll direction of the layout.
  case none
  /// To any offset.
  case continuous
  /// To any offset at which a group begins at the leading edge.
  case continuousGroupLeadingBoundary
  /// By one visible part at a time.
  case paging
  /// By one group at a time.
  case groupPaging
  /// By one group at a time, each in the middle.
  case groupPagingCentered
}
