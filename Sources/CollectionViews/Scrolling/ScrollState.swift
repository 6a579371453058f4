import Changesets
import Geometry

/// What moves the content, and which way it last went.
struct ScrollState {
  enum Mode {
    /// Nothing.
    case idle
    /// A finger.
    case dragging
    /// What a finger has let go of.
    case decelerating(x: AxisMotion, y: AxisMotion)
    /// A scroll to a place, from an offset to another.
    case animating(from: Point, to: Point, start: Double, duration: Double)
  }

  var mode = Mode.idle { didSet { changes += 1 } }
  /// How often the mode was set: whoever is told of a movement may have begun another.
  private(set) var changes = 0
  /// The direction of the last movement: -1, 0 or 1 along each axis; nil before the first.
  var direction: Point?
  /// The item that a finger came down on and has left.
  var touchedItem: ItemPath?
  /// The items that the prefetch data source knows of.
  var announced: Set<ItemPath> = []
  /// What comes next.
  var candidates = PrefetchCandidates()

  /// Has a movement that is under way go on from where the content has been moved to, and end as much
  /// further: what is seen stays the same (IC-9).
  mutating func moveGoals(by way: Point) {
    switch mode {
    case .idle, .dragging: return
    case .decelerating(let x, let y):
      mode = .decelerating(x: x.moved(by: way.x), y: y.moved(by: way.y))
    case .animating(let source, let target, let start, let duration):
      mode = .animating(
        from: Point(x: source.x + way.x, y: source.y + way.y),
        to: Point(x: target.x + way.x, y: target.y + way.y), start: start, duration: duration)
    }
  }

  /// Whether the offset may be where there is no content.
  var isBeyondAllowed: Bool {
    switch mode {
    case .dragging, .decelerating: true
    case .idle, .animating: false
    }
  }
}
