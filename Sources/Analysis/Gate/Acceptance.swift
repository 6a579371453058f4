package import RunRecords

/// A change for the worse that is wanted, up to a limit.
package struct Acceptance: Hashable, Sendable {
  /// The cases.
  package let pattern: CasePattern
  /// The metric.
  package let metric: String
  /// The most that is accepted.
  package let limit: Limit
  /// The last day on which it is, as `2026-12-31`; nil without an end.
  package let lastDay: String?
  /// The reason for it.
  package let reason: String
  /// The place where it was written down.
  package let origin: Origin

  /// The place where an acceptance was written down.
  package enum Origin: Hashable, Sendable {
    /// A file, and the line in it, counted from 1.
    case line(Int)
    /// The history of runs, at this commit.
    case commit(String)
  }

  package init(
    pattern: CasePattern, metric: String, limit: Limit, lastDay: String?, reason: String,
    origin: Origin
  ) {
    (self.pattern, self.metric, self.limit) = (pattern, metric, limit)
    (self.lastDay, self.reason, self.origin) = (lastDay, reason, origin)
  }

  /// The most that is accepted of a change.
  package enum Limit: Hashable, Sendable {
    /// A share of the base: 0.05 for `+5%`.
    case share(Double)
    /// A number in the metric's unit: `+2`.
    case amount(Double)
    /// The figure itself.
    case figure(Double)
    /// The figure itself, of a metric that is better the higher it is.
    case least(Double)
  }

  /// The line of the file; nil for one of the history.
  package var line: Int? {
    if case .line(let line) = origin { line } else { nil }
  }

  /// Returns a Boolean value that indicates whether it takes a change of `metric` of the case with
  /// `id`, whatever the day.
  package func takes(_ change: MetricChange, of metric: String, id: String, head: Double) -> Bool {
    guard metric == self.metric, pattern.matches(id) else { return false }
    switch limit {
    case .share(let share): return head <= change.base * (1 + share)
    case .amount(let amount): return head <= change.base + amount
    case .figure(let figure): return head <= figure
    case .least(let figure): return head >= figure
    }
  }

  /// Returns a Boolean value that indicates whether it takes a figure by itself, as a budget's
  /// excess.
  package func takes(_ figure: Double, of metric: String, id: String) -> Bool {
    guard metric == self.metric, pattern.matches(id) else { return false }
    switch limit {
    case .figure(let most): return figure <= most
    case .least(let least): return figure >= least
    case .share, .amount: return false
    }
  }
}

/// The reason why a file of accepted slow-downs cannot be read.
package struct AcceptanceError: Error, Hashable, CustomStringConvertible {
  package let path: String
  package let line: Int
  package let problem: String

  package var description: String {
    "\(path), line \(line): \(problem); write: CASE METRIC +LIMIT until YYYY-MM-DD because REASON, as "
      + "in: lookup/item-random/* cpu_time +8% until 2027-01-31 because paths are checked twice"
  }
}

extension Acceptance {
  /// The acceptances of a file: one a line; empty lines and those that begin with `#` are skipped.
  ///
  /// - Parameters:
  ///   - text: The whole file.
  ///   - path: Where it comes from, for errors.
  /// - Returns: The acceptances, in the order of their lines.
  /// - Throws: `AcceptanceError` for the first line that is none of the form.
  package static func parse(
    _ text: String, path: String
  ) throws(AcceptanceError) -> [Acceptance] {
    var acceptances: [Acceptance] = []
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      func error(_ problem: String) -> AcceptanceError {
        AcceptanceError(path: path, line: index + 1, problem: problem)
      }
      guard words.count >= 7, words[3] == "until", words[5] == "because" else {
        throw error("'\(line)' is no acceptance")
      }
      guard let limit = limit(words[2]) else { throw error("'\(words[2])' is no limit") }
      guard isDay(words[4]) else { throw error("'\(words[4])' is no day") }
      acceptances.append(
        Acceptance(
          pattern: CasePattern(first), metric: words[1], limit: limit, lastDay: words[4],
          reason: words[6...].joined(separator: " "), origin: .line(index + 1)))
    }
    return acceptances
  }

  private static func limit(_ text: String) -> Limit? {
    guard text.hasPrefix("+") else { return nil }
    let number = text.dropFirst()
    if number.hasSuffix("%") {
      return Double(number.dropLast()).flatMap { $0 >= 0 && $0.isFinite ? .share($0 / 100) : nil }
    }
    return Double(number).flatMap { $0 >= 0 && $0.isFinite ? .amount($0) : nil }
  }

  /// Returns a Boolean value that indicates whether `text` is a day as ISO 8601 writes it.
  private static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(\.isASCII) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month)
    else { return false }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }
}
