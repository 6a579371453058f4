import ArgumentParser
import Benchmarking
import RunRecords

/// The options that select cases and collections; `run`, `list`, `gate` and `doctor` share them.
struct CaseOptions: ParsableArguments {
  @OptionGroup(title: "Workload options")
  var workload: WorkloadOptions

  @OptionGroup(title: "Selection options")
  var selection: SelectionOptions

  @OptionGroup(title: "Collection options")
  var collection: CollectionOptions

  @OptionGroup(title: "Configuration")
  var configuration: ConfigurationOptions
}

extension CaseOptions {
  /// A named workload, and the suite that has it.
  typealias Question = (suite: Suite, workload: Workload)

  /// The workload that is named; nil where none is.
  ///
  /// - Throws: `ToolError` for one that no suite has, and for options that contradict it.
  func question(among suites: [Suite]) throws(ToolError) -> Question? {
    try workload.chosen(of: suites, replaying: collection.replayed, sizes: collection.sizes)
  }

  /// Returns the selection of cases on `datasets`, of `question` alone if there is one; `preset`
  /// supplies what the options leave open.
  ///
  /// - Throws: `ToolError` for options that select nothing, or contradict one another.
  func selection(
    for preset: RunPreset, on datasets: [DatasetChoice], asking question: Question?
  ) throws(ToolError) -> CaseSelection {
    let sizes = try collection.chosenSizes
    let chosen = try selection.selection(for: preset, on: datasets, sizes: sizes)
    guard let (suite, workload) = question else { return chosen }
    return try self.workload.narrowed(chosen, to: workload, of: suite, sizes: sizes)
  }

  /// Returns the cases of `suites` for comparing two builds, by default the gate's preset, of which
  /// `processes` hold one at once, and writes the `snapshots` that they read.
  ///
  /// - Throws: `ToolError` where nothing is selected, or a case does not fit in memory.
  func pairedCases(
    of suites: [Suite], inProcesses processes: Int, snapshots: InputSnapshots
  ) throws(ToolError) -> [PlannedCase] {
    let preset = try selection.runPreset(orElse: .gate)
    let question = try question(among: suites)
    let datasets = try collection.choices(
      orElse: question?.workload.dataset, snapshots: snapshots)
    let chosen = try selection(for: preset, on: datasets, asking: question)
    let cases = try chosen.cases(of: suites)
    try MemoryCheck.check(cases, inProcesses: processes)
    try snapshots.write()
    return cases
  }
}

extension CaseOptions {
  /// Returns the only case that the options select, and writes the snapshots that it reads.
  ///
  /// - Parameters:
  ///   - suites: The suites to select from.
  ///   - command: The name of the command, for its error.
  ///   - snapshots: The copies of the inputs.
  /// - Returns: The case.
  /// - Throws: `ToolError` unless exactly one is selected.
  func onlyCase(
    of suites: [Suite], for command: String, _ snapshots: InputSnapshots
  ) throws(ToolError) -> PlannedCase {
    let (cases, filters) = try fittingCases(of: suites, snapshots)
    guard cases.count == 1, let planned = cases.first else {
      let ids = cases.prefix(10).map { "\n  \($0.id)" }.joined()
      throw .invalidValue(
        option: command, found: filters.first?.text,
        reason: "it takes one case, and \(cases.count) are selected, as:\(ids)\n  Name one of "
          + "them, by its id or with other options")
    }
    return planned
  }

  /// The plan of all cases that are selected, before a trace says which of them it fits.
  ///
  /// - Parameters:
  ///   - suites: The suites to select from.
  ///   - sampling: How long each case is measured.
  /// - Returns: The plan.
  /// - Throws: `ToolError`.
  func plan(of suites: [Suite], _ sampling: SamplingOptions) throws(ToolError) -> RunPlan {
    let preset = try selection.runPreset()
    let question = try question(among: suites)
    let datasets = try collection.choices(
      orElse: question?.workload.dataset, snapshots: InputSnapshots())
    let cases = try self.selection(for: preset, on: datasets, asking: question).cases(of: suites)
    return try sampling.plan(of: cases, preset: preset, seed: collection.seed)
  }

  /// The cases that are selected and that the trace fits, and the filters that took them.
  ///
  /// - Parameters:
  ///   - suites: The suites to select from.
  ///   - snapshots: The copies of the inputs.
  /// - Returns: The cases and the filters.
  /// - Throws: `ToolError`.
  func fittingCases(
    of suites: [Suite], _ snapshots: InputSnapshots
  ) throws(ToolError) -> (cases: [PlannedCase], filters: [CaseFilter]) {
    let question = try question(among: suites)
    let datasets = try collection.choices(
      orElse: question?.workload.dataset, snapshots: snapshots)
    var chosen = try self.selection(
      for: try selection.runPreset(), on: datasets, asking: question)
    // A workload's smaller sizes show its growth; one case is of the size that was asked for.
    if question != nil { chosen.sizes = chosen.sizes.suffix(1) }
    try checkTrace(of: chosen.filters, in: suites)
    let found = try chosen.cases(of: suites)
    try snapshots.write()
    let cases = try TraceChoice.fitting(
      found, path: collection.trace, seed: collection.seed, areSizesNamed: true
    ).cases
    return (cases, chosen.filters)
  }

  /// Refuses the id of a case that replays a trace, without that trace.
  private func checkTrace(
    of filters: [CaseFilter], in suites: [Suite]
  ) throws(ToolError) {
    guard collection.replayed == nil else { return }
    for case .caseID(let id) in filters {
      let scenario = suites.first { $0.name == id.suite }?.scenarios
        .first { $0.name == id.scenario && $0.replaysTrace }
      guard let kind = scenario?.replays else { continue }
      throw .invalidValue(
        option: "case", found: id.description,
        reason: "it replays a recorded trace; name its file with \(kind.option)")
    }
  }
}
