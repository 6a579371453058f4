/// The size of an item as a line sees it, in points.
@frozen
public struct ItemExtent: Hashable, Sendable {
  /// Along the line: the width where the layout scrolls vertically.
  public var cross: Double
  /// Along the scroll direction: the height where the layout scrolls vertically.
  public var main: Double

  /// The extent of an item that is `cross` long in its line and `main` thick.
  @inlinable
  public init(cross: Double, main: Double) {
    self.cross = cross
    self.main = main
  }
}
