/// Returns the number that lies `fraction` of the way from `source` to `target`. It is exact at 0
/// and 1, and constant if both are equal, so that resting elements do not tremble.
@inlinable
func lerp(_ source: Double, _ target: Double, _ fraction: Double) -> Double {
  fraction == 1 ? target : source + (target - source) * fraction
}

extension Point {
  /// Returns the point that lies `fraction` of the way to `target`.
  ///
  /// - Parameters:
  ///   - target: The point at fraction 1, exactly.
  ///   - fraction: 0 for this point, 1 for `target`; values outside 0...1 extrapolate.
  /// - Returns: The interpolation of each component.
  @inlinable
  public func lerp(to target: Point, fraction: Double) -> Point {
    Point(x: Geometry.lerp(x, target.x, fraction), y: Geometry.lerp(y, target.y, fraction))
  }
}

extension Size {
  /// Returns the size that lies `fraction` of the way to `target`.
  ///
  /// - Parameters:
  ///   - target: The size at fraction 1, exactly.
  ///   - fraction: 0 for this size, 1 for `target`; values outside 0...1 extrapolate.
  /// - Returns: The interpolation of each component.
  @inlinable
  public func lerp(to target: Size, fraction: Double) -> Size {
    Size(
      width: Geometry.lerp(width, target.width, fraction),
      height: Geometry.lerp(height, target.height, fraction))
  }
}

extension Rect {
  /// Returns the rectangle that lies `fraction` of the way to `target`, by origin and size.
  ///
  /// - Parameters:
  ///   - target: The rectangle at fraction 1, exactly.
  ///   - fraction: 0 for this rectangle, 1 for `target`; values outside 0...1 extrapolate.
  /// - Returns: The interpolation of each component.
  @inlinable
  public func lerp(to target: Rect, fraction: Double) -> Rect {
    Rect(
      origin: origin.lerp(to: target.origin, fraction: fraction),
      size: size.lerp(to: target.size, fraction: fraction))
  }
}
