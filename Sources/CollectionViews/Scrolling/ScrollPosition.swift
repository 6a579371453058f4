/// Where in the bounds an item is to be that is scrolled to: one position along each axis at most.
public struct ScrollPosition: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int

  /// A set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// At the top edge.
  public static let top = ScrollPosition(rawValue: 1)
  /// In the middle between top and bottom.
  public static let centeredVertically = ScrollPosition(rawValue: 2)
  /// At the bottom edge.
  public static let bottom = ScrollPosition(rawValue: 4)
  /// At the left edge.
  public static let left = ScrollPosition(rawValue: 8)
  /// In the middle between left and right.
  public static let centeredHorizontally = ScrollPosition(rawValue: 16)
  /// At the right edge.
  public static let right = ScrollPosition(rawValue: 32)

  private static let vertical = [top, centeredVertically, bottom]
  private static let horizontal = [left, centeredHorizontally, right]

  /// Throws where two positions are along one axis (ERR-scroll).
  func check() throws(CollectionViewError) {
    for axis in [Self.vertical, Self.horizontal] {
      let given = axis.filter { contains($0) }
      if given.count > 1 { throw .scrollPositions(given[0], given[1]) }
    }
  }

  /// The offset along one axis that puts `item` there; nil where no position is given for the axis.
  static func offset(
    _ position: (near: Bool, middle: Bool, far: Bool), item: (min: Double, max: Double),
    extent: Double, insets: (near: Double, far: Double)
  ) -> Double? {
    if position.near { return item.min - insets.near }
    if position.far { return item.max - extent + insets.far }
    guard position.middle else { return nil }
    // The middle of what the insets leave free.
    return (item.min + item.max) / 2 - (insets.near + extent - insets.far) / 2
  }
}

extension ScrollPosition: CustomStringConvertible {
  /// `top`, `left and bottom`.
  public var description: String {
    let names: [(ScrollPosition, String)] = [
      (.top, "top"), (.centeredVertically, "centeredVertically"), (.bottom, "bottom"),
      (.left, "left"), (.centeredHorizontally, "centeredHorizontally"), (.right, "right"),
    ]
    let given = names.filter { contains($0.0) }.map(\.1)
    return given.isEmpty ? "no position" : given.joined(separator: " and ")
  }
}
