public import Changesets
public import CollectionViews
public import Diffing
public import ItemStores

// MARK: Snapshots of sections

extension DiffableDataSource {
  /// A snapshot of one section's items, with children.
  public typealias SectionSnapshot = DiffableSectionSnapshot<ItemID>

  /// Returns a copy of a section's items, to edit and apply; empty if there is no such section.
  ///
  /// - Complexity: O(1) for a section that a section snapshot was applied to; the items of another one
  ///   are copied as roots.
  @inlinable
  public func snapshot(for section: SectionID) -> SectionSnapshot {
    if let outline = contents.outlines[section] { return outline }
    return contents.snapshot.flatSection(section)
  }

  /// Shows the visible items of `snapshot` as the items of one section, by one update with the fewest
  /// moves.
  ///
  /// The hidden items are kept for later. A section that is not there is appended. A snapshot of all
  /// sections that is applied later and has other items in the section makes a flat section of it.
  ///
  /// - Parameters:
  ///   - snapshot: The items of the section.
  ///   - section: The section.
  ///   - animatingDifferences: Whether changes are animated. The update is otherwise the same.
  ///   - completion: Called after the animations have ended, or at once if there are none.
  /// - Throws: `.itemInOtherSection` if another section has one of the visible items; otherwise as
  ///   `apply(_:animatingDifferences:completion:)`.
  /// - Complexity: O(*v* log *n*) for *v* visible items among *n* of the section, one comparison of
  ///   them, a look-up for each new one, and one update.
  @inlinable
  public func apply(
    _ snapshot: SectionSnapshot, to section: SectionID, animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) throws(CollectionViewError) {
    try update(animatingDifferences, completion) { () throws(CollectionViewError) in
      var next = contents.snapshot
      let changes = try changes(of: &next, to: snapshot.visibleItems, in: section)
      contents.snapshot = next
      contents.outlines[section] = snapshot
      return changes
    }
  }

  /// Gives a section of `next` other items.
  ///
  /// - Returns: The operations for the view; nil if there are too many items to compare.
  @inlinable
  func changes(
    of next: inout Snapshot, to items: [ItemID], in section: SectionID
  ) throws(CollectionViewError) -> Changeset? {
    guard let index = next.indexOfSection(section) else {
      do throws(DiffableSnapshotError) {
        try next.appendSections([section])
        try next.appendItems(items, toSection: section)
      } catch {
        throw .itemInOtherSection("\(error)")
      }
      return Changeset(insertedSections: [next.numberOfSections - 1])
    }
    let shown = next.itemIdentifiers(inGlobalRange: next.store.globalRange(ofSection: index))
    var changes: Changeset?
    do throws(DiffingError) {
      changes = try differ.changeset(
        from: shown, to: items, inSection: index, by: ValueIdentity<ItemID>.self)
    } catch {}
    do throws(DiffableSnapshotError) {
      guard let changes else {
        try next.deleteItems(shown)
        try next.appendItems(items, toSection: section)
        return nil
      }
      try next.apply(changes, inSection: index, to: items)
    } catch {
      throw .itemInOtherSection("\(error)")
    }
    return changes
  }
}

extension DiffableSnapshot {
  /// Applies the changes of one section, which lead to `items`.
  ///
  /// - Throws: `.alreadyThere` if another section has an item that comes.
  @inlinable
  mutating func apply(
    _ changes: Changeset, inSection section: Int, to items: [ItemID]
  ) throws(DiffableSnapshotError) {
    var added: [ItemID: ItemPath] = [:]
    for path in changes.insertedItems {
      let id = items[path.item]
      // A differ that cannot trust an item's hash deletes and inserts it.
      if let other = paths.path(of: id), other.section != section {
        throw .alreadyThere(.item, "\(id)")
      }
      added[id] = path
    }
    guard changes.count > 0 else { return }
    store.apply(changes, newItem: { items[$0.item] }, newSection: { _ in [] })
    paths.record(size: changes.count + added.count, store, { changes }, added: { added })
  }
}

// MARK: Expanding and collapsing

/// The decisions of an app about the expansion of items, as those of
/// `NSDiffableDataSourceSectionSnapshot`: each is nil by default.
///
/// They are called by `DiffableDataSource.setExpanded(_:item:animatingDifferences:completion:)`, which
/// stands for a user's touch, and not for what an applied snapshot expands.
public struct SectionSnapshotHandlers<ItemID: Hashable & Sendable> {
  /// Returns a Boolean value that indicates whether an item may be expanded; nil allows all.
  public var shouldExpandItem: ((ItemID) -> Bool)?
  /// Told that an item is about to be expanded.
  public var willExpandItem: ((ItemID) -> Void)?
  /// Returns a Boolean value that indicates whether an item may be collapsed; nil allows all.
  public var shouldCollapseItem: ((ItemID) -> Bool)?
  /// Told that an item is about to be collapsed.
  public var willCollapseItem: ((ItemID) -> Void)?
  /// Returns the descendants of an item that is about to be expanded, in place of those that it has:
  /// for children that are loaded when they are needed.
  public var snapshotForExpandingParent:
    ((ItemID, DiffableSectionSnapshot<ItemID>) -> DiffableSectionSnapshot<ItemID>)?

  /// Creates handlers that allow everything.
  public init() {}
}

extension DiffableDataSource {
  /// Expands or collapses a visible item, as a touch on its disclosure indicator does.
  ///
  /// The handlers are asked in this order: `should…`, `will…`, `snapshotForExpandingParent`. Then one
  /// update inserts or deletes the items that come or go.
  ///
  /// - Parameters:
  ///   - isExpanded: Whether the item shows its children afterwards.
  ///   - item: A visible item of a section that a section snapshot was applied to.
  ///   - animatingDifferences: Whether changes are animated.
  ///   - completion: Called after the animations have ended, or at once if there are none; not called
  ///     if the result is false.
  /// - Returns: False, and nothing changes, if the item is so already, is not visible, its section has
  ///   no section snapshot, or a handler does not allow it. False also if
  ///   `snapshotForExpandingParent` has shown another snapshot, which stays.
  /// - Throws: `.itemInOtherSection` if another section has an item that would be shown; otherwise as
  ///   `apply(_:animatingDifferences:completion:)`.
  /// - Complexity: A look-up and O(log *n*) for each ancestor, O(*k* log *n*) for the *k* items that
  ///   come or go, and one update. The other items are neither read nor compared.
  @inlinable
  @discardableResult
  public func setExpanded(
    _ isExpanded: Bool, item: ItemID, animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) throws(CollectionViewError) -> Bool {
    guard let section = contents.snapshot.sectionIdentifier(containingItem: item),
      var outline = contents.outlines[section], outline.isExpanded(item) != isExpanded
    else { return false }
    let handlers = sectionSnapshotHandlers
    let isAllowed = isExpanded ? handlers.shouldExpandItem : handlers.shouldCollapseItem
    guard isAllowed?(item) ?? true else { return false }
    (isExpanded ? handlers.willExpandItem : handlers.willCollapseItem)?(item)
    var hasChanged = false
    let ending = { if hasChanged { completion?() } }
    try update(animatingDifferences, ending) { () throws(CollectionViewError) in
      // The handlers and the layout pass may have shown other items.
      guard let path = contents.snapshot.itemPath(of: item),
        contents.snapshot.sectionIdentifier(at: path.section) == section,
        let current = contents.outlines[section], current.isExpanded(item) != isExpanded
      else { return Changeset() }
      outline = current
      do throws(DiffableSnapshotError) {
        let changes = try setExpanded(isExpanded, item, at: path, in: section, of: &outline)
        hasChanged = changes != nil
        return changes ?? Changeset()
      } catch {
        throw .itemInOtherSection("\(error)")
      }
    }
    return hasChanged
  }

  /// Expands or collapses the item at `path`, and returns the operations for the view; nil if the
  /// handler has shown another snapshot, so that nothing was changed here.
  @inlinable
  func setExpanded(
    _ isExpanded: Bool, _ item: ItemID, at path: ItemPath, in section: SectionID,
    of outline: inout SectionSnapshot
  ) throws(DiffableSnapshotError) -> Changeset? {
    if isExpanded, let children = sectionSnapshotHandlers.snapshotForExpandingParent {
      let known = try outline.snapshot(of: item)
      let state = contents.state
      let part = children(item, known)
      guard contents.state == state else { return nil }
      try outline.replace(childrenOf: item, using: part)
    }
    let items = try outline.itemsShown(below: item)
    try outline.setExpanded(isExpanded, [item])
    var next = contents.snapshot
    let first = ItemPath(section: path.section, item: path.item + 1)
    let paths = Snapshot.paths(items.count, from: first)
    if isExpanded { try next.insert(items, at: first) } else { next.remove(atSorted: paths) }
    contents.snapshot = next
    contents.outlines[section] = outline
    return isExpanded ? Changeset(insertedItems: paths) : Changeset(deletedItems: paths)
  }
}
