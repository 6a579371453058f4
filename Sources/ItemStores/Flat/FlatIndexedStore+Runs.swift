public import Changesets

extension FlatIndexedStore {
  // MARK: Sorted runs of items

  /// Inserts `newItems[k]` so that it ends up at `paths[k]`, for all k at once.
  ///
  /// - Parameters:
  ///   - newItems: As many items as there are paths.
  ///   - paths: Strictly ascending, as they are after all insertions.
  /// - Complexity: O(k + items and sections behind the first path): each item moves at most once.
  @inlinable
  public mutating func insert(_ newItems: [Item], atSorted paths: [ItemPath]) {
    checkCounts(newItems.count, paths.count, "insert(_:atSorted:)")
    if paths.isEmpty { return }
    if paths.count == 1 {
      checkSection(of: paths[0], "insert(_:atSorted:)")
      checkInsertion(paths[0], count: starts.count(of: paths[0].section), "insert(_:atSorted:)")
      return insert(newItems[0], at: paths[0])
    }
    spread(newItems, at: gaps(forSorted: paths))
    starts.grow(bySorted: paths, 1)
    checkInvariantsIfWanted()
  }

  /// Takes out the items at `paths` and returns them in that order.
  ///
  /// - Parameter paths: Strictly ascending, as they are before all removals.
  /// - Returns: The items that stood at the paths.
  /// - Complexity: O(k + items and sections behind the first path): each item moves at most once.
  @inlinable
  @discardableResult
  public mutating func remove(atSorted paths: [ItemPath]) -> [Item] {
    if paths.isEmpty { return [] }
    if paths.count == 1 {
      checkSection(of: paths[0], "remove(atSorted:)")
      checkItem(paths[0], count: starts.count(of: paths[0].section), "remove(atSorted:)")
      return [remove(at: paths[0])]
    }
    let removed = takeOut(segments(ofSorted: paths), count: paths.count)
    starts.grow(bySorted: paths, -1)
    checkInvariantsIfWanted()
    return removed
  }

  /// Takes items out and puts others in, all in one pass: what stays moves at most once, and not at all
  /// where as many items have gone as have come before it.
  ///
  /// Where one item in 32 is edited, as good as everything moves, and a run of removals and one of
  /// insertions, which keep no account of what stays, cost less.
  ///
  /// - Complexity: O(*e* log *e*) for *e* edits, and the items and sections behind the first of them.
  @inlinable
  public mutating func exchangeItems(
    taken: [ItemPath], moves: [Changeset.Move<ItemPath>], inserted: [ItemPath],
    newItem: (ItemPath) -> Item
  ) {
    guard taken.count + moves.count + inserted.count <= items.count / 32 else {
      return putItems(takeItems(taken, moves: moves), moves: moves, inserted: inserted, newItem)
    }
    let segments = segments(ofSorted: taken)
    var moving: [Item] = []
    moving.reserveCapacity(moves.count)
    for move in moves {
      checkSection(of: move.source, "exchangeItems(taken:)")
      moving.append(items[starts.start(of: move.source.section) + move.source.item])
    }
    let (paths, newItems) = mergedItems(moving, moves: moves, inserted: inserted, newItem)
    moving = []
    starts.grow(bySorted: taken, -1)
    let gaps = places(ofSorted: paths)
    if !paths.isEmpty { starts.grow(bySorted: paths, 1) }
    exchange(segments, count: taken.count, by: newItems, at: gaps)
    checkInvariantsIfWanted()
  }

  /// The segments that items at `paths` make up once they are in; the starts know of what has been
  /// taken out, and of nothing that is to come.
  @inlinable
  func places(ofSorted paths: [ItemPath]) -> [ArraySegment] {
    var places = gaps(forSorted: paths)
    var before = 0
    for index in places.indices {
      places[index].start += before
      before += places[index].count
    }
    return places
  }

  /// The places, before the insertion, at which items are to end up at `paths`.
  @inlinable
  func gaps(forSorted paths: [ItemPath]) -> [ArraySegment] {
    var gaps: [ArraySegment] = []
    gaps.reserveCapacity(paths.count)
    checkAscending(paths, "insert(_:atSorted:)")
    var inSection = 0
    for index in paths.indices {
      let path = paths[index]
      if index == 0 || path.section != paths[index - 1].section {
        checkSection(of: path, "insert(_:atSorted:)")
        inSection = 0
      }
      checkInsertion(path, count: starts.count(of: path.section) + inSection, "insert(_:atSorted:)")
      let start = starts.start(of: path.section) + path.item - inSection
      gaps.append(start) { $0.start == start }
      inSection += 1
    }
    return gaps
  }

  /// The segments of neighbours among the items at `paths`.
  @inlinable
  func segments(ofSorted paths: [ItemPath]) -> [ArraySegment] {
    var segments: [ArraySegment] = []
    segments.reserveCapacity(paths.count)
    checkAscending(paths, "remove(atSorted:)")
    for path in paths {
      checkSection(of: path, "remove(atSorted:)")
      checkItem(path, count: starts.count(of: path.section), "remove(atSorted:)")
      let start = starts.start(of: path.section) + path.item
      segments.append(start) { $0.end == start }
    }
    return segments
  }

  // MARK: Sorted runs of sections

  /// Inserts `newItems[k]` as the section that ends up at position `sections[k]`, for all k at
  /// once. O(new items + items behind the first section + sections).
  @inlinable
  public mutating func insertSections(_ newItems: [[Item]], atSorted sections: [Int]) {
    checkCounts(newItems.count, sections.count, "insertSections(_:atSorted:)")
    checkAscending(sections, "insertSections(_:atSorted:)")
    if sections.isEmpty { return }
    var gaps: [ArraySegment] = []
    gaps.reserveCapacity(sections.count)
    for index in sections.indices {
      checkSectionInsertion(
        sections[index], count: sectionCount + index, "insertSections(_:atSorted:)")
      let start = starts.start(of: sections[index] - index)
      gaps.append(ArraySegment(start: start, count: newItems[index].count))
    }
    spread(Array(newItems.joined()), at: gaps)
    starts.insert(newItems.map(\.count), atSorted: sections)
    checkInvariantsIfWanted()
  }

  /// Takes out the sections at strictly ascending positions, as they are before all removals.
  /// O(items behind the first section + sections).
  @inlinable
  public mutating func removeSections(atSorted sections: [Int]) {
    checkAscending(sections, "removeSections(atSorted:)")
    if sections.count == 1 {
      checkSection(sections[0], "removeSections(atSorted:)")
      return removeSection(at: sections[0])
    }
    var segments: [ArraySegment] = []
    segments.reserveCapacity(sections.count)
    var count = 0
    for section in sections {
      checkSection(section, "removeSections(atSorted:)")
      let range = starts.range(of: section)
      segments.append(ArraySegment(start: range.lowerBound, count: range.count))
      count += range.count
    }
    _ = takeOut(segments, count: count)
    starts.remove(atSorted: sections)
    checkInvariantsIfWanted()
  }

  /// Puts `newItems[k]` in the place of the items of section `sections[k]`, for all k: a run of
  /// removals and one of insertions. O(new items + items behind the first section + sections).
  @inlinable
  public mutating func replaceSections(atSorted sections: [Int], with newItems: [[Item]]) {
    checkCounts(newItems.count, sections.count, "replaceSections(atSorted:with:)")
    if sections.count == 1 {
      checkSection(sections[0], "replaceSections(atSorted:with:)")
      return replaceSection(at: sections[0], with: newItems[0])
    }
    removeSections(atSorted: sections)
    insertSections(newItems, atSorted: sections)
  }
}
