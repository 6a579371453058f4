import Changesets
import Geometry

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
