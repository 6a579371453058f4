import Benchmarking

extension Suite {
  static var applyScenarios: [Scenario] { [] }
}
