public import Changesets
public import ItemStores

// MARK: Sections with names

extension Differ {
  /// The changes that lead from `source` to `target`, whose sections have names.
  ///
  /// - Parameters:
  ///   - source: What there was.
  ///   - target: What there is to be.
  ///   - identity: What tells items apart.
  /// - Returns: Deletes, inserts, the fewest moves, and reloads. The items of an inserted section are
  ///   not named, but for those that move there; nor are those that go with a deleted one.
  /// - Complexity: O(*s* + *n* + *m* log *m*) for *s* sections and *n* items, *m* of them outside of
  ///   unchanged runs, and as many look-ups of the store for paths and ranges of sections;
  ///   O(*s* + *k* log *n* + *i*) for two states of one `BTreeStore` that are *k*
  ///   edits apart, of items or of sections with *i* items that came, went or moved. Allocates the
  ///   result, and scratch memory the first time.
  /// - Throws: `.sectionIDCountMismatch`, `.tooManyItems`.
  @inlinable
  public mutating func changeset<SectionID: Hashable, Store: ItemStore, Identity: ItemIdentity>(
    from source: SectionedStore<SectionID, Store>, to target: SectionedStore<SectionID, Store>,
    by identity: Identity.Type
  ) throws(DiffingError) -> Changeset where Identity.Item == Store.Item {
    try changeset(source, target, identity, isCancellable: false)
  }

  /// The same for items with identifiers; their content is not compared.
  @inlinable
  public mutating func changeset<SectionID: Hashable, Store: ItemStore>(
    from source: SectionedStore<SectionID, Store>, to target: SectionedStore<SectionID, Store>
  ) throws(DiffingError) -> Changeset where Store.Item: Identifiable {
    try changeset(from: source, to: target, by: IdentifierIdentity<Store.Item>.self)
  }

  /// The same for items with identifiers and revisions.
  @inlinable
  public mutating func changeset<SectionID: Hashable, Store: ItemStore>(
    from source: SectionedStore<SectionID, Store>, to target: SectionedStore<SectionID, Store>
  ) throws(DiffingError) -> Changeset where Store.Item: RevisionedItem {
    try changeset(from: source, to: target, by: RevisionIdentity<Store.Item>.self)
  }

  /// The same away from the caller's thread; ends soon after its task is cancelled.
  ///
  /// - Parameters:
  ///   - source: What there was.
  ///   - target: What there is to be.
  ///   - contentRule: How changed content is named.
  ///   - identity: What tells items apart.
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
  /// Throws unless each section has a name.
  @inlinable
  func check(_ side: DiffingError.Side) throws(DiffingError) {
    guard sectionIDs.count == store.sectionCount else {
      throw .sectionIDCountMismatch(
        sectionIDs: sectionIDs.count, sections: store.sectionCount, side: side)
    }
  }
}

// MARK: Sections without names

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
  /// - Complexity: As for named sections, without O(*s*) for states of one `BTreeStore`.
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
    try Self.check(source.itemCount, target.itemCount)
    let contentRule = contentRule
    return try compare(
      StoreSide(source), StoreSide(target), identity, isCancellable: isCancellable
    ) { comparison throws(DiffingError) in
      if try !comparison.scanChangedMemory(sections) { try comparison.scanSections(sections) }
      return try comparison.finish(sections, contentRule)
    }
  }
}

/// A store whose sections have identifiers, so that sections which come, go and move are told apart.
public struct SectionedStore<SectionID: Hashable, Store: ItemStore> {
  /// One identifier for each section of `store`, in order.
  public var sectionIDs: [SectionID]

  /// The items.
  public var store: Store

  /// The sections of `store`, named in order by `sectionIDs`.
  ///
  /// Whether there are as many names as sections is checked where two are compared.
  @inlinable
  public init(sectionIDs: [SectionID], store: Store) {
    self.sectionIDs = sectionIDs
    self.store = store
  }
}

extension SectionedStore: Sendable where SectionID: Sendable, Store: Sendable {}
