import Benchmarking
import Datasets
import LookupBenchmarks
import Testing

/// The suite with one store of a user's own in it.
private let suite = Suite.lookup(adding: [
  LookupStorage("plain", PlainStore<Item8>.self),
  LookupStorage("plain", PlainStore<Record>.self),
])

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
      let isWellFormed = part.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9.]+%?)*/) != nil
      #expect(isWellFormed, "\(part)")
    }
    #expect(!scenario.summary.isEmpty, "\(scenario.name)")
  }
}

@Test func theQuickPresetHoldsAtMostTwelve() {
  let headlines = Set(suite.scenarios.filter(\.isHeadline).map(\.name))
  #expect((10...12).contains(headlines.count), "\(headlines.sorted())")
}

@Test func everyFloorStandsBesideWhatItBounds() {
  for floor in suite.scenarios where floor.role == .floor {
    let bounded = suite.scenarios.first {
      $0.role == .strategy && $0.name == floor.name && $0.storage == "plain"
        && $0.payload == floor.payload
    }
    #expect(bounded != nil, "\(floor.name) of \(floor.storage) bounds nothing")
    #expect(bounded?.isHeadline == floor.isHeadline, "\(floor.name) of \(floor.storage)")
  }
}

@Test func anAddedStoreRunsWhatABuiltInOneDoes() {
  func names(_ storage: String, _ payload: String) -> [String] {
    suite.scenarios.filter { $0.storage == storage && $0.payload == payload }.map(\.name)
  }
  for storage in ["nested", "flat", "btree"] {
    for payload in ["item8", "record"] {
      #expect(names(storage, payload) == names("plain", payload), "\(storage), \(payload)")
    }
    for payload in ["text", "object"] {
      #expect(names(storage, payload) == names("plain", "record"), "\(storage), \(payload)")
    }
  }
}

/// Everything is run, as small as it gets; all who answer one question give one answer.
@Test(
  arguments: [
    "uniform-1000", "uniform-3", "one-section", "one-per-section", "many-empty", "zipf-1000",
  ])
func everyScenarioGivesTheRightAnswerTwice(dataset: String) throws {
  for items in [1, 7, dataset == "uniform-1000" ? 1_000 : 200] {
    let context = ScenarioContext(dataset: dataset, items: items, seed: 42)
    var answers: [[String]: UInt64] = [:]
    for scenario in suite.scenarios {
      let what = "\(scenario.name) of \(scenario.storage), \(scenario.payload), \(items) items"
      let measurement = try scenario.setUp(context)
      let expected = try #require(measurement.expectedAnswer, "\(what)")
      #expect(measurement.operationsPerCall > 0, "\(what)")
      for call in 1...2 {
        #expect(measurement.body() == expected, "\(what), call \(call)")
      }
      let question = [scenario.name, scenario.payload]
      #expect(answers[question, default: expected] == expected, "\(what)")
      answers[question] = expected
    }
  }
}

/// Long enough for several parts of the key stream, and for coming round.
@Test func everyCallOfAStreamGivesOneAnswer() throws {
  let context = ScenarioContext(dataset: "uniform-1000", items: 100_000, seed: 7)
  let slow: Set<String> = ["build", "memory-after-edits", "edit-run-10%"]
  for scenario in suite.scenarios
  where !slow.contains(scenario.name) && !scenario.storage.hasPrefix("plain") {
    let measurement = try scenario.setUp(context)
    for call in 1...3 {
      #expect(
        measurement.body() == measurement.expectedAnswer,
        "\(scenario.name) of \(scenario.storage), call \(call)")
    }
  }
}

/// A sum cannot see items exchanged, so no stream of keys may end where a section does.
@Test func aWrongStoreGivesNoRightAnswer() throws {
  let wrong = LookupStorage("wrong", WrongStore<Item8>.self)
  let context = ScenarioContext(dataset: "one-section", items: 60, seed: 42)
  for scenario in wrong.scenarios {
    let measurement = try scenario.setUp(context)
    #expect(measurement.body() != measurement.expectedAnswer, "\(scenario.name)")
  }
}

@Test func anEmptyCollectionIsRefused() throws {
  let context = ScenarioContext(dataset: "uniform-1000", items: 0, seed: 42)
  let scenario = try #require(suite.scenarios.first)
  let error = #expect(throws: (any Error).self) { try scenario.setUp(context) }
  #expect(error.map { "\($0)" }?.contains("uniform-1000") == true)
}
