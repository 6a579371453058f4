import Changesets
import Geometry

/// The metrics of a line-based layout, from its settings and its delegate.
///
/// A source is a value made for one preparation. It holds the delegate as long as it lives: loading
/// a weak reference for every item would cost more than everything else.
protocol LineSource {
  /// Returns the metrics that all sections share; nil if each section has metrics to request.
  func sharedMetrics() throws(LayoutError) -> SectionMetrics?

  /// Returns the metrics of one section.
  func metrics(ofSection section: Int) throws(LayoutError) -> SectionMetrics

  /// Returns the extent that all items share; nil if each item has an extent to request.
  func commonExtent() throws(LayoutError) -> ItemExtent?

  /// Returns the extent of one item.
  func extent(ofItem item: Int, inSection section: Int) throws(LayoutError) -> ItemExtent

  /// Appends the extents of some items of one section.
  func appendExtents(
    ofItems items: Range<Int>, inSection section: Int, to extents: inout [ItemExtent]
  ) throws(LayoutError)
}

extension LineSource {
  /// Throws if a length is negative, NaN or infinite (ERR-size).
  static func check(
    _ length: Double, property: String, section: Int?
  ) throws(LayoutError) {
    guard length >= 0, length < .infinity else {
      throw .length(property: property, section: section, length)
    }
  }

  /// Throws if an inset is negative, NaN or infinite (ERR-size).
  static func check(
    _ insets: EdgeInsets, property: String, section: Int?
  ) throws(LayoutError) {
    guard insets.isFinite, insets.top >= 0, insets.left >= 0, insets.bottom >= 0, insets.right >= 0
    else { throw .insets(property: property, section: section, insets) }
  }
}

/// The lengths of one section, along and across the scroll direction, in points.
struct SectionMetrics: Hashable {
  var headerExtent = 0.0
  var footerExtent = 0.0
  var leadingInset = 0.0
  var trailingInset = 0.0
  var crossLeadingInset = 0.0
  var crossTrailingInset = 0.0
  var interitemSpacing = 0.0
  var lineSpacing = 0.0

  /// The largest length along the scroll direction.
  var largest: Double {
    max(max(headerExtent, footerExtent), max(leadingInset, trailingInset), lineSpacing)
  }

  /// Sets the insets of a section in a layout that scrolls along `axis`.
  mutating func setInset(_ inset: EdgeInsets, along axis: Axis) {
    leadingInset = inset.leading(axis)
    trailingInset = inset.trailing(axis)
    crossLeadingInset = inset.leading(axis.crossing)
    crossTrailingInset = inset.trailing(axis.crossing)
  }

  /// Returns the shape that an extent index stores, in content `crossExtent` points wide (FL-3).
  func shape(crossExtent: Double, isSingleColumn: Bool) -> SectionShape {
    SectionShape(
      leading: headerExtent + leadingInset, trailing: trailingInset + footerExtent,
      rule: LineRule(
        available: crossExtent - crossLeadingInset - crossTrailingInset,
        interitemSpacing: interitemSpacing, lineSpacing: lineSpacing,
        isSingleColumn: isSingleColumn))
  }
}

/// The style of lines: settings that move no line break.
struct LineStyle: Hashable {
  var axis = Axis.vertical
  var isSingleColumn = false
  var pinsHeaders = false
  var pinsFooters = false
  var lastLine = LastLineAlignment.leading
  var lineAlignment = LineAlignment.center
  var uniformity = UniformityRule.byValue
  /// A Boolean value that indicates whether one property gives all item sizes, for
  /// `UniformityRule.bySource`.
  var hasCommonSize = false
  /// The number of pixels per point to which origins are rounded down; nil rounds nothing.
  var pixelScale: Double?
}

/// The alignment of the last line of a section whose items differ in size (FL-8).
public enum LastLineAlignment: String, Hashable, Sendable, CaseIterable {
  /// At the leading edge, with the least spacing, as UIKit does.
  case leading
  /// From edge to edge, as the lines before it.
  case justified
}

/// The place within its line of an item that is thinner than the line (FL-9).
public enum LineAlignment: String, Hashable, Sendable, CaseIterable {
  /// In the middle, as UIKit does.
  case center
  /// At the line's beginning.
  case leading
}

/// The rule that makes a section uniform, so that its last line stays on the grid (FL-14).
public enum UniformityRule: String, Hashable, Sendable, CaseIterable {
  /// When all sizes are equal, wherever they come from.
  case byValue
  /// When the size comes from the layout's property and not from a delegate.
  case bySource
}
