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

  /// Returns a Boolean value that indicates whether there is such a section.
  func has(_ section: Int) -> Bool { section >= 0 && section < count }
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

  /// The change in the number of items of each section that items enter or leave.
  ///
  /// - Precondition: No operation is on a section.
  package var itemCountChanges: [Int: Int] {
    require(
      !changesSections,
      "Changeset.itemCountChanges: the update changes sections; valid are operations on items")
    var changes: [Int: Int] = [:]
    for path in deletedItems { changes[path.section, default: 0] -= 1 }
    for path in insertedItems { changes[path.section, default: 0] += 1 }
    for move in movedItems {
      changes[move.source.section, default: 0] -= 1
      changes[move.target.section, default: 0] += 1
    }
    return changes
  }
}
