import Geometry

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
