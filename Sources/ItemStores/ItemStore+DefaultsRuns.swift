public import Changesets

// Sorted runs as single edits. In ascending order each insertion already stands at its final place,
// and in descending order no removal disturbs one still to come, so no position needs translating.

extension ItemStore {
  /// Inserts the items one by one, in ascending order.
  @inlinable
  public mutating func insert(_ items: [Item], atSorted paths: [ItemPath]) {
    checkCounts(items.count, paths.count, "insert(_:atSorted:)")
    checkAscending(paths, "insert(_:atSorted:)")
    for index in paths.indices { insert(items[index], at: paths[index]) }
  }

  /// Removes the items one by one, in descending order.
  @inlinable
  @discardableResult
  public mutating func remove(atSorted paths: [ItemPath]) -> [Item] {
    checkAscending(paths, "remove(atSorted:)")
    var removed: [Item] = []
    removed.reserveCapacity(paths.count)
    for path in paths.reversed() { removed.append(remove(at: path)) }
    removed.reverse()
    return removed
  }

  /// Replaces the items one by one.
  @inlinable
  public mutating func replace(atSorted paths: [ItemPath], with items: [Item]) {
    checkCounts(items.count, paths.count, "replace(atSorted:with:)")
    checkAscending(paths, "replace(atSorted:with:)")
    for index in paths.indices { replace(at: paths[index], with: items[index]) }
  }

  /// Removes one sorted run and inserts another.
  ///
  /// - Complexity: that of both runs, and O(k log k) to sort the sources.
  @inlinable
  public mutating func move(from sources: [ItemPath], toSorted targets: [ItemPath]) {
    checkCounts(sources.count, targets.count, "move(from:toSorted:)")
    checkAscending(targets, "move(from:toSorted:)")
    let order = sources.indices.sorted { sources[$0] < sources[$1] }
    let sorted = order.map { sources[$0] }
    checkAscending(sorted, "move(from:toSorted:)")
    let removed = remove(atSorted: sorted)
    var rank = order
    for index in order.indices { rank[order[index]] = index }
    insert(rank.map { removed[$0] }, atSorted: targets)
  }

  /// Inserts the sections one by one, in ascending order.
  @inlinable
  public mutating func insertSections(_ items: [[Item]], atSorted sections: [Int]) {
    checkCounts(items.count, sections.count, "insertSections(_:atSorted:)")
    checkAscending(sections, "insertSections(_:atSorted:)")
    for index in sections.indices { insertSection(items[index], at: sections[index]) }
  }

  /// Removes the sections one by one, in descending order.
  @inlinable
  public mutating func removeSections(atSorted sections: [Int]) {
    checkAscending(sections, "removeSections(atSorted:)")
    for section in sections.reversed() { removeSection(at: section) }
  }

  /// Replaces the sections' items one by one.
  @inlinable
  public mutating func replaceSections(atSorted sections: [Int], with items: [[Item]]) {
    checkCounts(items.count, sections.count, "replaceSections(atSorted:with:)")
    checkAscending(sections, "replaceSections(atSorted:with:)")
    for index in sections.indices { replaceSection(at: sections[index], with: items[index]) }
  }

  /// Copies the sections' items, removes one sorted run of sections and inserts another.
  ///
  /// - Complexity: that of both runs, and O(k log k) to sort the sources.
  @inlinable
  public mutating func moveSections(from sources: [Int], toSorted targets: [Int]) {
    checkCounts(sources.count, targets.count, "moveSections(from:toSorted:)")
    checkAscending(targets, "moveSections(from:toSorted:)")
    let sorted = sources.sorted()
    checkAscending(sorted, "moveSections(from:toSorted:)")
    let moved = sources.map { items(inSection: $0) }
    removeSections(atSorted: sorted)
    insertSections(moved, atSorted: targets)
  }
}
