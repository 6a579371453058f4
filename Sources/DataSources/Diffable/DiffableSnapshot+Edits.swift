public import Changesets
public import ItemStores

// MARK: Edits of items

extension DiffableSnapshot {
  /// Appends items to a section.
  ///
  /// - Parameters:
  ///   - items: Identifiers that the snapshot does not contain.
  ///   - section: A section of the snapshot; nil for the last one.
  /// - Throws: `.repeated`, `.alreadyThere`, `.unknown`, `.noSection`.
  @inlinable
  public mutating func appendItems(
    _ items: [ItemID], toSection section: SectionID? = nil
  ) throws(DiffableSnapshotError) {
    let index: Int
    if let section {
      index = try knownSection(section)
    } else {
      guard numberOfSections > 0 else { throw .noSection }
      index = numberOfSections - 1
    }
    try insert(items, at: ItemPath(section: index, item: store.itemCount(inSection: index)))
  }

  /// Inserts items in front of another one.
  ///
  /// - Parameters:
  ///   - items: Identifiers that the snapshot does not contain.
  ///   - item: An item of the snapshot.
  /// - Throws: `.repeated`, `.alreadyThere`, `.unknown`.
  @inlinable
  public mutating func insertItems(
    _ items: [ItemID], beforeItem item: ItemID
  ) throws(DiffableSnapshotError) {
    try insert(items, at: try knownItem(item))
  }

  /// Inserts items behind another one.
  ///
  /// - Parameters:
  ///   - items: Identifiers that the snapshot does not contain.
  ///   - item: An item of the snapshot.
  /// - Throws: `.repeated`, `.alreadyThere`, `.unknown`.
  @inlinable
  public mutating func insertItems(
    _ items: [ItemID], afterItem item: ItemID
  ) throws(DiffableSnapshotError) {
    let path = try knownItem(item)
    try insert(items, at: ItemPath(section: path.section, item: path.item + 1))
  }

  /// Deletes items.
  ///
  /// - Parameter items: Items of the snapshot; naming one twice has no effect.
  /// - Throws: `.unknown`.
  @inlinable
  public mutating func deleteItems(_ items: [ItemID]) throws(DiffableSnapshotError) {
    var gone: Set<ItemPath> = []
    for item in items { gone.insert(try knownItem(item)) }
    guard !gone.isEmpty else { return }
    remove(atSorted: gone.sorted())
    guard marks.marksItems else { return }
    marks.reloadedItems.subtract(items)
    marks.reconfiguredItems.subtract(items)
  }

  /// Removes the items at `sorted`, which are ascending; their marks stay.
  @inlinable
  mutating func remove(atSorted sorted: [ItemPath]) {
    store.remove(atSorted: sorted)
    paths.record(size: sorted.count, store, { Changeset(deletedItems: sorted) })
  }

  /// Deletes all items and keeps the sections. O(*s*) for *s* sections.
  @inlinable
  public mutating func deleteAllItems() {
    store = BTreeStore(sections: names.ids.map { _ in [] })
    paths = SnapshotPaths(of: store)
    marks.reloadedItems = []
    marks.reconfiguredItems = []
  }

  /// Moves an item in front of another one, in the other's section; does nothing if both are the
  /// same.
  ///
  /// - Parameters:
  ///   - item: The item that moves.
  ///   - other: The item that follows it afterwards.
  /// - Throws: `.unknown`.
  @inlinable
  public mutating func moveItem(
    _ item: ItemID, beforeItem other: ItemID
  ) throws(DiffableSnapshotError) {
    try move(try knownItem(item), to: try knownItem(other), isBehind: false)
  }

  /// Moves an item behind another one, in the other's section; does nothing if both are the same.
  ///
  /// - Parameters:
  ///   - item: The item that moves.
  ///   - other: The item that precedes it afterwards.
  /// - Throws: `.unknown`.
  @inlinable
  public mutating func moveItem(
    _ item: ItemID, afterItem other: ItemID
  ) throws(DiffableSnapshotError) {
    try move(try knownItem(item), to: try knownItem(other), isBehind: true)
  }

  @inlinable
  mutating func move(
    _ source: ItemPath, to anchor: ItemPath, isBehind: Bool
  ) throws(DiffableSnapshotError) {
    guard source != anchor else { return }
    // The anchor moves up if the item is removed in front of it.
    let isInFront = source.section == anchor.section && source.item < anchor.item
    let target = ItemPath(
      section: anchor.section, item: anchor.item + (isBehind ? 1 : 0) - (isInFront ? 1 : 0))
    relocate(from: source, to: target)
  }

  @inlinable
  mutating func insert(_ items: [ItemID], at path: ItemPath) throws(DiffableSnapshotError) {
    var new = Set<ItemID>(minimumCapacity: items.count)
    let mayBeThere = store.itemCount > 0
    for item in items {
      if !new.insert(item).inserted { throw .repeated(.item, "\(item)") }
      if mayBeThere, paths.path(of: item) != nil { throw .alreadyThere(.item, "\(item)") }
    }
    guard !items.isEmpty else { return }
    let count = store.itemCount(inSection: path.section)
    if count == 0 {
      store.replaceSection(at: path.section, with: items)
    } else if items.count == 1 {
      store.insert(items[0], at: path)
    } else {
      store.insert(items, atSorted: Self.paths(items.count, from: path))
    }
    guard path.item < count else { return paths.recordAppended(items, at: path, store) }
    paths.record(
      size: 2 * items.count, store,
      { Changeset(insertedItems: Self.paths(items.count, from: path)) },
      added: { Dictionary(uniqueKeysWithValues: zip(items, Self.paths(items.count, from: path))) })
  }

  @inlinable
  static func paths(_ count: Int, from path: ItemPath) -> [ItemPath] {
    (path.item..<path.item + count).map { ItemPath(section: path.section, item: $0) }
  }
}

// MARK: Edits of sections

extension DiffableSnapshot {
  /// Appends empty sections.
  ///
  /// - Parameter sections: Identifiers that the snapshot does not contain.
  /// - Throws: `.repeated`, `.alreadyThere`.
  /// - Complexity: O(new sections), amortised.
  @inlinable
  public mutating func appendSections(_ sections: [SectionID]) throws(DiffableSnapshotError) {
    try insert(sections, at: numberOfSections)
  }

  /// Inserts empty sections in front of another one.
  ///
  /// - Parameters:
  ///   - sections: Identifiers that the snapshot does not contain.
  ///   - section: A section of the snapshot.
  /// - Throws: `.repeated`, `.alreadyThere`, `.unknown`.
  /// - Complexity: O(*s*) for *s* sections.
  @inlinable
  public mutating func insertSections(
    _ sections: [SectionID], beforeSection section: SectionID
  ) throws(DiffableSnapshotError) {
    try insert(sections, at: try knownSection(section))
  }

  /// Inserts empty sections behind another one.
  ///
  /// - Parameters:
  ///   - sections: Identifiers that the snapshot does not contain.
  ///   - section: A section of the snapshot.
  /// - Throws: `.repeated`, `.alreadyThere`, `.unknown`.
  /// - Complexity: O(*s*) for *s* sections.
  @inlinable
  public mutating func insertSections(
    _ sections: [SectionID], afterSection section: SectionID
  ) throws(DiffableSnapshotError) {
    try insert(sections, at: try knownSection(section) + 1)
  }

  /// Deletes sections with their items.
  ///
  /// - Parameter sections: Sections of the snapshot.
  /// - Throws: `.unknown`.
  /// - Complexity: O(*s*) for *s* sections, and what the edit costs the store.
  @inlinable
  public mutating func deleteSections(_ sections: [SectionID]) throws(DiffableSnapshotError) {
    var indexes: [Int] = []
    var gone: Set<SectionID> = []
    // In the given order, so that an error names the first one.
    for section in sections {
      let index = try knownSection(section)
      if gone.insert(section).inserted { indexes.append(index) }
    }
    guard !gone.isEmpty else { return }
    indexes.sort()
    if marks.marksItems {
      for index in indexes {
        let items = itemIdentifiers(inGlobalRange: store.globalRange(ofSection: index))
        marks.reloadedItems.subtract(items)
        marks.reconfiguredItems.subtract(items)
      }
    }
    marks.reloadedSections.subtract(gone)
    store.removeSections(atSorted: indexes)
    names.remove(gone)
    paths.record(size: indexes.count, store, { Changeset(deletedSections: indexes) })
  }

  /// Moves a section with its items in front of another one; does nothing if both are the same.
  ///
  /// - Parameters:
  ///   - section: The section that moves.
  ///   - other: The section that follows it afterwards.
  /// - Throws: `.unknown`.
  /// - Complexity: O(*s*) for *s* sections, and what the edit costs the store.
  @inlinable
  public mutating func moveSection(
    _ section: SectionID, beforeSection other: SectionID
  ) throws(DiffableSnapshotError) {
    let (source, anchor) = (try knownSection(section), try knownSection(other))
    moveSection(from: source, to: source < anchor ? anchor - 1 : anchor)
  }

  /// Moves a section with its items behind another one; does nothing if both are the same.
  ///
  /// - Parameters:
  ///   - section: The section that moves.
  ///   - other: The section that precedes it afterwards.
  /// - Throws: `.unknown`.
  /// - Complexity: O(*s*) for *s* sections, and what the edit costs the store.
  @inlinable
  public mutating func moveSection(
    _ section: SectionID, afterSection other: SectionID
  ) throws(DiffableSnapshotError) {
    let (source, anchor) = (try knownSection(section), try knownSection(other))
    moveSection(from: source, to: source <= anchor ? anchor : anchor + 1)
  }

  @inlinable
  mutating func insert(_ sections: [SectionID], at index: Int) throws(DiffableSnapshotError) {
    var new: Set<SectionID> = []
    for section in sections {
      if names.indexes[section] != nil { throw .alreadyThere(.section, "\(section)") }
      if !new.insert(section).inserted { throw .repeated(.section, "\(section)") }
    }
    guard !sections.isEmpty else { return }
    let range = index..<index + sections.count
    store.insertSections(Array(repeating: [], count: sections.count), atSorted: Array(range))
    names.insert(sections, at: index)
    // Sections at the end change no path.
    guard range.upperBound < numberOfSections else { return }
    paths.record(size: sections.count, store, { Changeset(insertedSections: Array(range)) })
  }

  @inlinable
  mutating func moveSection(from source: Int, to target: Int) {
    guard source != target else { return }
    store.moveSection(from: source, to: target)
    names.move(from: source, to: target)
    let move = Changeset.Move(from: source, to: target)
    paths.record(size: 1, store, { Changeset(movedSections: [move]) })
  }
}
