import Changesets
import Geometry
import Layouts

/// The speed at which content scrolls while a user holds an item near an edge of the bounds (N-14).
///
///     view.edgeScrolling = EdgeScrolling(zone: 60, pointsPerSecond: 900)
///     view.edgeScrolling = nil                                  // the program scrolls, or nobody
///
/// The speed grows evenly from nothing at the inner end of the zone to `pointsPerSecond` at the edge and
/// beyond it. An item that is held 10 points from the edge of a zone of 40 scrolls at three quarters of
/// the speed.
public struct EdgeScrolling: Hashable, Sendable {
  /// The distance from an edge within which the content scrolls, in points. Of a third of the visible
  /// extent at most: the middle third is at rest.
  public let zone: Double
  /// The speed of an item that is held at the edge or beyond it, in points a second.
  public let pointsPerSecond: Double

  /// A zone and a speed; by default 40 points, and 600 points a second.
  ///
  /// - Precondition: Both are finite and not negative.
  public init(zone: Double = 40, pointsPerSecond: Double = 600) {
    require(
      zone >= 0 && zone.isFinite && pointsPerSecond >= 0 && pointsPerSecond.isFinite,
      "EdgeScrolling.init(zone: \(zone), pointsPerSecond: \(pointsPerSecond)): both must be finite "
        + "and at least 0")
    self.zone = zone
    self.pointsPerSecond = pointsPerSecond
  }

  /// Returns the speed along one axis for an item at a position.
  ///
  /// - Parameters:
  ///   - position: The position of the item.
  ///   - start: The beginning of the bounds, less the insets.
  ///   - end: Its end, not before the beginning.
  /// - Returns: Points a second: negative towards the beginning, 0 in the middle.
  /// - Complexity: O(1); no allocation.
  public func speed(at position: Double, from start: Double, to end: Double) -> Double {
    let zone = min(zone, (end - start) / 3)
    func share(_ distance: Double) -> Double {
      if distance <= 0 { return 1 }
      return distance < zone ? 1 - distance / zone : 0
    }
    let (back, on) = (share(position - start), share(end - position))
    // Both edges of bounds without an extent coincide.
    return back > 0 && on > 0 ? 0 : (on - back) * pointsPerSecond
  }
}

extension CollectionView {
  /// The speed at which content scrolls while a user holds an item near an edge of the bounds; nil if it
  /// does not scroll. The default is a zone of 40 points and 600 points a second.
  ///
  /// The clock scrolls, as in a fling, and the delegate hears of it. The item stays where it is held on
  /// the screen, and the next pass chooses its target as
  /// `updateInteractiveMovementTargetPosition(_:)` does, and may throw what that throws. Nothing scrolls
  /// while a finger drags the content, while it moves by itself, or in an interactive transition.
  public var edgeScrolling: EdgeScrolling? {
    get { scroll.edges }
    set { scroll.edges = newValue }
  }

  /// Scrolls for the item that is held near an edge, by the time since the last step.
  func scrollForHeldItem() {
    guard let before = movement else { return }
    var moving = before
    moving.time = clock.now
    movement = moving
    guard let edges = scroll.edges, case .idle = scroll.mode, !isInTransition, counts.isValid,
      !pass.isRunning, updates.open == nil, request.kind == .none, collectionViewLayout.isPrepared
    else { return }
    let elapsed = clock.now - before.time
    let geometry = scrollGeometry
    var offset = bounds.origin
    for axis in Axis.allCases {
      let speed = edges.speed(
        at: before.position[axis], from: bounds.min(axis) + contentInset.leading(axis),
        to: bounds.max(axis) - contentInset.trailing(axis))
      guard speed != 0 else { continue }
      // Only as far as there is content, and never the other way.
      let limits = geometry.limits(axis)
      let target = offset[axis] + speed * elapsed
      offset[axis] =
        speed > 0
        ? max(offset[axis], min(target, limits.upperBound))
        : min(offset[axis], max(target, limits.lowerBound))
    }
    guard offset != bounds.origin else { return }
    for axis in Axis.allCases { moving.position[axis] += offset[axis] - bounds.min(axis) }
    movement = moving
    moveBounds(to: offset, isAdjustment: false)
    // The delegate may have ended the movement.
    guard movement == moving else { return }
    invalidate(for: moving, after: before)
    pass.hasScrolledHeldItem = true
  }

  /// Chooses the target of an item that the content has scrolled under.
  func retargetHeldItem() throws(CollectionViewError) {
    pass.hasScrolledHeldItem = false
    guard let position = movement?.position else { return }
    do throws(CollectionViewError) {
      try updateInteractiveMovementTargetPosition(position)
    } catch {
      // A wrong target is told once; what a cell or a layout got wrong leaves the item without one.
      if case .noSuchItem = error {} else { pass.hasScrolledHeldItem = true }
      throw error
    }
  }
}
