import Foundation

/// The processor's seconds that each test of a process takes, of tests that run one after another.
///
/// They are read from `/proc` while the process runs, so that other programs beside it do not count. A
/// system without that folder has none.
package struct TestStopwatch {
  /// The seconds of the tests that have ended; under an empty name, the longest time between two.
  package private(set) var seconds: [String: Double] = [:]
  private let path: String
  private var test = ""
  private var start = 0.0
  private var now = 0.0

  /// The kernel counts in hundredths, whatever its own clock is.
  private static let ticksPerSecond = 100.0

  /// Creates a stopwatch for the process with this number.
  package init(process: Int32) { self.init(readingFrom: "/proc/\(process)/stat") }

  /// Creates a stopwatch that reads the file at `path`, which is as proc(5) describes `stat`.
  package init(readingFrom path: String) { self.path = path }

  /// The seconds of the test that runs, up to the last look.
  package var elapsed: Double { now - start }

  /// Notes that `test` has begun: it may end before the next look.
  package mutating func note(_ test: String) { seconds[test] = seconds[test, default: 0] }

  /// Looks at the process, in which `current` runs; an empty name between two tests.
  package mutating func look(at current: String) {
    now = processSeconds ?? now
    guard current != test else { return }
    seconds[test] = max(elapsed, seconds[test, default: 0])
    (test, start) = (current, now)
  }

  /// The time in user and system mode; nil where it is unknown.
  private var processSeconds: Double? {
    // The name of the program, in parentheses, may have spaces.
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let fields = text.split(separator: ")").last?.split(separator: " "), fields.count > 12,
      let user = Double(fields[11]), let system = Double(fields[12])
    else { return nil }
    return (user + system) / Self.ticksPerSecond
  }
}
