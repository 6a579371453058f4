internal import Changesets
internal import Geometry
internal import Layouts

/// The sizes that an edit brings, given out in the order in which they are asked for.
struct EditSizes {
  private var sizes: [Size] = []
  private var next = 0

  /// Whether there are sizes to give out.
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

/// Gives a flow layout the size of every item: computed, or looked up in an array of all.
///
/// While an edit is carried out, only what it inserts or resizes is asked for: that comes from
/// `edits`, as the paths of the collection are others meanwhile. These are unchecked because asking
/// whether their access is exclusive costs as much as the size; only a rig writes them, between
/// layout passes.
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
    let index = collection.globalIndex(of: path)
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
    return SizePattern.rows.size(at: collection.globalIndex(of: path)).height
  }
}
