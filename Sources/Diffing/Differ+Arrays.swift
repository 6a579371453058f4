public import Changesets

extension Differ {
  /// The changes that lead from `source` to `target`, the items of one section.
  ///
  /// - Parameters:
  ///   - source: The items before.
  ///   - target: The items after.
  ///   - section: The section that they are in, for the paths of the result.
  ///   - identity: What tells items apart.
  /// - Returns: Deletes, inserts, the fewest moves, and reloads.
  /// - Complexity: O(*n* + *m* log *m*) for *n* items, *m* of them outside of unchanged runs; a
  ///   step for each 65,536 items where both are one array. Allocates the result, and scratch memory
  ///   the first time.
  /// - Throws: `.tooManyItems`.
  @inlinable
  public mutating func changeset<Identity: ItemIdentity>(
    from source: [Identity.Item], to target: [Identity.Item], inSection section: Int = 0,
    by identity: Identity.Type
  ) throws(DiffingError) -> Changeset {
    try changeset(source, target, section, identity, isCancellable: false)
  }

  /// The same for items with identifiers; their content is not compared.
  @inlinable
  public mutating func changeset<Item: Identifiable>(
    from source: [Item], to target: [Item], inSection section: Int = 0
  ) throws(DiffingError) -> Changeset {
    try changeset(
      from: source, to: target, inSection: section, by: IdentifierIdentity<Item>.self)
  }

  /// The same for items with identifiers and revisions.
  @inlinable
  public mutating func changeset<Item: RevisionedItem>(
    from source: [Item], to target: [Item], inSection section: Int = 0
  ) throws(DiffingError) -> Changeset {
    try changeset(from: source, to: target, inSection: section, by: RevisionIdentity<Item>.self)
  }

  /// The same away from the caller's thread; ends soon after its task is cancelled.
  ///
  /// - Parameters:
  ///   - source: The items before.
  ///   - target: The items after.
  ///   - section: The section that they are in, for the paths of the result.
  ///   - contentRule: How changed content is named.
  ///   - identity: What tells items apart.
  /// - Returns: Deletes, inserts, the fewest moves, and reloads.
  /// - Throws: `.cancelled`, `.tooManyItems`.
  @inlinable
  @concurrent
  public static func changeset<Identity: ItemIdentity>(
    from source: [Identity.Item], to target: [Identity.Item], inSection section: Int = 0,
    contentRule: ContentRule = .reload, by identity: Identity.Type
  ) async throws(DiffingError) -> Changeset where Identity.Item: Sendable {
    var differ = Differ(contentRule: contentRule)
    return try differ.changeset(source, target, section, identity, isCancellable: true)
  }

  @inlinable
  mutating func changeset<Identity: ItemIdentity>(
    _ source: [Identity.Item], _ target: [Identity.Item], _ section: Int,
    _ identity: Identity.Type, isCancellable: Bool
  ) throws(DiffingError) -> Changeset {
    require(
      section >= 0, "Differ.changeset(from:to:inSection: \(section)): a section is 0 or more")
    try Self.check(source.count, target.count)
    let contentRule = contentRule
    return try compare(
      ArraySide(source, section: section), ArraySide(target, section: section), identity,
      isCancellable: isCancellable
    ) { comparison throws(DiffingError) in
      try comparison.scan(section, source.indices, section, target.indices)
      return try comparison.finish(SectionChanges(), contentRule)
    }
  }
}
