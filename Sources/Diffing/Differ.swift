public import Changesets
public import ItemStores

/// Finds the changes that lead from one collection to another: the fewest moves for the items that
/// both have.
///
/// Items with equal identifiers are the same item; where an identifier occurs several times, its
/// occurrences are matched in order, so the changeset always leads exactly to the target. Sections
/// are matched first, then items within and across them. Equal input gives equal output, in any
/// process.
///
/// Keep one and use it again: its scratch memory is reused.
public struct Differ: Sendable {
  /// How items are named whose content has changed and that stay where they are.
  public var contentRule: ContentRule

  /// What the last comparison found and took.
  public internal(set) var statistics = DiffStatistics()

  /// How a change of content is named.
  public enum ContentRule: Sendable {
    /// As a reload: the item gets a fresh view. One that also moves is reconfigured, since a strict
    /// update must not reload what it moves.
    case reload
    /// As a reconfiguration: the item's view is filled anew.
    case reconfigure
  }

  /// A differ without scratch memory yet.
  public init(contentRule: ContentRule = .reload) { self.contentRule = contentRule }
}

// MARK: One section

extension Differ {
  /// The changes that lead from `source` to `target`.
  ///
  /// - Parameters:
  ///   - source: The items of the section before.
  ///   - target: Its items after.
  ///   - section: The section that they are in, for the paths of the result.
  ///   - identity: What tells items apart.
  /// - Returns: Deletes, inserts, the fewest moves, and reloads.
  /// - Throws: `.tooManyItems`.
  public mutating func changeset<Identity: ItemIdentity>(
    from source: [Identity.Item], to target: [Identity.Item], inSection section: Int = 0,
    by identity: Identity.Type
  ) throws(DiffingError) -> Changeset {
    plainChangeset(
      [source], [target], sectionIDs: [section], [section], firstSection: section, identity)
  }

  /// The same for items with identifiers; their content is not compared.
  public mutating func changeset<Item: Identifiable>(
    from source: [Item], to target: [Item], inSection section: Int = 0
  ) throws(DiffingError) -> Changeset {
    try changeset(
      from: source, to: target, inSection: section, by: IdentifierIdentity<Item>.self)
  }

  /// The same for items with identifiers and revisions.
  public mutating func changeset<Item: RevisionedItem>(
    from source: [Item], to target: [Item], inSection section: Int = 0
  ) throws(DiffingError) -> Changeset {
    try changeset(from: source, to: target, inSection: section, by: RevisionIdentity<Item>.self)
  }
}

// MARK: Sections

extension Differ {
  /// The changes that lead from `source` to `target`, whose sections have names.
  ///
  /// - Parameters:
  ///   - source: What there was.
  ///   - target: What there is to be.
  ///   - identity: What tells items apart.
  /// - Returns: Deletes, inserts, the fewest moves, and reloads. The items of an inserted section are
  ///   not named, but for those that move there; nor are those that go with a deleted one.
  /// - Throws: `.sectionIDCountMismatch`, `.tooManyItems`.
  public mutating func changeset<SectionID: Hashable, Store: ItemStore, Identity: ItemIdentity>(
    from source: SectionedStore<SectionID, Store>, to target: SectionedStore<SectionID, Store>,
    by identity: Identity.Type
  ) throws(DiffingError) -> Changeset where Identity.Item == Store.Item {
    try check(source, .source)
    try check(target, .target)
    return plainChangeset(
      arrays(source.store), arrays(target.store), sectionIDs: source.sectionIDs, target.sectionIDs,
      firstSection: 0, identity)
  }

  /// The same for items with identifiers; their content is not compared.
  public mutating func changeset<SectionID: Hashable, Store: ItemStore>(
    from source: SectionedStore<SectionID, Store>, to target: SectionedStore<SectionID, Store>
  ) throws(DiffingError) -> Changeset where Store.Item: Identifiable {
    try changeset(from: source, to: target, by: IdentifierIdentity<Store.Item>.self)
  }

  /// The same for items with identifiers and revisions.
  public mutating func changeset<SectionID: Hashable, Store: ItemStore>(
    from source: SectionedStore<SectionID, Store>, to target: SectionedStore<SectionID, Store>
  ) throws(DiffingError) -> Changeset where Store.Item: RevisionedItem {
    try changeset(from: source, to: target, by: RevisionIdentity<Store.Item>.self)
  }

  private func check<SectionID, Store>(
    _ side: SectionedStore<SectionID, Store>, _ name: DiffingError.Side
  ) throws(DiffingError) {
    guard side.sectionIDs.count == side.store.sectionCount else {
      throw .sectionIDCountMismatch(
        sectionIDs: side.sectionIDs.count, sections: side.store.sectionCount, side: name)
    }
  }

  private func arrays<Store: ItemStore>(_ store: Store) -> [[Store.Item]] {
    (0..<store.sectionCount).map { section in
      (0..<store.itemCount(inSection: section)).map {
        store[ItemPath(section: section, item: $0)]
      }
    }
  }
}

// MARK: Stores without names for their sections

extension Differ {
  /// The changes that lead from one store to another whose sections are told apart by their index.
  ///
  /// Where sections come or go other than at the end, name them: see `SectionedStore`.
  ///
  /// - Parameters:
  ///   - source: What there was.
  ///   - target: What there is to be.
  ///   - identity: What tells items apart.
  /// - Returns: As for named sections.
  /// - Throws: `.tooManyItems`.
  public mutating func changeset<Store: ItemStore, Identity: ItemIdentity>(
    from source: Store, to target: Store, by identity: Identity.Type
  ) throws(DiffingError) -> Changeset where Identity.Item == Store.Item {
    plainChangeset(
      arrays(source), arrays(target), sectionIDs: Array(0..<source.sectionCount),
      Array(0..<target.sectionCount), firstSection: 0, identity)
  }
}
