package import Benchmarking
import Datasets
package import RunRecords

/// The value of one `--filter` or `--exclude`, which takes case ids.
///
/// - A complete case id takes that case alone (as a substring, `…/items=1000` would also take
///   `…/items=10000`), without its number of items the case at every size.
/// - A text with `*` (any characters, `/` too) or `?` (any one) must match the whole id, or the
///   whole name of the scenario, its second part: `item-*`.
/// - Any other text takes the ids that contain it.
package enum CaseFilter: Hashable, Sendable {
  case caseID(CaseKey)
  case glob(String)
  case substring(String)

  package init(_ text: String) {
    if let id = CaseKey(text) {
      self = .caseID(id)
    } else if text.contains("*") || text.contains("?") {
      self = .glob(text)
    } else {
      self = .substring(text)
    }
  }

  /// A Boolean value that indicates whether it takes one case alone.
  var isCaseID: Bool {
    if case .caseID = self { true } else { false }
  }

  /// The same as a pattern for whole ids.
  var pattern: String {
    switch self {
    case .caseID(let id): id.items == nil ? id.description + "*" : id.description
    case .glob(let text): text
    case .substring(let text): "*\(text)*"
    }
  }

  /// The text as the user wrote it.
  var text: String {
    switch self {
    case .caseID(let id): id.description
    case .glob(let text), .substring(let text): text
    }
  }

  /// Returns `record` with the cases that any of `texts` takes; with all of them for no text.
  ///
  /// - Throws: `ToolError.nothingMatched` where no case is left.
  static func selected(
    _ texts: [String], from record: RunRecord
  ) throws(ToolError) -> RunRecord {
    let filters = texts.map(CaseFilter.init)
    guard !filters.isEmpty else { return record }
    var selected = record
    selected.cases.removeAll { result in !filters.contains { $0.matches(result.id) } }
    guard !selected.cases.isEmpty else {
      throw .nothingMatched(
        asked: texts.map { "--filter '\($0)'" }.joined(separator: ", "),
        hints: [hint(for: texts, among: record.cases)])
    }
    return selected
  }

  /// The names of scenarios among `cases` that are near to `texts`.
  static func hint(for texts: [String], among cases: [CaseRecord]) -> String {
    let scenarios = Set(cases.map(\.params.scenario)).sorted()
    let text = texts.first?.filter { !"*?".contains($0) } ?? ""
    return scenarios.isEmpty
      ? "The record has no cases."
      : "Its scenarios: \(NearestName.summary(of: scenarios, near: text))."
  }

  /// Returns whether the filter takes the case with `id`; letter case counts.
  package func matches(_ id: String) -> Bool {
    switch self {
    case .caseID(let own): Self.matches(own, id)
    case .glob(let pattern): CasePattern.glob(pattern, takes: id)
    case .substring(let text): id.contains(text)
    }
  }

  private static func matches(_ own: CaseKey, _ id: String) -> Bool {
    let text = own.description
    if own.items == nil { return text == id || id.hasPrefix(text + "/items=") }
    // An id of before version 2.0 names the number of items of imported data.
    return text == id || CaseKey.withoutItems(text) == id
  }
}

/// A selection of cases from the suites.
///
/// Suite, storage and exclusions narrow; several filters widen each other. Without a filter, the
/// preset says whether only headline scenarios count.
package struct CaseSelection {
  package var filters: [CaseFilter] = []
  package var excludes: [CaseFilter] = []
  package var suites: [String] = []
  package var storages: [String] = []
  package var datasets: [DatasetChoice]
  package var sizes: [Int]
  /// A Boolean value that indicates whether scenarios also run at the sizes that they add to the
  /// full preset.
  package var includesFullPresetSizes = false
  var isHeadlineOnly = false
  /// The maximum number of cases without a filter, strategies only; nil for all of them.
  var mostCases: Int?

  package init(
    filters: [CaseFilter] = [], excludes: [CaseFilter] = [], suites: [String] = [],
    storages: [String] = [], datasets: [DatasetChoice], sizes: [Int],
    includesFullPresetSizes: Bool = false, isHeadlineOnly: Bool = false
  ) {
    self.filters = filters
    self.excludes = excludes
    self.suites = suites
    self.storages = storages
    self.datasets = datasets
    self.sizes = sizes
    self.includesFullPresetSizes = includesFullPresetSizes
    self.isHeadlineOnly = isHeadlineOnly
  }

  /// Returns the cases in the suites' order, by dataset and size within one scenario.
  ///
  /// - Throws: `ToolError.invalidValue` for names that make no ids, `ToolError.unknownName` for a
  ///   suite or storage that does not exist, and `ToolError.nothingMatched` if one filter, or
  ///   everything together, leaves no case.
  package func cases(of suites: [Suite]) throws(ToolError) -> [PlannedCase] {
    try SuiteNames.check(suites)
    try checkNames(in: suites)
    let narrowed = candidates(in: suites)
    for filter in filters where !narrowed.contains(where: { filter.matches($0.id) }) {
      throw .nothingMatched(
        asked: "the filter '\(filter.text)'" + restrictions,
        hints: hints(for: filter, among: narrowed, in: suites))
    }
    let selected = narrowed.filter { isTaken($0) }
    guard !selected.isEmpty else {
      throw .nothingMatched(
        asked: "all of these options together", hints: emptyHints(narrowed, in: suites))
    }
    guard let mostCases, filters.isEmpty else { return selected }
    return Self.thinned(selected, to: mostCases)
  }

  /// The options that narrow the filters, as a message names them; empty without any.
  private var restrictions: String {
    let given = [("suite", suites), ("storage", storages)].filter { !$0.1.isEmpty }
    return given.isEmpty
      ? "" : " with " + given.map { "--\($0) \($1.joined(separator: ","))" }.joined(separator: " ")
  }

  /// At most `most` of the cases of strategies, spread over suites, scenarios and storages: of each
  /// scenario in turn another storage, the suites by turns.
  private static func thinned(_ cases: [PlannedCase], to most: Int) -> [PlannedCase] {
    let strategies = cases.filter { $0.scenario.role == .strategy }
    guard strategies.count > most else { return strategies }
    var queues: [[PlannedCase]] = []
    for suite in strategies.map(\.suite).withoutRepeats {
      let own = strategies.filter { $0.suite == suite }
      let scenarios = own.map(\.scenario.name).withoutRepeats
      var queue: [PlannedCase] = []
      for turn in 0..<own.count {
        for (number, name) in scenarios.enumerated() {
          let variants = own.filter { $0.scenario.name == name }
          if turn < variants.count { queue.append(variants[(number + turn) % variants.count]) }
        }
      }
      queues.append(queue)
    }
    var taken: Set<String> = []
    for turn in 0..<strategies.count {
      for queue in queues where turn < queue.count && taken.count < most {
        taken.insert(queue[turn].id)
      }
    }
    return strategies.filter { taken.contains($0.id) }
  }

  private func isTaken(_ candidate: PlannedCase) -> Bool {
    let id = candidate.id
    if excludes.contains(where: { $0.matches(id) }) { return false }
    guard filters.isEmpty else { return filters.contains { $0.matches(id) } }
    return candidate.isHeadline || !isHeadlineOnly
  }

  private func checkNames(in suites: [Suite]) throws(ToolError) {
    let suiteNames = suites.map(\.name)
    for name in self.suites where !suiteNames.contains(name) {
      throw .unknownName(kind: "suite", found: name, known: suiteNames)
    }
    let storageNames = Set(suites.flatMap { $0.scenarios.map(\.storage) }).sorted()
    for name in storages where !storageNames.contains(name) {
      throw .unknownName(kind: "storage", found: name, known: storageNames)
    }
  }

  /// Every case that suite and storage leave, and the complete ids among the filters.
  func candidates(in suites: [Suite]) -> [PlannedCase] {
    var result: [PlannedCase] = []
    for suite in suites where self.suites.isEmpty || self.suites.contains(suite.name) {
      for scenario in suite.scenarios
      where storages.isEmpty || storages.contains(scenario.storage) {
        var candidates = crossed(scenario, in: suite)
        for pasted in pasted(scenario, in: suite)
        where !candidates.contains(where: { $0.id == pasted.id }) {
          candidates.append(pasted)
        }
        result += candidates
      }
    }
    return result
  }

  /// `scenario` on every dataset at every size, as far as it runs there.
  private func crossed(_ scenario: Scenario, in suite: Suite) -> [PlannedCase] {
    let added = includesFullPresetSizes ? Set(scenario.fullPresetSizes).subtracting(sizes) : []
    return datasets.flatMap { dataset in
      dataset.planned(sizes: sizes + added.sorted()).filter { scenario.runs(on: $0) }
        .map { PlannedCase(suite: suite.name, scenario: scenario, dataset: $0) }
    }
  }

  /// The cases of `scenario` that a filter spells completely, whatever the sizes asked for.
  private func pasted(_ scenario: Scenario, in suite: Suite) -> [PlannedCase] {
    filters.compactMap { filter in
      guard case .caseID(let id) = filter, let items = id.items, items > 0,
        let dataset = datasets.first(where: { $0.name == id.data })
          ?? DatasetChoice(generated: id.data),
        let planned = dataset.planned(sizes: [items]).first, scenario.runs(on: planned)
      else { return nil }
      let candidate = PlannedCase(suite: suite.name, scenario: scenario, dataset: planned)
      return filter.matches(candidate.id) ? candidate : nil
    }
  }
}

extension [String] {
  /// The strings in their order, each once.
  fileprivate var withoutRepeats: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

/// The cases that `--instructions` selects.
enum InstructionChoice {
  /// Returns the ids among `cases` that any of `texts`, read as a filter, takes.
  ///
  /// - Throws: `ToolError.nothingMatched` for the first text that takes none.
  static func ids(
    _ texts: [String], among cases: [PlannedCase]
  ) throws(ToolError) -> Set<String> {
    let ids = cases.map(\.id)
    var taken: Set<String> = []
    for text in texts {
      let filter = CaseFilter(text)
      let found = text.isEmpty ? [] : ids.filter { filter.matches($0) }
      guard !found.isEmpty else {
        throw .nothingMatched(
          asked: "--instructions '\(text)'",
          hints: ["It takes from the cases that are measured, as --filter and the preset say."])
      }
      taken.formUnion(found)
    }
    return taken
  }
}
