import BenchmarkTestSupport
import Benchmarking
import Changesets
import Datasets
import ItemStores
import Layouts
import ScrollBenchmarks
import Testing

/// The suite with a pair of a user's own in it.
private let suite = Suite.scroll(adding: [
  ScrollStorage("mine", BTreeStore<Item8>.self, extents: .tree)
])

@Test func everyScenarioHasAnIDOfItsOwn() { checkIDsAreUnique(suite.scenarios) }

@Test func idsAreWellFormed() {
  checkIDsAreWellFormed(suite.scenarios, part: /[a-z0-9]+(-[a-z0-9]+)*/)
  for scenario in suite.scenarios {
    #expect(scenario.summary.hasSuffix("."), "\(scenario.name)")
    #expect(!scenario.summary.contains(".."), "\(scenario.name)")
  }
}

/// Two collections in the quick preset of `make bench`: one at three sizes, and one as it is.
@Test func presetsHoldWhatTheyMay() {
  let headlines = suite.scenarios.filter(\.isHeadline)
  func caseCount(_ sizes: [Int]) -> Int {
    PlannedCase.all(in: [suite], on: datasets(sizes)).count(where: \.isHeadline)
  }
  let smoke = caseCount(RunPreset.smoke.sizes)
  let quick = caseCount(RunPreset.quick.sizes)
  let real = caseCount([43_000])
  // Four of them are reuse policies, which are counted and take no time.
  #expect((14...18).contains(smoke), "\(headlines.map { "\($0.name) \($0.storage)" })")
  #expect((24...42).contains(quick + real))
}

/// What varies in the suite is in the quick preset, by one of its values at least.
@Test func noFactorIsLeftOutOfQuick() {
  let names = suite.scenarios.filter(\.isHeadline).map(\.name)
  let factors = ["120hz", "identifiers", "headers", "prefetch", "cells", "reuse-off", "jump"]
  for factor in factors {
    #expect(names.contains { $0.contains(factor) }, "\(factor)")
  }
  let storages = Set(suite.scenarios.filter(\.isHeadline).map(\.storage))
  #expect(storages.isSuperset(of: ["nested-nested", "flat-flat", "btree-tree", "floor-query"]))
}

private func datasets(_ sizes: [Int]) -> [PlannedDataset] {
  sizes.map { PlannedDataset(spec: "uniform-1000", name: "uniform-1000", items: $0) }
}

/// Storage, extents and trace are crossed in full; every other factor varies alone.
@Test func onlyStoragesAndTracesAreCrossed() {
  let storages = Set(
    Suite.scroll().scenarios.filter {
      $0.role == .strategy && !$0.comparesPolicies && !$0.comparesLayouts
    }
    .map(\.storage))
  #expect(storages.count == 9)
  let plain = Set(suite.scenarios.filter { $0.role == .floor }.map(\.name))
  #expect(plain.count == 9)
  for storage in storages {
    let names = Set(suite.scenarios.filter { $0.storage == storage }.map(\.name))
    #expect(names.isSuperset(of: plain), "\(storage)")
    let others = names.subtracting(plain).filter {
      !$0.hasPrefix("update-") && !$0.hasPrefix("workload-")
        && !["reload", "replay", "move-item"].contains($0)
    }
    #expect(others.isEmpty == (storage != "btree-tree"), "\(storage)")
  }
}

@Test func everyFloorStandsBesideWhatItBounds() {
  checkFloors(suite.scenarios, boundStorage: "btree-tree")
}

extension Scenario {
  /// A Boolean value that indicates whether its storages are policies of reuse.
  fileprivate var comparesPolicies: Bool { name.hasPrefix("reuse-") || name == "workload-reuse" }

  /// A Boolean value that indicates whether its storages are layouts, or ways to ask one.
  fileprivate var comparesLayouts: Bool {
    name.hasPrefix("self-size") || name.hasPrefix("orthogonal-") || name.hasPrefix("lookahead-")
  }
}

/// Policies and movements are crossed in full; lighter cells and more identifiers vary alone.
@Test func everyPolicyIsMeasuredOnEveryMovement() {
  let policies = suite.scenarios.filter { $0.name.hasPrefix("reuse-") }
  let names = Dictionary(grouping: policies, by: \.storage).mapValues { Set($0.map(\.name)) }
  #expect(
    names.keys.sorted() == [
      "ahead-1", "ahead-16", "cap-0", "cap-2", "cap-8", "fifo", "recyclerview", "uikit-10",
      "uikit-15", "uikit-9",
    ])
  let expected = ["flings", "jumps", "flips", "turn"].flatMap { movement in
    ["", "-light", "-16-identifiers"].map { "reuse-\(movement)\($0)" }
  }
  for (policy, names) in names { #expect(names == Set(expected), "\(policy)") }
  let timed = suite.scenarios.filter { $0.name == "workload-reuse" }.map(\.storage)
  #expect(
    timed.sorted() == ["ahead-1", "ahead-16", "recyclerview", "uikit-10", "uikit-15", "uikit-9"])
}

/// Everything is run, as small as it gets; all who answer one question give one answer, the floors
/// among them.
@Test(arguments: [("uniform-1000", 1), ("zipf-1000", 300), ("uniform-3", 70)])
func everyScenarioGivesTheRightAnswerTwice(dataset: String, items: Int) throws {
  let context = ScenarioContext(dataset: dataset, items: items, seed: 42)
  var answers = SuiteAnswers()
  for scenario in suite.scenarios
  where scenario.minimumItems <= items && !scenario.replaysTrace {
    try answers.check(scenario, in: context, calls: scenario.storage == "btree-tree" ? 2 : 1)
  }
}

@Test func anEmptyCollectionIsRefused() throws {
  try checkEmptyCollectionIsRefused(suite)
}

/// A store that gives the wrong items must not become a figure.
@Test func aWrongStoreGivesNoRightAnswer() throws {
  let wrong = Suite.scroll(adding: [ScrollStorage("wrong", WrongStore.self, extents: .tree)])
  let context = ScenarioContext(dataset: "uniform-1000", items: 300, seed: 42)
  let known = wrong.scenarios.filter { $0.storage == "wrong" && !$0.replaysTrace }
  #expect(known.count == 13)
  for scenario in known {
    let measurement = try scenario.setUp(context)
    #expect(measurement.body() != measurement.expectedAnswer, "\(scenario.name)")
  }
}

/// Gives the item before the one that is asked for.
struct WrongStore: ItemStore {
  private var right = NestedArrayStore<Item8>()

  init() {}

  var sectionCount: Int { right.sectionCount }
  var itemCount: Int { right.itemCount }
  func itemCount(inSection section: Int) -> Int { right.itemCount(inSection: section) }

  subscript(path: ItemPath) -> Item8 {
    right[ItemPath(section: path.section, item: max(0, path.item - 1))]
  }

  mutating func insert(_ item: Item8, at path: ItemPath) { right.insert(item, at: path) }
  mutating func remove(at path: ItemPath) -> Item8 { right.remove(at: path) }
  mutating func insertSection<Items: Sequence>(_ items: Items, at section: Int)
  where Items.Element == Item8 { right.insertSection(items, at: section) }
  mutating func removeSection(at section: Int) { right.removeSection(at: section) }
}
