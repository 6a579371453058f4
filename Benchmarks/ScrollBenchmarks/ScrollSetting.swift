import Datasets

/// The differences of a case from the base case, which is this without arguments.
struct ScrollSetting: Sendable, Hashable {
  /// The movement of the content.
  var movement = ScrollMovement.steady
  /// Frames in a second.
  var framesPerSecond = 60
  /// The number of reuse identifiers.
  var identifiers = Identifiers.count(1)
  /// The headers of sections.
  var headers = HeaderStyle.none
  /// A Boolean value that indicates whether cells are kept and prepared ahead.
  var prefetches = false
  /// The screens ahead that the layout is asked about; nil for the view's default.
  var lookahead: Double?
  /// The work of a cell when it is filled or created.
  var cells = CellWork.nothing
  /// A Boolean value that indicates whether views are reused.
  var reusesViews = true
  /// A Boolean value that indicates whether the trace begins at the top, the same place at every size.
  var startsAtTop = false

  /// Reuse identifiers.
  enum Identifiers: Sendable, Hashable {
    /// So many, each item one of them by its id.
    case count(Int)
    /// One for each item.
    case perItem
  }

  /// The key of cases with equal frames and equal answers.
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

/// The work of a cell.
enum CellWork: String, Sendable {
  /// It takes its item's id.
  case nothing
  /// It makes a text of it too.
  case label
  /// It takes the id, and is expensive to make: 64 objects.
  case heavy
  /// It takes the id, and prefers a height that depends on it.
  case measuring
}
