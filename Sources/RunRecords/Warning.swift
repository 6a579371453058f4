/// Something a reader should know before trusting the figures.
public struct Warning: Codable, Hashable, Sendable {
  /// A stable name in kebab case, to filter by: `drift`, `torn-journal`.
  public var code: String
  /// `info`, `warning` or `error`.
  public var severity: String
  /// What was found and what to do, in one sentence.
  public var message: String

  /// States a warning.
  public init(code: String, severity: String = "warning", message: String) {
    self.code = code
    self.severity = severity
    self.message = message
  }
}
