#if SQLITE
  import BenchmarkTestSupport
  import Benchmarking
  import Changesets
  import FetchBenchmarks
  import GRDB
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
      let context = ScenarioContext(dataset: "uniform-1000", items: 30_000, seed: 7)
      var answers = SuiteAnswers()
      for scenario in scenarios where scenario.name.hasSuffix("-10000") {
        try answers.check(scenario, in: context)
      }
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

  /// The plainest method: all rows again after each commit, all of them deleted and inserted.
  final class WholeTable: FetchMethod {
    enum Lie { case order, forgottenInsert }
    @TaskLocal static var lie: Lie?

    private let table: FetchTable
    private var sections: [[FetchRow]] = []

    init(_ table: FetchTable) { self.table = table }

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
      let lied = Self.lie == .forgottenInsert
      return Changeset(
        deletedSections: Array(old.indices), insertedSections: lied ? [] : Array(sections.indices))
    }

    var sectionCount: Int { sections.count }
    func rowCount(inSection section: Int) -> Int { sections[section].count }
    func id(at path: ItemPath) -> Int64 { sections[path.section][path.item].id }
    func row(at path: ItemPath) -> FetchRow { sections[path.section][path.item] }
  }
#endif
