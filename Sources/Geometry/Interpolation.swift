/// The number part of the way from `source` to `target`: both exactly at 0 and 1, and never anything
/// else where they are equal, so that what does not move does not tremble.
@inlinable
func lerp(_ source: Double, _ target: Double, _ fraction: Double) -> Double {
  fraction == 1 ? target : source + (target - source) * fraction
}

extension Point {
  /// The point part of the way to `target`.
  ///
  /// - Parameters:
  ///   - target: The point at fraction 1, exactly.
  ///   - fraction: 0 for this point, 1 for `target`; below 0 and above 1 it goes on beyond.
  /// - Returns: The way from one to the other, each component by itself.
  @inlinable
  public func lerp(to target: Point, fraction: Double) -> Point {
    Point(
      x: Geometry.lerp(x, target.x, fraction), y: Geometry.lerp(y, target.y, fraction))
  }
}

extension Size {
  /// The size part of the way to `target`.
  ///
  /// - Parameters:
  ///   - target: The size at fraction 1, exactly.
  ///   - fraction: 0 for this size, 1 for `target`; below 0 and above 1 it goes on beyond.
  /// - Returns: The way from one to the other, each component by itself.
  @inlinable
  public func lerp(to target: Size, fraction: Double) -> Size {
    Size(
      width: Geometry.lerp(width, target.width, fraction),
      height: Geometry.lerp(height, target.height, fraction))
  }
}

extension Rect {
  /// The rectangle part of the way to `target`, origin and size each.
  ///
  /// - Parameters:
  ///   - target: The rectangle at fraction 1, exactly.
  ///   - fraction: 0 for this rectangle, 1 for `target`; below 0 and above 1 it goes on beyond.
  /// - Returns: The way from one to the other, each component by itself.
  @inlinable
  public func lerp(to target: Rect, fraction: Double) -> Rect {
    Rect(
      origin: origin.lerp(to: target.origin, fraction: fraction),
      size: size.lerp(to: target.size, fraction: fraction))
  }
}
