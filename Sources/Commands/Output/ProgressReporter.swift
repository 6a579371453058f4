package import Benchmarking
import Foundation
import Reports
import RunRecords

/// Reports the progress of a run on standard error.
///
/// A terminal shows one changing line. A log receives plain lines, one for each twentieth of the
/// work at most. Both receive the answers of a suite once it is measured.
package struct ProgressReporter {
  private let isLive: Bool
  private let write: (String) -> Void
  private var shareReported = 0
  /// The number of measurements.
  private(set) var total = 0
  /// The number of finished measurements.
  private(set) var done = 0

  /// A reporter for a terminal or for a log.
  package init(
    isLive: Bool = isatty(STDERR_FILENO) == 1,
    write: @escaping (String) -> Void = Console.writeRawError
  ) {
    self.isLive = isLive
    self.write = write
  }

  /// Reports `event` if it deserves a line.
  package mutating func report(_ event: RunEvent) {
    switch event {
    case .started(let done, let total):
      (self.done, self.total) = (done, total)
      shareReported = Self.share(done, of: total)
      let resumed = done > 0 ? ", of which \(done) are done" : ""
      note(DisplayFormat.counted(total, "measurement") + resumed)
    case .finished(let entry, let done, let total, let secondsLeft):
      (self.done, self.total) = (done, total)
      // What is skipped is a metric that cannot be had, and stands in the table.
      if entry.status == .failed || entry.status == .timeout {
        note("\(entry.status.rawValue): \(entry.caseID): \(entry.message ?? "no reason given")")
      }
      let left = secondsLeft.map { ", about \(DisplayFormat.clock($0)) left" } ?? ""
      let percent = total > 0 ? done * 100 / total : 100
      show(
        "[\(done)/\(total)] \(percent)%\(left): \(entry.caseID)",
        share: Self.share(done, of: total))
    case .finishedSuite(let record):
      let answers = RunTable.renderAnswers(of: record, columns: Terminal.columns)
      if !answers.isEmpty { note(answers) }
    case .warning(let warning): note("\(warning.severity): \(warning.message)")
    }
  }

  /// A message that stays: a failure, a warning.
  func note(_ message: String) {
    write((isLive ? Self.erasedLine : "") + ShownText.lines(message) + "\n")
  }

  /// Clears the changing line; nothing elsewhere.
  package func end() { if isLive { write(Self.erasedLine) } }

  private mutating func show(_ line: String, share: Int) {
    let line = ShownText.line(line)
    if isLive {
      // The terminal cuts the line at its edge, so that it stays one line at any width.
      write(Self.erasedLine + "\u{1B}[?7l" + line + "\u{1B}[?7h")
    } else if share > shareReported {
      shareReported = share
      write(line + "\n")
    }
  }

  private static let erasedLine = "\r\u{1B}[2K"

  private static func share(_ done: Int, of total: Int) -> Int {
    total > 0 ? done * 20 / total : 0
  }
}
