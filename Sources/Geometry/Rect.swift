/// An axis-parallel rectangle, in points, that contains its left and top edges but not its right
/// and bottom edges.
///
/// ```swift
/// let cell = Rect(x: 0, y: 80, width: 390, height: 44)
/// cell.overlaps(Rect(x: 0, y: 124, width: 390, height: 44))  // false: they only touch
/// cell.max(.vertical)  // 124
/// ```
@frozen
public struct Rect: Hashable, Sendable, Codable {
  /// The top left corner.
  public var origin: Point
  /// The extents. A rectangle with an extent of zero or less is empty.
  public var size: Size

  /// An empty rectangle at the origin.
  public static let zero = Rect(origin: .zero, size: .zero)

  /// Creates the rectangle at `origin`.
  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates the rectangle at (`x`, `y`).
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The left edge.
  @inlinable
  public var minX: Double { origin.x }
  /// The top edge.
  @inlinable
  public var minY: Double { origin.y }
  /// The right edge.
  @inlinable
  public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  @inlinable
  public var maxY: Double { origin.y + size.height }
  /// The centre.
  @inlinable
  public var center: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }

  /// Returns the lower edge along `axis`: left or top.
  @inlinable
  public func min(_ axis: Axis) -> Double { origin[axis] }

  /// Returns the upper edge along `axis`: right or bottom.
  @inlinable
  public func max(_ axis: Axis) -> Double { origin[axis] + size[axis] }

  /// A Boolean value that indicates whether the rectangle contains no point.
  @inlinable
  public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

  /// Returns whether the two rectangles share more than an edge.
  ///
  /// Rectangles that only touch do not overlap, and an empty rectangle overlaps nothing (FL-30).
  /// Foundation's `CGRect.intersects` differs.
  @inlinable
  public func overlaps(_ other: Rect) -> Bool {
    !isEmpty && !other.isEmpty && minX < other.maxX && other.minX < maxX && minY < other.maxY
      && other.minY < maxY
  }
}

extension Rect: CustomStringConvertible {
  /// `(x, y, width, height)`.
  public var description: String { "(\(origin.x), \(origin.y), \(size.width), \(size.height))" }
}

// Combinations of rectangles, named as in CGRect but half-open: an empty rectangle contains no
// point.

extension Rect {
  /// Returns whether the rectangle contains `point`: a point on the left or top edge is inside, one
  /// on the right or bottom edge outside.
  @inlinable
  public func contains(_ point: Point) -> Bool {
    minX <= point.x && point.x < maxX && minY <= point.y && point.y < maxY
  }

  /// Returns the intersection; nil if the two do not overlap, never an empty rectangle.
  ///
  /// If one lies within the other along an axis, its extent stays exact.
  public func intersection(_ other: Rect) -> Rect? {
    guard overlaps(other) else { return nil }
    let x = Self.shared((minX, size.width), (other.minX, other.size.width))
    let y = Self.shared((minY, size.height), (other.minY, other.size.height))
    return Rect(x: x.start, y: y.start, width: x.extent, height: y.extent)
  }

  /// Returns the intersection of two overlapping ranges: from the later start to the earlier end.
  private static func shared(
    _ first: (start: Double, extent: Double), _ second: (start: Double, extent: Double)
  ) -> (start: Double, extent: Double) {
    let (earlier, later) = first.start <= second.start ? (first, second) : (second, first)
    if later.start + later.extent <= earlier.start + earlier.extent { return later }
    if later.start == earlier.start { return earlier }
    return (later.start, earlier.start + earlier.extent - later.start)
  }

  /// Returns the smallest rectangle that covers both; an empty rectangle adds nothing.
  ///
  /// `CGRect.union` also covers the origin of an empty rectangle. Edges may be off by the rounding
  /// of the extents.
  ///
  /// - Returns: Exactly the other rectangle if one is empty; this one if both are.
  public func union(_ other: Rect) -> Rect {
    if other.isEmpty { return self }
    if isEmpty { return other }
    let (left, top) = (Swift.min(minX, other.minX), Swift.min(minY, other.minY))
    return Rect(
      x: left, y: top, width: Swift.max(maxX, other.maxX) - left,
      height: Swift.max(maxY, other.maxY) - top)
  }

  /// Returns the smallest rectangle that covers all of `rectangles`; nil if none has content.
  ///
  /// Starts without a rectangle: starting from `.zero` would extend the union to the origin.
  ///
  /// - Complexity: O(*n*); no allocation.
  public static func union(of rectangles: some Sequence<Rect>) -> Rect? {
    var union: Rect?
    for rectangle in rectangles where !rectangle.isEmpty {
      union = union?.union(rectangle) ?? rectangle
    }
    return union
  }
}

// MARK: Moving edges

extension Rect {
  /// Returns the rectangle moved by (`dx`, `dy`) points.
  @inlinable
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    Rect(x: origin.x + dx, y: origin.y + dy, width: size.width, height: size.height)
  }

  /// Returns the rectangle with its left and right edges moved inwards by `dx` points, its top and
  /// bottom edges by `dy` points. Negative distances grow it.
  ///
  /// If it is too small, the result has a negative extent and so is empty.
  @inlinable
  public func insetBy(dx: Double, dy: Double) -> Rect {
    inset(by: EdgeInsets(top: dy, left: dx, bottom: dy, right: dx))
  }

  /// Returns the rectangle with each edge moved inwards by its inset; negative insets grow it.
  ///
  /// If it is too small, the result has a negative extent and so is empty.
  @inlinable
  public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      x: origin.x + insets.left, y: origin.y + insets.top,
      width: size.width - insets.total(.horizontal), height: size.height - insets.total(.vertical))
  }
}
