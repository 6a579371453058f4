public import Changesets
public import ItemStores

/// A user's move of one item, as a `DiffableDataSource` tells it: what there was, what there is, and
/// the difference.
public struct DiffableTransaction<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  /// The snapshot before the move.
  public let initialSnapshot: DiffableSnapshot<SectionID, ItemID>
  /// The snapshot after the move.
  public let finalSnapshot: DiffableSnapshot<SectionID, ItemID>
  /// The move, by positions among all items: a removal and an insertion that name each other.
  public let difference: CollectionDifference<ItemID>
  @usableFromInline let initialOutlines: [SectionID: DiffableSectionSnapshot<ItemID>]
  @usableFromInline let finalOutlines: [SectionID: DiffableSectionSnapshot<ItemID>]
  @usableFromInline let sections: [SectionID]

  @inlinable
  init(
    from initial: DiffableSnapshot<SectionID, ItemID>,
    _ initialOutlines: [SectionID: DiffableSectionSnapshot<ItemID>],
    to final: DiffableSnapshot<SectionID, ItemID>,
    _ finalOutlines: [SectionID: DiffableSectionSnapshot<ItemID>],
    difference: CollectionDifference<ItemID>, sections: [SectionID]
  ) {
    initialSnapshot = initial
    finalSnapshot = final
    self.difference = difference
    self.initialOutlines = initialOutlines
    self.finalOutlines = finalOutlines
    self.sections = sections
  }

  /// The sections that the move concerns: one or two. O(their items) for each call.
  public var sectionTransactions: [SectionTransaction] {
    sections.map { section in
      let before = initialOutlines[section] ?? initialSnapshot.flatSection(section)
      let after = finalOutlines[section] ?? finalSnapshot.flatSection(section)
      return SectionTransaction(
        sectionIdentifier: section, initialSnapshot: before, finalSnapshot: after,
        difference: after.visibleItems.difference(from: before.visibleItems).inferringMoves())
    }
  }

  /// The part of a move that concerns one section.
  public struct SectionTransaction {
    /// The section.
    public let sectionIdentifier: SectionID
    /// Its items before the move.
    public let initialSnapshot: DiffableSectionSnapshot<ItemID>
    /// Its items after the move.
    public let finalSnapshot: DiffableSectionSnapshot<ItemID>
    /// The difference of its visible items.
    public let difference: CollectionDifference<ItemID>
  }
}

/// The decisions of an app about items that a user moves; each is nil by default.
///
/// This data source changes its snapshot itself. An app that keeps its own order takes it from the
/// transaction: `didReorder = { order = $0.finalSnapshot.itemIdentifiers }`.
public struct ReorderingHandlers<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  /// Returns a Boolean value that indicates whether an item may be moved; nil allows none.
  public var canReorderItem: ((ItemID) -> Bool)?
  /// Told of a move before the snapshot changes. If it shows another snapshot, that one stays, and
  /// the move is not made.
  public var willReorder: ((DiffableTransaction<SectionID, ItemID>) -> Void)?
  /// Told of a move after the snapshot has changed.
  public var didReorder: ((DiffableTransaction<SectionID, ItemID>) -> Void)?

  /// Creates handlers that allow no move.
  public init() {}
}

extension DiffableDataSource {
  /// Returns a Boolean value that indicates whether the app allows the move of an item, and it shows no
  /// children: those would stay behind.
  @usableFromInline
  func canMove(_ path: ItemPath) -> Bool {
    guard let handler = reorderingHandlers.canReorderItem,
      let item = contents.snapshot.itemIdentifier(at: path), handler(item)
    else { return false }
    guard let section = contents.snapshot.sectionIdentifier(at: path.section),
      let outline = contents.outlines[section], outline.isExpanded(item)
    else { return true }
    return (try? outline.node(of: item).shownCount == 0) ?? true
  }

  /// Moves an item in the snapshot, and tells the app.
  ///
  /// In a section with an outline the item gets the parent of the item behind it, and is a root where
  /// there is none. An item that was expanded while the user held it leaves its children where they
  /// are: no outline has that order, so the sections become flat.
  @usableFromInline
  func move(_ source: ItemPath, to target: ItemPath) {
    let (before, outlines, state) = (contents.snapshot, contents.outlines, contents.state)
    guard let item = before.itemIdentifier(at: source),
      let sourceSection = before.sectionIdentifier(at: source.section),
      let targetSection = before.sectionIdentifier(at: target.section), source != target
    else { return }
    var after = before
    after.relocate(from: source, to: target)
    let moved = outlines.moving(
      item, from: sourceSection, to: targetSection,
      before: after.itemIdentifier(at: ItemPath(section: target.section, item: target.item + 1)))
    let from = before.store.globalIndex(of: source)
    let to = after.store.globalIndex(of: target)
    let difference = CollectionDifference<ItemID>([
      .remove(offset: from, element: item, associatedWith: to),
      .insert(offset: to, element: item, associatedWith: from),
    ])
    let transaction = DiffableTransaction(
      from: before, outlines, to: after, moved,
      difference: difference ?? [ItemID]().difference(from: []),
      sections: sourceSection == targetSection ? [sourceSection] : [sourceSection, targetSection])
    reorderingHandlers.willReorder?(transaction)
    guard contents.state == state else { return }
    contents.snapshot = after
    contents.outlines = moved
    reorderingHandlers.didReorder?(transaction)
  }
}

extension DiffableSnapshot {
  /// Returns the items of a section as roots; none if there is no such section.
  @inlinable
  func flatSection(_ section: SectionID) -> DiffableSectionSnapshot<ItemID> {
    var flat = DiffableSectionSnapshot<ItemID>()
    // The items of a section are unique.
    if let ids = try? itemIdentifiers(inSection: section) { try? flat.append(ids) }
    return flat
  }

  /// Moves the item at a path to another one, as it is after the move.
  @inlinable
  mutating func relocate(from source: ItemPath, to target: ItemPath) {
    guard source != target else { return }
    store.move(from: source, to: target)
    let move = Changeset.Move(from: source, to: target)
    paths.record(size: 1, store, { Changeset(movedItems: [move]) })
  }
}

extension Dictionary {
  /// Moves a visible item, with the descendants that it hides.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - source: Its section before.
  ///   - target: Its section after; without an outline, the descendants are forgotten.
  ///   - follower: The item behind it; nil if it is the last of its section.
  /// - Returns: The outlines after.
  func moving<ItemID: Hashable & Sendable>(
    _ item: ItemID, from source: Key, to target: Key, before follower: ItemID?
  ) -> Self where Value == DiffableSectionSnapshot<ItemID> {
    var outlines = self
    var part = DiffableSectionSnapshot<ItemID>()
    do throws(DiffableSnapshotError) {
      if let outline = outlines[source] {
        part = try outline.snapshot(of: item, includingParent: true)
        guard part.numberOfVisibleItems == 1 else {
          outlines[source] = nil
          outlines[target] = nil
          return outlines
        }
        try outlines[source]?.delete([item])
      } else {
        try part.append([item])
      }
      guard let follower else {
        try outlines[target]?.append(part)
        return outlines
      }
      try outlines[target]?.insert(part, before: follower)
    } catch {
      // A hidden item of the other outline bears the same identifier: both sections become flat.
      outlines[source] = nil
      outlines[target] = nil
    }
    return outlines
  }
}
