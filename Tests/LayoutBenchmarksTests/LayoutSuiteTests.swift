import Benchmarking
import LayoutBenchmarks
import Layouts
import Testing

/// The suite with an index of a user's own in it.
private let suite = Suite.layout(adding: [
  LayoutExtents("mine", TreeExtents.self, editsReach: .few)
])

private let datasets = [
  "uniform-1000", "uniform-3", "one-section", "one-per-section", "many-empty", "zipf-1000",
]

@Test func everyScenarioHasAnIDOfItsOwn() {
  var seen: Set<[String]> = []
  for scenario in suite.scenarios {
    let id = [scenario.name, scenario.storage, scenario.payload]
    #expect(seen.insert(id).inserted, "\(id) comes twice")
  }
}

@Test func idsAreWellFormed() {
  for scenario in suite.scenarios {
    for part in [scenario.name, scenario.storage, scenario.payload] {
      let isWellFormed = part.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil
      #expect(isWellFormed, "\(part)")
    }
    #expect(scenario.payload == "frame", "\(scenario.name)")
    #expect(scenario.summary.hasSuffix("."), "\(scenario.name)")
  }
}

@Test func theQuickPresetHoldsAtMostTwelve() {
  let headlines = Set(suite.scenarios.filter(\.isHeadline).map(\.name))
  #expect((10...12).contains(headlines.count), "\(headlines.sorted())")
}

@Test func everyFloorStandsBesideWhatItBounds() {
  for floor in suite.scenarios where floor.role == .floor {
    let bounded = suite.scenarios.first {
      $0.role == .strategy && $0.name == floor.name && $0.storage == "tree"
    }
    #expect(bounded != nil, "\(floor.name) of \(floor.storage) bounds nothing")
    #expect(bounded?.isHeadline == floor.isHeadline, "\(floor.name) of \(floor.storage)")
  }
}

@Test func anAddedIndexRunsWhatABuiltInOneDoes() {
  func names(_ storage: String) -> [String] {
    suite.scenarios.filter { $0.storage == storage }.map(\.name)
  }
  for storage in ["nested", "flat", "tree", "linear-scan"] {
    #expect(names(storage) == names("mine"), "\(storage)")
  }
}

/// Runs every scenario at its smallest size; all strategies, floors and the linear scan give one
/// answer.
@Test(arguments: datasets)
func everyScenarioGivesTheRightAnswerTwice(dataset: String) throws {
  for items in [1, 7, 150] {
    let context = ScenarioContext(dataset: dataset, items: items, seed: 42)
    var answers: [String: UInt64] = [:]
    for scenario in suite.scenarios where scenario.storage != "mine" {
      let what = "\(scenario.name) of \(scenario.storage), \(items) items"
      let measurement = try scenario.setUp(context)
      let expected = try #require(measurement.expectedAnswer, "\(what)")
      #expect(measurement.operationsPerCall > 0, "\(what)")
      for call in 1...2 {
        #expect(measurement.body() == expected, "\(what), call \(call)")
      }
      #expect(answers[scenario.name, default: expected] == expected, "\(what)")
      answers[scenario.name] = expected
    }
  }
}
