import Benchmarking

extension Suite {
  static var replayScenarios: [Scenario] { [] }
}
