package import RunRecords

/// A named set of scenarios: what one folder under `Benchmarks/` exports.
public struct Suite: Sendable, Codable {
  /// The first part of its case ids.
  public let name: String
  /// One sentence for `cvbench list`.
  public let summary: String
  /// The scenarios; no two share name, storage and payload.
  public internal(set) var scenarios: [Scenario]
  /// The questions that some of the scenarios answer, by name.
  public private(set) var workloads: [Workload] = []

  private enum CodingKeys: String, CodingKey {
    case name, summary, scenarios
  }

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

extension [Suite] {
  /// Returns the scenario of a case; nil if no suite has it.
  package func scenario(of key: CaseKey) -> Scenario? {
    first { $0.name == key.suite }?.scenarios.first {
      ($0.name, $0.storage, $0.payload) == (key.scenario, key.storage, key.payload)
    }
  }
}

/// A named question: the scenario that answers it, and what it is usually asked of.
///
/// `cvbench run --workload photos --items 300k` measures the scenario's storages on the collection
/// and recommends one of them.
public struct Workload: Hashable, Sendable {
  /// The name on the command line: `photos`.
  public let name: String
  /// One sentence for help and messages.
  public let summary: String
  /// The name of the scenario, of the suite that has the workload.
  public let scenario: String
  /// The collection that it runs on where the user names none: `zipf-1000`.
  public let dataset: String

  /// Names a workload.
  public init(_ name: String, summary: String, scenario: String, dataset: String) {
    self.name = name
    self.summary = summary
    self.scenario = scenario
    self.dataset = dataset
  }
}
