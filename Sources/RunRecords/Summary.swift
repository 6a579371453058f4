/// How the cases of a run ended, in numbers of cases.
public struct Summary: Codable, Hashable, Sendable {
  /// Cases with a result.
  public var ok: Int
  /// Cases that crashed or gave a wrong answer.
  public var failed: Int
  /// Cases that were planned and not begun.
  public var skipped: Int
  /// Cases that were ended because they took too long.
  public var timeout: Int
  /// The status that the process was to end with.
  public var exitCode: Int

  private enum CodingKeys: String, CodingKey {
    case ok, failed, skipped, timeout
    case exitCode = "exit_code"
  }

  /// States the numbers.
  public init(ok: Int, failed: Int, skipped: Int, timeout: Int, exitCode: Int) {
    self.ok = ok
    self.failed = failed
    self.skipped = skipped
    self.timeout = timeout
    self.exitCode = exitCode
  }

  /// Counts `cases` by status.
  public init(of cases: [CaseRecord], exitCode: Int) {
    self.init(ok: 0, failed: 0, skipped: 0, timeout: 0, exitCode: exitCode)
    for result in cases {
      switch result.status {
      case .ok: ok += 1
      case .failed: failed += 1
      case .skipped: skipped += 1
      case .timeout: timeout += 1
      }
    }
  }
}
