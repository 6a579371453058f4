public import RunRecords

/// How a plan is carried out; nothing here changes what is measured.
public struct RunOptions: Sendable {
  /// Where the record goes, with its journal beside it; nil to keep it in memory only.
  public var recordPath: String?
  /// Whether to go on with the journal at that path, where there is one.
  public var isResuming: Bool
  /// The wall time at which measuring stops, in seconds; nil for no limit. A piece that is not
  /// finished then is not recorded.
  public var budgetSeconds: Double?
  /// Whether the record keeps every batch.
  public var includesSamples: Bool
  /// Whether a build that must not record does so all the same, with the warning `debug-build` in
  /// the record: for tests of a tool, never for figures.
  public var allowsAnyBuild = false
  /// What is known before the run that the record's reader should know.
  public var warnings: [Warning] = []
  /// The command line, for the record.
  public var arguments: [String]
  /// Who writes the record.
  public var tool: ToolIdentity

  /// Names the options.
  public init(
    recordPath: String?, isResuming: Bool = false, budgetSeconds: Double? = nil,
    includesSamples: Bool = false, arguments: [String], tool: ToolIdentity
  ) {
    self.recordPath = recordPath
    self.isResuming = isResuming
    self.budgetSeconds = budgetSeconds
    self.includesSamples = includesSamples
    self.arguments = arguments
    self.tool = tool
  }
}
