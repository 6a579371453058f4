/// A check that compares a data source of section snapshots, and the view that it changes, with a plain
/// model, in every layout.
///
///     do {
///       try OutlineConformance.check(operations: 10_000, seed: 7)
///     } catch {
///       print(error.script.text)
///     }
public enum OutlineConformance {
  /// Performs random operations in runs of a few dozen, each on a new view.
  ///
  /// The operations are drawn as they are performed under one configuration, another one for each run;
  /// the script is then performed under the next four, so that all have their turn.
  ///
  /// - Parameters:
  ///   - operations: The number of operations, counted under all configurations.
  ///   - seed: The seed that determines them.
  /// - Returns: The number of operations performed.
  /// - Throws: The first difference from the model, with a script that was shrunk.
  @discardableResult
  public static func check(
    operations: Int, seed: UInt64
  ) throws(OutlineConformanceFailure) -> Int {
    try check(operations: operations, seed: seed, mutation: nil)
  }

  /// Performs the same check with a journal and a mutation.
  package static func check(
    operations: Int, seed: UInt64, journal: (any StressJournal)? = nil,
    mutation: OutlineMutation?
  ) throws(OutlineConformanceFailure) -> Int {
    try OutlineScript.check(
      operations: operations, seed: seed, journal: journal, mutation: mutation)
  }
}

/// A difference between section snapshots and the model, with the shortest script found.
public typealias OutlineConformanceFailure = ConformanceFailure<OutlineScript>
