/// A linear map of space: 4 × 4, for row vectors.
@frozen
public struct Transform3D: Hashable, Sendable {
  /// Whether it moves nothing.
  public var isIdentity: Bool { true }
  /// The transform that moves nothing.
  public static let identity = Transform3D()
  /// Nothing yet.
  public init() {}
  /// The bounding box of `bounds` transformed about its centre.
  public func frame(of bounds: Rect) -> Rect { bounds }
}
