/// A named set of scenarios: what one folder under `Benchmarks/` exports.
public struct Suite: Sendable {
  /// The first part of its case ids.
  public let name: String
  /// One sentence for `cvbench list`.
  public let summary: String
  /// The scenarios; no two share name, storage and payload.
  public let scenarios: [Scenario]
  /// The questions that some of the scenarios answer, by name.
  public let workloads: [Workload]

  /// Declares a suite.
  public init(
    _ name: String, summary: String, scenarios: [Scenario], workloads: [Workload] = []
  ) {
    self.name = name
    self.summary = summary
    self.scenarios = scenarios
    self.workloads = workloads
  }
}
