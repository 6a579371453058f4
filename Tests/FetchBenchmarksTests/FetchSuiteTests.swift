#if SQLITE
  import BenchmarkTestSupport
  import Benchmarking
  import Changesets
  import FetchBenchmarks
  import Foundation
  import GRDB
  import Synchronization
  import Testing

  struct FetchSuiteTests {
    private let scenarios = Suite.fetch().scenarios

    @Test func idsAreUniqueAndWellFormed() {
      checkIDsAreUnique(scenarios)
      checkIDsAreWellFormed(scenarios, part: /[a-z0-9]+(-[a-z0-9]+)*/)
    }

    @Test func floorsBoundScenarios() { checkFloors(scenarios, boundStorage: "incremental") }

    @Test func anEmptyCollectionIsRefused() throws { try checkEmptyCollectionIsRefused(.fetch()) }

    @Test(arguments: ["one-section", "uniform-1000", "zipf-1000"])
    func allStrategiesAgree(dataset: String) throws {
      for items in [120, 3_000] {
        let context = ScenarioContext(dataset: dataset, items: items, seed: 42)
        var answers = SuiteAnswers()
        for scenario in scenarios where scenario.minimumItems <= items {
          try answers.check(scenario, in: context, calls: 3)
        }
      }
    }

    @Test func largeCommitsAreRightToo() throws {
      let context = ScenarioContext(dataset: "uniform-1000", items: 20_000, seed: 7)
      var answers = SuiteAnswers()
      for scenario in scenarios where scenario.name.hasSuffix("-10000") {
        let measurement = try answers.check(scenario, in: context)
        let keyFetches = try measurement.counts?().first { $0.name == "key_fetches" }?.value
        switch scenario.storage {
        case "incremental": #expect(keyFetches == 0, "\(scenario.name)")
        case "refetch-differ": #expect(keyFetches == 1, "\(scenario.name)")
        default: break
        }
      }
    }

    @Test(arguments: ["changeset-100", "commit-100", "write"])
    func aCommitThatIsNotFollowedIsNoFigure(name: String) throws {
      let suite = Suite.fetch(adding: [.incremental("impatient", changeLimit: 20)])
      let context = ScenarioContext(dataset: "one-section", items: 300, seed: 42)
      let scenario = try #require(
        suite.scenarios.first { $0.storage == "impatient" && $0.name == name })
      let error = #expect(throws: (any Error).self) { _ = try scenario.setUp(context) }
      let text = error.map { "\($0)" } ?? ""
      #expect(text.hasPrefix("a commit was not followed row by row: "), "\(text)")
    }

    @Test func writesAreFollowedCallAfterCall() throws {
      let scenario = try #require(
        scenarios.first { $0.storage == "incremental" && $0.name == "write" })
      let context = ScenarioContext(dataset: "uniform-1000", items: 3_000, seed: 42)
      var answers = SuiteAnswers()
      // Each call's preparation throws if the commit before it was not followed.
      try answers.check(scenario, in: context, calls: 4)
    }

    @Test func preparationIsNotCounted() throws {
      let context = ScenarioContext(dataset: "one-section", items: 300, seed: 42)
      for scenario in scenarios
      where scenario.storage == "incremental" && scenario.minimumItems <= 300 {
        let measurement = try scenario.setUp(context)
        guard measurement.prepare != nil else { continue }
        for _ in 1...3 {
          try measurement.prepareCall()
          for count in try measurement.counts?() ?? []
          where !["changes", "key_bytes"].contains(count.name) {
            #expect(count.value == 0, "\(count.name) of \(scenario.name)")
          }
          _ = measurement.body()
        }
      }
    }

    @Test func loadingAndScrollingAreMeasuredOncePerCode() {
      let names = Set(scenarios.filter { $0.storage == "refetch-differ" }.map(\.name))
      #expect(names.isDisjoint(with: ["load", "jump", "steady"]))
      #expect(names.isSuperset(of: ["changeset-1", "commit-100", "write", "workload-inbox"]))
    }

    @Test func aTableLeavesNoFolderBehind() throws {
      let paths = PathLog()
      try WholeTable.$paths.withValue(paths) {
        let suite = Suite.fetch(adding: [FetchStrategy("own", WholeTable.self)])
        let context = ScenarioContext(dataset: "one-section", items: 300, seed: 42)
        let scenario = try #require(
          suite.scenarios.first { $0.storage == "own" && $0.name == "load" })
        _ = try scenario.setUp(context)
      }
      let path = try #require(paths.all.first)
      let folder = URL(filePath: path).deletingLastPathComponent()
      #expect(folder.lastPathComponent.hasPrefix("cvbench-"))
      #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    // MARK: Methods of a user's own

    @Test func anOwnMethodIsMeasuredBesideTheOthers() throws {
      let suite = Suite.fetch(adding: [FetchStrategy("own", WholeTable.self)])
      checkIDsAreUnique(suite.scenarios)
      let context = ScenarioContext(dataset: "zipf-1000", items: 300, seed: 42)
      var answers = SuiteAnswers()
      for scenario in suite.scenarios
      where ["own", "incremental"].contains(scenario.storage) && scenario.minimumItems <= 300 {
        try answers.check(scenario, in: context)
      }
    }

    @Test(arguments: [
      (WholeTable.Lie.order, "the rows differ from a fresh fetch: at [0, "),
      (.forgottenInsert, "the changes do not lead to the rows after the commit: "),
      (.laterForgottenInsert, "the changes do not lead to the rows after the commit: "),
      (.forgottenContent, "the changes do not lead to the rows after the commit: row "),
    ])
    func aMethodThatLiesIsNamed(lie: WholeTable.Lie, message: String) throws {
      WholeTable.$lie.withValue(lie) {
        let suite = Suite.fetch(adding: [FetchStrategy("liar", WholeTable.self)])
        let context = ScenarioContext(dataset: "one-section", items: 300, seed: 42)
        let error = #expect(throws: (any Error).self) {
          let scenario = try #require(
            suite.scenarios.first { $0.storage == "liar" && $0.name == "changeset-100" })
          _ = try scenario.setUp(context)
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.hasPrefix(message), "\(text)")
      }
    }
  }

  /// The files of the tables that were seen.
  final class PathLog: Sendable {
    private let paths = Mutex<[String]>([])

    var all: [String] { paths.withLock { $0 } }

    func add(_ path: String) { paths.withLock { $0.append(path) } }
  }

  /// The plainest method: all rows again after each commit, all of them deleted and inserted.
  final class WholeTable: FetchMethod {
    enum Lie { case order, forgottenInsert, laterForgottenInsert, forgottenContent }
    @TaskLocal static var lie: Lie?
    @TaskLocal static var paths: PathLog?

    private let table: FetchTable
    private var sections: [[FetchRow]] = []
    private var commits = 0

    init(_ table: FetchTable) {
      self.table = table
      Self.paths?.add(table.database.path)
    }

    private func fetch() throws -> [[FetchRow]] {
      try table.database.read { database in
        let order = Self.lie == .order ? "section, id" : FetchTable.order
        var sections: [[FetchRow]] = []
        for row in try FetchRow.order(sql: order).fetchAll(database) {
          if sections.last?.last?.section == row.section {
            sections[sections.count - 1].append(row)
          } else {
            sections.append([row])
          }
        }
        return sections
      }
    }

    func load() throws { sections = try fetch() }

    func changeset() throws -> Changeset {
      let old = sections
      sections = try fetch()
      commits += 1
      if Self.lie == .forgottenContent { return itemChanges(since: old) }
      // The third commit is the one that calls are compared with.
      let lied =
        Self.lie == .forgottenInsert || Self.lie == .laterForgottenInsert && commits == 3
      return Changeset(
        deletedSections: Array(old.indices), insertedSections: lied ? [] : Array(sections.indices))
    }

    /// Returns the rows of one section that come and go, without those that have other content.
    private func itemChanges(since old: [[FetchRow]]) -> Changeset {
      var (deleted, inserted): ([ItemPath], [ItemPath]) = ([], [])
      for change in sections[0].map(\.id).difference(from: old[0].map(\.id)) {
        switch change {
        case .remove(let item, _, _): deleted.append(ItemPath(section: 0, item: item))
        case .insert(let item, _, _): inserted.append(ItemPath(section: 0, item: item))
        }
      }
      return Changeset(deletedItems: deleted, insertedItems: inserted)
    }

    var sectionCount: Int { sections.count }
    func rowCount(inSection section: Int) -> Int { sections[section].count }
    func id(at path: ItemPath) -> Int64 { sections[path.section][path.item].id }
    func row(at path: ItemPath) -> FetchRow { sections[path.section][path.item] }
  }
#endif
