import Foundation

/// Tells on standard error how far a run is: one changing line on a terminal, plain lines
/// elsewhere, at most one for each twentieth of the work.
struct ProgressReporter {
  private let isLive: Bool
  private let total: Int
  private let startedAt: ContinuousClock.Instant
  private var finished: Int
  private var finishedHere = 0
  private var shareReported: Int

  /// Reports on `total` pieces of work, of which a resumed run has done `finished` already.
  init(
    total: Int, finished: Int, isLive: Bool = isatty(STDERR_FILENO) == 1,
    startedAt: ContinuousClock.Instant = .now
  ) {
    self.isLive = isLive
    self.total = total
    self.finished = finished
    self.startedAt = startedAt
    shareReported = Self.share(finished, of: total)
  }

  /// One more piece is done; `label` names it.
  mutating func advance(_ label: String, now: ContinuousClock.Instant = .now) {
    finished += 1
    finishedHere += 1
    if isLive {
      Self.write(Self.erasedLine + Self.withoutWrapping(line(label, now)))
    } else if Self.share(finished, of: total) > shareReported {
      shareReported = Self.share(finished, of: total)
      Self.write(line(label, now) + "\n")
    }
  }

  /// A message that stays: a failure, a warning.
  func note(_ message: String) { Self.write((isLive ? Self.erasedLine : "") + message + "\n") }

  /// Clears the changing line; nothing elsewhere.
  func end() { if isLive { Self.write(Self.erasedLine) } }

  /// `[12/90] 13% 0:24, about 2:36 left: lookup/item-random/…`.
  func line(_ label: String, _ now: ContinuousClock.Instant) -> String {
    let elapsed = Double((now - startedAt).components.seconds)
    let percent = total > 0 ? finished * 100 / total : 100
    var text = "[\(finished)/\(total)] \(percent)% \(Self.clock(elapsed))"
    if finishedHere > 0, finished < total {
      let left = elapsed / Double(finishedHere) * Double(total - finished)
      text += ", about \(Self.clock(left)) left"
    }
    return text + ": " + label
  }

  private static let erasedLine = "\r\u{1B}[2K"

  /// The terminal cuts `line` at its edge, so that it stays one line at any width.
  private static func withoutWrapping(_ line: String) -> String { "\u{1B}[?7l\(line)\u{1B}[?7h" }

  private static func share(_ finished: Int, of total: Int) -> Int {
    total > 0 ? finished * 20 / total : 0
  }

  /// Minutes and seconds: `2:05`.
  private static func clock(_ seconds: Double) -> String {
    let seconds = Int(seconds.rounded())
    let digits = seconds % 60 < 10 ? "0" : ""
    return "\(seconds / 60):\(digits)\(seconds % 60)"
  }

  private static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
