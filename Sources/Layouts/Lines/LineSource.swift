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

  /// Returns the extent that all items of sections with `metrics` share; nil if each item has an
  /// extent to request. Called if not all sections share one.
  func commonExtent(of metrics: SectionMetrics) -> ItemExtent?

  /// Returns the extent of one item.
  func extent(ofItem item: Int, inSection section: Int) throws(LayoutError) -> ItemExtent

  /// Appends the extents of some items of one section.
  func appendExtents(
    ofItems items: Range<Int>, inSection section: Int, to extents: inout [ItemExtent]
  ) throws(LayoutError)

  /// Returns the extent of an item that moves with `extent`, from its path before the update to the
  /// one after it; nil if the section that it moves to gives it one.
  func extent(
    _ extent: ItemExtent, movingFrom source: ItemPath, to target: ItemPath
  ) -> ItemExtent?

  /// Tells the source that the changeset has been applied: from now on it is asked by paths after.
  func changesetWasApplied()

  /// The templates that its metrics refer to; nil if they refer to none.
  var composition: LayoutComposition? { get }
}

extension LineSource {
  func commonExtent(of metrics: SectionMetrics) -> ItemExtent? { nil }

  func extent(
    _ extent: ItemExtent, movingFrom source: ItemPath, to target: ItemPath
  ) -> ItemExtent? { extent }

  func changesetWasApplied() {}

  var composition: LayoutComposition? { nil }

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
  /// The lines of a section of groups; nil for lines of items.
  var composed: ComposedLine?

  /// The largest length along the scroll direction.
  var largest: Double {
    max(
      max(headerExtent, footerExtent), max(leadingInset, trailingInset), lineSpacing,
      composed?.spacingBehind ?? 0)
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
    if let composed { return shape(of: composed) }
    return SectionShape(
      leading: headerExtent + leadingInset, trailing: trailingInset + footerExtent,
      rule: LineRule(
        available: crossExtent - crossLeadingInset - crossTrailingInset,
        interitemSpacing: interitemSpacing, lineSpacing: lineSpacing,
        isSingleColumn: isSingleColumn))
  }

  /// Returns the shape of a section of groups.
  private func shape(of line: ComposedLine) -> SectionShape {
    SectionShape(
      leading: headerExtent + leadingInset,
      trailing: trailingInset + footerExtent + line.spacingBehind,
      rule: LineRule(
        available: line.length, interitemSpacing: interitemSpacing, lineSpacing: lineSpacing,
        isSingleColumn: line.isSingleColumn))
  }
}

/// A group of a composition, as a line of an extent index.
///
/// Items that fill a group by their number are one unit across each, and the line is as long as it
/// has items. Then the index finds the group of an item by arithmetic, as it does for a grid.
struct ComposedLine: Hashable {
  /// The place of the section's template in the composition.
  var template: Int
  /// The length of a line: a number of items, or of points if items wrap.
  var length: Double
  /// A Boolean value that indicates whether each group has one item.
  var isSingleColumn: Bool
  /// The distance behind the section, in points.
  var spacingBehind: Double
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
