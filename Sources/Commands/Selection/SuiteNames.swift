import Benchmarking

/// The names that an executable gives its scenarios, which make the ids of cases.
enum SuiteNames {
  /// Refuses a name that no id can hold, and two scenarios of one id.
  ///
  /// - Throws: `ToolError.invalidValue`.
  /// - Complexity: O(*n*) for *n* scenarios.
  static func check(_ suites: [Suite]) throws(ToolError) {
    var seen: Set<[String]> = []
    for suite in suites {
      for scenario in suite.scenarios {
        let parts = [suite.name, scenario.name, scenario.storage, scenario.payload]
        for part in parts where part.isEmpty || part.contains(where: isReserved) {
          throw .invalidValue(
            option: "the name", found: part,
            reason: "of \(suite.name)/\(scenario.name) cannot stand in a case id; take lower-case "
              + "letters, digits and dashes")
        }
        guard seen.insert(parts).inserted else {
          throw .invalidValue(
            option: "the storage", found: scenario.storage,
            reason: "is there twice for \(suite.name)/\(scenario.name) with the payload "
              + "'\(scenario.payload)'; give a contender of your own another name")
        }
      }
    }
  }

  /// Returns whether a character separates parts of an id or a list, or stands for others.
  private static func isReserved(_ character: Character) -> Bool {
    character.isWhitespace || "/=,*?'\"".contains(character)
  }
}
