/// Distances from the four edges of a rectangle inwards, in points.
@frozen
public struct EdgeInsets: Hashable, Sendable, Codable {
  /// From the top edge downwards.
  public var top: Double
  /// From the left edge to the right.
  public var left: Double
  /// From the bottom edge upwards.
  public var bottom: Double
  /// From the right edge to the left.
  public var right: Double

  /// No insets.
  public static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

  /// Insets in the order of UIKit's initialiser.
  @inlinable
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The same inset on all four edges.
  @inlinable
  public init(all inset: Double) {
    self.init(top: inset, left: inset, bottom: inset, right: inset)
  }

  /// The inset where `axis` begins: left or top.
  @inlinable
  public func leading(_ axis: Axis) -> Double { axis == .horizontal ? left : top }

  /// The inset where `axis` ends: right or bottom.
  @inlinable
  public func trailing(_ axis: Axis) -> Double { axis == .horizontal ? right : bottom }

  /// Both insets along `axis` together.
  @inlinable
  public func total(_ axis: Axis) -> Double { leading(axis) + trailing(axis) }

  /// Whether all four are finite; negative insets grow the rectangle.
  @inlinable
  public var isFinite: Bool {
    top.isFinite && left.isFinite && bottom.isFinite && right.isFinite
  }
}
