import Changesets

/// The data source's counts, asked when they may have changed and kept otherwise (B-10).
struct CountCache {
  /// The number of items in each section, as last asked; empty before.
  private(set) var counts: [Int] = []
  /// Whether they hold.
  private(set) var isValid = false
  /// How often they were said to have changed. Whoever asks them again makes them valid, but not what
  /// was begun before: that compares this.
  private(set) var invalidations = 0
  /// The counts while an update asks anew, so that they can be put back; keeps its memory.
  private var before: [Int] = []

  /// The counts before the last `replace(with:)`.
  var countsBefore: [Int] { before }

  /// Says that they may have changed; they are asked again when they are needed.
  mutating func invalidate() {
    isValid = false
    invalidations += 1
  }

  /// Puts new counts in the place of these, which `takeBack()` can return to.
  mutating func replace(with newCounts: inout [Int]) {
    swap(&counts, &before)
    swap(&counts, &newCounts)
    isValid = true
  }

  /// Returns to the counts before the last `replace(with:)`.
  mutating func takeBack() { swap(&counts, &before) }

  /// No sections, as without a data source.
  mutating func clear() {
    swap(&counts, &before)
    counts.removeAll(keepingCapacity: true)
    isValid = true
  }

  @inline(__always)
  func has(_ path: ItemPath) -> Bool {
    path.section >= 0 && path.section < counts.count && path.item >= 0
      && path.item < counts[path.section]
  }
}
