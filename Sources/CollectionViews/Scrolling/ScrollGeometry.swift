package import Geometry

/// The rules of scrolling as pure functions of the bounds, the content size and the margins.
///
/// A collection view makes one when it moves its content; it keeps nothing.
package struct ScrollGeometry {
  let bounds: Rect
  let contentSize: Size
  let contentInset: EdgeInsets

  /// The geometry of a view with these bounds over content of a size with margins.
  @inline(__always)
  package init(bounds: Rect, contentSize: Size, contentInset: EdgeInsets) {
    self.bounds = bounds
    self.contentSize = contentSize
    self.contentInset = contentInset
  }

  // MARK: Limits

  /// Returns the offsets along `axis` that show content only.
  ///
  /// Sizes and margins that are not finite are an error of the next pass; until then there is one
  /// offset, where the bounds are.
  package func limits(_ axis: Axis) -> ClosedRange<Double> {
    finiteLimits(axis) ?? bounds.min(axis)...bounds.min(axis)
  }

  private func finiteLimits(_ axis: Axis) -> ClosedRange<Double>? {
    let least = 0 - contentInset.leading(axis)
    let most = contentSize[axis] - bounds.size[axis] + contentInset.trailing(axis)
    guard least.isFinite, most.isFinite else { return nil }
    return least...max(least, most)
  }

  /// A Boolean value that indicates whether sizes and margins are finite.
  var isFinite: Bool { finiteLimits(.horizontal) != nil && finiteLimits(.vertical) != nil }

  /// Returns the nearest offset to `offset` within the limits of both axes.
  package func clamped(_ offset: Point) -> Point {
    func clamp(_ axis: Axis) -> Double {
      let limits = limits(axis)
      return min(max(offset[axis], limits.lowerBound), limits.upperBound)
    }
    return Point(x: clamp(.horizontal), y: clamp(.vertical))
  }

  /// Returns a Boolean value that indicates whether all of the content fits along `axis`, so that
  /// nothing moves there.
  private func isFixed(_ axis: Axis, _ limits: ClosedRange<Double>) -> Bool {
    limits.lowerBound == limits.upperBound && limits.contains(bounds.min(axis))
  }

  // MARK: Items

  /// Returns the offset that shows `frame` at `position`; with no position along an axis, the nearest
  /// offset that shows all of it.
  package func offset(showing frame: Rect, at position: ScrollPosition) -> Point {
    Point(
      x: offset(showing: frame, .horizontal, position, .left, .centeredHorizontally, .right),
      y: offset(showing: frame, .vertical, position, .top, .centeredVertically, .bottom))
  }

  private func offset(
    showing frame: Rect, _ axis: Axis, _ position: ScrollPosition, _ near: ScrollPosition,
    _ middle: ScrollPosition, _ far: ScrollPosition
  ) -> Double {
    let insets = (near: contentInset.leading(axis), far: contentInset.trailing(axis))
    let given = ScrollPosition.offset(
      (position.contains(near), position.contains(middle), position.contains(far)),
      item: (frame.min(axis), frame.max(axis)), extent: bounds.size[axis], insets: insets)
    if let given { return given }
    // As little as shows the item; its beginning where it is larger than the bounds.
    let now = bounds.min(axis)
    let last = frame.min(axis) - insets.near
    let first = frame.max(axis) - bounds.size[axis] + insets.far
    return now > last || first > last ? min(now, last) : max(now, first)
  }

  // MARK: Fingers

  /// Returns the offset after a finger has moved the content by `distance` points.
  ///
  /// Beyond its edges the content follows less and less, or not at all if it does not bounce.
  package func dragged(by distance: Point, bounces: Bool) -> Point {
    func moved(_ axis: Axis) -> Double {
      let limits = limits(axis)
      let (now, extent) = (bounds.min(axis), bounds.size[axis])
      if isFixed(axis, limits) { return now }
      if !bounces {
        return min(max(now + distance[axis], limits.lowerBound), limits.upperBound)
      }
      let free = Self.unbanded(now, limits, extent) + distance[axis]
      return Self.banded(free, limits, extent)
    }
    return Point(x: moved(.horizontal), y: moved(.vertical))
  }

  /// Returns the offset at which content would stop after it is let go at `velocity`, in points a
  /// second.
  package func landing(atVelocity velocity: Point) -> Point {
    func landing(_ axis: Axis) -> Double {
      Deceleration(position: bounds.min(axis), velocity: velocity[axis]).endPosition
    }
    return Point(x: landing(.horizontal), y: landing(.vertical))
  }

  /// Returns the offset of the page that is nearest to `offset`, of those that are seen in part; of the
  /// page that is seen and both its neighbours if one is seen alone.
  ///
  /// Pages have the size of the bounds, and the first one begins where the content does. The last one
  /// ends with the content.
  package func page(nearestTo offset: Point) -> Point {
    func page(_ axis: Axis) -> Double {
      let (limits, extent) = (limits(axis), bounds.size[axis])
      guard extent > 0 else { return offset[axis] }
      let here = (bounds.min(axis) - limits.lowerBound) / extent
      let wanted = ((offset[axis] - limits.lowerBound) / extent).rounded()
      // A fling ends at its page up to rounding.
      let isWhole = abs(here - here.rounded()) * extent < 0.5
      let least = isWhole ? here.rounded() - 1 : here.rounded(.down)
      let most = isWhole ? here.rounded() + 1 : here.rounded(.up)
      let page = limits.lowerBound + min(max(wanted, least), most) * extent
      return min(max(page, limits.lowerBound), limits.upperBound)
    }
    return Point(x: page(.horizontal), y: page(.vertical))
  }

  /// Returns the motion along `axis` of content that is let go at `velocity`, at the time `start`.
  func motion(_ axis: Axis, velocity: Double, start: Double) -> AxisMotion {
    let (now, limits) = (bounds.min(axis), limits(axis))
    if isFixed(axis, limits) { return .rest(now) }
    return .letGo(at: now, velocity: velocity, start: start, limits: limits)
  }

  /// The factor in UIScrollView's formula for how far beyond an edge content follows a finger.
  private static let bandConstant = 0.55

  private static func banded(
    _ position: Double, _ limits: ClosedRange<Double>, _ extent: Double
  ) -> Double {
    let edge = min(max(position, limits.lowerBound), limits.upperBound)
    let beyond = position - edge
    guard beyond != 0, extent > 0 else { return edge }
    let way = abs(beyond)
    let shown = (1 - 1 / (way * bandConstant / extent + 1)) * extent
    return edge + (beyond < 0 ? -shown : shown)
  }

  /// Returns where the finger would be had the content followed it.
  private static func unbanded(
    _ position: Double, _ limits: ClosedRange<Double>, _ extent: Double
  ) -> Double {
    let edge = min(max(position, limits.lowerBound), limits.upperBound)
    let beyond = position - edge
    guard beyond != 0, extent > abs(beyond) else { return position }
    let way = (1 / (1 - abs(beyond) / extent) - 1) * extent / bandConstant
    return edge + (beyond < 0 ? -way : way)
  }
}
