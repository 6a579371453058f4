import Benchmarking
import Datasets
import RunRecords

extension CaseSelection {
  /// Returns suggestions for a filter without a match.
  func hints(
    for filter: CaseFilter, among candidates: [PlannedCase], in suites: [Suite]
  ) -> [String] {
    let suites = replaying(suites)
    let trace = traceHint(suites)
    let other = sizeHint(filter, suites) ?? datasetHint(suites, filter.matches)
    let first = [
      trace, storageHint(suites), patternHint(filter, candidates), other, realDatasetHint(filter),
    ].compactMap(\.self)
    // What takes cases elsewhere is spelled right.
    guard other == nil else { return first }
    let nearest = nearestHints(filter, candidates, suites)
    return first + nearest + (trace == nil ? [scenarioHint(suites)] : [])
  }

  /// Returns the reasons for an empty selection although each filter takes something.
  func emptyHints(_ candidates: [PlannedCase], in suites: [Suite]) -> [String] {
    guard !candidates.isEmpty else {
      let suites = replaying(suites)
      let known = [traceHint(suites), storageHint(suites)].compactMap(\.self)
      guard known.isEmpty else { return known }
      let nothing =
        "No scenario of these suites and storages runs on these datasets at these sizes; "
        + "list shows what exists without --suite, --storage, --dataset and --sizes."
      return [nothing, datasetHint(suites) { _ in true }].compactMap(\.self)
    }
    return [
      excludes.isEmpty
        ? "None of them is a headline scenario: add a --filter, or --preset full."
        : "Every case is left out by --exclude."
    ]
  }

  /// Returns the storages of the suites if they have none of the selected ones.
  private func storageHint(_ suites: [Suite]) -> String? {
    let chosen = suites.filter { self.suites.isEmpty || self.suites.contains($0.name) }
    let existing = Self.sortedNames(chosen.flatMap { $0.scenarios.map(\.storage) })
    guard !storages.isEmpty, !chosen.isEmpty, Set(storages).isDisjoint(with: existing) else {
      return nil
    }
    let names = chosen.map { "'\($0.name)'" }.joined(separator: ", ")
    return
      "The \(chosen.count == 1 ? "suite \(names) measures" : "suites \(names) measure") none of "
      + "these storages; "
      + "there are: \(existing.joined(separator: ", "))."
  }

  /// The kind of the named trace; nil without one.
  private var traceKind: PlannedTrace.Kind? { datasets.compactMap(\.trace?.kind).first }

  /// Returns `suites`, reduced to the scenarios that replay the named trace, if there is one.
  private func replaying(_ suites: [Suite]) -> [Suite] {
    guard let traceKind else { return suites }
    return suites.compactMap { suite in
      let scenarios = suite.scenarios.filter { $0.replays == traceKind }
      return scenarios.isEmpty
        ? nil : Suite(suite.name, summary: suite.summary, scenarios: scenarios)
    }
  }

  /// Returns the scenarios that replay the named trace; nil without a trace.
  private func traceHint(_ suites: [Suite]) -> String? {
    guard let kind = traceKind else { return nil }
    let names = Self.sortedNames(
      suites.flatMap { suite in suite.scenarios.map { "\(suite.name)/\($0.name)" } })
    let those = names.isEmpty ? "no suite has one" : "there are: " + names.joined(separator: ", ")
    return "With \(kind.option), only scenarios that replay it are measured; \(those)."
  }

  private func patternHint(_ filter: CaseFilter, _ candidates: [PlannedCase]) -> String? {
    guard case .glob(let pattern) = filter else { return nil }
    let (first, last) = (pattern.hasPrefix("*") ? "" : "*", pattern.hasSuffix("*") ? "" : "*")
    let unanchored = CaseFilter.glob(first + pattern + last)
    guard candidates.contains(where: { unanchored.matches($0.id) }) else { return nil }
    return
      "A pattern must match the whole id or the scenario's whole name: try '\(unanchored.text)'."
  }

  private func sizeHint(_ filter: CaseFilter, _ suites: [Suite]) -> String? {
    let found = withAnySize.candidates(in: suites).filter { filter.matches($0.id) }
    guard !found.isEmpty else { return nil }
    let sizes = Set(found.map(\.dataset.items)).sorted().map(ItemCount.spelled)
    return "It takes cases of other sizes: try --sizes \(sizes.joined(separator: ","))."
  }

  /// The collections that a scenario names and the user does not.
  private func datasetHint(_ suites: [Suite], _ isMeant: (String) -> Bool) -> String? {
    var anyDataset = withAnySize
    let names = Self.sortedNames(suites.flatMap(\.scenarios).flatMap { $0.datasets ?? [] })
    anyDataset.datasets = names.compactMap { DatasetChoice(generated: $0) }
    let found = anyDataset.candidates(in: suites).filter { isMeant($0.id) }
    guard !found.isEmpty else { return nil }
    let options = Self.sortedNames(found.map(\.dataset.name)).map { "--dataset \($0)" }
    return "It takes cases on other collections: try \(options.joined(separator: " or "))."
  }

  /// The same at all sizes of the full preset.
  private var withAnySize: CaseSelection {
    var selection = self
    selection.sizes = RunPreset.full.sizes
    selection.includesFullPresetSizes = true
    return selection
  }

  private func realDatasetHint(_ filter: CaseFilter) -> String? {
    guard case .caseID(let id) = filter, DatasetChoice(generated: id.data) == nil else {
      return nil
    }
    guard let given = datasets.first(where: { $0.name == id.data }) else {
      return "'\(id.data)' is no distribution: where the case ran on a real collection, "
        + "name that with --dataset."
    }
    return given.shape.map { "'\(id.data)' holds \($0.items) items now." }
  }

  /// The nearest names to what the filter says between its separators.
  private func nearestHints(
    _ filter: CaseFilter, _ candidates: [PlannedCase], _ suites: [Suite]
  ) -> [String] {
    let scenarios = Self.sortedNames(suites.flatMap { $0.scenarios.map(\.name) })
    let values = candidates.flatMap { candidate in
      candidate.id.split(separator: "/").map(String.init)
    }
    let known = scenarios + Self.sortedNames(values + candidates.map(\.scenario.storage))
    let parts = filter.text.split { "/*?".contains($0) }.map(String.init)
    var isPattern = false
    if case .glob = filter { isPattern = true }
    var hints: [String] = []
    for part in parts
    where !known.contains(where: { isPattern ? $0 == part : $0.contains(part) }) {
      if let nearest = NearestName.find(part, among: known) {
        hints.append("Did you mean '\(nearest)' for '\(part)'?")
      }
    }
    return hints
  }

  private func scenarioHint(_ suites: [Suite]) -> String {
    let names = Self.sortedNames(suites.flatMap { $0.scenarios.map(\.name) })
    return "Scenarios that exist: \(names.joined(separator: ", "))."
  }

  private static func sortedNames(_ names: [String]) -> [String] { Set(names).sorted() }
}
