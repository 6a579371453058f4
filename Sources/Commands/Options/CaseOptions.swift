import ArgumentParser
import Benchmarking

/// The options that select cases and collections; `run`, `list`, `gate` and `doctor` share them.
struct CaseOptions: ParsableArguments {
  @OptionGroup(title: "Selection options")
  var selection: SelectionOptions

  @OptionGroup(title: "Collection options")
  var collection: CollectionOptions
}

extension CaseOptions {
  /// Returns the cases of `suites` for comparing two builds, by default the gate's preset, of which
  /// `processes` hold one at once.
  ///
  /// - Throws: `ToolError` where nothing is selected, or a case does not fit in memory.
  func pairedCases(
    of suites: [Suite], inProcesses processes: Int
  ) throws(ToolError) -> [PlannedCase] {
    let preset = try selection.runPreset(orElse: .gate)
    let chosen = try selection.selection(
      for: preset, on: try collection.choices(), sizes: try collection.chosenSizes)
    let cases = try chosen.cases(of: suites)
    try MemoryCheck.check(cases, inProcesses: processes)
    return cases
  }
}
