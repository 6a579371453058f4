public import Changesets
public import Geometry

/// The metrics that a delegate gives to a list layout.
@frozen
public struct ListLayoutMetrics: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Creates a set from its bits.
  @inlinable
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `extentForItem(at:)` is given.
  public static let itemExtent = ListLayoutMetrics(rawValue: 1)
  /// `extentForHeader(inSection:)` is given.
  public static let headerExtent = ListLayoutMetrics(rawValue: 2)
  /// `extentForFooter(inSection:)` is given.
  public static let footerExtent = ListLayoutMetrics(rawValue: 4)
}

/// Gives a list layout extents that depend on the section or the item.
///
/// Only what `providedMetrics` names is called; it replaces the layout's property everywhere.
public protocol ListLayoutDelegate: AnyObject {
  /// The methods that replace the layout's properties.
  var providedMetrics: ListLayoutMetrics { get }
  /// Returns the extent of the item at `path` along the scroll direction, in points.
  func extentForItem(at path: ItemPath) -> Double
  /// Returns the extent of a section's header, in points; 0 for no header.
  func extentForHeader(inSection section: Int) -> Double
  /// Returns the extent of a section's footer, in points; 0 for no footer.
  func extentForFooter(inSection section: Int) -> Double
}

extension ListLayoutDelegate {
  /// Returns 44 points.
  public func extentForItem(at path: ItemPath) -> Double { 44 }
  /// Returns 0: no header.
  public func extentForHeader(inSection section: Int) -> Double { 0 }
  /// Returns 0: no footer.
  public func extentForFooter(inSection section: Int) -> Double { 0 }
}

/// A layout of one column of items, each as wide as the section allows.
///
/// It is the counterpart of a table view: headers and footers, insets, spacing, pinned headers,
/// estimated extents. With `ExtentStrategy.tree`, items of different extents take at most eight
/// bytes each, and equal ones none.
///
///     let layout = ListLayout()
///     layout.itemExtent = 44
///     layout.headerExtent = 28
///     layout.sectionHeadersPinToVisibleBounds = true
open class ListLayout: LineLayout {
  /// The extent of every item that no delegate gives one, in points. The default is 44.
  @safe @exclusivity(unchecked) public var itemExtent = 44.0 {
    didSet { invalidateLayout(from: oldValue, to: itemExtent) }
  }
  /// The extent of items before they size themselves, in points; nil, the default, for items that
  /// do not. If set, the layout uses neither `itemExtent` nor the delegate's extents.
  @safe @exclusivity(unchecked) public var estimatedItemExtent: Double? {
    didSet { invalidateLayout(from: oldValue, to: estimatedItemExtent) }
  }
  /// The distance between items, in points. The default is 0.
  @safe @exclusivity(unchecked) public var spacing = 0.0 {
    didSet { invalidateLayout(from: oldValue, to: spacing) }
  }
  /// The margins round the items of a section, in points. The default is none.
  @safe @exclusivity(unchecked) public var sectionInset = EdgeInsets.zero {
    didSet { invalidateLayout(from: oldValue, to: sectionInset) }
  }
  /// The extent of every header that no delegate gives one, in points. The default is 0: none.
  @safe @exclusivity(unchecked) public var headerExtent = 0.0 {
    didSet { invalidateLayout(from: oldValue, to: headerExtent) }
  }
  /// The extent of every footer that no delegate gives one, in points. The default is 0: none.
  @safe @exclusivity(unchecked) public var footerExtent = 0.0 {
    didSet { invalidateLayout(from: oldValue, to: footerExtent) }
  }
  /// Gives extents that depend on the section or item; held weakly. Assigning one takes effect at
  /// the next invalidation.
  public weak var delegate: (any ListLayoutDelegate)?

  /// Creates a list layout over an extent index.
  public init(extents: ExtentStrategy = .tree) { super.init(extents) }

  override var style: LineStyle {
    var style = super.style
    style.isSingleColumn = true
    style.hasCommonSize = true
    return style
  }

  override func prepareLines() throws(LayoutError) { try prepareLines(from: ListSource(self)) }

  override func extent(of size: Size) -> ItemExtent {
    ItemExtent(cross: 0, main: size[scrollDirection])
  }

  override var itemsSizeThemselves: Bool { estimatedItemExtent != nil }
}
