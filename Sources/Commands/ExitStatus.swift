/// The exit status of the process; the numbers are part of the tool's interface.
public enum ExitStatus: Int32, CaseIterable, Hashable, Sendable {
  /// Done; also a run whose time budget ended before its cases did.
  case fine = 0
  /// A comparison found something worse.
  case regression = 1
  /// A wrong command line or unreadable input; nothing matched; nothing was measured; an output
  /// would replace a file of another kind.
  case usage = 2
  /// A case crashed, timed out or gave a wrong answer.
  case caseFailed = 3
  /// A comparison cannot tell, and was asked to fail then.
  case inconclusive = 4
  /// The baseline is missing or not comparable.
  case notComparable = 5
  /// A comparison found something better, and was asked to fail then.
  case improvement = 6
  /// The tool itself failed.
  case internalError = 70
  /// An output could not be written.
  case outputFailed = 74
  /// Interrupted; what was measured is saved.
  case interrupted = 130

  /// The statuses by precedence, the one that wins first.
  package static let precedence: [ExitStatus] = [
    .interrupted, .internalError, .outputFailed, .caseFailed, .notComparable, .regression,
    .inconclusive, .improvement, .usage, .fine,
  ]

  /// Returns the status of the highest precedence among `statuses`, or `fine` for none.
  package static func combined(_ statuses: [ExitStatus]) -> ExitStatus {
    precedence.first(where: statuses.contains) ?? .fine
  }

  /// Returns the status numbered `code`, with which `activity` ended.
  ///
  /// - Throws: `ToolError.failed` for a number that is no status.
  static func numbered(_ code: Int, of activity: String) throws(ToolError) -> ExitStatus {
    guard let status = Int32(exactly: code).flatMap(ExitStatus.init) else {
      throw .failed(reason: "\(activity) ended with the unknown status \(code)")
    }
    return status
  }
}
