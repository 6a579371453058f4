public import Changesets
public import ItemStores

// MARK: Sections with identifiers

extension Differ {
  /// Returns the changes that lead from `source` to `target`, whose sections have identifiers.
  ///
  /// - Parameters:
  ///   - source: The collection before.
  ///   - target: The collection after.
  ///   - identity: The rule that identifies items and their states.
  /// - Returns: Deletes, inserts, the fewest moves, and reloads. Items of an inserted section
  ///   appear only if they move there; items of a deleted section appear only if they move away.
  /// - Complexity: O(*s* + *n* + *m* log *m*) for *s* sections and *n* items, *m* of them outside
  ///   unchanged runs, and as many look-ups of paths and section ranges in the store; O(*s* + *k*
  ///   log *n* + *i*) for two states of one `BTreeStore` that are *k* edits apart, with *i* items
  ///   inserted, deleted or moved. Allocates the result, and scratch memory the first time.
  /// - Throws: `.sectionIDCountMismatch`, `.tooManyItems`.
  @inlinable
  public mutating func changeset<SectionID: Hashable, Store: ItemStore, Identity: ItemIdentity>(
    from source: SectionedStore<SectionID, Store>, to target: SectionedStore<SectionID, Store>,
    by identity: Identity.Type
  ) throws(DiffingError) -> Changeset where Identity.Item == Store.Item {
    try changeset(source, target, identity, isCancellable: false)
  }

  /// Returns the same for items with identifiers; their content is not compared.
  @inlinable
  public mutating func changeset<SectionID: Hashable, Store: ItemStore>(
    from source: SectionedStore<SectionID, Store>, to target: SectionedStore<SectionID, Store>
  ) throws(DiffingError) -> Changeset where Store.Item: Identifiable {
    try changeset(from: source, to: target, by: IdentifierIdentity<Store.Item>.self)
  }

  /// Returns the same for items with identifiers and revisions.
  @inlinable
  public mutating func changeset<SectionID: Hashable, Store: ItemStore>(
    from source: SectionedStore<SectionID, Store>, to target: SectionedStore<SectionID, Store>
  ) throws(DiffingError) -> Changeset where Store.Item: RevisionedItem {
    try changeset(from: source, to: target, by: RevisionIdentity<Store.Item>.self)
  }

  /// Returns the same, computed off the caller's thread; ends soon after its task is cancelled.
  ///
  /// - Parameters:
  ///   - source: The collection before.
  ///   - target: The collection after.
  ///   - contentRule: The operation for changed content.
  ///   - identity: The rule that identifies items and their states.
  /// - Returns: Deletes, inserts, the fewest moves, and reloads.
  /// - Throws: `.cancelled`, `.sectionIDCountMismatch`, `.tooManyItems`.
  @inlinable
  @concurrent
  public static func changeset<SectionID: Hashable, Store: ItemStore, Identity: ItemIdentity>(
    from source: SectionedStore<SectionID, Store>, to target: SectionedStore<SectionID, Store>,
    contentRule: ContentRule = .reload, by identity: Identity.Type
  ) async throws(DiffingError) -> Changeset
  where Identity.Item == Store.Item, SectionID: Sendable, Store: Sendable {
    var differ = Differ(contentRule: contentRule)
    return try differ.changeset(source, target, identity, isCancellable: true)
  }

  @inlinable
  mutating func changeset<SectionID: Hashable, Store: ItemStore, Identity: ItemIdentity>(
    _ source: SectionedStore<SectionID, Store>, _ target: SectionedStore<SectionID, Store>,
    _ identity: Identity.Type, isCancellable: Bool
  ) throws(DiffingError) -> Changeset where Identity.Item == Store.Item {
    try source.check(.source)
    try target.check(.target)
    let names = try changeset(
      source.sectionIDs, target.sectionIDs, 0, ValueIdentity<SectionID>.self,
      isCancellable: isCancellable)
    let hashes = found.hashes
    let changeset = try changeset(
      source.store, target.store, SectionChanges(names), identity, isCancellable: isCancellable)
    found.hashes += hashes
    return changeset
  }
}

extension SectionedStore {
  /// Throws unless each section has an identifier.
  @inlinable
  func check(_ side: DiffingError.Side) throws(DiffingError) {
    guard sectionIDs.count == store.sectionCount else {
      throw .sectionIDCountMismatch(
        sectionIDs: sectionIDs.count, sections: store.sectionCount, side: side)
    }
  }
}

// MARK: Sections without identifiers

extension Differ {
  /// Returns the changes that lead from one store to another, whose sections are identified by
  /// their indexes.
  ///
  /// If sections are inserted or deleted other than at the end, give them identifiers: see
  /// `SectionedStore`.
  ///
  /// - Parameters:
  ///   - source: The collection before.
  ///   - target: The collection after.
  ///   - identity: The rule that identifies items and their states.
  /// - Returns: As for sections with identifiers.
  /// - Complexity: As for sections with identifiers, without O(*s*) for states of one `BTreeStore`.
  /// - Throws: `.tooManyItems`.
  @inlinable
  public mutating func changeset<Store: ItemStore, Identity: ItemIdentity>(
    from source: Store, to target: Store, by identity: Identity.Type
  ) throws(DiffingError) -> Changeset where Identity.Item == Store.Item {
    var sections = SectionChanges()
    let (before, after) = (source.sectionCount, target.sectionCount)
    if before > after { sections.deleted = Array(after..<before) }
    if after > before { sections.inserted = Array(before..<after) }
    return try changeset(source, target, sections, identity, isCancellable: false)
  }

  @inlinable
  mutating func changeset<Store: ItemStore, Identity: ItemIdentity>(
    _ source: Store, _ target: Store, _ sections: SectionChanges, _ identity: Identity.Type,
    isCancellable: Bool
  ) throws(DiffingError) -> Changeset where Identity.Item == Store.Item {
    let contentRule = contentRule
    return try compare(
      StoreSide(source), StoreSide(target), identity, isCancellable: isCancellable
    ) { comparison throws(DiffingError) in
      if try !comparison.scanChangedMemory(sections) { try comparison.scanSections(sections) }
      return try comparison.finish(sections, contentRule)
    }
  }
}

/// A store whose sections have identifiers, so that inserted, deleted and moved sections are told
/// apart.
public struct SectionedStore<SectionID: Hashable, Store: ItemStore> {
  /// One identifier for each section of `store`, in order.
  public var sectionIDs: [SectionID]

  /// The items.
  public var store: Store

  /// Creates the collection of `store`, whose sections have `sectionIDs` in order.
  ///
  /// A comparison checks that the counts of identifiers and sections are equal.
  @inlinable
  public init(sectionIDs: [SectionID], store: Store) {
    self.sectionIDs = sectionIDs
    self.store = store
  }
}

extension SectionedStore: Sendable where SectionID: Sendable, Store: Sendable {}
