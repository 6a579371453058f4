internal import Geometry
internal import Layouts

/// What is laid out, and how; names stand in scenarios' names.
enum LayoutKind: String, Sendable {
  /// A flow layout of equal sizes: two columns.
  case uniform
  /// A list of rows of different heights.
  case list
  /// A flow layout of different sizes, which the delegate computes.
  case flow
  /// The same, looked up in an array of all sizes.
  case flowDelegate = "flow-delegate"
  /// A flow layout of different heights and equal widths, two items a line.
  case periodic
  /// A list of rows of 44 points that wish for other heights when they are shown.
  case estimates = "estimated-list"
  /// Rows of 44 points under headers of 28 that stick.
  case sticky

  /// In a scenario's summary.
  var summary: String {
    switch self {
    case .uniform: "a grid of equal sizes"
    case .list: "a list of different heights"
    case .flow: "a flow of different sizes"
    case .flowDelegate: "a flow of different sizes from a delegate that looks them up"
    case .periodic: "a flow of equal widths and three heights in turn"
    case .estimates: "a list of estimates"
    case .sticky: "a list with sticky headers"
    }
  }

  /// The sizes of the items.
  var pattern: SizePattern {
    switch self {
    case .uniform: .equal
    case .list, .estimates, .sticky: .rows
    case .flow, .flowDelegate: .varied
    case .periodic: .periodic
    }
  }
}

/// The screens that layouts are shown on, in points.
enum Screen {
  /// A phone: some 20 rows, or 10 lines of two items.
  static let portrait = Size(width: 390, height: 844)
  /// The same, rotated.
  static let landscape = Size(width: 844, height: 390)
}

/// A flow layout whose sizes do not depend on its width: rotation breaks lines and asks nothing.
final class FixedSizeFlowLayout: FlowLayout {
  override func invalidationContext(
    forBoundsChange newBounds: Rect
  ) -> LayoutInvalidationContext {
    let context = super.invalidationContext(forBoundsChange: newBounds)
    (context as? FlowLayoutInvalidationContext)?.invalidatesDelegateMetrics = false
    return context
  }
}
