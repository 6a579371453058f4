package import Benchmarking
import Testing

/// Checks that no two of `scenarios` have one id.
package func checkIDsAreUnique(_ scenarios: [Scenario]) {
  var seen: Set<[String]> = []
  for scenario in scenarios {
    let id = [scenario.name, scenario.storage, scenario.payload]
    #expect(seen.insert(id).inserted, "\(id) comes twice")
  }
}

/// Checks that every part of an id is spelled as `part` says, and that every scenario has a summary.
package func checkIDsAreWellFormed(_ scenarios: [Scenario], part: some RegexComponent) {
  for scenario in scenarios {
    for text in [scenario.name, scenario.storage, scenario.payload] {
      let isWellFormed = text.wholeMatch(of: part) != nil
      #expect(isWellFormed, "\(text)")
    }
    #expect(!scenario.summary.isEmpty, "\(scenario.name)")
  }
}

/// Checks that the quick preset has ten to twelve of `scenarios`.
package func checkHeadlines(_ scenarios: [Scenario]) {
  let headlines = Set(scenarios.filter(\.isHeadline).map(\.name))
  #expect((10...12).contains(headlines.count), "\(headlines.sorted())")
}

/// Checks that every floor has the name and the payload of a scenario of `storage`, and is headline
/// where that is.
package func checkFloors(_ scenarios: [Scenario], boundStorage storage: String) {
  for floor in scenarios where floor.role == .floor {
    let bounded = scenarios.first {
      $0.role == .strategy && $0.storage == storage && $0.name == floor.name
        && $0.payload == floor.payload
    }
    #expect(bounded != nil, "\(floor.name) of \(floor.storage) bounds nothing")
    #expect(bounded?.isHeadline == floor.isHeadline, "\(floor.name) of \(floor.storage)")
  }
}

/// Checks that `suite` refuses a collection without items, and names it.
package func checkEmptyCollectionIsRefused(_ suite: Suite) throws {
  let context = ScenarioContext(dataset: "uniform-1000", items: 0, seed: 42)
  let scenario = try #require(suite.scenarios.first)
  let error = #expect(throws: (any Error).self) { try scenario.setUp(context) }
  #expect(error.map { "\($0)" }?.contains("uniform-1000") == true)
}

/// The answers of scenarios, of which those of one name and payload must be equal.
package struct SuiteAnswers {
  private var answers: [[String]: UInt64] = [:]

  package init() {}

  /// Sets `scenario` up and checks that each of `calls` calls gives the expected answer, which is
  /// that of every other scenario of its name and payload.
  ///
  /// - Returns: What was set up.
  @discardableResult
  package mutating func check(
    _ scenario: Scenario, in context: ScenarioContext, calls: Int = 2
  ) throws -> Measurement {
    let what =
      "\(scenario.name) of \(scenario.storage), \(scenario.payload), \(context.items) items"
    let measurement = try scenario.setUp(context)
    let expected = try #require(measurement.expectedAnswer, "\(what)")
    #expect(measurement.operationsPerCall > 0, "\(what)")
    for call in 1...calls {
      try measurement.prepareCall()
      #expect(measurement.body() == expected, "\(what), call \(call)")
    }
    let question = [scenario.name, scenario.payload]
    #expect(answers[question, default: expected] == expected, "\(what)")
    answers[question] = expected
    return measurement
  }
}
