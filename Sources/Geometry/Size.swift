/// A width and a height, in points.
@frozen
public struct Size: Hashable, Sendable, Codable {
  /// The extent along x, in points.
  public var width: Double
  /// The extent along y, in points.
  public var height: Double

  /// No extent at all.
  public static let zero = Size(width: 0, height: 0)

  /// A size of `width` × `height` points.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The extent along `axis`, in points.
  @inlinable
  public subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? width : height }
    set {
      if axis == .horizontal { width = newValue } else { height = newValue }
    }
  }

  /// Whether both extents are finite and not negative: what an element's size may be.
  @inlinable
  public var isUsable: Bool {
    width >= 0 && height >= 0 && width <= .greatestFiniteMagnitude
      && height <= .greatestFiniteMagnitude
  }
}

extension Size: CustomStringConvertible {
  /// `width × height`.
  public var description: String { "\(width) × \(height)" }
}
