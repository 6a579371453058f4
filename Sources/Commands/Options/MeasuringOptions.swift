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

  @Option(
    "Sample each case for this long, over all launches, instead of the preset's time.",
    value: "time", parsing: .unconditional)
  var caseBudget: String?

  @Option(
    "Give a case up if one launch takes longer than this, including its set-up; ten times this "
      + "under callgrind.", value: "time", parsing: .unconditional)
  var caseTimeout: String?

  @Option("Time each case in this many fresh processes.", value: "count", parsing: .unconditional)
  var launches: Int?

  @Option(
    "Also count the instructions of the cases that this, read as a filter, takes.",
    discussion: """
      With valgrind's callgrind, on a simulated processor: the same number in every run, and \
      some 50 times the time of the call, with 3 s for each case. Repeated, any of them.
      """, value: "text")
  var instructions: [String] = []

  @Option("Count instructions on up to this many items only.", value: "items")
  var instructionsLimit = ItemCount.spelled(RunPlan.defaultInstructionItemLimit)

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
  /// Returns a plan that measures `cases`; `preset` supplies what these options leave open.
  func plan(
    of cases: [PlannedCase], preset: RunPreset, seed: UInt64
  ) throws(ToolError) -> RunPlan {
    try (1...1_000).check(launches, option: "--launches")
    return RunPlan(
      cases: cases, preset: preset, seed: seed, launches: launches,
      caseBudgetSeconds: try Self.seconds(caseBudget, "--case-budget"),
      caseTimeoutSeconds: try Self.seconds(caseTimeout, "--case-timeout"),
      instructionCases: try InstructionChoice.ids(instructions, among: cases),
      instructionItemLimit: try ItemCount.parse(instructionsLimit, option: "--instructions-limit"))
  }

  /// Returns the options of a run whose record goes to `destination`.
  func runnerOptions(to destination: RecordDestination) throws(ToolError) -> RunOptions {
    var options = RunOptions(
      recordPath: destination.path, isResuming: resume,
      budgetSeconds: try Self.seconds(budget, "--budget"), includesSamples: samples,
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
        ("--output", output), ("--budget", budget), ("--case-budget", caseBudget),
        ("--case-timeout", caseTimeout), ("--launches", launches.map(String.init)),
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

  private static func seconds(_ text: String?, _ option: String) throws(ToolError) -> Double? {
    guard let text else { return nil }
    return try TimeBudget.parseSeconds(text, option: option)
  }
}
