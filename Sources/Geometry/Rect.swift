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
