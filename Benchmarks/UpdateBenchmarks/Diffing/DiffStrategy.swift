public import Benchmarking
public import Changesets
public import Diffing
public import ItemStores

/// A differ under its name in case ids, with the scenarios that measure it.
///
/// Create one for each kind of key: `DiffStrategy("mine", MyDiff<Int>.self)`. Everything below the
/// initialisers is inlinable, so a differ from another package is specialised like the built-in
/// ones.
public struct DiffStrategy: Sendable {
  /// The scenarios of the differ.
  public let scenarios: [Scenario]

  /// The growth of the time with the number of changes.
  public enum Cost: Sendable {
    /// Changes hardly matter.
    case items
    /// The time grows with the square of the edits; cases of much more than a second are left out.
    case editsSquared
  }

  /// Creates the scenarios of `method` under the name `name`, which compare two arrays.
  ///
  /// - Parameters:
  ///   - name: The name in case ids: lower-case letters, digits and dashes.
  ///   - method: A differ of one kind of key.
  ///   - cost: The growth of its time, which limits the sizes.
  ///   - isKept: Whether the set-up creates one differ for all comparisons, rather than each
  ///     comparison its own.
  ///   - findsFewestMoves: Whether it promises the fewest moves; a case then fails if it finds
  ///     more.
  @inlinable
  public init<Method: DiffMethod>(
    _ name: String, _ method: Method.Type, cost: Cost = .items, isKept: Bool = false,
    findsFewestMoves: Bool = false
  ) {
    let family = DiffScenarios<Method>(
      storage: name, cost: cost, isKept: isKept, findsFewestMoves: findsFewestMoves)
    scenarios = family.ofArrays + family.ofShortLists
  }

  /// Creates the scenarios of `method` under the name `name`, which compare arrays and sections.
  @inlinable
  public init<Method: SectionedDiffMethod>(
    _ name: String, _ method: Method.Type, cost: Cost = .items, isKept: Bool = false,
    findsFewestMoves: Bool = false
  ) {
    let family = DiffScenarios<Method>(
      storage: name, cost: cost, isKept: isKept, findsFewestMoves: findsFewestMoves)
    scenarios = family.ofArrays + family.ofShortLists + family.ofSections
  }
}

/// A differ that the `update` suite measures.
///
/// A differ needs `init()` and the one function; `DiffStrategy` gives it a name.
public protocol DiffMethod<Key>: SendableMetatype {
  /// The type that it compares: `Int`, `UUID`, `String` or `DiffRevisedItem`.
  associatedtype Key: DiffKey

  /// Creates a differ that has compared nothing.
  init()

  /// Returns the changes that lead from `source` to `target`, in section 0; this call is measured.
  ///
  /// - Parameters:
  ///   - source: The items before; identifiers do not repeat.
  ///   - target: The collection after.
  /// - Returns: Changes that lead exactly from one to the other: an item in both is neither deleted
  ///   nor inserted. Superfluous moves are counted, but are no mistake.
  /// - Throws: Any error; the case then fails.
  mutating func changeset(from source: [Key], to target: [Key]) throws -> Changeset

  /// The counts of the last comparison: exact metrics of the case.
  var counts: [OperationCount] { get }
}

extension DiffMethod {
  /// No counts.
  @inlinable
  public var counts: [OperationCount] { [] }
}

/// A differ of sections that have identifiers.
public protocol SectionedDiffMethod<Key>: DiffMethod {
  /// Returns the changes that lead from `source` to `target`; this call is measured.
  ///
  /// - Parameters:
  ///   - source: The collection before; identifiers of items and sections do not repeat.
  ///   - target: The collection after.
  /// - Returns: Changes that lead exactly from one to the other. They name items of an inserted
  ///   section only if they move there.
  /// - Throws: Any error; the case then fails.
  mutating func changeset(
    from source: SectionedStore<Int, NestedArrayStore<Key>>,
    to target: SectionedStore<Int, NestedArrayStore<Key>>
  ) throws -> Changeset
}
