public import Changesets

/// Finds the changes that lead from one collection to another: the fewest moves for the items that
/// both have.
///
/// Items with equal identifiers are the same item. Where an identifier occurs several times, its
/// occurrences in unchanged runs are matched there, and the others in the order of the source's
/// sections, so the changeset always leads exactly to the target. Sections are matched first, then
/// items within and across them. Equal input gives equal output, in any process.
///
/// Runs of items that both have in the same order are passed over without hashing. For *n* items, of
/// which *m* lie outside of such runs, a comparison takes O(*n* + *m* log *m*) time and some 20 · *m*
/// bytes of scratch memory. Keep a differ and use it again: it keeps that memory.
///
/// An identifier must keep its hash while it is compared. One that does not is an item that goes and
/// one that comes, and the result still applies; builds with the trait `InvariantChecks` stop there.
public struct Differ: Sendable {
  /// How items are named whose content has changed and that stay where they are.
  public var contentRule: ContentRule

  /// What the last comparison found and took.
  @inlinable public var statistics: DiffStatistics { found }

  @usableFromInline var found = DiffStatistics()

  @usableFromInline var scratch = DiffScratch()

  /// How a change of content is named.
  public enum ContentRule: Sendable {
    /// As a reload: the item gets a fresh view. One that also moves is reconfigured, since a strict
    /// update must not reload what it moves (b.5).
    case reload
    /// As a reconfiguration: the item's view is filled anew.
    case reconfigure
  }

  /// A differ without scratch memory yet.
  public init(contentRule: ContentRule = .reload) { self.contentRule = contentRule }

  /// The most items that a side may have: positions are 32 bits wide.
  @usableFromInline static let mostItems = Int(Int32.max)

  /// Throws where a side has more items than are counted.
  @inlinable
  static func check(_ source: Int, _ target: Int) throws(DiffingError) {
    if source > mostItems { throw .tooManyItems(found: source, most: mostItems, side: .source) }
    if target > mostItems { throw .tooManyItems(found: target, most: mostItems, side: .target) }
  }

  /// The slots of the larger table of samples, which long comparisons must not make grow.
  package var sampleSlotCount: Int {
    max(scratch.sourceSamples.slots.count, scratch.targetSamples.slots.count)
  }

  /// Lends the scratch memory to a comparison and takes it back.
  @inlinable
  mutating func compare<Side: DiffSide, Identity: ItemIdentity>(
    _ source: Side, _ target: Side, _ identity: Identity.Type, isCancellable: Bool,
    _ body: (inout Comparison<Side, Identity>) throws(DiffingError) -> Changeset
  ) throws(DiffingError) -> Changeset where Identity.Item == Side.Item {
    var lent = DiffScratch()
    swap(&lent, &scratch)
    var comparison = Comparison<Side, Identity>(
      source, target, scratch: lent, isCancellable: isCancellable)
    defer {
      found = comparison.statistics
      swap(&scratch, &comparison.scratch)
    }
    return try body(&comparison)
  }
}

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

/// What one comparison found and what it took, in exact numbers.
public struct DiffStatistics: Hashable, Sendable {
  /// Items that are in both.
  public var matchedItems = 0

  /// Matched items that changed their place among their neighbours, or their section: the minimum for
  /// the matching, which is the only one where no identifier occurs twice.
  public var movedItems = 0

  /// Hash values computed, of items and sections.
  public var hashes = 0

  /// Items known to be equal without looking at them, since both collections share their memory.
  public var sharedItems = 0

  /// Tree nodes looked at to find them.
  public var visitedNodes = 0

  /// Nothing found yet.
  public init() {}
}
