/// Follows what the test runner prints, one test after another, up to the first failure.
package struct TestTranscript: Sendable {
  private var suite: String?
  private var running: String?
  /// The first test that failed, as `FlowLayoutTests/rows()`.
  package private(set) var failed: String?
  /// The number of tests that passed.
  package private(set) var passed = 0
  /// Whether the runner said that all is over and passed.
  package private(set) var hasPassed = false

  package init() {}

  /// The test that runs; the one that a crash belongs to.
  package var current: String? { running.map { (suite.map { $0 + "/" } ?? "") + $0 } }

  /// Reads the next line.
  package mutating func read(_ line: String) {
    if let name = Self.name(in: line, "◇ Suite ", before: " started.") {
      suite = name
    } else if let name = Self.name(in: line, "◇ Test ", before: " started."),
      name != "run", !name.hasPrefix("case ")
    {
      running = name
    } else if line.hasPrefix("✔ Test run ") {
      hasPassed = true
    } else if line.hasPrefix("✔ Test ") {
      passed += 1
      running = nil
    } else if line.hasPrefix("✔ Suite ") {
      suite = nil
    } else if failed == nil, line.hasPrefix("✘ Test ") {
      failed =
        current ?? Self.name(in: line, "✘ Test ", before: " recorded")
        ?? Self.name(in: line, "✘ Test ", before: " failed")
    }
  }

  private static func name(in line: String, _ prefix: String, before suffix: String) -> String? {
    guard line.hasPrefix(prefix), let end = line.firstRange(of: suffix) else { return nil }
    return String(line[..<end.lowerBound].dropFirst(prefix.count))
  }
}
