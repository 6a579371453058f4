/// One thing that a view did otherwise than the model.
struct ViewMismatch: Error, Hashable {
  var observation: String
  var expected: String
  var found: String

  init(_ observation: String, expected: String, found: String) {
    self.observation = observation
    self.expected = expected
    self.found = found
  }

  /// Throws unless the answers are equal.
  static func check<Answer: Equatable>(
    _ observation: @autoclosure () -> String, _ expected: Answer, _ found: Answer
  ) throws(ViewMismatch) {
    guard expected != found else { return }
    throw ViewMismatch(observation(), expected: "\(expected)", found: "\(found)")
  }

  /// Throws unless `condition` holds.
  static func require(
    _ condition: Bool, _ observation: @autoclosure () -> String,
    expected: @autoclosure () -> String, found: @autoclosure () -> String
  ) throws(ViewMismatch) {
    if !condition { throw ViewMismatch(observation(), expected: expected(), found: found()) }
  }
}
