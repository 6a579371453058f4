/// One of the two directions of the plane; also the direction in which a layout scrolls.
@frozen
public enum Axis: String, Hashable, Sendable, Codable, CaseIterable {
  /// Along x, to the right.
  case horizontal
  /// Along y, downwards.
  case vertical

  /// The other axis.
  @inlinable
  public var crossing: Axis { self == .horizontal ? .vertical : .horizontal }
}
