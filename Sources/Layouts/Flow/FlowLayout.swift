internal import Changesets
public import Geometry

/// The grid and line layout: items in lines, as many to a line as fit (clauses FL-1 to FL-30).
///
/// As UICollectionViewFlowLayout, to the point; what that leaves open is said in
/// `docs/flow-layout.md`. The extent index decides what edits and queries cost.
open class FlowLayout: LineLayout {
  /// The size of every item that no delegate gives one, in points. The default is 50 × 50.
  public var itemSize = Size(width: 50, height: 50) {
    didSet { if itemSize != oldValue { invalidateLayout() } }
  }
  /// The size that items have until they wish for one themselves, in points; nil, the default, for
  /// items that do not.
  ///
  /// Where set, neither `itemSize` nor the delegate's sizes are used.
  public var estimatedItemSize: Size? {
    didSet { if estimatedItemSize != oldValue { invalidateLayout() } }
  }
  /// The distance between lines, in points. The default is 10 (FL-9).
  public var minimumLineSpacing = 10.0 {
    didSet { if minimumLineSpacing != oldValue { invalidateLayout() } }
  }
  /// The least distance between neighbours in a line, in points. The default is 10 (FL-13).
  public var minimumInteritemSpacing = 10.0 {
    didSet { if minimumInteritemSpacing != oldValue { invalidateLayout() } }
  }
  /// The margins round the lines of a section, in points. The default is none (FL-3).
  public var sectionInset = EdgeInsets.zero {
    didSet { if sectionInset != oldValue { invalidateLayout() } }
  }
  /// The headers' size; only its extent along the scroll direction counts. The default is none.
  public var headerReferenceSize = Size.zero {
    didSet { if headerReferenceSize != oldValue { invalidateLayout() } }
  }
  /// The footers' size; only its extent along the scroll direction counts. The default is none.
  public var footerReferenceSize = Size.zero {
    didSet { if footerReferenceSize != oldValue { invalidateLayout() } }
  }
  /// How the last line of a section of different sizes is set. The default is leading (FL-8).
  public var lastLineAlignment = LastLineAlignment.leading {
    didSet { if lastLineAlignment != oldValue { invalidateLayout() } }
  }
  /// Where an item lies that is thinner than its line. The default is the middle (FL-9).
  public var lineAlignment = LineAlignment.center {
    didSet { if lineAlignment != oldValue { invalidateLayout() } }
  }
  /// When a section counts as one of equal items. The default is by value (FL-14).
  public var uniformityRule = UniformityRule.byValue {
    didSet { if uniformityRule != oldValue { invalidateLayout() } }
  }
  /// Gives metrics that depend on the section or item; held weakly. Assigning one takes effect at
  /// the next invalidation (B-9).
  public weak var delegate: (any FlowLayoutDelegate)?

  private var asked: (any FlowLayoutDelegate)?
  private var provided: FlowLayoutMetrics = []

  /// A flow layout over an extent index.
  public init(extents: ExtentStrategy = .tree) { super.init(extents) }

  override var style: LineStyle {
    var style = super.style
    style.lastLine = lastLineAlignment
    style.lineAlignment = lineAlignment
    style.uniformity = uniformityRule
    style.hasCommonSize = estimatedItemSize != nil || !provided.contains(.itemSize)
    return style
  }

  override func beginAsking() {
    asked = delegate
    provided = asked?.providedMetrics ?? []
  }

  override func endAsking() { asked = nil }

  override func commonExtent() throws(LayoutError) -> ItemExtent? {
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

  override func extent(ofItem item: Int, inSection section: Int) throws(LayoutError) -> ItemExtent {
    let path = ItemPath(section: section, item: item)
    let size = asked?.sizeForItem(at: path) ?? itemSize
    guard size.isUsable else { throw .itemSize(path, size) }
    return extent(of: size)
  }

  override func sharedMetrics() throws(LayoutError) -> SectionMetrics? {
    guard provided.isDisjoint(with: .perSection) else { return nil }
    return try metrics(of: nil)
  }

  override func metrics(ofSection section: Int) throws(LayoutError) -> SectionMetrics {
    try metrics(of: section)
  }

  /// The metrics of a section, or of all of them where nothing depends on the section.
  private func metrics(of section: Int?) throws(LayoutError) -> SectionMetrics {
    let asked = section == nil ? nil : self.asked
    let provided = section == nil ? [] : self.provided
    let number = section ?? 0
    var metrics = SectionMetrics()
    func value<Value>(
      _ metric: FlowLayoutMetrics, _ property: Value,
      _ ask: (any FlowLayoutDelegate) -> Value
    ) -> (value: Value, section: Int?) {
      guard provided.contains(metric), let asked else { return (property, nil) }
      return (ask(asked), number)
    }
    let inset = value(.sectionInset, sectionInset) { $0.inset(forSection: number) }
    try Self.check(inset.value, property: "sectionInset", section: inset.section)
    metrics.setInset(inset.value, along: scrollDirection)
    let line = value(.lineSpacing, minimumLineSpacing) {
      $0.minimumLineSpacing(forSection: number)
    }
    try Self.check(line.value, property: "minimumLineSpacing", section: line.section)
    metrics.lineSpacing = line.value
    let interitem = value(.interitemSpacing, minimumInteritemSpacing) {
      $0.minimumInteritemSpacing(forSection: number)
    }
    try Self.check(interitem.value, property: "minimumInteritemSpacing", section: interitem.section)
    metrics.interitemSpacing = interitem.value
    let header = value(.headerSize, headerReferenceSize) {
      $0.referenceSizeForHeader(inSection: number)
    }
    metrics.headerExtent = header.value[scrollDirection]
    try Self.check(
      metrics.headerExtent, property: "headerReferenceSize", section: header.section)
    let footer = value(.footerSize, footerReferenceSize) {
      $0.referenceSizeForFooter(inSection: number)
    }
    metrics.footerExtent = footer.value[scrollDirection]
    try Self.check(
      metrics.footerExtent, property: "footerReferenceSize", section: footer.section)
    return metrics
  }

  // MARK: Self-sizing

  /// True where items size themselves and this one wishes for another size than it has (IC-8).
  open override func shouldInvalidateLayout(
    forPreferredAttributes preferred: LayoutAttributes,
    originalAttributes original: LayoutAttributes
  ) -> Bool {
    estimatedItemSize != nil && original.category == .cell && preferred.size != original.size
  }

  /// The context that gives the item the size it wishes for, and keeps in place what is visible.
  open override func invalidationContext(
    forPreferredAttributes preferred: LayoutAttributes,
    originalAttributes original: LayoutAttributes
  ) -> LayoutInvalidationContext {
    preferredSizeContext(preferred, original)
  }
}
