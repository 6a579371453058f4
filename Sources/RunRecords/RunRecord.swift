/// One run's record: what was measured, on what, with what result. One JSON document.
///
/// In JSON the keys are in snake case, what is nil is absent, and each number stands in the one
/// unit that its key or its `unit` names. `schema/run-record-1.schema.json` is the published form.
public struct RunRecord: Codable, Hashable, Sendable {
  /// The format of the document, so that a reader knows what it may expect.
  public var schema: SchemaReference
  /// What the document tells of.
  public var kind: Kind
  /// The tool that wrote it.
  public var tool: ToolIdentity
  /// When, how and with which seed it was run.
  public var run: RunIdentity
  /// The builds that were measured: one for a run, two for a comparison.
  public var sides: [Build]
  /// The machine, and what could be measured on it.
  public var environment: MachineContext
  /// What a reader should know before trusting the figures.
  public var warnings: [Warning]
  /// The results, one for each case.
  public var cases: [CaseRecord]
  /// How a metric grows with the number of items.
  public var curves: [Curve]
  /// The sizes at which another storage becomes the best.
  public var crossovers: [Crossover]
  /// How the cases ended.
  public var summary: Summary

  /// What a record tells of.
  public enum Kind: String, Codable, Sendable {
    /// One build, measured once.
    case run
    /// Two builds, measured in pairs.
    case comparison
    /// A stress test.
    case stress
    /// Several shards of one run.
    case merged
  }

  /// Makes a record of its parts, in the current schema.
  public init(
    schema: SchemaReference = .current, kind: Kind = .run, tool: ToolIdentity, run: RunIdentity,
    sides: [Build], environment: MachineContext, warnings: [Warning] = [], cases: [CaseRecord],
    curves: [Curve] = [], crossovers: [Crossover] = [], summary: Summary
  ) {
    self.schema = schema
    self.kind = kind
    self.tool = tool
    self.run = run
    self.sides = sides
    self.environment = environment
    self.warnings = warnings
    self.cases = cases
    self.curves = curves
    self.crossovers = crossovers
    self.summary = summary
  }
}
