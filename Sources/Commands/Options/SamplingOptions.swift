import ArgumentParser
import Benchmarking
import RunRecords

/// The options that say how long each case is measured.
struct SamplingOptions: ParsableArguments {
  @Option(
    "Sample each case for this long, over all launches, instead of the preset's time.",
    value: "time", parsing: .unconditional)
  var caseBudget: String?

  @Option(
    "Give a case up if one launch takes longer than this, including its set-up; ten times this "
      + "under callgrind.", value: "time", parsing: .unconditional)
  var caseTimeout: String?

  @Option(
    "Time each case in this many fresh processes, instead of the preset's: 3, in quick 2 where they "
      + "take long, in smoke 1.", value: "count", parsing: .unconditional)
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
}

extension SamplingOptions {
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

  /// The seconds that `text` names; nil for nil.
  static func seconds(_ text: String?, _ option: String) throws(ToolError) -> Double? {
    guard let text else { return nil }
    return try TimeBudget.parseSeconds(text, option: option)
  }
}
