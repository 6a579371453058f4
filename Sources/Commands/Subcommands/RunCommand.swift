import ArgumentParser
import Benchmarking
import Foundation
import Analysis
import Reports
import RunRecords

/// `run`: measures cases and leaves a record.
struct RunCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "run",
      abstract: "Measure, print a table and leave a record.",
      discussion: """
        Each storage is timed in fresh processes and its allocations are counted in another. \
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
          \(RootCommand.name) run --workload photos --items 300k
          \(RootCommand.name) run --trace fling.jsonl --sizes 10k,100k
          \(RootCommand.name) run --updates history.jsonl --storage btree-tree,flat-flat
        """)
  }

  @OptionGroup(title: "Workload options")
  var workload: WorkloadOptions

  @OptionGroup
  var caseOptions: CaseOptions

  @OptionGroup(title: "Measuring and output options")
  var measuring: MeasuringOptions

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let (selection, collection) = (caseOptions.selection, caseOptions.collection)
    let format = try OutputFormat.named(measuring.format)
    let preset = try selection.runPreset()
    let question = try workload.chosen(
      of: suites, replaying: collection.replayed, sizes: collection.sizes)
    let datasets = try collection.choices(orElse: question?.workload.dataset)
    let sizes = try collection.chosenSizes
    var chosen = try selection.selection(for: preset, on: datasets, sizes: sizes)
    if let (suite, named) = question {
      chosen = try workload.narrowed(chosen, to: named, of: suite, sizes: sizes)
    }
    let found = try chosen.cases(of: suites)
    try MemoryCheck.check(found)
    let (cases, misfits) = try TraceChoice.fitting(
      found, path: collection.trace, seed: collection.seed, areSizesNamed: sizes != nil)
    let plan = try measuring.plan(of: cases, preset: preset, seed: collection.seed)
    let destination = try measuring.destination(of: plan.preset.rawValue)
    var options = try measuring.runnerOptions(to: destination)
    options.warnings = datasets.flatMap(\.warnings).map {
      Warning(code: "dataset-incomplete", message: $0)
    }
    options.warnings += misfits
    for dataset in datasets { try dataset.checkHoldsNot(destination.path) }
    try measuring.checkBuild()
    try destination.checkWritable()
    for line in datasets.flatMap(\.summary) + misfits.map(\.message) { Console.reportError(line) }
    let outcome = try MeasuredRun.perform(plan, options, at: destination)
    StepSummary.append(outcome.record)
    let advice =
      question.flatMap { question in
        WorkloadAdvice.render(
          for: question.workload.name, scenario: question.workload.scenario, in: outcome.record)
      } ?? adviceOnTrace(cases, outcome.record)
    return try MeasuredRun.finish(outcome, at: destination, as: format, advice: advice)
  }

  /// Returns the run's recommendation for the trace that it replayed; nil where there is none.
  private func adviceOnTrace(_ cases: [PlannedCase], _ record: RunRecord) -> String? {
    guard let path = caseOptions.collection.trace,
      let scenario = cases.first(where: \.scenario.replaysTrace)?.scenario.name
    else { return nil }
    return WorkloadAdvice.render(for: path, scenario: scenario, in: record)
  }
}
