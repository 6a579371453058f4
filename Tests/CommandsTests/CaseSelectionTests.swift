import Benchmarking
import Testing

@testable import Commands

@Suite struct CaseSelectionTests {
  private static func scenario(
    _ name: String, _ storage: String, maximumItems: Int = .max, isHeadline: Bool = false
  ) -> Scenario {
    Scenario(
      name, summary: name, storage: storage, payload: "item8", maximumItems: maximumItems,
      isHeadline: isHeadline
    ) { _ in Measurement(operationsPerCall: 1) { 0 } }
  }

  private let suites = [
    Benchmarking.Suite(
      "lookup", summary: "",
      scenarios: [
        scenario("item-random", "flat", isHeadline: true),
        scenario("item-random", "btree", isHeadline: true),
        scenario("item-linear", "flat"),
        scenario("insert", "flat", maximumItems: 5_000),
      ]),
    Benchmarking.Suite(
      "update", summary: "", scenarios: [scenario("insert", "btree", isHeadline: true)]),
  ]
  private let uniform: DatasetChoice
  private let directory = DatasetChoice(
    spec: "directory:/x", name: "directory", shape: .init(items: 1_234, sections: 5, checksum: 1))

  init() throws { uniform = try #require(DatasetChoice(generated: "uniform-1000")) }

  private func ids(_ selection: CaseSelection) throws -> [String] {
    try selection.cases(of: suites).map(\.id)
  }

  private func id(_ suite: String, _ scenario: String, _ storage: String, _ items: Int) -> String {
    "\(suite)/\(scenario)/storage=\(storage)/data=uniform-1000/payload=item8/items=\(items)"
  }

  @Test func everythingIsScenariosTimesDatasetsTimesSizes() throws {
    let all = try ids(CaseSelection(datasets: [uniform, directory], sizes: [1_000, 10_000]))
    // Four scenarios at two sizes and one real collection, the fifth at one size and the real one.
    #expect(all.count == 4 * 3 + 2)
    #expect(Set(all).count == all.count)
    #expect(all.first == id("lookup", "item-random", "flat", 1_000))
    #expect(all.filter { $0.contains("data=directory") }.allSatisfy { $0.hasSuffix("items=1234") })
    #expect(!all.contains(id("lookup", "insert", "flat", 10_000)))
  }

  @Test func headlinesCountUntilAFilterNamesOthers() throws {
    var selection = CaseSelection(datasets: [uniform], sizes: [1_000], isHeadlineOnly: true)
    #expect(
      try ids(selection) == [
        id("lookup", "item-random", "flat", 1_000), id("lookup", "item-random", "btree", 1_000),
        id("update", "insert", "btree", 1_000),
      ])
    selection.filters = [CaseFilter("insert")]
    #expect(
      try ids(selection) == [
        id("lookup", "insert", "flat", 1_000), id("update", "insert", "btree", 1_000),
      ])
  }

  @Test func filtersWidenAndTheRestNarrows() throws {
    var selection = CaseSelection(datasets: [uniform], sizes: [1_000])
    selection.filters = [CaseFilter("linear"), CaseFilter("*/insert/*")]
    #expect(try ids(selection).count == 3)
    selection.storages = ["flat"]
    #expect(try ids(selection).count == 2)
    selection.excludes = [CaseFilter("linear")]
    #expect(throws: Never.self) { try ids(selection) }
    #expect(try ids(selection) == [id("lookup", "insert", "flat", 1_000)])
    selection.suites = ["lookup"]
    #expect(try ids(selection) == [id("lookup", "insert", "flat", 1_000)])
  }

  @Test func completeIDTakesOneCaseAtItsOwnSize() throws {
    var selection = CaseSelection(datasets: [uniform], sizes: [1_000, 10_000])
    let pasted = id("lookup", "item-random", "flat", 1_000)
    selection.filters = [CaseFilter(pasted)]
    #expect(try ids(selection) == [pasted])
    let elsewhere = id("lookup", "item-linear", "flat", 777)
    selection.filters.append(CaseFilter(elsewhere))
    #expect(try ids(selection) == [pasted, elsewhere])
    selection.datasets = [directory]
    #expect(try ids(selection) == [pasted, elsewhere], "a distribution needs no --dataset")
    selection.filters = [CaseFilter(id("lookup", "insert", "flat", 5_001))]
    #expect(throws: ToolError.self, "above the scenario's most items") { try ids(selection) }
  }

  @Test func everyFilterMustTakeSomething() throws {
    var selection = CaseSelection(datasets: [uniform], sizes: [1_000])
    selection.filters = [CaseFilter("item-random"), CaseFilter("item-randm")]
    let error = try #require(throws: ToolError.self) { try ids(selection) }
    #expect(error.status == .usage)
    #expect("\(error)".contains("nothing matches the filter 'item-randm'"))
    #expect("\(error)".contains("Did you mean 'item-random' for 'item-randm'?"))
    #expect("\(error)".contains("Scenarios that exist: insert, item-linear, item-random."))
  }

  @Test(
    arguments: [
      ("tem-*", "try '*tem-*'"), ("items=10000", "try --sizes 10k,100k,1M,10M"),
      ("*/storage=btre/*", "Did you mean 'storage=btree' for 'storage=btre'?"),
      (
        "lookup/item-random/storage=flat/data=directory/payload=item8/items=5",
        "name that with --dataset"
      ),
    ])
  func hintsSayWhatToDo(filter: String, hint: String) throws {
    var selection = CaseSelection(datasets: [uniform], sizes: [1_000])
    selection.filters = [CaseFilter(filter)]
    let error = try #require(throws: ToolError.self) { try ids(selection) }
    #expect("\(error)".contains(hint))
  }

  @Test func unknownNamesSayWhatExists() throws {
    var selection = CaseSelection(datasets: [uniform], sizes: [1_000])
    selection.suites = ["lokup"]
    let suite = try #require(throws: ToolError.self) { try ids(selection) }
    #expect(
      "\(suite)"
        == "no suite is named 'lokup'; there are: lookup, update. Did you mean 'lookup'?")
    selection.suites = []
    selection.storages = ["flat", "tree"]
    let storage = try #require(throws: ToolError.self) { try ids(selection) }
    #expect(storage == .unknownName(kind: "storage", found: "tree", known: ["btree", "flat"]))
    #expect("\(storage)".hasSuffix("Did you mean 'btree'?"))
  }

  @Test func nothingLeftSaysWhich() throws {
    var selection = CaseSelection(datasets: [uniform], sizes: [1_000], isHeadlineOnly: true)
    selection.excludes = [CaseFilter("*")]
    let excluded = try #require(throws: ToolError.self) { try ids(selection) }
    #expect("\(excluded)".contains("--exclude"))
  }
}
