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
