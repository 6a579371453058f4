import Benchmarking
import Changesets
import Datasets
import ItemStores
import TestSupport
import Testing

import UpdateBenchmarks

/// Scenarios of applied changesets give the right answer, twice, for all who answer one question.
@Suite struct ApplyScenariosTests {
  private static var scenarios: [Scenario] {
    Suite.update(stores: [UpdateStore("mine", MinimalStore<Item8>.self)]).scenarios.filter {
      scenario in
      ["apply-", "batch-", "outline-"].contains { scenario.name.hasPrefix($0) }
    }
  }

  @Test(arguments: [("uniform-1000", 1), ("zipf-1000", 1_300), ("uniform-3", 70)])
  func everyAnswerIsRight(dataset: String, items: Int) throws {
    let context = ScenarioContext(dataset: dataset, items: items, seed: 42)
    var answers: [String: UInt64] = [:]
    for scenario in Self.scenarios where scenario.minimumItems <= items {
      let what = "\(scenario.name) of \(scenario.storage)"
      let measurement = try scenario.setUp(context)
      let expected = try #require(measurement.expectedAnswer, "\(what)")
      for call in 1...2 { #expect(measurement.body() == expected, "\(what), call \(call)") }
      #expect(answers[scenario.name, default: expected] == expected, "\(what)")
      answers[scenario.name] = expected
    }
    #expect(!answers.isEmpty)
  }

  @Test func aStoreOfAUsersOwnIsMeasuredAsTheOthersAre() {
    func names(_ storage: String) -> Set<String> {
      Set(Self.scenarios.filter { $0.storage == storage }.map(\.name))
    }
    #expect(names("mine").count == 8)
    #expect(names("mine") == names("btree"))
  }

  @Test func anEmptyCollectionIsRefused() throws {
    let context = ScenarioContext(dataset: "uniform-1000", items: 0, seed: 42)
    for scenario in Self.scenarios {
      let error = #expect(throws: (any Error).self) { try scenario.setUp(context) }
      #expect(error.map { "\($0)" }?.contains("uniform-1000") == true)
    }
  }

  /// The requests of an update do not depend on the number of items (BUG-33).
  @Test func requestsDependOnTheEditsAlone() throws {
    let scenario = try #require(
      Self.scenarios.first { $0.name == "batch-100" && $0.storage == "btree-tree" })
    for items in [100_000, 400_000] {
      let context = ScenarioContext(dataset: "uniform-1000", items: items, seed: 42)
      let measurement = try scenario.setUp(context)
      #expect(measurement.body() == measurement.expectedAnswer)
      let counts = try measurement.counts?() ?? []
      let asked = try #require(counts.first { $0.name == "count_calls" }?.value)
      #expect(asked <= 2 * (1 + 100), "\(items) items")
    }
  }

  /// To expand one item asks a large outline for no more than a small one.
  @Test func oneExpansionDependsOnItsChildrenAlone() throws {
    var counts: [String: [[Int?]]] = [:]
    for scenario in Self.scenarios where scenario.name.hasPrefix("outline-") {
      for items in [10_000, 40_000] {
        let context = ScenarioContext(dataset: "uniform-1000", items: items, seed: 42)
        let measurement = try scenario.setUp(context)
        #expect(measurement.body() == measurement.expectedAnswer)
        let found = try measurement.counts?() ?? []
        counts["\(scenario.name) \(scenario.storage)", default: []].append(found.map(\.value))
      }
    }
    #expect(counts.count == 5)
    for (name, found) in counts where name.hasPrefix("outline-one") {
      #expect(found[0] == found[1], "\(name): \(found)")
    }
  }

  /// The set-up finds a missing update, a wrong item, and an item in the wrong section.
  @Test(arguments: [("uniform-3", 70), ("one-section", 40), ("zipf-1000", 1_300)])
  func aWrongStoreIsFound(dataset: String, items: Int) throws {
    let collection = try ApplyCollection.shared(
      in: ScenarioContext(dataset: dataset, items: items, seed: 42))
    let all = collection.dataset.sections(of: Item8.self)
    for update in [
      ApplyUpdate.one(collection), .block(collection), .scattered(9, collection),
      .sections(1, collection), .sections(3, collection),
    ] {
      var store = NestedArrayStore(sections: all)
      try update.checkAround(store, collection)
      #expect(throws: ApplyError.self) { try update.checkBetween(store, collection) }
      for global in 0..<items {
        var wrong = store
        let path = collection.offsets.path(ofGlobalIndex: global)
        wrong.replace(at: path, with: ApplyCollection.newItem(at: path))
        #expect(throws: ApplyError.self, "item \(global)") {
          try update.checkAround(wrong, collection)
        }
      }
      store.apply(
        update.forth, newItem: { ApplyCollection.newItem(at: $0) },
        newSection: { update.newSection($0) })
      try update.checkBetween(store, collection)
      #expect(throws: ApplyError.self) { try update.checkAround(store, collection) }
    }
  }

  @Test func fewScenariosAreHeadlines() {
    #expect(Set(Self.scenarios.filter(\.isHeadline).map(\.name)) == ["apply-100", "batch-100"])
  }
}
