import Changesets
import Geometry

/// What a list layout is set to, and its delegate.
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

  func sharedMetrics() throws(LayoutError) -> SectionMetrics? {
    guard provided.isDisjoint(with: [.headerExtent, .footerExtent]) else { return nil }
    return try metrics(header: shared.header, footer: shared.footer, section: nil)
  }

  func metrics(ofSection section: Int) throws(LayoutError) -> SectionMetrics {
    let header =
      provided.contains(.headerExtent) ? delegate?.extentForHeader(inSection: section) : nil
    let footer =
      provided.contains(.footerExtent) ? delegate?.extentForFooter(inSection: section) : nil
    return try metrics(
      header: header ?? shared.header, footer: footer ?? shared.footer, section: section)
  }

  private func metrics(
    header: Double, footer: Double, section: Int?
  ) throws(LayoutError) -> SectionMetrics {
    var metrics = SectionMetrics()
    try Self.check(shared.inset, property: "sectionInset", section: nil)
    metrics.setInset(shared.inset, along: axis)
    try Self.check(shared.spacing, property: "spacing", section: nil)
    metrics.lineSpacing = shared.spacing
    try Self.check(header, property: "headerExtent", section: section)
    metrics.headerExtent = header
    try Self.check(footer, property: "footerExtent", section: section)
    metrics.footerExtent = footer
    return metrics
  }
}
