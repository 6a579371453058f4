import BasicAlgorithms
import Geometry

/// The groups of a section that scrolls by itself, across the scroll direction of the layout.
///
/// Offsets are distances in points by which the section has scrolled; 0 is its beginning.
struct OrthogonalGroups: Hashable {
  /// The extent of the visible part, in points.
  var viewport: Double
  /// The extent of a group as the template has it, in points.
  var groupExtent: Double
  /// The distance between groups, in points.
  var spacing: Double
  /// The margin before the first group, in points.
  var leadingInset: Double
  /// The margin behind the last group, in points.
  var trailingInset: Double
  /// A Boolean value that indicates whether groups rest in the middle of the visible part.
  var isCentered: Bool
  /// The extents of groups that differ from the template's.
  var own = GroupLengths()

  /// The distance between the beginnings of two groups as the template has them, in points.
  var step: Double { groupExtent + spacing }

  /// The beginning of the first group at offset 0, in points (CL-16).
  var start: Double { margin(before: 0) }

  /// Returns the margin before a group that is the first one, in points.
  private func margin(before group: Int) -> Double {
    isCentered ? max((viewport - extent(ofGroup: group)) / 2, 0) : leadingInset
  }

  /// Returns the extent of a group, in points. O(log groups with extents of their own).
  func extent(ofGroup group: Int) -> Double {
    own.isEmpty ? groupExtent : own.length(ofGroup: group) ?? groupExtent
  }

  /// Returns the distance of a group from the first one's beginning, in points. O(log groups with
  /// extents of their own).
  func distance(ofGroup group: Int) -> Double {
    own.isEmpty
      ? Double(group) * step : Double(group) * step + own.excess(beforeGroup: group)
  }

  /// Returns the extent of `count` groups with the margins, in points.
  func contentExtent(groupCount count: Int) -> Double {
    let last = max(count - 1, 0)
    let end = isCentered ? margin(before: last) : trailingInset
    guard count > 0 else { return start + end }
    return start + (distance(ofGroup: last) + extent(ofGroup: last)) + end
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
    case .continuousGroupLeadingBoundary:
      target =
        own.isEmpty
        ? Self.nearest(to: proposed, in: step)
        : rest(ofGroup: Self.rounded(place(of: proposed, groupCount: count)))
    case .paging: target = Self.page(from: current, proposed, velocity, of: viewport)
    case .groupPaging, .groupPagingCentered:
      target =
        own.isEmpty
        ? Self.page(from: current, proposed, velocity, of: step)
        : groupPage(from: current, proposed, velocity, groupCount: count)
    }
    return clamped(target, groupCount: count)
  }

  /// Returns the offset at which a group is the first one that is seen, or is in the middle, in points.
  private func rest(ofGroup group: Int) -> Double {
    distance(ofGroup: group) + (start - margin(before: group))
  }

  /// Returns the number of the last of `count` groups whose rest is at `offset` or before it, and the
  /// part of the way to the next one's; groups that rest at one offset count as their last one.
  /// O(log *count* · log groups with extents of their own).
  private func place(of offset: Double, groupCount count: Int) -> (group: Int, part: Double) {
    let group = (0..<max(count, 1)).partitioningIndex { rest(ofGroup: $0) > offset } - 1
    guard group >= 0 else { return (0, 0) }
    let before = rest(ofGroup: group)
    let way = rest(ofGroup: group + 1) - before
    return (group, way > 0 ? min((offset - before) / way, 1) : 0)
  }

  private static func rounded(_ place: (group: Int, part: Double)) -> Int {
    place.part >= 0.5 ? place.group + 1 : place.group
  }

  /// Returns the rest of the next or previous group, or without velocity of the nearest one, at most
  /// one away.
  private func groupPage(
    from current: Double, _ proposed: Double, _ velocity: Double, groupCount count: Int
  ) -> Double {
    var (first, part) = place(of: current, groupCount: count)
    let way = rest(ofGroup: first + 1) - rest(ofGroup: first)
    // At rest, as `place(of:in:)` has it.
    let slack = way > 0 ? max(1e-6, 0.5 / way) : 0
    if part >= 1 - slack { (first, part) = (first + 1, 0) }
    if part <= slack { part = 0 }
    let end = part > 0 ? first + 1 : first
    if velocity > 0 { return rest(ofGroup: first + 1) }
    if velocity < 0 { return rest(ofGroup: max(end - 1, 0)) }
    let nearest = Self.rounded(place(of: proposed, groupCount: count))
    return rest(ofGroup: min(max(nearest, max(end - 1, 0)), first + 1))
  }

  /// Returns the offset at which the group whose rest is at `offset`, or the last one before it, is as
  /// far from the visible part's edge, or middle, as in `before`, which has other extents (CL-26).
  func offset(_ offset: Double, keptFrom before: OrthogonalGroups, groupCount count: Int) -> Double
  {
    guard self != before, offset > 0 else { return offset }
    let group = before.place(of: offset, groupCount: count).group
    return offset + (rest(ofGroup: group) - before.rest(ofGroup: group))
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

  /// Returns the groups that may overlap `rect` at `offset`, and a few beside them. Elements exceed
  /// their groups by up to `reach`.
  func groups(
    near rect: Rect, _ style: LineStyle, offset: Double, reach: Double, count: Int
  ) -> Range<Int> {
    let pixel = style.pixelScale.map { 1 / $0 } ?? 0
    return groups(
      from: rect.min(style.axis.crossing) - pixel * pixelSlack,
      to: rect.max(style.axis.crossing) + pixel, offset: offset, reach: reach, count: count)
  }

  /// Returns the groups that may overlap `start`..<`end` across the scroll direction at `offset`, and
  /// a few beside them.
  func groups(
    from start: Double, to end: Double, offset: Double, reach: Double, count: Int
  ) -> Range<Int> {
    guard own.isEmpty else {
      return ownGroups(from: start + offset - reach, to: end + offset + reach, count: count)
    }
    guard step > 0 else { return 0..<count }
    let first = self.start - offset
    // Quotients of sums that round: less than a group while positions are no huge numbers of groups.
    let scale = start.magnitude + end.magnitude + reach + groupExtent + offset
    let slack = scale < step * 0x1p40 ? 0.25 : 2
    let low = (start - reach - groupExtent - first) / step - slack
    let high = (end + reach - first) / step + slack
    let lower = low > 0 ? (low < Double(count) ? Int(low) : count) : 0
    let upper = high < Double(count) ? (high > 0 ? Int(high) + 1 : 0) : count
    return min(lower, count)..<min(max(lower, upper), count)
  }

  /// Returns the groups that may overlap `start`..<`end` of the section's content, where some have
  /// extents of their own. O(log *count* · log groups with extents of their own).
  private func ownGroups(from start: Double, to end: Double, count: Int) -> Range<Int> {
    let first = self.start
    let groups = 0..<count
    let lower = groups.partitioningIndex {
      first + distance(ofGroup: $0) + extent(ofGroup: $0) > start
    }
    let upper = groups.partitioningIndex { first + distance(ofGroup: $0) >= end }
    // Sums that round: one more on either side.
    return max(lower - 1, 0)..<min(max(lower, upper) + 1, count)
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
