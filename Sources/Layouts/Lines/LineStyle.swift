internal import Geometry

/// What lines look like, besides what they hold: settings that move no line break.
struct LineStyle: Hashable {
  var axis = Axis.vertical
  var isSingleColumn = false
  var pinsHeaders = false
  var pinsFooters = false
  var lastLine = LastLineAlignment.leading
  var lineAlignment = LineAlignment.center
  var uniformity = UniformityRule.byValue
  /// Whether item sizes come from one property, for `UniformityRule.bySource`.
  var hasCommonSize = false
  /// Pixels per point to which origins are rounded down; nil where they are not.
  var pixelScale: Double?
}

/// How the last line of a section of different sizes is set (FL-8).
public enum LastLineAlignment: String, Hashable, Sendable, CaseIterable {
  /// At the leading edge, with the least spacing, as UIKit does.
  case leading
  /// From edge to edge, as the lines before it.
  case justified
}

/// Where an item lies that is thinner than its line (FL-9).
public enum LineAlignment: String, Hashable, Sendable, CaseIterable {
  /// In the middle, as UIKit does.
  case center
  /// At the line's beginning.
  case leading
}

/// When a section counts as one of equal items, whose last line stays on the grid (FL-14).
public enum UniformityRule: String, Hashable, Sendable, CaseIterable {
  /// When all sizes are equal, wherever they come from.
  case byValue
  /// When the size comes from the layout's property and not from a delegate.
  case bySource
}
