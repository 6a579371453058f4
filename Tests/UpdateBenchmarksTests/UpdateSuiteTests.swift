import BenchmarkTestSupport
import Benchmarking
import Changesets
import Datasets
import Diffing
import ItemStores
import Testing
import UpdateBenchmarks

@Test func everyScenarioHasAUniqueID() { checkIDsAreUnique(Suite.update().scenarios) }

/// The scenarios of differs, with one of a user's own among them.
private let scenarios = Suite.update(adding: [
  DiffStrategy("plain", MovingDiff<Int>.self), DiffStrategy("plain", MovingDiff<String>.self),
]).scenarios.filter { $0.name.hasPrefix("diff-") }

private func count(_ name: String, in counts: [OperationCount]) -> Int? {
  counts.first { $0.name == name }?.value
}

@Test func diffIDsAreWellFormed() {
  checkIDsAreWellFormed(scenarios, part: /[a-z][a-z0-9]*(-[a-z0-9.]+%?)*/)
}

@Test func theQuickPresetHasAtMostFourDifferences() {
  let headlines = Set(scenarios.filter(\.isHeadline).map(\.name))
  #expect((3...4).contains(headlines.count), "\(headlines.sorted())")
  for scenario in scenarios where scenario.isHeadline {
    #expect(scenario.headlineMaximumItems <= 100_000, "\(scenario.name)")
  }
}

/// Everything is run, as small as it gets; all who answer one question give one answer, and the
/// built-in differ finds the fewest moves.
@Test(arguments: ["uniform-1000", "uniform-3", "one-section", "many-empty", "zipf-1000"])
func everyDifferIsRightInItsFirstAndLaterCalls(dataset: String) throws {
  for items in [1, 2, 7, dataset == "uniform-3" ? 450 : 150] {
    let context = ScenarioContext(dataset: dataset, items: items, seed: 42)
    var answers = SuiteAnswers()
    for scenario in scenarios where items <= scenario.maximumItems {
      let what = "\(scenario.name) of \(scenario.storage), \(scenario.payload), \(items) items"
      let measurement = try answers.check(scenario, in: context)
      guard scenario.role == .strategy else { continue }
      let counts = try measurement.counts?() ?? []
      let (moves, fewest) = (count("moves", in: counts), count("minimum_moves", in: counts))
      #expect(moves != nil && fewest != nil, "\(what)")
      #expect(scenario.storage == "plain" || moves == fewest, "\(what)")
      #expect(
        count("section_moves", in: counts) == count("minimum_section_moves", in: counts), "\(what)")
    }
  }
}

/// The figures of each shape, from how it is described.
@Test func theShapesMatchTheirSummaries() throws {
  let context = ScenarioContext(dataset: "one-section", items: 1_000, seed: 1)
  func figures(_ name: String) throws -> [Int?] {
    let found = scenarios.first {
      $0.name == name && $0.storage == "differ" && $0.payload == "int"
    }
    let scenario = try #require(found, "\(name)")
    let measurement = try scenario.setUp(context)
    _ = measurement.body()
    let counts = try measurement.counts?() ?? []
    return [count("operations", in: counts), count("minimum_moves", in: counts)]
  }
  #expect(try figures("diff-rotate-one") == [1, 1])
  #expect(try figures("diff-rotate-half") == [500, 500])
  #expect(try figures("diff-reversed") == [999, 999])
  #expect(try figures("diff-disjoint") == [2_000, 0])
  #expect(try figures("diff-unchanged") == [0, 0])
  #expect(try figures("diff-unchanged-shared") == [0, 0])
  #expect(try figures("diff-one-edit") == [1, 0])
  let readme = try figures("diff-readme")
  // 40 items in any order: most of them move, and never all.
  #expect((20...39).contains(readme[1] ?? 0) && readme[0] == 400 + (readme[1] ?? 0), "\(readme)")
  let tenEdits = try figures("diff-ten-edits")
  #expect((1...2).contains(tenEdits[1] ?? 0) && tenEdits[0] == 8 + (tenEdits[1] ?? 0))
  let scattered = try figures("diff-scattered-10%")
  #expect((15...20).contains(scattered[1] ?? 0), "\(scattered)")
}

@Test func onlyContentChangesInRevisions() throws {
  let context = ScenarioContext(dataset: "one-section", items: 1_000, seed: 1)
  let scenario = try #require(
    scenarios.first { $0.name == "diff-revisions-1%" && $0.storage == "differ" })
  let measurement = try scenario.setUp(context)
  _ = measurement.body()
  let counts = try measurement.counts?() ?? []
  #expect(count("operations", in: counts) == 10 && count("moves", in: counts) == 0)
}

/// The set-up refuses changesets that do not lead to the target, or contain too much.
@Test func wrongDiffersAreRefused() {
  let context = ScenarioContext(dataset: "one-section", items: 100, seed: 1)
  func failures(_ strategy: DiffStrategy) -> [String] {
    strategy.scenarios.compactMap { scenario in
      do {
        _ = try scenario.setUp(context)
        return nil
      } catch {
        return scenario.name
      }
    }
  }
  let all = failures(DiffStrategy("broken", ThrowingDiff.self))
  let ofArrays = all.filter { !$0.hasPrefix("diff-sections") }
  #expect(all.count == 18 && Set(all).count == 18, "\(all)")
  let unchanged: Set<String> = ["diff-unchanged", "diff-unchanged-shared"]
  #expect(failures(DiffStrategy("idle", IdleDiff.self)) == all.filter { !unchanged.contains($0) })
  // Right, but not what is asked: items that stay are deleted and inserted again.
  let replacing = failures(DiffStrategy("replacing", ReplacingDiff.self))
  #expect(replacing == ofArrays.filter { $0 != "diff-disjoint" })
  #expect(failures(DiffStrategy("moving", MovingDiff<Int>.self)) == [])
  let promised = failures(DiffStrategy("moving", MovingDiff<Int>.self, findsFewestMoves: true))
  #expect(promised == ofArrays.filter { $0 != "diff-disjoint" })
}

/// A quadratic differ is asked for what it can answer in a second.
@Test func quadraticDiffersAreBounded() {
  func most(_ name: String) -> Int? {
    scenarios.first { $0.name == name && $0.storage == "difference" && $0.payload == "int" }?
      .maximumItems
  }
  #expect(most("diff-one-edit") == 1_000_000)
  #expect((1_000..<10_000).contains(most("diff-reversed") ?? 0))
  #expect((100_000..<1_000_000).contains(most("diff-scattered-1%") ?? 0))
  #expect(scenarios.allSatisfy { $0.maximumItems <= 1_000_000 })
}

@Test func anEmptyCollectionHasNoDifferences() throws {
  let context = ScenarioContext(dataset: "uniform-1000", items: 0, seed: 42)
  for scenario in scenarios {
    let error = #expect(throws: (any Error).self) { try scenario.setUp(context) }
    #expect(error.map { "\($0)" }?.contains("uniform-1000") == true, "\(scenario.name)")
  }
}

private func paths(_ count: Int) -> [ItemPath] {
  (0..<count).map { ItemPath(section: 0, item: $0) }
}

/// A differ of a user's own: right, and it moves all that stays.
struct MovingDiff<Key: DiffKey>: DiffMethod {
  func changeset(from source: [Key], to target: [Key]) -> Changeset {
    let places = Dictionary(uniqueKeysWithValues: zip(target, target.indices))
    var deleted: [ItemPath] = []
    var moved: [Changeset.Move<ItemPath>] = []
    for (key, path) in zip(source, paths(source.count)) {
      if let place = places[key] {
        moved.append(Changeset.Move(from: path, to: ItemPath(section: 0, item: place)))
      } else {
        deleted.append(path)
      }
    }
    let ends = Set(moved.map(\.target))
    return Changeset(
      deletedItems: deleted, insertedItems: paths(target.count).filter { !ends.contains($0) },
      movedItems: moved)
  }
}

/// Finds nothing, ever.
struct IdleDiff: SectionedDiffMethod {
  func changeset(from source: [Int], to target: [Int]) -> Changeset { Changeset() }

  func changeset(
    from source: SectionedStore<Int, NestedArrayStore<Int>>,
    to target: SectionedStore<Int, NestedArrayStore<Int>>
  ) -> Changeset { Changeset() }
}

/// Replaces everything.
struct ReplacingDiff: DiffMethod {
  func changeset(from source: [Int], to target: [Int]) -> Changeset {
    Changeset(deletedItems: paths(source.count), insertedItems: paths(target.count))
  }
}

/// Gives up.
struct ThrowingDiff: SectionedDiffMethod {
  struct GaveUp: Error {}

  func changeset(
    from source: SectionedStore<Int, NestedArrayStore<Int>>,
    to target: SectionedStore<Int, NestedArrayStore<Int>>
  ) throws -> Changeset { throw GaveUp() }

  func changeset(from source: [Int], to target: [Int]) throws -> Changeset { throw GaveUp() }
}
