/// A place in the plane, in points; y grows downwards.
@frozen
public struct Point: Hashable, Sendable, Codable {
  /// The distance from the left, in points.
  public var x: Double
  /// The distance from the top, in points.
  public var y: Double

  /// The origin.
  public static let zero = Point(x: 0, y: 0)

  /// Creates the point at (`x`, `y`).
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The coordinate along `axis`, in points.
  @inlinable
  public subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? x : y }
    set {
      if axis == .horizontal { x = newValue } else { y = newValue }
    }
  }
}

extension Point: CustomStringConvertible {
  /// `(x, y)`.
  public var description: String { "(\(x), \(y))" }
}

/// A width and a height, in points.
@frozen
public struct Size: Hashable, Sendable, Codable {
  /// The extent along x, in points.
  public var width: Double
  /// The extent along y, in points.
  public var height: Double

  /// The size without extent.
  public static let zero = Size(width: 0, height: 0)

  /// Creates a size of `width` × `height` points.
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

  /// A Boolean value that indicates whether both extents are finite and not negative, as an
  /// element's size must be.
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

  /// Creates insets in the order of UIKit's initialiser.
  @inlinable
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Creates the same inset on all four edges.
  @inlinable
  public init(all inset: Double) { self.init(top: inset, left: inset, bottom: inset, right: inset) }

  /// Returns the inset at the beginning of `axis`: left or top.
  @inlinable
  public func leading(_ axis: Axis) -> Double { axis == .horizontal ? left : top }

  /// Returns the inset at the end of `axis`: right or bottom.
  @inlinable
  public func trailing(_ axis: Axis) -> Double { axis == .horizontal ? right : bottom }

  /// Returns the sum of both insets along `axis`.
  @inlinable
  public func total(_ axis: Axis) -> Double { leading(axis) + trailing(axis) }

  /// A Boolean value that indicates whether all four insets are finite. Negative insets grow the
  /// rectangle.
  @inlinable
  public var isFinite: Bool { top.isFinite && left.isFinite && bottom.isFinite && right.isFinite }
}

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
