import Changesets
import Geometry

/// A line-based layout as it was prepared: an extent index, and the metrics its sections refer to.
///
/// Not copied in passing, so that a query reads it where it is: copying its fields would cost as
/// much as finding a line. `copy()` keeps the state before an update.
package struct LineState: ~Copyable {
  package var index: any ExtentIndex
  /// What the shapes of `index` were made from, by number.
  var metrics: [SectionMetrics] = []
  var style = LineStyle()
  /// The extent of the content across the scroll direction, in points (FL-2).
  var crossExtent = 0.0
  /// The first item found longer than its line when sizes were last asked for (FL-21).
  var oversizeItem: ItemPath?
  private var numbers: [SectionMetrics: Int] = [:]
  /// What an edit of one item hands to the index: an array of its own for each would be allocated.
  var oneExtent = [ItemExtent(cross: 0, main: 0)]

  init(index: any ExtentIndex) { self.index = index }

  /// Another state of the same index, metrics and style, which edits of this one do not reach.
  func copy() -> LineState {
    var copy = LineState(index: index)
    copy.metrics = metrics
    copy.style = style
    copy.crossExtent = crossExtent
    copy.oversizeItem = oversizeItem
    copy.numbers = numbers
    return copy
  }

  /// The number of the shape made from `metrics`, which is added if it is new.
  mutating func number(of metrics: SectionMetrics) -> Int {
    if let number = numbers[metrics] { return number }
    let number = self.metrics.count
    numbers[metrics] = number
    self.metrics.append(metrics)
    index.appendShape(
      metrics.shape(crossExtent: crossExtent, isSingleColumn: style.isSingleColumn))
    return number
  }

  /// The same items and metrics on lines of another length.
  mutating func setCrossExtent(_ newExtent: Double) {
    crossExtent = newExtent
    index.replaceShapes(
      with: metrics.map {
        $0.shape(crossExtent: newExtent, isSingleColumn: style.isSingleColumn)
      })
  }

  /// Whether there is an item at `path`.
  func hasItem(at path: ItemPath) -> Bool {
    path.section >= 0 && path.section < index.sectionCount && path.item >= 0
      && path.item < index.section(at: path.section).itemCount
  }

  /// Throws where the content's extent is beyond what a `Double` can hold.
  func checkExtent() throws(LayoutError) {
    guard index.extent <= .greatestFiniteMagnitude else {
      throw .contentExtent(style.axis, index.extent)
    }
  }

  /// Whether lengths are so large that with others of up to `length` they may add up to more than a
  /// `Double` can hold.
  func mayOverflow(with length: Double) -> Bool {
    let huge = 0x1p960
    return index.extent > huge || length > huge || metrics.contains { $0.largest > huge }
  }

  /// Whether an item is longer than its line (FL-21); in a single column none is.
  func isOversize(_ extent: ItemExtent, inSection section: Int) -> Bool {
    guard !style.isSingleColumn else { return false }
    let rule = index.shapes[index.section(at: section).shape].rule
    return extent.cross > rule.available + LineRule.tolerance
  }

  /// Remembers the item at `path` if it is the first that is longer than its line.
  mutating func noteOversize(_ extent: ItemExtent, at path: ItemPath) {
    if oversizeItem == nil, isOversize(extent, inSection: path.section) { oversizeItem = path }
  }

  /// Keeps what is remembered to be longer than its line only where it is there and still so.
  mutating func checkOversizeItem() {
    guard let path = oversizeItem else { return }
    if !hasItem(at: path) || !isOversize(extent(at: path), inSection: path.section) {
      oversizeItem = nil
    }
  }

  /// The extent of everything (FL-16).
  var contentSize: Size {
    var size = Size.zero
    size[style.axis] = index.extent
    size[style.axis.crossing] = max(crossExtent, 0)
    return size
  }
}

/// Where headers and footers may stick: the visible range along the scroll direction, in points.
struct PinnedRange: Hashable {
  var start: Double
  var end: Double
}
