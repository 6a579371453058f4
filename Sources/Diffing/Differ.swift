public import Changesets

/// A differ that finds the changes from one collection to another, with the fewest moves.
///
/// ```swift
/// var differ = Differ()
/// let changes = try differ.changeset(from: [1, 2, 3], to: [3, 1, 2], by: ValueIdentity<Int>.self)
/// // One move, of the item 3 from position 2 to position 0.
/// ```
///
/// Items with equal identifiers are the same item. If an identifier repeats, its occurrences in
/// unchanged runs match there, and the others in the order of the source's sections. The changeset
/// always leads exactly to the target. Sections are matched first, then items within and across
/// them. Equal input gives equal output, in any process.
///
/// Runs of items that both collections have in the same order are skipped without hashing. For *n*
/// items, *m* of them outside such runs, a comparison takes O(*n* + *m* log *m*) time and some 20 ·
/// *m* bytes of scratch memory, up to about 50 · *m* where many of them pass runs. Keep a differ and reuse it: it keeps that memory.
///
/// An identifier must keep its hash during a comparison. If it does not, the item is deleted and
/// inserted, and the result still applies; builds with the trait `InvariantChecks` stop there.
public struct Differ: Sendable {
  /// The operation for items that stay in place and whose content changed.
  public var contentRule: ContentRule

  /// The results and costs of the last comparison.
  @inlinable public var statistics: DiffStatistics { found }

  @usableFromInline var found = DiffStatistics()

  @usableFromInline var scratch = DiffScratch()

  /// The operation that reports changed content.
  public enum ContentRule: Sendable {
    /// A reload: the item gets a fresh view. An item that also moves is reconfigured, since a
    /// strict update must not reload an item that it moves.
    case reload
    /// A reconfiguration: the item's view is filled again.
    case reconfigure
  }

  /// Creates a differ without scratch memory.
  public init(contentRule: ContentRule = .reload) { self.contentRule = contentRule }

  /// The most items of a side: positions are 32 bits wide.
  @usableFromInline static let mostItems = Int(Int32.max)

  /// Throws if a side has more than `mostItems` items.
  @inlinable
  static func check(_ source: Int, _ target: Int) throws(DiffingError) {
    if source > mostItems { throw .tooManyItems(found: source, most: mostItems, side: .source) }
    if target > mostItems { throw .tooManyItems(found: target, most: mostItems, side: .target) }
  }

  /// The number of slots of the larger sample table, which must not grow in long comparisons.
  package var sampleSlotCount: Int {
    max(scratch.sourceSamples.slots.count, scratch.targetSamples.slots.count)
  }

  /// Lends the scratch memory to a comparison and takes it back. Throws if a side has more than
  /// `mostItems` items.
  @inlinable
  mutating func compare<Side: DiffSide, Identity: ItemIdentity>(
    _ source: Side, _ target: Side, _ identity: Identity.Type, isCancellable: Bool,
    _ body: (inout Comparison<Side, Identity>) throws(DiffingError) -> Changeset
  ) throws(DiffingError) -> Changeset where Identity.Item == Side.Item {
    try Self.check(source.itemCount, target.itemCount)
    var comparison = Comparison<Side, Identity>(source, target, isCancellable: isCancellable)
    // Swapped, since a copy would share its arrays, and the first write would copy each.
    swap(&scratch, &comparison.scratch)
    comparison.scratch.clear()
    defer {
      found = comparison.statistics
      swap(&scratch, &comparison.scratch)
    }
    return try body(&comparison)
  }
}

extension Differ {
  /// Returns the changes that lead from `source` to `target`, the items of one section.
  ///
  /// - Parameters:
  ///   - source: The items before.
  ///   - target: The items after.
  ///   - section: The section of the items, for the paths of the result.
  ///   - identity: The rule that identifies items and their states.
  /// - Returns: Deletes, inserts, the fewest moves, and reloads.
  /// - Complexity: O(*n* + *m* log *m*) for *n* items, *m* of them outside unchanged runs; one step
  ///   per 65,536 items if both are one array. Allocates the result, and scratch memory the first
  ///   time.
  /// - Throws: `.tooManyItems`.
  @inlinable
  public mutating func changeset<Identity: ItemIdentity>(
    from source: [Identity.Item], to target: [Identity.Item], inSection section: Int = 0,
    by identity: Identity.Type
  ) throws(DiffingError) -> Changeset {
    try changeset(source, target, section, identity, isCancellable: false)
  }

  /// Returns the same for items with identifiers; their content is not compared.
  @inlinable
  public mutating func changeset<Item: Identifiable>(
    from source: [Item], to target: [Item], inSection section: Int = 0
  ) throws(DiffingError) -> Changeset {
    try changeset(from: source, to: target, inSection: section, by: IdentifierIdentity<Item>.self)
  }

  /// Returns the same for items with identifiers and revisions.
  @inlinable
  public mutating func changeset<Item: RevisionedItem>(
    from source: [Item], to target: [Item], inSection section: Int = 0
  ) throws(DiffingError) -> Changeset {
    try changeset(from: source, to: target, inSection: section, by: RevisionIdentity<Item>.self)
  }

  /// Returns the same, computed off the caller's thread; ends soon after its task is cancelled.
  ///
  /// - Parameters:
  ///   - source: The items before.
  ///   - target: The items after.
  ///   - section: The section of the items, for the paths of the result.
  ///   - contentRule: The operation for changed content.
  ///   - identity: The rule that identifies items and their states.
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
    require(section >= 0, "Differ.changeset(from:to:inSection: \(section)): a section is 0 or more")
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

/// The results and costs of one comparison, in exact numbers.
public struct DiffStatistics: Hashable, Sendable {
  /// The number of items in both collections.
  public var matchedItems = 0

  /// The number of matched items that changed their order or their section. It is the minimum for
  /// the matching, which is unique if no identifier repeats.
  public var movedItems = 0

  /// The number of hashes computed, of items and sections.
  public var hashes = 0

  /// The number of items known to be equal without a look, since both collections share their
  /// memory.
  public var sharedItems = 0

  /// The number of tree nodes visited to find shared items.
  public var visitedNodes = 0

  /// Creates statistics of zero.
  public init() {}
}
