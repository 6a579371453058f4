import ArgumentParser
import Benchmarking

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
