public import Geometry

/// One extent of an element, as a description gives it.
@frozen
public enum LayoutDimension: Hashable, Sendable {
  /// A fraction of the container's width, above 0 and at most 1.
  case fractionalWidth(Double)
  /// A fraction of the container's height, above 0 and at most 1.
  case fractionalHeight(Double)
  /// A number of points, above 0.
  case absolute(Double)
  /// A number of points, above 0, until the element sizes itself.
  case estimated(Double)

  /// The number of the case: a fraction or points.
  public var value: Double {
    switch self {
    case .fractionalWidth(let value), .fractionalHeight(let value), .absolute(let value),
      .estimated(let value):
      value
    }
  }

  /// A Boolean value that indicates whether the element sizes itself in this direction.
  public var isEstimated: Bool {
    if case .estimated = self { true } else { false }
  }

  /// A Boolean value that indicates whether the value is a fraction of a container.
  public var isFractional: Bool {
    switch self {
    case .fractionalWidth, .fractionalHeight: true
    case .absolute, .estimated: false
    }
  }

  /// Returns the extent in a container of `size` points; an estimate for itself (CL-2).
  func points(in size: Size) -> Double {
    switch self {
    case .fractionalWidth(let fraction): fraction * size.width
    case .fractionalHeight(let fraction): fraction * size.height
    case .absolute(let points), .estimated(let points): points
    }
  }
}

/// The size of an element, as a description gives it.
///
///     LayoutSize(width: .fractionalWidth(0.5), height: .absolute(44))
@frozen
public struct LayoutSize: Hashable, Sendable {
  /// The extent along x.
  public var width: LayoutDimension
  /// The extent along y.
  public var height: LayoutDimension

  /// Creates a size.
  public init(width: LayoutDimension, height: LayoutDimension) {
    self.width = width
    self.height = height
  }

  /// The extent along `axis`.
  public subscript(axis: Axis) -> LayoutDimension { axis == .horizontal ? width : height }

  /// Returns the size in a container of `size` points; estimates for themselves.
  func points(in size: Size) -> Size {
    Size(width: width.points(in: size), height: height.points(in: size))
  }
}

/// A distance between elements, as a description gives it.
@frozen
public enum LayoutSpacing: Hashable, Sendable {
  /// Exactly this number of points.
  case fixed(Double)
  /// At least this number of points; flexible spacings share the room that is left (CL-8).
  case flexible(Double)

  /// The number of points, or the least number.
  public var points: Double {
    switch self {
    case .fixed(let points), .flexible(let points): points
    }
  }

  /// A Boolean value that indicates whether the spacing takes a share of the room that is left.
  public var isFlexible: Bool {
    if case .flexible = self { true } else { false }
  }
}

/// Distances around an element, outside of its size; nil stands for no distance.
///
/// Flexible distances align an element: a flexible one above it moves it to the bottom.
@frozen
public struct LayoutEdgeSpacing: Hashable, Sendable {
  /// The distance at the left.
  public var leading: LayoutSpacing?
  /// The distance at the top.
  public var top: LayoutSpacing?
  /// The distance at the right.
  public var trailing: LayoutSpacing?
  /// The distance at the bottom.
  public var bottom: LayoutSpacing?

  /// Creates distances in the order of UIKit's initialiser.
  public init(
    leading: LayoutSpacing? = nil, top: LayoutSpacing? = nil, trailing: LayoutSpacing? = nil,
    bottom: LayoutSpacing? = nil
  ) {
    self.leading = leading
    self.top = top
    self.trailing = trailing
    self.bottom = bottom
  }

  /// Returns the distance at the beginning of `axis`: left or top.
  func before(_ axis: Axis) -> LayoutSpacing? { axis == .horizontal ? leading : top }

  /// Returns the distance at the end of `axis`: right or bottom.
  func after(_ axis: Axis) -> LayoutSpacing? { axis == .horizontal ? trailing : bottom }
}
