import Changesets

/// Where a line solver gets its numbers from: a flow or a list layout and its delegate.
protocol LineSource {
  /// The metrics that all sections share; nil where each section is to be asked for.
  func sharedMetrics() throws(LayoutError) -> SectionMetrics?

  /// The metrics of one section.
  func metrics(ofSection section: Int) throws(LayoutError) -> SectionMetrics

  /// The extent that all items share; nil where each item is to be asked for.
  func commonExtent() throws(LayoutError) -> ItemExtent?

  /// The extent of one item.
  func extent(ofItem item: Int, inSection section: Int) throws(LayoutError) -> ItemExtent
}
