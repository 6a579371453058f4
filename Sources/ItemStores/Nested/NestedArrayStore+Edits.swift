public import Changesets

extension NestedArrayStore {
  /// Puts `item` at `path`. O(*m* + log *s*) for a section of *m* items.
  @inlinable
  public mutating func insert(_ item: Item, at path: ItemPath) {
    checkSection(of: path, "insert(_:at:)")
    checkInsertion(path, count: count(of: path.section), "insert(_:at:)")
    sections[path.section].insert(item, at: path.item)
    grow(path.section, by: 1)
    checkInvariantsIfWanted()
  }

  /// Takes the item at `path` out and returns it. O(*m* + log *s*).
  @inlinable
  @discardableResult
  public mutating func remove(at path: ItemPath) -> Item {
    checkItem(path, "remove(at:)")
    let item = sections[path.section].remove(at: path.item)
    grow(path.section, by: -1)
    checkInvariantsIfWanted()
    return item
  }

  /// Puts `item` in the place of the item at `path`, which it returns. O(1).
  @inlinable
  @discardableResult
  public mutating func replace(at path: ItemPath, with item: Item) -> Item {
    checkItem(path, "replace(at:with:)")
    let old = sections[path.section][path.item]
    sections[path.section][path.item] = item
    return old
  }

  /// Puts a section of `items` at position `section`. O(*s* + *k*): array references move.
  @inlinable
  public mutating func insertSection<Items: Sequence>(_ items: Items, at section: Int)
  where Items.Element == Item {
    checkSectionInsertion(section, "insertSection(_:at:)")
    let added = Array(items)
    sections.insert(added, at: section)
    counts.insert(added.count, at: section)
    index.insert(count: added.count, at: section)
    checkInvariantsIfWanted()
  }

  /// Takes `section` and its items out. O(*s* + *k*).
  @inlinable
  public mutating func removeSection(at section: Int) {
    checkSection(section, "removeSection(at:)")
    sections.remove(at: section)
    counts.remove(at: section)
    index.remove(section)
    checkInvariantsIfWanted()
  }

  /// Puts `items` in the place of those of `section`. O(*k* + log *s*).
  @inlinable
  public mutating func replaceSection<Items: Sequence>(at section: Int, with items: Items)
  where Items.Element == Item {
    checkSection(section, "replaceSection(at:with:)")
    let added = Array(items)
    sections[section] = added
    grow(section, by: added.count - counts[section])
    checkInvariantsIfWanted()
  }

  /// Moves section `source` to position `target`, as it is after the removal. O(*s*).
  @inlinable
  public mutating func moveSection(from source: Int, to target: Int) {
    checkSectionMove(from: source, to: target)
    let moved = sections.remove(at: source)
    sections.insert(moved, at: target)
    counts.remove(at: source)
    counts.insert(moved.count, at: target)
    index.remove(source)
    index.insert(count: moved.count, at: target)
    checkInvariantsIfWanted()
  }

  /// Notes that `section` has `delta` more items.
  @inlinable
  mutating func grow(_ section: Int, by delta: Int) {
    counts[section] += delta
    index.grow(section, by: delta)
  }
}

extension NestedArrayStore {
  /// Applies an update that inserts, deletes, moves or reloads sections. It removes items, then
  /// exchanges sections, whose other items stay in place, then inserts items. The sections' arrays are
  /// exchanged one by one if they are few, else in one pass over all.
  ///
  /// O(*s* + *e* log *e*) for *e* edits, and what runs of the items cost.
  @inlinable
  public mutating func exchangeSections(
    _ changeset: Changeset, newItem: (ItemPath) -> Item, newSection: (Int) -> [Item]
  ) {
    let edits = SectionEdits(changeset)
    guard edits.sectionCount >= Self.leastForASectionPass else {
      return exchangeSectionsInRuns(edits, changeset, newItem: newItem, newSection: newSection)
    }
    let moves = changeset.movedItems
    let moving = takeItems(edits.takenItems, moves: moves)
    let target = edits.sections(of: sectionCount, newSection: newSection)
    sections.apply(target)
    counts.apply(target.map(\.count))
    index.exchange(edits, counts: counts)
    putItems(moving, moves: moves, inserted: changeset.insertedItemsOfOldSections, newItem)
    checkInvariantsIfWanted()
  }

  /// The edits of sections from which a pass costs less than single ones: with a thousand sections 80,
  /// with ten thousand 40.
  @inlinable
  static var leastForASectionPass: Int { 48 }
}

extension SectionIndex {
  /// Makes this the index of `counts`, to which `edits` have led. O(*k* log *s*) for *k* edits of
  /// *s* sections, or O(*s*) where that is less.
  @inlinable
  mutating func exchange(_ edits: SectionEdits, counts: ContiguousArray<Int>) {
    guard edits.sectionCount < counts.count / 16 else { return self = SectionIndex(counts) }
    for section in edits.takenSections.reversed() { remove(section) }
    for put in edits.putSections { insert(count: counts[put.target], at: put.target) }
  }
}
