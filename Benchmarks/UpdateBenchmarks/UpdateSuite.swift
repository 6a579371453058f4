public import Benchmarking

extension Suite {
  /// Differences between collections, and updates of stores and of collection views.
  public static let update = Suite.update(adding: [])

  /// The update suite with differs of one's own measured beside the built-in one.
  ///
  /// - Parameter strategies: The differs to add; their names must differ from the built-in ones.
  /// - Returns: A suite named `update`.
  public static func update(adding strategies: [DiffStrategy]) -> Suite {
    Suite(
      "update", summary: "Finding what has changed, and carrying it out.",
      scenarios: diffScenarios(adding: strategies) + applyScenarios + replayScenarios)
  }
}
