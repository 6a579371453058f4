import ArgumentParser
import Benchmarking
import Foundation
import Analysis
import Gates
import Reports
import RunHistories
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
        after Ctrl-C, a crash or a power cut, --resume goes on. Progress is on standard error; so are the answers of each suite but the last, while \
        the next one is measured, unless --budget is given. In a \
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
          \(RootCommand.name) run --preset full --print-job slurm --shards 8 > job.sh
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

  @Option(
    "Measure nothing; print a job file that measures --shards parts and joins them: slurm, "
      + "kubernetes, github, gitlab or make.", value: "kind", completion: .list(JobKind.names))
  var printJob: String?

  @Option("With --print-job: the number of parts.", value: "count")
  var shards: Int?

  @Option(
    "Keep the record and this executable under a name, for compare and gate --base.",
    discussion: """
      In \(BaselineStore.usualPath), which git ignores; an older baseline of that name is replaced, \
      once the run is complete. The command baselines lists and removes them.
      """, value: "name", completion: BaselineChoice.completion)
  var saveBaseline: String?

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    if let printJob { return try printJobFile(printJob, over: suites) }
    if let shards {
      throw .invalidValue(
        option: "--shards", found: "\(shards)", reason: "it is for --print-job; one part is --shard"
      )
    }
    let (selection, collection) = (caseOptions.selection, caseOptions.collection)
    let format = try OutputFormat.named(measuring.format)
    try prepareBaseline()
    let preset = try selection.runPreset()
    let question = try caseOptions.question(among: suites)
    let destination = try measuring.destination(of: sharding.recordName(preset.rawValue))
    let snapshots = InputSnapshots(beside: destination, isResuming: measuring.resume)
    defer { snapshots.removeUnlessUnfinished() }
    let datasets = try collection.choices(
      orElse: question?.workload.dataset, snapshots: snapshots)
    let sizes = try collection.chosenSizes
    let chosen = try caseOptions.selection(for: preset, on: datasets, asking: question)
    let found = try chosen.cases(of: suites)
    if sharding.shard == nil { try MemoryCheck.check(found) }
    var options = try measuring.runnerOptions(to: destination)
    _ = try measuring.sampling.plan(of: found, preset: preset, seed: collection.seed)
    for dataset in datasets { try dataset.checkHoldsNot(destination.path) }
    try measuring.checkBuild()
    if !snapshots.isEmpty {
      try destination.checkStartable(isResuming: measuring.resume)
      try snapshots.write()
    }
    let (cases, misfits) = try TraceChoice.fitting(
      found, path: collection.trace, seed: collection.seed, areSizesNamed: sizes != nil)
    let plan = try part(
      of: try measuring.sampling.plan(of: cases, preset: preset, seed: collection.seed))
    if measuring.resume, let status = try finishedStatus(of: plan, at: destination) {
      return status
    }
    if plan.shard != .whole { try MemoryCheck.check(plan.cases) }
    options.warnings = datasets.flatMap(\.warnings).map {
      Warning(code: "dataset-incomplete", message: $0)
    }
    options.warnings += misfits
    try destination.checkWritable()
    for line in datasets.flatMap(\.summary) + misfits.map(\.message) { Console.reportError(line) }
    let lock =
      plan.shard == .whole ? nil : try sharding.lock(isInterrupted: GateRun.catchInterrupts())
    let outcome = try MeasuredRun.perform(plan, options, at: destination)
    withExtendedLifetime(lock) {}
    StepSummary.append(outcome.record)
    let status = try MeasuredRun.finish(
      outcome, at: destination, as: format, subject: question?.workload.name ?? replayed(by: cases),
      showsDetails: measuring.details)
    return .combined([status, saveBaseline(of: outcome)])
  }

  /// The part of `plan` that is asked for; the whole where none is.
  private func part(of plan: RunPlan) throws(ToolError) -> RunPlan {
    guard let shard = try sharding.part() else { return plan }
    let assignment = try sharding.assignment(
      of: plan.cases, for: shard, plan.estimatedSeconds(of:))
    return plan.part(shard.index, of: assignment)
  }

  /// The exit status of a part that was measured to its end before, after saying so; nil for any
  /// other run. A scheduler may start a part again that it does not know to be complete.
  private func finishedStatus(
    of plan: RunPlan, at destination: RecordDestination
  ) throws(ToolError) -> ExitStatus? {
    guard plan.shard != .whole, !FileManager.default.fileExists(atPath: destination.journalPath),
      let record = try? RunRecord.read(from: destination.path), record.run.completed,
      record.run.planDigest == plan.digestOfWhole, record.run.shard == plan.shard,
      let code = record.builds.first?.binary.textSHA256, code == Build.currentTextSHA256()
    else { return nil }
    Console.reportError("the part is complete already: \(destination.path)")
    return try ExitStatus.numbered(record.summary.exitCode, of: "the run")
  }

  /// Prints the job file of a scheduler for this run.
  private func printJobFile(
    _ name: String, over suites: [Suite]
  ) throws(ToolError) -> ExitStatus {
    let kind = try JobKind.named(name, kind: "job file")
    let own = [
      ("--shard", sharding.shard), ("--output", measuring.output),
      ("--save-baseline", saveBaseline),
      ("--resume", measuring.resume ? "" : nil),
    ]
    if let budget = measuring.budget {
      throw .invalidValue(
        option: "--budget", found: budget,
        reason: "parts that end before their cases do not join; take fewer cases, or --case-budget")
    }
    for case (let option, let value?) in own {
      throw .invalidValue(
        option: option, found: value.isEmpty ? nil : value,
        reason: "the job file gives each part its own; leave it out")
    }
    guard let shards else {
      throw .invalidValue(
        option: "--shards", found: nil,
        reason: "say how many parts there are, as in --shards 8; list --plan says what they take")
    }
    try (1...kind.mostParts).check(shards, option: "--shards")
    let arguments = try jobArguments(for: kind)
    let plan = try caseOptions.plan(of: suites, measuring.sampling)
    let assignment = try ShardOptions.assignment(
      of: plan.cases, to: shards, durations: sharding.durations, option: ("--shards", "\(shards)"),
      plan.estimatedSeconds(of:))
    let job = JobFile(
      tool: RootCommand.name, arguments: arguments, parts: shards,
      longest: assignment.seconds.max() ?? 0, isMeasured: assignment.isMeasured)
    try Console.standardOutput.write(job.text(for: kind), isDocument: true)
    return .fine
  }

  /// The words of the command line that every part has.
  private func jobArguments(for kind: JobKind) throws(ToolError) -> [String] {
    var words: [String] = []
    var isValue = false
    for word in ConfiguredArguments.current.dropFirst() {
      defer { isValue = ["--print-job", "--shards"].contains(word) }
      guard !isValue, !["--print-job", "--shards"].contains(word), !word.hasPrefix("--print-job="),
        !word.hasPrefix("--shards=")
      else { continue }
      guard !word.hasControlCharacters, kind != .github || !word.contains("${{") else {
        throw .invalidValue(
          option: "--print-job", found: kind.rawValue,
          reason: "the word '\(word.withoutControlCharacters)' cannot stand in a job file")
      }
      words.append(word)
    }
    return words.first == "run" ? words : ["run"] + words
  }

  /// Refuses a name that no baseline can have, and a place that cannot be written, before anything
  /// is measured.
  private func prepareBaseline() throws(ToolError) {
    guard let saveBaseline else { return }
    if let shard = sharding.shard {
      throw .invalidValue(
        option: "--save-baseline", found: saveBaseline,
        reason: "part \(shard) is no whole run; merge the parts, and compare with their record")
    }
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
