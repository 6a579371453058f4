public import Benchmarking
public import Changesets
public import Diffing
public import ItemStores

/// A way to find what has changed with the name it bears in case ids, and the scenarios that measure
/// it.
///
/// One for each kind of key: `DiffStrategy("mine", MyDiff<Int>.self)`. Everything below the
/// initialisers is inlinable, so that one from another package is specialised as the built-in ones
/// are.
public struct DiffStrategy: Sendable {
  /// The scenarios of the differ.
  public let scenarios: [Scenario]

  /// How much longer a comparison takes where more has changed.
  public enum Cost: Sendable {
    /// It hardly does.
    case items
    /// By the square of the edits: where a case would take much more than a second, it is left out.
    case editsSquared
  }

  /// The scenarios of `method` under the name `name`: those that compare two arrays.
  ///
  /// - Parameters:
  ///   - name: The strategy in case ids: lower-case letters, digits and dashes.
  ///   - method: A differ of one kind of key.
  ///   - cost: Which sizes it can be asked for.
  ///   - isKept: Whether one is made in the set-up and used again, rather than a new one for each
  ///     comparison.
  ///   - findsFewestMoves: Whether it promises the fewest moves; a case in which it finds more then
  ///     fails.
  @inlinable
  public init<Method: DiffMethod>(
    _ name: String, _ method: Method.Type, cost: Cost = .items, isKept: Bool = false,
    findsFewestMoves: Bool = false
  ) {
    let family = DiffScenarios<Method>(
      storage: name, cost: cost, isKept: isKept, findsFewestMoves: findsFewestMoves)
    scenarios = family.ofArrays
  }

  /// The scenarios of `method` under the name `name`: those that compare arrays, and sections.
  ///
  /// - Parameters:
  ///   - name: The strategy in case ids: lower-case letters, digits and dashes.
  ///   - method: A differ of one kind of key.
  ///   - cost: Which sizes it can be asked for.
  ///   - isKept: Whether one is made in the set-up and used again, rather than a new one for each
  ///     comparison.
  ///   - findsFewestMoves: Whether it promises the fewest moves; a case in which it finds more then
  ///     fails.
  @inlinable
  public init<Method: SectionedDiffMethod>(
    _ name: String, _ method: Method.Type, cost: Cost = .items, isKept: Bool = false,
    findsFewestMoves: Bool = false
  ) {
    let family = DiffScenarios<Method>(
      storage: name, cost: cost, isKept: isKept, findsFewestMoves: findsFewestMoves)
    scenarios = family.ofArrays + family.ofSections
  }
}

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
