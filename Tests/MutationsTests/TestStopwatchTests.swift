import Foundation
import Mutations
import TestSupport
import Testing

@Suite struct TestStopwatchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The file of a process with a name that is hard to read, after so many hundredths of a second.
  private func stat(user: Int, system: Int) throws -> String {
    let numbers = [1, 42, 42, 0, -1, 4_194_304, 5, 6, 7, 8, user, system, 900, 901, 20]
    let line = "42 (a) S (1 2 b) R \(numbers.map(String.init).joined(separator: " "))\n"
    return try folder.write(Array(line.utf8), to: "stat")
  }

  private func check(
    _ stopwatch: TestStopwatch, _ expected: [String: Double],
    at location: SourceLocation = #_sourceLocation
  ) {
    let seconds = stopwatch.seconds.mapValues { ($0 * 100).rounded() / 100 }
    #expect(seconds == expected, sourceLocation: location)
  }

  @Test func eachTestHasTheSecondsBetweenItsLooks() throws {
    var stopwatch = TestStopwatch(readingFrom: try stat(user: 10, system: 5))
    stopwatch.look(at: "first")
    check(stopwatch, ["": 0.15])
    _ = try stat(user: 30, system: 10)
    stopwatch.look(at: "first")
    #expect((stopwatch.elapsed * 100).rounded() == 25)
    check(stopwatch, ["": 0.15])
    _ = try stat(user: 30, system: 40)
    stopwatch.look(at: "second")
    #expect(stopwatch.elapsed == 0)
    check(stopwatch, ["": 0.15, "first": 0.55])
    _ = try stat(user: 31, system: 41)
    stopwatch.look(at: "")
    check(stopwatch, ["": 0.15, "first": 0.55, "second": 0.02])
  }

  /// Between two tests the longest time counts, and so it does for a test that is named twice.
  @Test func theLongestOfSeveralTimesCounts() throws {
    var stopwatch = TestStopwatch(readingFrom: try stat(user: 0, system: 0))
    for (test, user) in [("", 0), ("a", 3), ("", 10), ("a", 90), ("", 95), ("b", 96)] {
      _ = try stat(user: user, system: 0)
      stopwatch.look(at: test)
    }
    check(stopwatch, ["": 0.8, "a": 0.07])
  }

  @Test func aTestThatEndsBetweenTwoLooksIsNoted() throws {
    var stopwatch = TestStopwatch(readingFrom: try stat(user: 0, system: 0))
    stopwatch.look(at: "a")
    _ = try stat(user: 4, system: 0)
    stopwatch.look(at: "b")
    for test in ["a", "b", "c"] { stopwatch.note(test) }
    check(stopwatch, ["": 0, "a": 0.04, "b": 0, "c": 0])
  }

  /// A file that is not there, or is of another kind, leaves the last time.
  @Test func anUnreadableFileKeepsTheLastTime() throws {
    let path = try stat(user: 10, system: 0)
    var stopwatch = TestStopwatch(readingFrom: path)
    stopwatch.look(at: "a")
    for text in ["", "42 (a) R 1 2 3", "no stat"] {
      _ = try folder.write(Array(text.utf8), to: "stat")
      stopwatch.look(at: "a")
      #expect(stopwatch.elapsed == 0)
    }
    try FileManager.default.removeItem(atPath: path)
    stopwatch.look(at: "")
    check(stopwatch, ["": 0.1, "a": 0])
  }

  #if os(Linux)
    /// The time that it reads lies between the system's before and after.
    @Test func aProcessHasTheSecondsThatTheSystemTells() {
      func seconds() -> Double { Double(clock()) / 1e6 }
      let before = seconds()
      var stopwatch = TestStopwatch(process: getpid())
      stopwatch.look(at: "a")
      let found = stopwatch.seconds["", default: -1]
      // The kernel leaves out what is less than a hundredth, of either time.
      #expect(before - 0.02 <= found && found <= seconds() + 0.001)
    }
  #endif
}
