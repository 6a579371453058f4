import Benchmarking

extension Suite {
  static var diffScenarios: [Scenario] { [] }
}
