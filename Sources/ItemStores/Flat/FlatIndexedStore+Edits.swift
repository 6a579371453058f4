public import Changesets

extension FlatIndexedStore {
  // MARK: Edits of one item

  /// Puts `item` at `path`; the items behind it in its section move up by one. O(items and sections
  /// behind it); an allocation when the array is full or shared.
  @inlinable
  public mutating func insert(_ item: Item, at path: ItemPath) {
    checkSection(of: path, "insert(_:at:)")
    checkInsertion(path, count: starts.count(of: path.section), "insert(_:at:)")
    items.insert(item, at: starts.start(of: path.section) + path.item)
    starts.grow(path.section, by: 1)
    checkInvariantsIfWanted()
  }

  /// Takes the item at `path` out and returns it. O(items and sections behind it); an allocation
  /// when the array is shared.
  @inlinable
  @discardableResult
  public mutating func remove(at path: ItemPath) -> Item {
    let index = globalIndex(of: path, "remove(at:)")
    let removed = items[index]
    removeItems(index..<index + 1)
    starts.grow(path.section, by: -1)
    checkInvariantsIfWanted()
    return removed
  }

  /// Puts `item` in the place of the item at `path`, which it returns. O(1), or O(items) and an
  /// allocation when the array is shared.
  @inlinable
  @discardableResult
  public mutating func replace(at path: ItemPath, with item: Item) -> Item {
    let index = globalIndex(of: path, "replace(at:with:)")
    let replaced = items[index]
    items[index] = item
    return replaced
  }

  /// Moves the item at `source` to `target`, a path as it is once the item has been taken out.
  /// O(items and sections between the two); allocates only when the array is shared.
  @inlinable
  public mutating func move(from source: ItemPath, to target: ItemPath) {
    checkMove(from: source, to: target)
    let sourceIndex = starts.start(of: source.section) + source.item
    starts.moveItem(from: source.section, to: target.section)
    let targetIndex = starts.start(of: target.section) + target.item
    moveItems(sourceIndex..<sourceIndex + 1, to: targetIndex)
    checkInvariantsIfWanted()
  }

  // MARK: Edits of one section

  /// Puts a section of `newItems` at position `section`, which may equal the section count. O(new
  /// items + items and sections behind them).
  @inlinable
  public mutating func insertSection<Items: Sequence>(_ newItems: Items, at section: Int)
  where Items.Element == Item {
    checkSectionInsertion(section, "insertSection(_:at:)")
    let before = items.count
    if section == sectionCount {
      items.append(contentsOf: newItems)
    } else {
      let start = starts.start(of: section)
      items.replaceSubrange(start..<start, with: ContiguousArray(newItems))
    }
    starts.insert(items.count - before, at: section)
    checkInvariantsIfWanted()
  }

  /// Takes `section` and its items out. O(items and sections behind its start).
  @inlinable
  public mutating func removeSection(at section: Int) {
    checkSection(section, "removeSection(at:)")
    removeItems(starts.range(of: section))
    starts.remove(at: section)
    checkInvariantsIfWanted()
  }

  /// Puts `newItems` in the place of those of `section`. O(new items + items and sections behind
  /// its start).
  @inlinable
  public mutating func replaceSection<Items: Sequence>(at section: Int, with newItems: Items)
  where Items.Element == Item {
    checkSection(section, "replaceSection(at:with:)")
    let before = items.count
    items.replaceSubrange(starts.range(of: section), with: ContiguousArray(newItems))
    starts.grow(section, by: items.count - before)
    checkInvariantsIfWanted()
  }

  /// Moves section `source` to position `target`, as it is once the section has been taken out.
  /// O(items between the two, its own included, + sections).
  @inlinable
  public mutating func moveSection(from source: Int, to target: Int) {
    checkSectionMove(from: source, to: target)
    let range = starts.range(of: source)
    starts.move(from: source, to: target)
    moveItems(range, to: starts.start(of: target))
    checkInvariantsIfWanted()
  }

  /// Takes the items in `range` out.
  ///
  /// `removeSubrange` and `remove(at:)` would first copy a shared array as it is.
  @inlinable
  mutating func removeItems(_ range: Range<Int>) {
    items.replaceSubrange(range, with: EmptyCollection())
  }
}

extension FlatIndexedStore {
  /// Applies an update that inserts, deletes, moves or reloads sections, all at once. Items that stay
  /// in order move at most once within the array, or everything is copied to a new one, whichever
  /// costs less.
  ///
  /// - Complexity: O(*e* log *e*) for *e* edits, and the items and sections behind the first of them.
  @inlinable
  public mutating func exchangeSections(
    _ changeset: Changeset, newItem: (ItemPath) -> Item, newSection: (Int) -> [Item]
  ) {
    let edits = SectionEdits(changeset)
    let (items, counts) = copyRuns(edits, newItem, newSection)
    // First, as it stops the program where there would be too many items.
    starts.apply(counts, edits: edits.sectionCount + edits.itemCount)
    self.items.apply(items)
    checkInvariantsIfWanted()
  }

  /// Returns the items and the sections' counts after `edits`, as runs of those before.
  @inlinable
  func copyRuns(
    _ edits: SectionEdits, _ newItem: (ItemPath) -> Item, _ newSection: (Int) -> [Item]
  ) -> (items: CopyRuns<Item>, counts: CopyRuns<Int>) {
    edits.copyRuns(
      sectionCount: starts.sectionCount,
      range: { section in
        checkSection(section, "exchangeSections(_:newItem:newSection:)")
        return starts.range(of: section)
      }, newItem: newItem, newSection: newSection)
  }
}

extension FlatIndexedStore {
  /// `exchangeSections(_:newItem:newSection:)` in place, or by a pass, whichever costs less.
  @inlinable
  package mutating func exchangeSections(
    _ changeset: Changeset, inPlace: Bool, newItem: (ItemPath) -> Item,
    newSection: (Int) -> [Item]
  ) {
    let edits = SectionEdits(changeset)
    let (items, counts) = copyRuns(edits, newItem, newSection)
    starts.apply(counts, edits: edits.sectionCount + edits.itemCount)
    self.items.apply(items, inPlace: inPlace)
  }
}
