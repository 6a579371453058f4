public import RunRecords

/// A scenario on one collection: what a run measures, and what a record has a result of.
public struct PlannedCase: Sendable {
  /// The suite's name.
  public let suite: String
  /// What is measured.
  public let scenario: Scenario
  /// What it is measured on.
  public let dataset: PlannedDataset

  /// Names a case.
  public init(suite: String, scenario: Scenario, dataset: PlannedDataset) {
    self.suite = suite
    self.scenario = scenario
    self.dataset = dataset
  }

  /// The join key between runs: `suite/name/storage=…/data=…/payload=…/items=…`.
  public var id: String { CaseKey(suite: suite, parameters).description }

  /// What the record says of it.
  public var parameters: CaseParameters {
    CaseParameters(
      scenario: scenario.name, storage: scenario.storage, role: scenario.role.rawValue,
      data: dataset.name, payload: scenario.payload, items: dataset.items,
      sections: dataset.sections)
  }

  /// Whether the smoke and quick presets have it.
  public var isHeadline: Bool { scenario.isHeadline(on: dataset) }

  /// Throws what makes the case impossible, before anything is measured.
  ///
  /// - Parameter seed: The run's.
  /// - Throws: What the scenario's check throws.
  public func check(seed: UInt64) throws {
    try scenario.check?(ScenarioContext(dataset, seed: seed))
  }

  /// Every scenario of `suites` on every collection that it runs on.
  ///
  /// - Parameters:
  ///   - suites: Whose scenarios.
  ///   - datasets: Each collection at each size.
  /// - Returns: The cases by suite, scenario and collection, in the given orders.
  public static func all(in suites: [Suite], on datasets: [PlannedDataset]) -> [PlannedCase] {
    suites.flatMap { suite in
      suite.scenarios.flatMap { scenario in
        datasets.filter { scenario.runs(on: $0) }
          .map { PlannedCase(suite: suite.name, scenario: scenario, dataset: $0) }
      }
    }
  }
}
