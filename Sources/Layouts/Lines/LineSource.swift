import Changesets
internal import Geometry

/// Where a line solver gets its numbers from: a flow or a list layout's settings and its delegate.
///
/// A value made for one preparation, which holds the delegate as long as it lives: counting
/// references to a weakly referenced object for every item would cost more than all the rest.
protocol LineSource {
  /// The metrics that all sections share; nil where each section is to be asked for.
  func sharedMetrics() throws(LayoutError) -> SectionMetrics?

  /// The metrics of one section.
  func metrics(ofSection section: Int) throws(LayoutError) -> SectionMetrics

  /// The extent that all items share; nil where each item is to be asked for.
  func commonExtent() throws(LayoutError) -> ItemExtent?

  /// The extent of one item.
  func extent(ofItem item: Int, inSection section: Int) throws(LayoutError) -> ItemExtent

  /// Appends the extents of some items of one section.
  func appendExtents(
    ofItems items: Range<Int>, inSection section: Int, to extents: inout [ItemExtent]
  ) throws(LayoutError)
}

extension LineSource {
  /// Throws where a length is negative, NaN or infinite (ERR-size).
  static func check(
    _ length: Double, property: String, section: Int?
  ) throws(LayoutError) {
    guard length >= 0, length < .infinity else {
      throw .length(property: property, section: section, length)
    }
  }

  /// Throws where an inset is negative, NaN or infinite (ERR-size).
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

  /// The insets of a section of a layout that scrolls along `axis`.
  mutating func setInset(_ inset: EdgeInsets, along axis: Axis) {
    leadingInset = inset.leading(axis)
    trailingInset = inset.trailing(axis)
    crossLeadingInset = inset.leading(axis.crossing)
    crossTrailingInset = inset.trailing(axis.crossing)
  }

  /// What an extent index needs of it, where the content is `crossExtent` wide (FL-3).
  func shape(crossExtent: Double, isSingleColumn: Bool) -> SectionShape {
    SectionShape(
      leading: headerExtent + leadingInset, trailing: trailingInset + footerExtent,
      rule: LineRule(
        available: crossExtent - crossLeadingInset - crossTrailingInset,
        interitemSpacing: interitemSpacing, lineSpacing: lineSpacing,
        isSingleColumn: isSingleColumn))
  }
}

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
