public import Changesets
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

  /// A flow layout over an extent index.
  public init(extents: ExtentStrategy = .tree) { super.init(extents) }

  override var style: LineStyle {
    var style = super.style
    style.lastLine = lastLineAlignment
    style.lineAlignment = lineAlignment
    style.uniformity = uniformityRule
    style.hasCommonSize =
      estimatedItemSize != nil || !(delegate?.providedMetrics.contains(.itemSize) ?? false)
    return style
  }

  override var source: any LineSource { FlowSource(self) }

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
      ?? super.invalidationContext(
        forPreferredAttributes: preferred, originalAttributes: original)
  }
}

/// What of a flow or list layout is no longer right (clauses IC-7 and IC-8).
open class FlowLayoutInvalidationContext: LayoutInvalidationContext {
  private var asksAgain: Bool?
  /// The sizes that items wish for themselves, in points.
  public package(set) var preferredSizes: [ItemPath: Size] = [:]
  /// The bounds before they changed; nil for other contexts.
  var boundsBefore: Rect?

  /// Whether properties and delegate are asked again for everything.
  ///
  /// Unless set, true for a context that names nothing in particular (IC-7), and false for one
  /// that has a changeset, names items or gives their sizes: only these are asked for.
  public var invalidatesDelegateMetrics: Bool {
    get { asksAgain ?? (changes.isEmpty && preferredSizes.isEmpty && !isPartial) }
    set { asksAgain = newValue }
  }

  override var invalidatesAllItems: Bool { invalidatesEverything || invalidatesDelegateMetrics }

  override var hasPreferredSizes: Bool { !preferredSizes.isEmpty }
}
