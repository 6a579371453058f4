import Benchmarking
import Commands
import RunRecords
import Testing

@Suite struct CaseFilterTests {
  /// What a glob means, by recursion.
  private func slowGlob(_ pattern: Substring, _ text: Substring) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == "*" {
      return text.indices.contains { slowGlob(rest, text[$0...]) } || slowGlob(rest, "")
    }
    guard let letter = text.first, first == "?" || first == letter else { return false }
    return slowGlob(rest, text.dropFirst())
  }

  private func words(over letters: [String], upTo length: Int) -> [String] {
    var words = [""]
    var last = [""]
    for _ in 0..<length {
      last = last.flatMap { word in letters.map { word + $0 } }
      words += last
    }
    return words
  }

  @Test func globsMatchTheirDefinitionForAllShortPatterns() {
    let texts = words(over: ["a", "/"], upTo: 4)
    for pattern in words(over: ["a", "*", "?"], upTo: 4) {
      for text in texts {
        let second = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().first
        let isMeant =
          slowGlob(pattern[...], text[...]) || second.map { slowGlob(pattern[...], $0) } ?? false
        #expect(CaseFilter.glob(pattern).matches(text) == isMeant, "\(pattern) \(text)")
      }
    }
  }

  @Test func kindFollowsFromTheText() {
    let id = "lookup/item-random/storage=flat/data=uniform-1000/payload=item8/items=1000"
    #expect(CaseFilter("item-random") == .substring("item-random"))
    #expect(CaseFilter("*random*") == .glob("*random*"))
    #expect(CaseFilter("item-rando?") == .glob("item-rando?"))
    guard case .caseID(let parsed) = CaseFilter(id) else {
      Issue.record("a complete id is no substring")
      return
    }
    #expect(parsed.description == id)
    #expect(CaseFilter(id).matches(id))
    #expect(!CaseFilter(id).matches(id + "0"))
    #expect(CaseFilter(id + "0").matches(id + "0"))
    #expect(CaseFilter(String(id.dropFirst(7))) == .substring(String(id.dropFirst(7))))
    #expect(CaseFilter(id.replacing("flat", with: "*")).matches(id))
  }

  @Test func patternsAreAnchoredAndSubstringsAreNot() {
    let id = "lookup/item-random/storage=flat/data=uniform-1000/payload=item8/items=1000"
    #expect(CaseFilter("storage=flat").matches(id))
    #expect(!CaseFilter("Storage=flat").matches(id))
    #expect(CaseFilter("item-*").matches(id), "the scenario's name")
    #expect(CaseFilter("item-rando?").matches(id))
    #expect(!CaseFilter("tem-*").matches(id))
    #expect(!CaseFilter("item-ran?").matches(id))
    #expect(!CaseFilter("storage=*").matches(id))
    #expect(CaseFilter("*/item-*").matches(id))
    #expect(CaseFilter("lookup/*/items=1000").matches(id))
    #expect(!CaseFilter("lookup/*/items=100").matches(id))
  }
}

@Suite struct CaseSelectionTests {
  private static func scenario(
    _ name: String, _ storage: String, minimumItems: Int = 1, maximumItems: Int = .max,
    fullPresetSizes: [Int] = [], datasets: Set<String>? = nil, isHeadline: Bool = false
  ) -> Scenario {
    Scenario(
      name, summary: name, storage: storage, payload: "item8", minimumItems: minimumItems,
      maximumItems: maximumItems, fullPresetSizes: fullPresetSizes, datasets: datasets,
      isHeadline: isHeadline
    ) { _ in Measurement(operationsPerCall: 1) { 0 } }
  }

  /// A contender of a user's own with a name that another one has, or that no id can hold.
  @Test func namesThatMakeNoIDsAreRefused() {
    func message(_ storages: String...) -> String {
      let suite = Benchmarking.Suite(
        "lookup", summary: "", scenarios: storages.map { Self.scenario("item-random", $0) })
      let error = #expect(throws: ToolError.self) {
        try CaseSelection(datasets: [], sizes: []).cases(of: [suite])
      }
      return error?.description ?? ""
    }
    #expect(
      message("flat", "mine", "flat")
        == "the storage 'flat': is there twice for lookup/item-random with the payload 'item8'; "
        + "give a contender of your own another name.")
    for name in ["my store", "", "a/b", "a,b"] {
      #expect(
        message("flat", name)
          == "the name '\(name)': of lookup/item-random cannot stand in a case id; take "
          + "lower-case letters, digits and dashes.")
    }
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
    #expect(
      all.filter { $0.contains("data=directory") }.allSatisfy { $0.hasSuffix("/payload=item8") })
    #expect(!all.contains(id("lookup", "insert", "flat", 10_000)))
  }

  /// The size of imported data is no part of ids; ids of old records may name it.
  @Test(arguments: ["", "/items=1234", "/items=77", "/*"])
  func anImportedCaseIsTakenByItsID(ending: String) throws {
    var selection = CaseSelection(datasets: [uniform, directory], sizes: [1_000, 10_000])
    let id = "lookup/item-random/storage=flat/data=directory/payload=item8"
    selection.filters = [CaseFilter(id + ending)]
    #expect(try ids(selection) == [id])
  }

  @Test func anIDWithoutItemsTakesEverySize() throws {
    var selection = CaseSelection(datasets: [uniform, directory], sizes: [1_000, 10_000])
    selection.filters = [
      CaseFilter("lookup/item-random/storage=flat/data=uniform-1000/payload=item8")
    ]
    #expect(
      try ids(selection) == [1_000, 10_000].map { id("lookup", "item-random", "flat", $0) })
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
    #expect("\(error)".contains("Scenarios that exist: insert, item-linear, item-random;"))
  }

  @Test(
    arguments: [
      ("tem-*", "try '*tem-*'"), ("items=10000", "try --sizes 10k,100k,1M,10M"),
      ("*/storage=btre/*", "Did you mean 'storage=btree' for 'storage=btre'?"),
      ("*/storage=hash/*", "No case has 'storage=hash'; behind 'storage=' there are: btree, flat"),
      ("linaer", "Did you mean 'linear' for 'linaer'?"),
      ("itmes", "Scenarios that exist"),
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

  /// Scenarios that run on some collections only, from some size on, or on more in the full preset.
  private let limited = [
    Benchmarking.Suite(
      "layout", summary: "",
      scenarios: [
        scenario("first", "flat", minimumItems: 10_000, datasets: ["one-section", "directory"]),
        scenario(
          "jump", "flat", maximumItems: 5_000_000, fullPresetSizes: [2_000_000, 10_000_000]),
      ])
  ]

  private func limitedIDs(_ selection: CaseSelection) throws -> [String] {
    try selection.cases(of: limited).map {
      "\($0.scenario.name) \($0.dataset.name) \($0.dataset.items)"
    }
  }

  @Test func scenariosRunOnTheirOwnDatasetsOnly() throws {
    let one = try #require(DatasetChoice(generated: "one-section"))
    let all = CaseSelection(datasets: [uniform, one, directory], sizes: [1_000, 10_000])
    #expect(
      try limitedIDs(all) == [
        // The directory's 1,234 items are too few for the first scenario.
        "first one-section 10000", "jump uniform-1000 1000", "jump uniform-1000 10000",
        "jump one-section 1000", "jump one-section 10000", "jump directory 1234",
      ])
    var pasted = CaseSelection(datasets: [uniform], sizes: [1_000])
    func paste(_ data: String, _ items: Int) {
      pasted.filters = [
        CaseFilter("layout/first/storage=flat/data=\(data)/payload=item8/items=\(items)")
      ]
    }
    paste("one-section", 10_001)
    #expect(try limitedIDs(pasted) == ["first one-section 10001"])
    for (data, items) in [("one-section", 9_999), ("one-section", 0), ("uniform-1000", 10_000)] {
      paste(data, items)
      #expect(throws: ToolError.self, "\(data) \(items)") { try limitedIDs(pasted) }
    }
  }

  @Test func theFullPresetAddsSizesWithinAScenariosBounds() throws {
    var selection = CaseSelection(datasets: [uniform, directory], sizes: [1_000])
    #expect(try limitedIDs(selection) == ["jump uniform-1000 1000", "jump directory 1234"])
    selection.includesFullPresetSizes = true
    selection.sizes.append(2_000_000)
    #expect(
      try limitedIDs(selection) == [
        "jump uniform-1000 1000", "jump uniform-1000 2000000", "jump directory 1234",
      ])
  }

  @Test(
    arguments: [
      ("first", "try --dataset one-section."), ("*jump*items=2000000", "try --sizes 2M."),
      ("layout/first/*/data=uniform-1000/*", "Scenarios that exist"),
    ])
  func hintsKnowOtherDatasetsAndAddedSizes(filter: String, hint: String) throws {
    var selection = CaseSelection(datasets: [uniform], sizes: [1_000])
    selection.filters = [CaseFilter(filter)]
    let error = try #require(throws: ToolError.self) { try limitedIDs(selection) }
    #expect("\(error)".contains(hint), "\(error)")
    #expect("\(error)".contains("--dataset") == (filter == "first"), "\(error)")
    // Names help only who has misspelt one.
    #expect("\(error)".contains("Scenarios that exist") == !hint.hasPrefix("try"), "\(error)")
  }

  @Test func nothingOnTheseDatasetsNamesOthers() throws {
    var selection = CaseSelection(datasets: [uniform], sizes: [1_000])
    let only = [
      Benchmarking.Suite(
        "layout", summary: "",
        scenarios: [Self.scenario("first", "flat", datasets: ["one-section", "zipf-1000"])])
    ]
    let error = try #require(throws: ToolError.self) { try selection.cases(of: only) }
    #expect("\(error)".contains("try --dataset one-section or --dataset zipf-1000."))
    selection.datasets = try [#require(DatasetChoice(generated: "zipf-1000"))]
    #expect(try selection.cases(of: only).count == 1)
  }

  @Test func aFilterThatTheStorageLeavesNothingOfSaysWhichOfTheTwo() throws {
    var selection = CaseSelection(datasets: [uniform], sizes: [1_000])
    (selection.filters, selection.storages) = ([CaseFilter("linear")], ["btree"])
    let error = try #require(throws: ToolError.self) { try ids(selection) }
    #expect(
      "\(error)" == """
        nothing matches the filter 'linear' with --storage btree.
          The filter alone takes cases of lookup, on these storages: flat.
          --storage btree alone takes lookup/item-random, update/insert.
        """)
    (selection.storages, selection.suites) = ([], ["update"])
    let suite = try #require(throws: ToolError.self) { try ids(selection) }
    #expect("\(suite)".contains("--suite update alone takes update/insert."))
  }

  @Test func ofManyScenariosTheNearestAreNamed() throws {
    let names = (0..<130).map { "scenario-\($0)" } + ["item-random"]
    let many = [
      Benchmarking.Suite(
        "many", summary: "", scenarios: names.map { Self.scenario($0, "flat") })
    ]
    var selection = CaseSelection(datasets: [uniform], sizes: [1_000])
    selection.filters = [CaseFilter("itm-rndm")]
    let error = try #require(throws: ToolError.self) { try selection.cases(of: many) }
    let lines = "\(error)".split(separator: "\n")
    #expect(lines.count <= 5 && lines.allSatisfy { $0.count < 160 }, "\(error)")
    #expect("\(error)".contains("Scenarios that exist: item-random, "))
    #expect("\(error)".contains(" and 126 more; see list --preset full."))
  }

  @Test func storagesOfOtherSuitesNameThoseOfTheChosen() throws {
    var selection = CaseSelection(datasets: [uniform], sizes: [1_000])
    (selection.suites, selection.storages) = (["update"], ["flat"])
    let error = try #require(throws: ToolError.self) { try ids(selection) }
    #expect(
      "\(error)".hasSuffix(
        "The suite 'update' measures none of these storages; there are: btree."), "\(error)")
  }

  @Test func nothingLeftSaysWhich() throws {
    var selection = CaseSelection(datasets: [uniform], sizes: [1_000], isHeadlineOnly: true)
    selection.excludes = [CaseFilter("*")]
    let excluded = try #require(throws: ToolError.self) { try ids(selection) }
    #expect("\(excluded)".contains("--exclude"))
  }
}
