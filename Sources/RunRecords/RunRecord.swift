/// One run's record: what was measured, on what, with what result. One JSON document.
public struct RunRecord: Codable, Hashable, Sendable {
  public var schema: SchemaReference
  public var kind: Kind
  public var tool: ToolIdentity
  public var run: RunIdentity
  public var sides: [Side]
  public var environment: MachineContext
  public var warnings: [Warning]
  public var cases: [CaseRecord]
  public var curves: [Curve]
  public var crossovers: [Crossover]
  public var summary: Summary
  public enum Kind: String, Codable, Sendable { case run, comparison, stress, merged }
}

/// One case's result.
public struct CaseRecord: Codable, Hashable, Sendable {
  /// `suite/name/storage=…/data=…/payload=…/items=…`: the join key between runs.
  public var id: String
  public var suite: String
  public var params: CaseParameters
  public var status: Status
  /// Why the status is not `ok`.
  public var message: String?
  /// Sixteen hexadecimal digits.
  public var checksum: String?
  public var opsPerBatch: Int?
  public var metrics: [MetricRecord]
  public enum Status: String, Codable, Sendable { case ok, failed, skipped, timeout }
}

/// What a case ran on.
public struct CaseParameters: Codable, Hashable, Sendable {
  /// The scenario's name: `item-random`.
  public var scenario: String
  public var storage: String
  public var role: String  // strategy | floor
  public var data: String
  public var payload: String
  public var items: Int
  public var sections: Int?
  public var operationsPerCall: Int?
}

/// One metric of a case: `time`, `wall`, `allocations`, `allocated_bytes`, `live_bytes`, `peak_live_bytes`, …
public struct MetricRecord: Codable, Hashable, Sendable {
  public var name: String
  public var unit: String  // ns/op | count | byte
  public var better: Better
  public var kind: Kind
  public var role: Role
  /// Exact metrics: the whole number, for one call of `operationsPerCall` operations.
  public var value: Int?
  /// Sampled metrics: over the launches' medians.
  public var median: Double?
  public var mad: Double?
  public var p05: Double?
  public var p95: Double?
  public var min: Double?
  /// One entry a launch: its median.
  public var launches: [Double]?
  /// Every batch of every launch, only with `--samples`.
  public var samples: [[Double]]?
  /// Why there is no value.
  public var absent: String?
  public enum Better: String, Codable, Sendable { case lower, higher }
  public enum Kind: String, Codable, Sendable { case sampled, exact, distribution }
  public enum Role: String, Codable, Sendable { case gate, info }
}
