/// The first line of a journal: which plan the entries below belong to.
public struct JournalHeader: Codable, Hashable, Sendable {
  /// The journal's format.
  public var schema: SchemaReference
  /// The tool that wrote it.
  public var tool: ToolIdentity
  /// The run as it stood at its start.
  public var run: RunIdentity
  /// A digest of everything that defines the plan: entries are joined only under an equal one.
  public var planDigest: String
  /// The options that define the plan, by name, so that a refusal can say what differs.
  public var options: [String: String]

  private enum CodingKeys: String, CodingKey {
    case schema, tool, run, options
    case planDigest = "plan_digest"
  }

  /// Describes a journal of the current format.
  public init(
    schema: SchemaReference = .journal, tool: ToolIdentity, run: RunIdentity, planDigest: String,
    options: [String: String]
  ) {
    self.schema = schema
    self.tool = tool
    self.run = run
    self.planDigest = planDigest
    self.options = options
  }
}
