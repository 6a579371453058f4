import Analysis
import ArgumentParser
import Benchmarking
import Reports
import RunRecords

/// `export`: a record in another tool's shape.
struct ExportCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export",
      abstract: "Write a record in the shape that another tool reads.",
      discussion: """
        The shapes are gha (github-action-benchmark, customSmallerIsBetter), bmf (Bencher Metric \
        Format), jmh (Java Microbenchmark Harness), gbench (google-benchmark), csv (a line for \
        each metric), md (a summary in Markdown) and openmetrics (Prometheus). Numbers keep every \
        digit; what the record does not hold is absent. Standard error counts what a shape has no \
        place for. The record of a gate goes to md alone: the comment for its pull request.

        Exit status: 0 written; 2 the record cannot be read, or has nothing to write, or the \
        output is a file that export has not written; 74 the output could not be written.

        Examples:
          \(RootCommand.name) export quick.json --to gha -o benchmarks.json
          \(RootCommand.name) export quick.json --to gha --filter 'item-*' -o benchmarks.json
          \(RootCommand.name) export quick.json --to md >> "$GITHUB_STEP_SUMMARY"
          \(RootCommand.name) export gate.json --to md > comment.md
          \(RootCommand.name) export quick.json --to openmetrics -o cvbench.prom
        """)
  }

  @Argument(
    help: "The record of a run, or of a gate.",
    completion: BaselineChoice.completionOrRecord)
  var record: String

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "The shape: \(ExportFormat.names.joined(separator: ", ")).", valueName: "shape"),
    completion: .list(ExportFormat.names))
  var format: String

  @Option("Take the cases that this takes, as in run; repeated, any of them.", value: "text")
  var filter: [String] = []

  @Option(
    "The output: a new or an empty file, or one that export has written; by default standard output.",
    value: "path", name: .shortAndLong, completion: .file())
  var output: String?

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let format = try ExportFormat.named(format, kind: "shape")
    let destination = try TextDestination.named(output)
    let found = try RunRecord.named(record)
    if format == .md, found.kind == .comparison {
      try refuseFilter()
      try destination.write(GateJudgement(reading: found).markdown, as: .export)
      return .fine
    }
    let selected = try CaseFilter.selected(filter, from: try found.requiringRun(at: record))
    let export = format.render(selected)
    for omission in export.omissions { Console.reportError("Left out: \(omission).") }
    guard export.caseCount > 0 else {
      throw .nothingToExport(path: record, format: format.rawValue)
    }
    try destination.write(export.text, as: .export)
    return .fine
  }

  /// A comment tells of the whole gate.
  private func refuseFilter() throws(ToolError) {
    guard let first = filter.first else { return }
    throw .invalidValue(
      option: "--filter", found: first,
      reason: "the comment of a gate tells of all its cases; leave it out")
  }
}
