import BenchmarkTestSupport
import Benchmarking
import Datasets
import LookupBenchmarks
import Testing

/// The suite with one store of a user's own in it.
private let suite = Suite.lookup(adding: [
  LookupStorage("plain", PlainStore<Item8>.self),
  LookupStorage("plain", PlainStore<Record>.self),
])

@Test func everyScenarioHasAnIDOfItsOwn() { checkIDsAreUnique(suite.scenarios) }

@Test func idsAreWellFormed() {
  checkIDsAreWellFormed(suite.scenarios, part: /[a-z][a-z0-9]*(-[a-z0-9.]+%?)*/)
}

@Test func theQuickPresetHoldsAtMostTwelve() { checkHeadlines(suite.scenarios) }

@Test func everyFloorStandsBesideWhatItBounds() {
  checkFloors(suite.scenarios, boundStorage: "plain")
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
    var answers = SuiteAnswers()
    for scenario in suite.scenarios { try answers.check(scenario, in: context) }
  }
}

/// Long enough for several parts of the key stream, and for coming round.
@Test func everyCallOfAStreamGivesOneAnswer() throws {
  let context = ScenarioContext(dataset: "uniform-1000", items: 100_000, seed: 7)
  let slow: Set<String> = ["build", "memory-after-edits", "edit-run-10%"]
  var answers = SuiteAnswers()
  for scenario in suite.scenarios
  where !slow.contains(scenario.name) && !scenario.storage.hasPrefix("plain") {
    try answers.check(scenario, in: context, calls: 3)
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

@Test func anEmptyCollectionIsRefused() throws { try checkEmptyCollectionIsRefused(suite) }
