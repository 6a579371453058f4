import ArgumentParser
import Benchmarking
import Foundation
import Analysis
import Gates
import Reports
import RunRecords

/// `run`: measures cases and leaves a record.
struct RunCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "run",
      abstract: "Measure, print the answers and leave a record.",
      discussion: """
        The answers say which storage to take, and up to how many items; --details prints the \
        tables behind them. Each storage is timed in fresh processes and its \
        allocations are counted in another. \
        Finished measurements are kept beside the record as they come, so that nothing is lost: \
        after Ctrl-C, a crash or a power cut, --resume goes on. Progress is on standard error. In a \
        workflow of GitHub's, a summary is added to the file that GITHUB_STEP_SUMMARY names.

        Examples:
          \(RootCommand.name) run
          \(RootCommand.name) run --filter item-random --filter insert --sizes 1k,1M
          \(RootCommand.name) run --filter 'lookup/*/storage=btree/*' --budget 60s
          \(RootCommand.name) run --dataset directory:/usr --storage flat,btree
          \(RootCommand.name) run --preset full -o full.json
          \(RootCommand.name) run --preset full -o full.json --resume
          \(RootCommand.name) run --format csv > figures.csv
          \(RootCommand.name) run --preset full --shard 3/8 -o part-3.json
          \(RootCommand.name) run --save-baseline main
          \(RootCommand.name) run --workload photos --items 300k
          \(RootCommand.name) run --trace fling.jsonl --sizes 10k,100k
          \(RootCommand.name) run --updates history.jsonl --storage btree-tree,flat-flat
        """)
  }

  @OptionGroup
  var caseOptions: CaseOptions

  @OptionGroup(title: "Measuring and output options")
  var measuring: MeasuringOptions

  @OptionGroup(title: "Options for several machines")
  var sharding: ShardOptions

  @Flag(help: "Measure a part although another one measures on this machine.")
  var shared = false

  @Option(
    "Keep the record and this executable under a name, for compare and gate --base.",
    discussion: """
      In \(BaselineStore.usualPath), which git ignores; an older baseline of that name is replaced, \
      once the run is complete. The command baselines lists and removes them.
      """, value: "name", completion: BaselineChoice.completion)
  var saveBaseline: String?

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let (selection, collection) = (caseOptions.selection, caseOptions.collection)
    let format = try OutputFormat.named(measuring.format)
    try prepareBaseline()
    let preset = try selection.runPreset()
    let question = try caseOptions.question(among: suites)
    let destination = try measuring.destination(of: preset.rawValue)
    let snapshots = InputSnapshots(beside: destination, isResuming: measuring.resume)
    defer { snapshots.removeUnlessUnfinished() }
    let datasets = try collection.choices(
      orElse: question?.workload.dataset, snapshots: snapshots)
    let sizes = try collection.chosenSizes
    let chosen = try caseOptions.selection(for: preset, on: datasets, asking: question)
    let found = try chosen.cases(of: suites)
    try MemoryCheck.check(found)
    var options = try measuring.runnerOptions(to: destination)
    _ = try measuring.plan(of: found, preset: preset, seed: collection.seed)
    for dataset in datasets { try dataset.checkHoldsNot(destination.path) }
    try measuring.checkBuild()
    if !snapshots.isEmpty {
      try destination.checkStartable(isResuming: measuring.resume)
      try snapshots.write()
    }
    let (cases, misfits) = try TraceChoice.fitting(
      found, path: collection.trace, seed: collection.seed, areSizesNamed: sizes != nil)
    let plan = try part(of: try measuring.plan(of: cases, preset: preset, seed: collection.seed))
    options.warnings = datasets.flatMap(\.warnings).map {
      Warning(code: "dataset-incomplete", message: $0)
    }
    options.warnings += misfits
    try destination.checkWritable()
    for line in datasets.flatMap(\.summary) + misfits.map(\.message) { Console.reportError(line) }
    let lock =
      plan.shard == .whole || shared
      ? nil : try MachineLock.take(isInterrupted: GateRun.catchInterrupts())
    let outcome = try MeasuredRun.perform(plan, options, at: destination)
    withExtendedLifetime(lock) {}
    StepSummary.append(outcome.record)
    let status = try MeasuredRun.finish(
      outcome, at: destination, as: format, subject: question?.workload.name ?? replayed(by: cases),
      showsDetails: measuring.details)
    return .combined([status, saveBaseline(of: outcome)])
  }

  /// The part of `plan` that is asked for, after saying which; the whole where none is.
  private func part(of plan: RunPlan) throws(ToolError) -> RunPlan {
    guard let shard = try sharding.part() else { return plan }
    let assignment = try ShardOptions.assignment(
      of: plan, to: shard.total, durations: sharding.durations, option: "--shard")
    let part = assignment.plan(ofShard: shard.index)
    Console.reportError(
      "part \(shard.index + 1) of \(shard.total): \(DisplayFormat.cases(part.cases.count)) of "
        + "\(plan.cases.count), plan \(plan.digest)")
    return part
  }

  /// Refuses a name that no baseline can have, and a place that cannot be written, before anything
  /// is measured.
  private func prepareBaseline() throws(ToolError) {
    guard let saveBaseline else { return }
    try BaselineChoice.checkName(saveBaseline, option: "--save-baseline")
    try ToolError.wrap(try BaselineStore().prepare(), as: ToolError.init)
  }

  /// Saves the baseline that is asked for; a failure is reported beside the result of the run.
  private func saveBaseline(of outcome: RunOutcome) -> ExitStatus {
    guard let saveBaseline else { return .fine }
    do throws(ToolError) {
      try Baseline.save(outcome, as: saveBaseline)
    } catch {
      Console.reportError("Error: \(error)")
      return error.status
    }
    Console.reportError(
      "Baseline '\(saveBaseline)' saved; later: \(RootCommand.invocation) compare \(saveBaseline), or "
        + "\(RootCommand.invocation) gate --base \(saveBaseline)")
    return .fine
  }

  /// Returns the path of the trace that `cases` replay; nil where they replay none.
  private func replayed(by cases: [PlannedCase]) -> String? {
    cases.contains(where: \.scenario.replaysTrace) ? caseOptions.collection.trace : nil
  }
}
