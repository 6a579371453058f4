import ArgumentParser
import Benchmarking
import Foundation
import Reports
import RunRecords

/// `list`: the cases that `run` would measure, and how many each preset has.
struct ListCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list",
      abstract: "Show the cases that run would measure.",
      discussion: """
        Takes run's options for selection. Each id can be given to --filter and to loop. --plan says \
        how long several machines take, each with one part of the cases (run --shard).

        Examples:
          \(RootCommand.name) list
          \(RootCommand.name) list --preset full --storage btree
          \(RootCommand.name) list --filter 'lookup/*-random/*' --sizes 10k --json
          \(RootCommand.name) list --preset full --plan --shards 8 --durations full.json
        """)
  }

  @OptionGroup
  var caseOptions: CaseOptions

  @Flag(help: "Write JSON: the cases, and how many each preset has.")
  var json = false

  @Flag(help: "Show the parts for several machines in the place of the cases.")
  var plan = false

  @Option(
    "With --plan: the number of parts. By default 8, or as many as there can be.", value: "count")
  var shards: Int?

  @Option("With --plan: the number of machines. By default one for each part.", value: "count")
  var machines: Int?

  @Option(
    "With --plan: the record of an earlier run, whose durations are used.", value: "record",
    completion: .file(extensions: ["json"]))
  var durations: String?

  @OptionGroup(title: "Options of run, for --plan")
  var sampling: SamplingOptions

  /// Refuses options that say nothing together.
  private func checkOptions() throws(ToolError) {
    if plan, json {
      throw .invalidValue(
        option: "--json", found: nil, reason: "--plan has a text only; leave one out")
    }
    let unused = [
      ("--shards", shards.map(String.init)), ("--machines", machines.map(String.init)),
      ("--durations", durations),
      ("--case-budget", sampling.caseBudget), ("--launches", sampling.launches.map(String.init)),
      ("--case-timeout", sampling.caseTimeout), ("--instructions", sampling.instructions.first),
    ]
    for case (let option, let value?) in unused where !plan {
      throw .invalidValue(
        option: option, found: value, reason: "it is for --plan, which is not given")
    }
    try (1...RunIdentity.Shard.most).check(shards, option: "--shards")
    try (1...RunIdentity.Shard.most).check(machines, option: "--machines")
  }

  /// Prints how long the parts of `plan` take.
  private func show(_ plan: RunPlan) throws(ToolError) {
    let count = shards ?? min(8, PlanBlock.pieceCount(of: plan.cases))
    let assignment = try ShardOptions.assignment(
      of: plan.cases, to: count, durations: durations, option: ("--shards", "\(count)"),
      plan.estimatedSeconds(of:))
    try Console.standardOutput.write(
      AssignmentText(assignment, durations: durations, machines: machines).render(
        columns: Terminal.columns, color: Terminal.isColored))
  }

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    try checkOptions()
    if plan {
      try show(try caseOptions.plan(of: suites, sampling))
      return .fine
    }
    let (selection, collection) = (caseOptions.selection, caseOptions.collection)
    let preset = try selection.runPreset()
    let question = try caseOptions.question(among: suites)
    let datasets = try collection.choices(
      orElse: question?.workload.dataset, snapshots: InputSnapshots())
    let cases = try caseOptions.selection(for: preset, on: datasets, asking: question)
      .cases(of: suites)
    var counts: [String: Int] = [:]
    for preset in RunPreset.allCases {
      let other = try caseOptions.selection(for: preset, on: datasets, asking: question)
      counts[preset.rawValue] = try count(of: other, in: suites)
    }
    try Console.standardOutput.write(
      json ? CaseList(cases: cases, counts: counts).json() : text(cases, counts),
      isDocument: json)
    return .fine
  }

  /// The number of cases: none where nothing matches.
  private func count(
    of selection: CaseSelection, in suites: [Suite]
  ) throws(ToolError) -> Int {
    do {
      return try selection.cases(of: suites).count
    } catch {
      guard case .nothingMatched = error else { throw error }
      return 0
    }
  }

  /// The cases under their scenarios, whichever storage is first.
  private func text(_ cases: [PlannedCase], _ counts: [String: Int]) -> String {
    var headings: [String] = []
    var ids: [String: [String]] = [:]
    for planned in cases {
      let heading = "\(planned.suite)/\(planned.scenario.name): \(planned.scenario.summary)"
      if ids[heading] == nil { headings.append(heading) }
      ids[heading, default: []].append("  \(planned.id)")
    }
    var lines = headings.flatMap { [$0] + (ids[$0] ?? []) }
    let presets = RunPreset.allCases.map { "\($0.rawValue) \(counts[$0.rawValue] ?? 0)" }
    lines += [
      "", "\(DisplayFormat.cases(cases.count)). By preset: \(presets.joined(separator: ", ")).",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The document that `list --json` writes.
struct CaseList: Encodable {
  let cases: [Entry]
  /// Cases by preset, under the same options.
  let counts: [String: Int]

  struct Entry: Encodable {
    let id: String
    let suite: String
    let scenario: String
    let summary: String
    let storage: String
    let role: Scenario.Role
    let data: String
    let payload: String
    let items: Int
    let headline: Bool
  }

  init(cases: [PlannedCase], counts: [String: Int]) {
    self.counts = counts
    self.cases = cases.map { planned in
      let (scenario, dataset) = (planned.scenario, planned.dataset)
      return Entry(
        id: planned.id, suite: planned.suite, scenario: scenario.name, summary: scenario.summary,
        storage: scenario.storage, role: scenario.role, data: dataset.name,
        payload: scenario.payload, items: dataset.items, headline: planned.isHeadline)
    }
  }

  /// The document as text, its keys in alphabetical order.
  func json() throws(ToolError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    } catch {
      throw .failed(reason: "the list of cases cannot be encoded: \(error)")
    }
  }
}
