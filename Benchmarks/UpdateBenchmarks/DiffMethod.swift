public import Benchmarking
public import Changesets
public import Diffing
public import ItemStores

/// A way to find what has changed, as the `update` suite measures it.
///
/// One of one's own needs `init()` and the one function; `DiffStrategy` gives it a name.
public protocol DiffMethod<Key>: SendableMetatype {
  /// What it compares: `Int`, `UUID`, `String` or `DiffRevisedItem`.
  associatedtype Key: DiffKey

  /// One that has compared nothing yet.
  init()

  /// The changes that lead from `source` to `target`, in section 0; this is what is timed.
  ///
  /// - Parameters:
  ///   - source: What there was; no identifier occurs twice.
  ///   - target: What there is to be.
  /// - Returns: What leads exactly from the one to the other: an item that is in both is neither
  ///   deleted nor inserted. More moves than necessary are counted, and no mistake.
  /// - Throws: Whatever makes it impossible; the case then fails.
  mutating func changeset(from source: [Key], to target: [Key]) throws -> Changeset

  /// What the last comparison counted: exact metrics of the case.
  var counts: [OperationCount] { get }
}

extension DiffMethod {
  /// Nothing.
  @inlinable
  public var counts: [OperationCount] { [] }
}

/// A way to find what has changed in sections that have names.
public protocol SectionedDiffMethod<Key>: DiffMethod {
  /// The changes that lead from `source` to `target`; this is what is timed.
  ///
  /// - Parameters:
  ///   - source: What there was; no identifier of an item or a section occurs twice.
  ///   - target: What there is to be.
  /// - Returns: What leads exactly from the one to the other. The items of a section that is
  ///   inserted are named where they move there and nowhere else.
  /// - Throws: Whatever makes it impossible; the case then fails.
  mutating func changeset(
    from source: SectionedStore<Int, NestedArrayStore<Key>>,
    to target: SectionedStore<Int, NestedArrayStore<Key>>
  ) throws -> Changeset
}
