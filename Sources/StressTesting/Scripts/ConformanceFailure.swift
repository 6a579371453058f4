/// A difference from what was expected, with the shortest script found that leads to it.
public struct ConformanceFailure<Script: Sendable>: Error, Sendable, CustomStringConvertible {
  /// The subject and what is wrong with it: `extent indexes differ`, `MyStore does not conform`.
  public let headline: String
  /// The seed that brings the failure back; nil for a script from a file, and for a small shape.
  public let seed: UInt64?
  /// The number of operations performed since the start of the whole check.
  public let operationNumber: Int
  /// The operations that lead to the failure, shrunk, with what they run under; the last one fails.
  public let script: Script
  /// The question that was asked.
  public let observation: String
  /// The answer of the model, or of the first of several subjects.
  public let expected: String
  /// The answer that differs.
  public let found: String
  /// All of it, with the script as text, and how to perform that again.
  public let description: String

  /// Shrinks `operations`, the last of which fails. `perform` performs operations from the start and
  /// returns nil if none fails; `script` makes a script of them, with its text, which is that of a
  /// script's file if `isFile`; `origin` is that of operations without a seed.
  init<Operation: ShrinkableOperation>(
    _ headline: String, seed: UInt64?, origin: String = "a script", operationNumber: Int,
    shrinking operations: [Operation],
    perform: @escaping ([Operation]) -> (failing: Int, mismatch: Mismatch)?,
    script: ([Operation]) -> (Script, text: String), isFile: Bool = true
  ) {
    let shrunk = ScriptShrinker<Operation> { perform($0)?.failing }.shrink(operations)
    let mismatch = perform(shrunk)?.mismatch
    let text: String
    (self.script, text) = script(shrunk)
    self.headline = headline
    self.seed = seed
    self.operationNumber = operationNumber
    observation = mismatch?.observation ?? "the same script, performed again"
    expected = mismatch?.expected ?? "the same failure"
    found = mismatch?.found ?? "none"
    let hint = """
      \nPut these lines into a file, and this performs them again:
        cvbench stress --replay FILE
      """
    description = """
      \(headline) (\(seed.map { "seed \($0)" } ?? origin), operation \(operationNumber)):
      \(text)after which \(observation)
        expected: \(expected)
        found:    \(found)\(isFile ? hint : "")
      """
  }
}

/// A question to which a subject and the model gave different answers.
struct Mismatch: Error, Hashable {
  var observation: String
  var expected: String
  var found: String

  init(_ observation: String, expected: String, found: String) {
    self.observation = observation
    self.expected = expected
    self.found = found
  }

  /// Nil if the answers are equal.
  init?<Answer: Equatable>(
    _ observation: @autoclosure () -> String, _ expected: Answer, _ found: Answer
  ) {
    if expected == found { return nil }
    self.init(observation(), expected: "\(expected)", found: "\(found)")
  }

  /// Throws unless the answers are equal.
  static func check<Answer: Equatable>(
    _ observation: @autoclosure () -> String, _ expected: Answer, _ found: Answer
  ) throws(Mismatch) {
    if let mismatch = Mismatch(observation(), expected, found) { throw mismatch }
  }

  /// Throws unless `condition` holds.
  static func require(
    _ condition: Bool, _ observation: @autoclosure () -> String,
    expected: @autoclosure () -> String, found: @autoclosure () -> String
  ) throws(Mismatch) {
    if !condition { throw Mismatch(observation(), expected: expected(), found: found()) }
  }
}
