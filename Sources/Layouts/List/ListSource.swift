import Changesets
import Geometry

/// The settings of a list layout, and its delegate.
struct ListSource: LineSource {
  private let axis: Axis
  private let itemExtent: Double
  private let estimatedItemExtent: Double?
  private let shared: SharedMetrics
  private let delegate: (any ListLayoutDelegate)?
  private let provided: ListLayoutMetrics

  /// The metrics that are the layout's own properties.
  private struct SharedMetrics {
    var inset: EdgeInsets
    var spacing: Double
    var header: Double
    var footer: Double
  }

  init(_ layout: ListLayout) {
    axis = layout.scrollDirection
    itemExtent = layout.itemExtent
    estimatedItemExtent = layout.estimatedItemExtent
    shared = SharedMetrics(
      inset: layout.sectionInset, spacing: layout.spacing, header: layout.headerExtent,
      footer: layout.footerExtent)
    delegate = layout.delegate
    provided = delegate?.providedMetrics ?? []
  }

  func commonExtent() throws(LayoutError) -> ItemExtent? {
    if let estimatedItemExtent {
      try Self.check(estimatedItemExtent, property: "estimatedItemExtent", section: nil)
      return ItemExtent(cross: 0, main: estimatedItemExtent)
    }
    guard !provided.contains(.itemExtent) else { return nil }
    try Self.check(itemExtent, property: "itemExtent", section: nil)
    return ItemExtent(cross: 0, main: itemExtent)
  }

  func extent(ofItem item: Int, inSection section: Int) throws(LayoutError) -> ItemExtent {
    let path = ItemPath(section: section, item: item)
    let main = delegate?.extentForItem(at: path) ?? itemExtent
    guard main >= 0, main < .infinity else { throw bad(main, at: path) }
    return ItemExtent(cross: 0, main: main)
  }

  @inline(never)
  private func bad(_ main: Double, at path: ItemPath) -> LayoutError {
    var size = Size.zero
    size[axis] = main
    return .itemSize(path, size)
  }

  func appendExtents(
    ofItems items: Range<Int>, inSection section: Int, to extents: inout [ItemExtent]
  ) throws(LayoutError) {
    // Unwraps the delegate once: next to its calls, little else may cost anything here.
    guard let delegate else {
      for item in items { extents.append(try extent(ofItem: item, inSection: section)) }
      return
    }
    try extents.append(addingCapacity: items.count) { extents throws(LayoutError) in
      for item in items {
        let path = ItemPath(section: section, item: item)
        let main = delegate.extentForItem(at: path)
        guard main >= 0, main <= .greatestFiniteMagnitude else { throw bad(main, at: path) }
        extents.append(ItemExtent(cross: 0, main: main))
      }
    }
  }

  func sharedMetrics() throws(LayoutError) -> SectionMetrics? {
    guard provided.isDisjoint(with: [.headerExtent, .footerExtent]) else { return nil }
    return try metrics(header: nil, footer: nil, of: nil)
  }

  func metrics(ofSection section: Int) throws(LayoutError) -> SectionMetrics {
    let header =
      provided.contains(.headerExtent) ? delegate?.extentForHeader(inSection: section) : nil
    let footer =
      provided.contains(.footerExtent) ? delegate?.extentForFooter(inSection: section) : nil
    return try metrics(header: header, footer: footer, of: section)
  }

  /// Returns the metrics of a section whose header and footer have these extents, or those of all
  /// sections.
  private func metrics(
    header: Double?, footer: Double?, of section: Int?
  ) throws(LayoutError) -> SectionMetrics {
    var metrics = SectionMetrics()
    try Self.check(shared.inset, property: "sectionInset", section: nil)
    metrics.setInset(shared.inset, along: axis)
    try Self.check(shared.spacing, property: "spacing", section: nil)
    metrics.lineSpacing = shared.spacing
    metrics.headerExtent = header ?? shared.header
    try Self.check(
      metrics.headerExtent, property: "headerExtent", section: header == nil ? nil : section)
    metrics.footerExtent = footer ?? shared.footer
    try Self.check(
      metrics.footerExtent, property: "footerExtent", section: footer == nil ? nil : section)
    return metrics
  }
}
