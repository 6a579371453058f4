public import Changesets
public import Geometry

/// A layout of items in lines, as many on a line as fit.
///
/// It places items to the point as UICollectionViewFlowLayout does; `docs/flow-layout.md` lists the
/// rules, also where UIKit's are open. The extent index decides what edits and queries cost.
///
///     let layout = FlowLayout()
///     layout.itemSize = Size(width: 90, height: 60)
///     layout.minimumInteritemSpacing = 8
///     layout.sectionInset = EdgeInsets(top: 8, left: 16, bottom: 8, right: 16)
///     layout.headerReferenceSize = Size(width: 0, height: 28)
open class FlowLayout: LineLayout {
  /// The size of every item that no delegate gives one, in points. The default is 50 × 50.
  public var itemSize = Size(width: 50, height: 50) {
    didSet { invalidateLayout(from: oldValue, to: itemSize) }
  }
  /// The size of items before they size themselves, in points; nil, the default, for items that do
  /// not.
  ///
  /// If set, the layout uses neither `itemSize` nor the delegate's sizes.
  public var estimatedItemSize: Size? {
    didSet { invalidateLayout(from: oldValue, to: estimatedItemSize) }
  }
  /// The distance between lines, in points. The default is 10 (FL-9).
  public var minimumLineSpacing = 10.0 {
    didSet { invalidateLayout(from: oldValue, to: minimumLineSpacing) }
  }
  /// The least distance between neighbours in a line, in points. The default is 10 (FL-13).
  public var minimumInteritemSpacing = 10.0 {
    didSet { invalidateLayout(from: oldValue, to: minimumInteritemSpacing) }
  }
  /// The margins round the lines of a section, in points. The default is none (FL-3).
  public var sectionInset = EdgeInsets.zero {
    didSet { invalidateLayout(from: oldValue, to: sectionInset) }
  }
  /// The headers' size; only its extent along the scroll direction counts. The default is none.
  public var headerReferenceSize = Size.zero {
    didSet { invalidateLayout(from: oldValue, to: headerReferenceSize) }
  }
  /// The footers' size; only its extent along the scroll direction counts. The default is none.
  public var footerReferenceSize = Size.zero {
    didSet { invalidateLayout(from: oldValue, to: footerReferenceSize) }
  }
  /// The alignment of the last line of a section whose items differ in size. The default is leading
  /// (FL-8).
  public var lastLineAlignment = LastLineAlignment.leading {
    didSet { invalidateLayout(from: oldValue, to: lastLineAlignment) }
  }
  /// The place within its line of an item that is thinner than the line. The default is the centre
  /// (FL-9).
  public var lineAlignment = LineAlignment.center {
    didSet { invalidateLayout(from: oldValue, to: lineAlignment) }
  }
  /// The rule that makes a section uniform. The default is by value (FL-14).
  public var uniformityRule = UniformityRule.byValue {
    didSet { invalidateLayout(from: oldValue, to: uniformityRule) }
  }
  /// The delegate, which gives metrics that depend on the section or item; held weakly. A new
  /// delegate takes effect at the next invalidation.
  public weak var delegate: (any FlowLayoutDelegate)?

  /// Creates a flow layout over an extent index.
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

  override func prepareLines() throws(LayoutError) { try prepareLines(from: FlowSource(self)) }

  override var itemsSizeThemselves: Bool { estimatedItemSize != nil }
}

/// A description of the invalid parts of a flow or list layout (IC-7, IC-8).
open class FlowLayoutInvalidationContext: LayoutInvalidationContext {
  @safe @exclusivity(unchecked) private var asksAgain: Bool?
  /// The preferred sizes of items, in points.
  @safe @exclusivity(unchecked) public package(set) var preferredSizes: [ItemPath: Size] = [:]
  /// The preferred sizes of supplementary elements, in points.
  @safe @exclusivity(unchecked) public package(set) var preferredSupplementarySizes:
    [LayoutElement: Size] = [:]
  /// The bounds before they changed; nil for other contexts.
  var boundsBefore: Rect?

  /// A Boolean value that indicates whether to request all properties and delegate metrics again.
  ///
  /// Unless set, it is true for a context that names nothing in particular (IC-7). It is false for
  /// one with a changeset, items or preferred sizes: the layout requests only these. It is also false
  /// for one about items that a user moves, which keep their sizes.
  public var invalidateFlowLayoutDelegateMetrics: Bool {
    get {
      asksAgain ?? (change == nil && !hasPreferredSizes && !isPartial && !keepsItemSizes)
    }
    set { asksAgain = newValue }
  }

  override var invalidatesAllItems: Bool {
    invalidateEverything || invalidateFlowLayoutDelegateMetrics
  }

  override var hasPreferredSizes: Bool {
    !preferredSizes.isEmpty || !preferredSupplementarySizes.isEmpty
  }
}
