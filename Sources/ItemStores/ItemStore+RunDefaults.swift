public import Changesets

// Runs of edits for stores that have no faster way.

extension ItemStore {
  /// Puts `items[k]` in the place of the item at `paths[k]`: *k* single replacements.
  @inlinable
  public mutating func replace(atSorted paths: [ItemPath], with items: [Item]) {
    checkCounts(items.count, paths.count, "replace(atSorted:with:)")
    checkAscending(paths, "replace(atSorted:with:)")
    for index in paths.indices { replace(at: paths[index], with: items[index]) }
  }

  /// Moves the item at `sources[k]` to `targets[k]`: a sorted removal, then a sorted insertion.
  @inlinable
  public mutating func move(from sources: [ItemPath], toSorted targets: [ItemPath]) {
    checkCounts(sources.count, targets.count, "move(from:toSorted:)")
    let order = sources.indices.sorted { sources[$0] < sources[$1] }
    let removed = remove(atSorted: order.map { sources[$0] })
    var rank = [Int](repeating: 0, count: order.count)
    for position in order.indices { rank[order[position]] = position }
    insert(rank.map { removed[$0] }, atSorted: targets)
  }

  /// Inserts sections one by one, in ascending order of where they end up.
  @inlinable
  public mutating func insertSections(_ items: [[Item]], atSorted sections: [Int]) {
    checkCounts(items.count, sections.count, "insertSections(_:atSorted:)")
    checkAscending(sections, "insertSections(_:atSorted:)")
    for index in sections.indices { insertSection(items[index], at: sections[index]) }
  }

  /// Takes sections out one by one, the last first.
  @inlinable
  public mutating func removeSections(atSorted sections: [Int]) {
    checkAscending(sections, "removeSections(atSorted:)")
    for section in sections.reversed() { removeSection(at: section) }
  }

  /// Puts `items[k]` in the place of the items of section `sections[k]`, one by one.
  @inlinable
  public mutating func replaceSections(atSorted sections: [Int], with items: [[Item]]) {
    checkCounts(items.count, sections.count, "replaceSections(atSorted:with:)")
    checkAscending(sections, "replaceSections(atSorted:with:)")
    for index in sections.indices { replaceSection(at: sections[index], with: items[index]) }
  }

  /// Moves sections: takes all out, then inserts them.
  @inlinable
  public mutating func moveSections(from sources: [Int], toSorted targets: [Int]) {
    checkCounts(sources.count, targets.count, "moveSections(from:toSorted:)")
    let moved = sources.map { section in
      var items: [Item] = []
      forEachChunk(inGlobalRange: globalRange(ofSection: section)) { chunk in
        for index in chunk.indices { items.append(chunk[index]) }
      }
      return items
    }
    removeSections(atSorted: sources.sorted())
    insertSections(moved, atSorted: targets)
  }
}
