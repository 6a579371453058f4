public import RunRecords

/// What a run led to.
public struct RunOutcome: Sendable {
  /// The record, which is at its path if one was given.
  public let record: RunRecord
  /// Why no more was measured.
  public let ending: Ending

  /// Why a run measured no more.
  public enum Ending: Hashable, Sendable {
    /// Everything planned was reached.
    case completed
    /// The time budget was spent; what was not reached is `skipped`.
    case outOfBudget
    /// The user interrupted it; what was not reached is `skipped`.
    case interrupted
  }

  /// The status for the process to end with: 130 after an interruption, 3 where a case failed or
  /// timed out, else 0.
  public var exitCode: Int { record.summary.exitCode }
}
