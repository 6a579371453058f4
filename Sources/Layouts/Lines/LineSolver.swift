import Changesets
import Geometry

/// The lines of a layout: an extent index and the metrics that its sections refer to.
///
/// A solver answers queries and applies edits by its own values. It knows no layout, host or
/// delegate: `PreparedLines` requests sizes and hands them over.
///
/// Noncopyable, so that a query reads the fields in place: copying them would cost as much as
/// finding a line. `copy()` keeps the lines before an update.
package struct LineSolver: ~Copyable {
  package var index: any ExtentIndex
  /// The metrics from which the shapes of `index` were made, by shape number.
  var metrics: [SectionMetrics] = []
  var style = LineStyle()
  /// The extent of the content across the scroll direction, in points (FL-2).
  var crossExtent = 0.0
  /// The first item found longer than its line when sizes were last requested (FL-21).
  var oversizeItem: ItemPath?
  /// The templates that `metrics` refer to; nil for a layout of lines.
  var composition: LayoutComposition?
  /// The offsets of sections that scroll by themselves.
  var orthogonalOffsets = OrthogonalOffsets()
  /// The sizes that items prefer, by section, of groups whose extent follows from all their items.
  var measuredItems: [Int: MeasuredItems] = [:]
  /// The boundary items that have sizes of their own.
  var ownBoundaries = OwnBoundaries()
  /// The sections with elements far outside of their groups.
  var farSections = FarSections()
  /// The numbers of the shapes that sections may have, by their metrics.
  var shapeNumbers: [SectionMetrics: Int] = [:]
  /// The numbers of shapes that no section has.
  var freeShapes: [Int] = []
  /// The number of shapes from which those that no section has are looked for.
  var shapeLimit = 64
  /// The array that an edit of one item hands to the index; a new array would be allocated.
  var oneExtent = [ItemExtent(cross: 0, main: 0)]

  init(index: any ExtentIndex) { self.index = index }

  /// Returns lines with the same index, metrics and style; edits of one do not reach the other.
  func copy() -> LineSolver {
    var copy = LineSolver(index: index)
    copy.metrics = metrics
    copy.style = style
    copy.crossExtent = crossExtent
    copy.oversizeItem = oversizeItem
    copy.composition = composition
    copy.orthogonalOffsets = orthogonalOffsets
    copy.measuredItems = measuredItems
    copy.ownBoundaries = ownBoundaries
    copy.farSections = farSections
    copy.shapeNumbers = shapeNumbers
    copy.freeShapes = freeShapes
    copy.shapeLimit = shapeLimit
    return copy
  }

  /// Returns a Boolean value that indicates whether there is an item at `path`.
  func hasItem(at path: ItemPath) -> Bool {
    path.section >= 0 && path.section < index.sectionCount && path.item >= 0
      && path.item < index.section(at: path.section).itemCount
  }

  /// The size of the content, in points (FL-16).
  var contentSize: Size {
    var size = Size.zero
    size[style.axis] = extent
    size[style.axis.crossing] = max(crossExtent, 0)
    return size
  }

  /// The extent of the content along the scroll direction, in points: of a composition, without the
  /// spacing behind the last section.
  private var extent: Double {
    guard composition != nil else { return index.extent }
    // Reading them after a call of the index would retain the composition.
    let (hasBoundary, spacing) = (composition?.hasBoundary ?? false, composition?.spacing ?? 0)
    // Content without sections has no boundary items.
    guard index.sectionCount > 0 else { return 0 }
    if hasBoundary, let composition { return contentSpan(composition).end }
    return index.extent - spacing
  }

  /// Throws if the content's extent exceeds the range of `Double`.
  func checkExtent() throws(LayoutError) {
    guard index.extent <= .greatestFiniteMagnitude else {
      throw .contentExtent(style.axis, index.extent)
    }
    guard let overhang = composition?.overhang else { return }
    let extent = extent
    guard extent + overhang <= .greatestFiniteMagnitude else {
      throw .contentExtent(style.axis, extent)
    }
  }

  /// Returns a Boolean value that indicates whether the extent may exceed the range of `Double`
  /// once lengths of up to `length` points join it.
  func mayOverflow(with length: Double) -> Bool {
    let huge = 0x1p960
    return index.extent > huge || length > huge || metrics.contains { $0.largest > huge }
  }

  // MARK: Items longer than their line

  /// Returns a Boolean value that indicates whether an item is longer than its line (FL-21). No
  /// item of a single column is.
  func isOversize(_ extent: ItemExtent, inSection section: Int) -> Bool {
    guard !style.isSingleColumn else { return false }
    let rule = index.shapes[index.section(at: section).shape].rule
    return extent.cross > rule.available + LineRule.tolerance
  }

  /// Remembers the item at `path` if it is the first that is longer than its line.
  mutating func noteOversize(_ extent: ItemExtent, at path: ItemPath) {
    if oversizeItem == nil, isOversize(extent, inSection: path.section) { oversizeItem = path }
  }

  /// Forgets the remembered item if it is gone or fits its line.
  mutating func checkOversizeItem() {
    guard let path = oversizeItem else { return }
    if !hasItem(at: path) || !isOversize(extent(at: path), inSection: path.section) {
      oversizeItem = nil
    }
  }
}

/// The visible range along the scroll direction, in points, in which headers and footers stick.
struct PinnedRange: Hashable {
  var start: Double
  var end: Double
}
