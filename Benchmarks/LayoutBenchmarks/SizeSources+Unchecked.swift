import Changesets
import Datasets
import Geometry
import Layouts

/// The sizes of an edit, handed out in the order of requests.
struct EditSizes {
  private var sizes: [Size] = []
  private var next = 0

  /// A Boolean value that indicates whether no size is left.
  var isEmpty: Bool { next == sizes.count }

  /// Puts `newSizes` in place of what is left.
  mutating func set(_ newSizes: [Size]) {
    sizes = newSizes
    next = 0
  }

  /// Puts one size in place of what is left. No allocation after the first.
  mutating func set(_ newSize: Size) {
    sizes.removeAll(keepingCapacity: true)
    sizes.append(newSize)
    next = 0
  }

  mutating func take() -> Size {
    next += 1
    return sizes[next - 1]
  }
}

/// A delegate that gives a flow layout the size of every item: computed, or from an array.
///
/// During an edit the layout requests only inserted and resized items. Their sizes are in `edits`,
/// because the collection's paths have changed meanwhile. The properties are unchecked because
/// checking exclusive access costs as much as a size; only a rig writes them, between layout
/// passes.
final class BenchmarkFlowSizes: FlowLayoutDelegate {
  @safe @exclusivity(unchecked) var edits = EditSizes()
  private let collection: LayoutCollection
  private let pattern: SizePattern
  private let stored: [Size]

  init(_ pattern: SizePattern, isStored: Bool, _ collection: LayoutCollection) {
    self.collection = collection
    self.pattern = pattern
    stored = isStored ? (0..<collection.itemCount).map { pattern.size(at: $0) } : []
  }

  var providedMetrics: FlowLayoutMetrics { .itemSize }

  func sizeForItem(at path: ItemPath) -> Size {
    if !edits.isEmpty { return edits.take() }
    let index = collection.offsets.globalIndex(of: path)
    return stored.isEmpty ? pattern.size(at: index) : stored[index]
  }
}

/// Gives a list layout the extent of every row, as `BenchmarkFlowSizes` does sizes.
final class RowSizes: ListLayoutDelegate {
  @safe @exclusivity(unchecked) var edits = EditSizes()
  private let collection: LayoutCollection

  init(_ collection: LayoutCollection) { self.collection = collection }

  var providedMetrics: ListLayoutMetrics { .itemExtent }

  func extentForItem(at path: ItemPath) -> Double {
    if !edits.isEmpty { return edits.take().height }
    return SizePattern.rows.size(at: collection.offsets.globalIndex(of: path)).height
  }
}
