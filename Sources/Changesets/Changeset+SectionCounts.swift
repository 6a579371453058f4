import BasicAlgorithms

/// The number of sections and of the items of each, without an array of them.
package struct SectionCounts {
  /// The number of sections.
  package let count: Int
  /// The number of items of a section in `0..<count`.
  package let itemCount: (Int) -> Int

  /// Counts that are asked for as they are needed.
  package init(count: Int, itemCount: @escaping (Int) -> Int) {
    self.count = count
    self.itemCount = itemCount
  }

  /// The counts in an array.
  init(_ counts: [Int]) { self.init(count: counts.count) { counts[$0] } }
}

extension Changeset {
  /// The number of items of each section after the update.
  ///
  /// - Parameters:
  ///   - before: The number of items of each section before it.
  ///   - newSection: The number of items of an inserted or reloaded section, by its index after,
  ///     without those that move into it.
  /// - Returns: One count for each section after.
  /// - Complexity: O(*s* log *e*) for *s* sections and *e* operations.
  /// - Precondition: The changeset is legal for the counts before.
  public func sectionCounts(after before: [Int], newSection: (Int) -> Int = { _ in 0 }) -> [Int] {
    let map = ChangesetMap(self)
    let count = before.count + insertedSections.count - deletedSections.count
    return (0..<count).map { target in
      guard let source = map.sourceSection(target) else {
        // Items inserted into a section that is inserted are among its own.
        let put = map.putItems.range(ofSection: target).count
        return newSection(target) + put - insertedItems.range(ofSection: target).count
      }
      guard !map.isReloaded(source) else { return newSection(target) }
      let put = map.putItems.range(ofSection: target).count
      return before[source] + put - map.takenItems.range(ofSection: source).count
    }
  }
}

extension ChangesetMap {
  /// Returns by how many items an update lengthens `section`, which has the same index before and
  /// after; less than 0 if it becomes shorter.
  ///
  /// - Complexity: O(log *e*) for *e* operations; no allocation.
  /// - Precondition: No operation is on a section.
  package func itemCountChange(ofSection section: Int) -> Int {
    putItems.range(ofSection: section).count - takenItems.range(ofSection: section).count
  }
}
