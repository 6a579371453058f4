/// A store that did not do what the model did, and the shortest way there that was found.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible {
  /// The type that failed.
  public var store: String
  /// The seed that brings the failure back; none for the exhaustive small shapes.
  public var seed: UInt64?
  /// How many operations had been performed, counted from the first of the whole check.
  public var operationNumber: Int
  /// The operations that lead to the failure from an empty store, shrunk; the last one fails.
  public var script: [String]
  /// What was asked of the store.
  public var observation: String
  /// What the model says.
  public var expected: String
  /// What the store says.
  public var found: String

  /// All of it, with the script one operation to a line.
  public var description: String {
    let origin = seed.map { "seed \($0)" } ?? "a small shape"
    return """
      \(store) does not conform (\(origin), operation \(operationNumber)):
      \(script.map { "  " + $0 }.joined(separator: "\n"))
      after which \(observation)
        expected: \(expected)
        found:    \(found)
      """
  }
}
