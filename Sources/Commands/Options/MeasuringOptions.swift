import ArgumentParser
import Benchmarking
import Foundation
import RunRecords

/// The options for measuring cases and for the record.
struct MeasuringOptions: ParsableArguments {
  @Option(
    "Stop after this long, as in 90s or 2m; unfinished cases are skipped, which is no failure, "
      + "and can be measured with --resume.", value: "time", parsing: .unconditional)
  var budget: String?

  @OptionGroup
  var sampling: SamplingOptions

  @Flag(help: "Print the tables behind the answers, too; 'show --details' does it later.")
  var details = false

  @Flag(help: "Keep every batch in the record, not only its summary.")
  var samples = false

  @Flag(
    help: ArgumentHelp(
      "Continue an interrupted run of the same options.",
      discussion: """
        The one whose record -o names, else the latest one in \
        \(RecordDestination.defaultDirectory).
        """))
  var resume = false

  @Option(
    "What to print at the end: table, json (the record) or csv (a line for each metric).",
    value: "format", completion: .list(OutputFormat.names))
  var format = OutputFormat.table.rawValue

  @Option(
    "The path of the record.",
    discussion: """
      By default in \(RecordDestination.defaultDirectory): <preset>-<UTC time>.json, of diff \
      diff-<UTC time>.json.
      """, value: "path", name: .shortAndLong, completion: .file(extensions: ["json"]))
  var output: String?

  @Flag(help: .hidden)
  var allowDebugBuild = false
}

extension MeasuringOptions {
  /// Returns the options of a run whose record goes to `destination`.
  func runnerOptions(to destination: RecordDestination) throws(ToolError) -> RunOptions {
    var options = RunOptions(
      recordPath: destination.path, isResuming: resume,
      budgetSeconds: try SamplingOptions.seconds(budget, "--budget"), includesSamples: samples,
      arguments: ConfiguredArguments.current, tool: ToolVersion.identity)
    options.allowsAnyBuild = allowDebugBuild
    return options
  }

  /// Refuses options of measuring and of the record, for `reason`.
  ///
  /// - Throws: `ToolError.invalidValue`, for the first that is given.
  func checkUnused(because reason: String) throws(ToolError) {
    let flags = [("--samples", samples), ("--resume", resume)]
    let given: [(String, String?)] =
      [
        ("--output", output), ("--budget", budget), ("--case-budget", sampling.caseBudget),
        ("--case-timeout", sampling.caseTimeout),
        ("--launches", sampling.launches.map(String.init)),
        ("--format", format == OutputFormat.table.rawValue ? nil : format),
      ].filter { $0.1 != nil } + flags.filter(\.1).map { ($0.0, nil) }
    if let (option, value) = given.first {
      throw .invalidValue(option: option, found: value, reason: reason)
    }
  }

  /// Refuses a build whose figures mislead, unless that is asked for.
  func checkBuild() throws(ToolError) {
    if let reason = Runner.refusalToRecord, !allowDebugBuild {
      throw .run(.refusesToRecord(reason: reason))
    }
  }

  /// Returns the destination of the record of a run named `name`, with symbolic links resolved.
  func destination(of name: String) throws(ToolError) -> RecordDestination {
    if let output { return try .named(output) }
    return resume ? try .newestUnfinished() : .new(named: name, startedAt: .now)
  }
}
