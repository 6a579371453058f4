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

  var mode = Mode.idle
  /// The direction of the last movement: -1, 0 or 1 along each axis; nil before the first.
  var direction: Point?
  /// The item that a finger came down on and has left.
  var touchedItem: ItemPath?
  /// The items that the prefetch data source knows of.
  var announced: Set<ItemPath> = []
  /// Where nothing more is to be made ahead.
  var lastPrefetchRect: Rect?

  /// Whether the offset may be where there is no content.
  var isBeyondAllowed: Bool {
    switch mode {
    case .dragging, .decelerating: true
    case .idle, .animating: false
    }
  }
}
