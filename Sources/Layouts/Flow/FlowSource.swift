import Changesets
import Geometry

/// The settings of a flow layout, and its delegate.
struct FlowSource: LineSource {
  private let axis: Axis
  private let itemSize: Size
  private let estimatedItemSize: Size?
  private let shared: SharedMetrics
  private let delegate: (any FlowLayoutDelegate)?
  private let provided: FlowLayoutMetrics

  /// The metrics that are the layout's own properties.
  private struct SharedMetrics {
    var inset: EdgeInsets
    var lineSpacing: Double
    var interitemSpacing: Double
    var header: Size
    var footer: Size
  }

  init(_ layout: FlowLayout) {
    axis = layout.scrollDirection
    itemSize = layout.itemSize
    estimatedItemSize = layout.estimatedItemSize
    shared = SharedMetrics(
      inset: layout.sectionInset, lineSpacing: layout.minimumLineSpacing,
      interitemSpacing: layout.minimumInteritemSpacing, header: layout.headerReferenceSize,
      footer: layout.footerReferenceSize)
    delegate = layout.delegate
    provided = delegate?.providedMetrics ?? []
  }

  func commonExtent() throws(LayoutError) -> ItemExtent? {
    if let estimatedItemSize {
      return try checked(estimatedItemSize, property: "estimatedItemSize")
    }
    guard !provided.contains(.itemSize) else { return nil }
    return try checked(itemSize, property: "itemSize")
  }

  private func checked(_ size: Size, property: String) throws(LayoutError) -> ItemExtent {
    try Self.check(size.width, property: "\(property).width", section: nil)
    try Self.check(size.height, property: "\(property).height", section: nil)
    return extent(of: size)
  }

  private func extent(of size: Size) -> ItemExtent {
    ItemExtent(cross: size[axis.crossing], main: size[axis])
  }

  func extent(ofItem item: Int, inSection section: Int) throws(LayoutError) -> ItemExtent {
    let path = ItemPath(section: section, item: item)
    let size = delegate?.sizeForItem(at: path) ?? itemSize
    guard size.isUsable else { throw .itemSize(path, size) }
    return extent(of: size)
  }

  func appendExtents(
    ofItems items: Range<Int>, inSection section: Int, to extents: inout [ItemExtent]
  ) throws(LayoutError) {
    // Unwraps the delegate once: next to its calls, little else may cost anything here.
    guard let delegate else {
      for item in items { extents.append(try extent(ofItem: item, inSection: section)) }
      return
    }
    let isVertical = axis == .vertical
    try extents.append(addingCapacity: items.count) { extents throws(LayoutError) in
      for item in items {
        let path = ItemPath(section: section, item: item)
        let size = delegate.sizeForItem(at: path)
        guard size.isUsable else { throw bad(size, at: path) }
        extents.append(
          isVertical
            ? ItemExtent(cross: size.width, main: size.height)
            : ItemExtent(cross: size.height, main: size.width))
      }
    }
  }

  @inline(never)
  private func bad(_ size: Size, at path: ItemPath) -> LayoutError { .itemSize(path, size) }

  func sharedMetrics() throws(LayoutError) -> SectionMetrics? {
    provided.isDisjoint(with: .perSection) ? try metrics(of: nil) : nil
  }

  func metrics(ofSection section: Int) throws(LayoutError) -> SectionMetrics {
    try metrics(of: section)
  }

  /// Returns the metrics of a section; nil stands for all sections if nothing depends on the
  /// section.
  private func metrics(of section: Int?) throws(LayoutError) -> SectionMetrics {
    var metrics = SectionMetrics()
    let inset = value(.sectionInset, shared.inset, section) { $0.inset(forSection: $1) }
    try Self.check(inset.value, property: "sectionInset", section: inset.section)
    metrics.setInset(inset.value, along: axis)
    let line = value(.lineSpacing, shared.lineSpacing, section) {
      $0.minimumLineSpacing(forSection: $1)
    }
    try Self.check(line.value, property: "minimumLineSpacing", section: line.section)
    metrics.lineSpacing = line.value
    let interitem = value(.interitemSpacing, shared.interitemSpacing, section) {
      $0.minimumInteritemSpacing(forSection: $1)
    }
    try Self.check(interitem.value, property: "minimumInteritemSpacing", section: interitem.section)
    metrics.interitemSpacing = interitem.value
    let header = value(.headerSize, shared.header, section) {
      $0.referenceSizeForHeader(inSection: $1)
    }
    metrics.headerExtent = header.value[axis]
    try Self.check(metrics.headerExtent, property: "headerReferenceSize", section: header.section)
    let footer = value(.footerSize, shared.footer, section) {
      $0.referenceSizeForFooter(inSection: $1)
    }
    metrics.footerExtent = footer.value[axis]
    try Self.check(metrics.footerExtent, property: "footerReferenceSize", section: footer.section)
    return metrics
  }

  /// Returns the delegate's value for `section` if it provides this metric, otherwise the property.
  private func value<Value>(
    _ metric: FlowLayoutMetrics, _ property: Value, _ section: Int?,
    _ ask: (any FlowLayoutDelegate, Int) -> Value
  ) -> (value: Value, section: Int?) {
    guard let section, provided.contains(metric), let delegate else { return (property, nil) }
    return (ask(delegate, section), section)
  }
}
