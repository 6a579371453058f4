public import Changesets
public import Geometry

/// The metrics that a delegate gives; each replaces the layout's property for every section (FL-4).
@frozen
public struct FlowLayoutMetrics: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Creates a set from its bits.
  @inlinable
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `sizeForItem(at:)` is given.
  public static let itemSize = FlowLayoutMetrics(rawValue: 1)
  /// `inset(forSection:)` is given.
  public static let sectionInset = FlowLayoutMetrics(rawValue: 2)
  /// `minimumLineSpacing(forSection:)` is given.
  public static let lineSpacing = FlowLayoutMetrics(rawValue: 4)
  /// `minimumInteritemSpacing(forSection:)` is given.
  public static let interitemSpacing = FlowLayoutMetrics(rawValue: 8)
  /// `referenceSizeForHeader(inSection:)` is given.
  public static let headerSize = FlowLayoutMetrics(rawValue: 16)
  /// `referenceSizeForFooter(inSection:)` is given.
  public static let footerSize = FlowLayoutMetrics(rawValue: 32)

  static let perSection: FlowLayoutMetrics = [
    .sectionInset, .lineSpacing, .interitemSpacing, .headerSize, .footerSize,
  ]
}

/// The metrics of a flow layout that depend on the section or the item.
///
/// UIKit observes which methods a delegate implements, and Swift cannot: the layout calls only the
/// methods that `providedMetrics` names.
public protocol FlowLayoutDelegate: AnyObject {
  /// The methods that replace the layout's properties.
  var providedMetrics: FlowLayoutMetrics { get }
  /// Returns the size of the item at `path`, in points; called once for each preparation of its
  /// metrics.
  func sizeForItem(at path: ItemPath) -> Size
  /// Returns the margins round the lines of `section`, in points.
  func inset(forSection section: Int) -> EdgeInsets
  /// Returns the distance between the lines of `section`, in points.
  func minimumLineSpacing(forSection section: Int) -> Double
  /// Returns the least distance between neighbours in the lines of `section`, in points.
  func minimumInteritemSpacing(forSection section: Int) -> Double
  /// Returns the header's size; only its extent along the scroll direction counts, 0 for no header.
  func referenceSizeForHeader(inSection section: Int) -> Size
  /// Returns the footer's size; only its extent along the scroll direction counts, 0 for no footer.
  func referenceSizeForFooter(inSection section: Int) -> Size
}

extension FlowLayoutDelegate {
  /// Returns 50 × 50 points.
  public func sizeForItem(at path: ItemPath) -> Size { Size(width: 50, height: 50) }
  /// Returns no margins.
  public func inset(forSection section: Int) -> EdgeInsets { .zero }
  /// Returns 10 points.
  public func minimumLineSpacing(forSection section: Int) -> Double { 10 }
  /// Returns 10 points.
  public func minimumInteritemSpacing(forSection section: Int) -> Double { 10 }
  /// Returns an empty size: no header.
  public func referenceSizeForHeader(inSection section: Int) -> Size { .zero }
  /// Returns an empty size: no footer.
  public func referenceSizeForFooter(inSection section: Int) -> Size { .zero }
}
