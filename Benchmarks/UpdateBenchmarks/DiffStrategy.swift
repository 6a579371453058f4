public import Benchmarking

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
