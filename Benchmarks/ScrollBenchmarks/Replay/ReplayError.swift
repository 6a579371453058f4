import Changesets
import Geometry

/// An error of a recorded trace on a collection; frames are named by their lines.
enum ReplayError: Error, Hashable {
  /// Nothing moves in it.
  case oneFrame
  /// It moves along both axes.
  case twoAxes(line: Int, offset: Point)
  /// It moves sideways, and a layout of the user's own scrolls vertically.
  case sideways(line: Int, offset: Point)
  /// The content begins after.
  case beforeContent(line: Int, offset: Double, extent: Double)
  /// The content ends before.
  case beyondContent(line: Int, offset: Double, extent: Double, items: Int)
  /// A finger came down where there is no row to be seen.
  case tapOutside(line: Int, tap: Point, visible: Rect)
  /// The collection cannot be updated so.
  case update(line: Int, ChangesetError)
}

extension ReplayError: CustomStringConvertible {
  /// The message for the user.
  var description: String {
    switch self {
    case .oneFrame:
      "it has one frame, and what is measured is what happens from one to the next; record at "
        + "least two"
    case .twoAxes(let line, let offset):
      "line \(line): the offset \(offset) has moved along both axes since the first frame, and a "
        + "list scrolls along one"
    case .sideways(let line, let offset):
      "line \(line): the offset \(offset) has moved sideways since the first frame, and layouts of "
        + "your own are replayed vertically; exclude them by --storage or --exclude"
    case .beforeContent(let line, let offset, let extent):
      "line \(line): the offset is \(offset) points, and rows begin at 0, more than a screen of "
        + "\(extent) after; give offsets from the content's beginning"
    case .beyondContent(let line, let offset, let extent, let items):
      "line \(line): the offset is \(offset) points, and \(items) rows end at \(extent), more than a "
        + "screen before; take more items, or a shorter trace"
    case .tapOutside(let line, let tap, let visible):
      "line \(line): the tap at \(tap) meets no visible row, in \(visible); give "
        + "content coordinates within the bounds"
    case .update(let line, let error):
      "line \(line): the update cannot be applied to this collection: \(error.description)"
    }
  }
}
