import Changesets
import Geometry
import Layouts

/// The current movement of the content, and the direction of the last one.
struct ScrollState {
  enum Mode {
    /// Nothing.
    case idle
    /// A finger.
    case dragging
    /// The motion along each axis after a finger has let go.
    case decelerating(x: AxisMotion, y: AxisMotion)
    /// A scroll to a place, from an offset to another.
    case animating(from: Point, to: Point, start: Double, duration: Double)
  }

  var mode = Mode.idle { didSet { changes += 1 } }
  /// The number of times that the mode was set. It shows whether a callback has begun another
  /// movement.
  private(set) var changes = 0
  /// A Boolean value that indicates whether the content can move beyond its edges and bounce back.
  var bounces = true
  /// A Boolean value that indicates whether flings end at multiples of the bounds' size.
  var isPaging = false
  /// The speed at which content scrolls under an item that is held near an edge; nil if it does not.
  var edges: EdgeScrolling? = EdgeScrolling()
  /// The direction of the last movement: -1, 0 or 1 along each axis; nil before the first.
  var direction: Point?
  /// The offset when cells were last made ahead between frames; nil before the first time.
  var spareTimeOffset: Point?
  /// The item that a finger came down on and has left.
  var touchedItem: ItemPath?
  /// The items that the prefetch data source knows of.
  var announced: Set<ItemPath> = []
  /// The items that come next in the scroll direction.
  var candidates = PrefetchCandidates()
  /// The cells ahead, as of the last look; keeps its memory.
  var cellsAhead: [LayoutAttributes] = []

  /// Moves the start and the end of a movement that is under way by `way`, so that what is seen stays
  /// the same (IC-9); `offset` is the content's place afterwards.
  mutating func moveGoals(by way: Point, to offset: Point) {
    switch mode {
    case .idle, .dragging: return
    case .decelerating(let x, let y):
      mode = .decelerating(x: x.moved(by: way.x, to: offset.x), y: y.moved(by: way.y, to: offset.y))
    case .animating(let source, let target, let start, let duration):
      mode = .animating(
        from: Point(x: source.x + way.x, y: source.y + way.y),
        to: Point(x: target.x + way.x, y: target.y + way.y), start: start, duration: duration)
    }
  }

  /// A Boolean value that indicates whether the offset may be where there is no content.
  var isBeyondAllowed: Bool {
    switch mode {
    case .dragging, .decelerating: true
    case .idle, .animating: false
    }
  }
}

/// The position in the bounds that an item is scrolled to: one along each axis at most.
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
