public import Benchmarking

extension Suite {
  /// Differences between collections, and updates of stores and of collection views.
  public static let update = Suite(
    "update", summary: "Finding what has changed, and carrying it out.",
    scenarios: diffScenarios + applyScenarios + replayScenarios)
}
