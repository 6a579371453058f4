internal import Datasets

/// What of a case is other than in the base case, which is this without arguments.
struct ScrollSetting: Sendable, Hashable {
  /// How the content moves.
  var movement = ScrollMovement.steady
  /// Frames in a second.
  var framesPerSecond = 60
  /// How many reuse identifiers the cells have.
  var identifiers = Identifiers.count(1)
  /// Whether sections have headers.
  var headers = HeaderStyle.none
  /// Whether cells linger and are made ahead.
  var prefetches = false
  /// What a cell does when it is filled or made.
  var cells = CellWork.nothing
  /// Whether views are used again.
  var reusesViews = true
  /// Whether the trace begins at the top, at every size in the same place.
  var startsAtTop = false

  /// Reuse identifiers.
  enum Identifiers: Sendable, Hashable {
    /// So many, each item one of them by its id.
    case count(Int)
    /// One for each item.
    case perItem
  }

  /// What cases with this have in common: equal frames and equal answers.
  var traceKey: String {
    "\(movement.rawValue)/\(framesPerSecond)/\(headers.rawValue)/\(startsAtTop)"
  }
}

/// Headers of sections.
enum HeaderStyle: String, Sendable {
  /// None.
  case none
  /// At the top of each section.
  case plain
  /// The same, staying at the top edge.
  case sticky

  /// The extent of each, in points.
  var extent: Double { self == .none ? 0 : ScrollCollection.headerExtent }
}

/// What a cell does.
enum CellWork: String, Sendable {
  /// It takes its item's id.
  case nothing
  /// It makes a text of it too.
  case label
  /// It takes the id, and is expensive to make: 64 objects.
  case heavy
  /// It takes the id, and wishes for a height that hangs on it.
  case measuring
}
