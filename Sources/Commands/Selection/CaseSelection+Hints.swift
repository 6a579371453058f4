import Benchmarking
import Datasets
import Reports
import RunRecords

extension CaseSelection {
  /// Returns suggestions for a filter without a match.
  func hints(
    for filter: CaseFilter, among candidates: [PlannedCase], in suites: [Suite]
  ) -> [String] {
    let suites = replaying(suites)
    if let tooSmall = smallnessHint(filter, suites) { return [tooSmall] }
    if let others = restrictionHints(filter, suites) { return others }
    let trace = traceHint(suites)
    let other = sizeHint(filter, suites) ?? datasetHint(suites, filter.matches)
    let first = [
      trace, storageHint(suites), patternHint(filter, candidates), other, realDatasetHint(filter),
    ].compactMap(\.self)
    // A filter that takes cases of other sizes or collections is spelled right.
    guard other == nil else { return first }
    let values = valueHints(filter, candidates)
    let nearest = nearestHints(filter, candidates, suites)
    return first + values + nearest
      + (trace == nil && values.isEmpty ? [scenarioHint(filter, suites)] : [])
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
        : "Every case is left out by "
          + excludes.map { "--exclude \($0.text.shellQuoted)" }.joined(separator: " ") + "."
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

  /// The kind of the trace that every collection comes with; nil where one comes without.
  private var traceKind: PlannedTrace.Kind? {
    guard datasets.allSatisfy({ $0.trace != nil }) else { return nil }
    return datasets.compactMap(\.trace?.kind).first
  }

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
    let sizes = ItemCount.spelled(Set(found.map(\.dataset.items)).sorted())
    return "It takes cases of other sizes: try --sizes \(sizes.shellQuoted)."
  }

  /// Returns the items that the meant scenario needs, if an imported collection has fewer.
  private func smallnessHint(_ filter: CaseFilter, _ suites: [Suite]) -> String? {
    for dataset in datasets.flatMap({ $0.planned(sizes: []) }) where dataset.sections != nil {
      for suite in suites {
        for scenario in suite.scenarios where scenario.minimumItems > dataset.items {
          var larger = dataset
          larger.items = scenario.minimumItems
          let planned = PlannedCase(suite: suite.name, scenario: scenario, dataset: larger)
          guard scenario.runs(on: larger), filter.matches(planned.id) else { continue }
          return
            "\(scenario.name) needs at least \(scenario.minimumItems) items; '\(dataset.name)' has "
            + "\(dataset.items)."
        }
      }
    }
    return nil
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
    guard !datasets.contains(where: { $0.name == id.data }) else { return nil }
    return "'\(id.data)' is no distribution: where the case ran on a real collection, "
      + "name that with --dataset."
  }

  /// The values near to those of a filter's parameters, as in `storage=btre`, that no case has.
  private func valueHints(_ filter: CaseFilter, _ candidates: [PlannedCase]) -> [String] {
    let known = Set(candidates.flatMap { $0.id.split(separator: "/").map(String.init) })
    var isPattern = false
    if case .glob = filter { isPattern = true }
    return filter.text.split { "/*?".contains($0) }.compactMap { part in
      let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
      let isKnown = known.contains { isPattern ? $0 == part : $0.contains(part) }
      guard sides.count == 2, !isKnown else { return nil }
      let prefix = sides[0] + "="
      let values = known.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
      guard !values.isEmpty else { return nil }
      if let nearest = NearestName.find(sides[1], among: values.sorted()) {
        return "Did you mean '\(prefix)\(nearest)' for '\(part)'?"
      }
      let names = NearestName.summary(of: values.sorted(), near: sides[1])
      return "No case has '\(part)'; behind '\(prefix)' there are: \(names)."
    }
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
    let words = Self.sortedNames(scenarios.flatMap { $0.split(separator: "-").map(String.init) })
      .filter { $0.count > 3 }
    for part in parts
    where !part.contains("=")
      && !known.contains(where: { isPattern ? $0 == part : $0.contains(part) })
    {
      if let nearest = NearestName.find(part, among: known)
        ?? NearestName.find(part, among: words)
      {
        hints.append("Did you mean '\(nearest)' for '\(part)'?")
      }
    }
    return hints
  }

  private func scenarioHint(_ filter: CaseFilter, _ suites: [Suite]) -> String {
    let names = Self.sortedNames(suites.flatMap { $0.scenarios.map(\.name) })
    let text = NearestName.summary(of: names, near: filter.text)
    return "Scenarios that exist: \(text); see list --preset full."
  }

  /// Returns what a filter takes without --suite and --storage, and what these take without it; nil
  /// if the filter takes nothing without them either.
  private func restrictionHints(_ filter: CaseFilter, _ suites: [Suite]) -> [String]? {
    let given = [
      self.suites.isEmpty ? nil : "--suite " + self.suites.joined(separator: " --suite "),
      storages.isEmpty ? nil : "--storage " + storages.joined(separator: ","),
    ].compactMap(\.self).joined(separator: " ")
    var free = self
    (free.suites, free.storages) = ([], [])
    let found = free.candidates(in: suites).filter { filter.matches($0.id) }
    guard !given.isEmpty, !found.isEmpty else { return nil }
    let storages = NearestName.summary(
      of: Self.sortedNames(found.map(\.scenario.storage)), near: self.storages.first ?? "")
    let scenarios = NearestName.summary(
      of: Self.sortedNames(candidates(in: suites).map { "\($0.suite)/\($0.scenario.name)" }),
      near: filter.text)
    let suiteNames = Self.sortedNames(found.map(\.suite)).joined(separator: ", ")
    return [
      "The filter alone takes cases of \(suiteNames), on these storages: \(storages).",
      "\(given) alone takes \(scenarios.isEmpty ? "nothing" : scenarios).",
    ]
  }

  private static func sortedNames(_ names: [String]) -> [String] { Set(names).sorted() }
}
