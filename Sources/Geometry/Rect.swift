/// An axis-parallel rectangle, in points: its left and top edges belong to it, its right and bottom
/// edges do not.
@frozen
public struct Rect: Hashable, Sendable, Codable {
  /// The top left corner.
  public var origin: Point
  /// The extents; negative ones are as empty as zero.
  public var size: Size

  /// An empty rectangle at the origin.
  public static let zero = Rect(origin: .zero, size: .zero)

  /// The rectangle at `origin`.
  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// The rectangle at (`x`, `y`).
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
  public var center: Point {
    Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2)
  }

  /// Where the rectangle begins along `axis`.
  @inlinable
  public func min(_ axis: Axis) -> Double { origin[axis] }

  /// Where the rectangle ends along `axis`.
  @inlinable
  public func max(_ axis: Axis) -> Double { origin[axis] + size[axis] }

  /// Whether nothing lies in it.
  @inlinable
  public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

  /// Whether the two share more than an edge.
  ///
  /// Half-open and strict: rectangles that only touch do not overlap, and an empty one overlaps
  /// nothing. Foundation's `CGRect.intersects` says otherwise. Source: clause FL-30.
  @inlinable
  public func overlaps(_ other: Rect) -> Bool {
    !isEmpty && !other.isEmpty && minX < other.maxX && other.minX < maxX && minY < other.maxY
      && other.minY < maxY
  }
}

extension Rect: CustomStringConvertible {
  /// `(x, y, width, height)`.
  public var description: String {
    "(\(origin.x), \(origin.y), \(size.width), \(size.height))"
  }
}

// Combinations of rectangles, in CGRect's terms but half-open: an empty rectangle holds no point.

extension Rect {
  /// Whether `point` lies in it: on the left or top edge it does, on the right or bottom edge not.
  @inlinable
  public func contains(_ point: Point) -> Bool {
    minX <= point.x && point.x < maxX && minY <= point.y && point.y < maxY
  }

  /// What the two share; nil where they do not overlap, never an empty rectangle.
  ///
  /// Where one lies within the other along an axis, it keeps its extent to the bit.
  public func intersection(_ other: Rect) -> Rect? {
    guard overlaps(other) else { return nil }
    let x = Self.shared((minX, size.width), (other.minX, other.size.width))
    let y = Self.shared((minY, size.height), (other.minY, other.size.height))
    return Rect(x: x.start, y: y.start, width: x.extent, height: y.extent)
  }

  /// What two ranges that overlap share: from the later start to the earlier end.
  private static func shared(
    _ first: (start: Double, extent: Double), _ second: (start: Double, extent: Double)
  ) -> (start: Double, extent: Double) {
    let (earlier, later) = first.start <= second.start ? (first, second) : (second, first)
    if later.start + later.extent <= earlier.start + earlier.extent { return later }
    if later.start == earlier.start { return earlier }
    return (later.start, earlier.start + earlier.extent - later.start)
  }

  /// The smallest rectangle that covers both; an empty one adds nothing.
  ///
  /// Unlike `CGRect.union`, which makes room for the origin of an empty rectangle too. Edges may be
  /// off by the rounding of the extents.
  ///
  /// - Returns: The other one to the bit where one is empty; this one where both are.
  public func union(_ other: Rect) -> Rect {
    if other.isEmpty { return self }
    if isEmpty { return other }
    let (left, top) = (Swift.min(minX, other.minX), Swift.min(minY, other.minY))
    return Rect(
      x: left, y: top, width: Swift.max(maxX, other.maxX) - left,
      height: Swift.max(maxY, other.maxY) - top)
  }

  /// The smallest rectangle that covers all of `rectangles`; nil where there is nothing to cover.
  ///
  /// Starts from nothing, not from `.zero`, which would draw the union to the origin.
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
  /// The rectangle moved by (`dx`, `dy`) points.
  @inlinable
  public func offsetBy(dx: Double, dy: Double) -> Rect {
    Rect(x: origin.x + dx, y: origin.y + dy, width: size.width, height: size.height)
  }

  /// The rectangle with its left and right edges `dx`, its upper and lower edges `dy` points further
  /// in; negative distances grow it.
  ///
  /// Where it is too small for that, the result has a negative extent and so is empty.
  @inlinable
  public func insetBy(dx: Double, dy: Double) -> Rect {
    inset(by: EdgeInsets(top: dy, left: dx, bottom: dy, right: dx))
  }

  /// The rectangle with each edge moved in by its inset; negative insets grow it.
  ///
  /// Where it is too small for that, the result has a negative extent and so is empty.
  @inlinable
  public func inset(by insets: EdgeInsets) -> Rect {
    Rect(
      x: origin.x + insets.left, y: origin.y + insets.top,
      width: size.width - insets.total(.horizontal), height: size.height - insets.total(.vertical))
  }
}
