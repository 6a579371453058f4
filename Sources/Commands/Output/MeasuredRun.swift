import Benchmarking
import Foundation
import Processes
import Reports
import RunRecords

/// A run as the user sees it: its progress, its gaps and its result.
enum MeasuredRun {
  /// Measures `plan` and reports what is missing at its end.
  static func perform(
    _ plan: RunPlan, _ options: RunOptions, at destination: RecordDestination
  ) throws(ToolError) -> RunOutcome {
    var progress = ProgressReporter()
    let outcome = try measure(plan, options, &progress)
    if let line = closingLine(of: outcome, progress, at: destination) {
      Console.reportError(line)
    }
    return outcome
  }

  private static func measure(
    _ plan: RunPlan, _ options: RunOptions, _ progress: inout ProgressReporter
  ) throws(ToolError) -> RunOutcome {
    defer { progress.end() }
    return try ToolError.wrap(
      try Runner(plan, options: options).run { progress.report($0) }, as: ToolError.run)
  }

  /// Returns what is missing and how to continue; nil for a complete run.
  private static func closingLine(
    of outcome: RunOutcome, _ progress: ProgressReporter, at destination: RecordDestination
  ) -> String? {
    guard outcome.ending != .completed else { return nil }
    let skipped = outcome.record.summary.skipped
    let without =
      skipped == 0
      ? "every case has at least one"
      : "\(skipped) of \(outcome.record.cases.count) cases have none"
    return
      "\(outcome.ending == .interrupted ? "Interrupted" : "Out of time"): "
      + "\(progress.total - progress.done) of \(progress.total) measurements are missing; "
      + "\(without). To continue, repeat the command with "
      + "-o \(destination.path.shellQuoted) --resume."
  }

  /// Prints the result in `format`, and the path of the record.
  static func finish(
    _ outcome: RunOutcome, at destination: RecordDestination, as format: OutputFormat,
    namesPreset: Bool = true, subject: String? = nil, showsDetails: Bool
  ) throws(ToolError) -> ExitStatus {
    var statuses = [try ExitStatus.numbered(outcome.exitCode, of: "the run")]
    if outcome.record.summary.ok == 0 {
      Console.reportError("Error: nothing was measured.")
      statuses.append(.usage)
    }
    let tables =
      showsDetails
      ? "" : "Tables: \(RootCommand.invocation) show --details \(destination.path.shellQuoted)\n"
    let place = "Record: \(destination.path)\n"
    do throws(ToolError) {
      let text = try format.text(
        of: outcome.record, namesPreset: namesPreset, subject: subject, showsDetails: showsDetails)
      try Console.standardOutput.write(
        format == .table ? text + tables + place : text, isDocument: format != .table)
      if format != .table { Console.writeError(place) }
    } catch {
      // The record is whole: a run of hours must not look lost because a pipe is closed.
      Console.reportError("Error: \(error)\n\(place)")
      statuses.append(error.status)
    }
    return .combined(statuses)
  }
}

extension RunRecord {
  /// Reads the record of a run, or of several merged runs, at `path`, or the baseline of that name.
  ///
  /// - Throws: `ToolError.record`, also for a record of another kind.
  static func ofRun(at path: String) throws(ToolError) -> RunRecord {
    try named(path).requiringRun(at: path)
  }

  /// Reads the record of any kind at `path`, or the baseline of that name, to be shown.
  ///
  /// - Throws: `ToolError.record`.
  static func named(_ path: String) throws(ToolError) -> RunRecord {
    let path = try BaselineChoice.recordPath(path)
    return try ToolError.wrap(try shown(from: path), as: ToolError.record)
  }

  /// Reads the record of any kind at `path`, or the baseline of that name, with its texts as they
  /// are, to be written elsewhere. What is printed of it goes through `ShownText`.
  ///
  /// - Throws: `ToolError.record`.
  static func stored(_ path: String) throws(ToolError) -> RunRecord {
    let path = try BaselineChoice.recordPath(path)
    return try ToolError.wrap(try read(from: path), as: ToolError.record)
  }

  /// Returns this record of a run, or of several merged runs.
  ///
  /// - Throws: `ToolError.record` for a record of another kind.
  func requiringRun(at path: String) throws(ToolError) -> RunRecord {
    guard kind == .run || kind == .merged else {
      throw .record(.otherKind(path: path, found: kind.rawValue))
    }
    return self
  }
}

/// The page that GitHub shows for a step of a workflow.
///
/// Source: https://docs.github.com/actions/reference/workflow-commands-for-github-actions, "Adding
/// a job summary": Markdown is appended to the file that the environment variable names.
enum StepSummary {
  /// The environment variable with the file's path.
  static let variable = "GITHUB_STEP_SUMMARY"

  /// Appends the summary of `record` if a workflow asks for one; a failure is only a warning.
  ///
  /// - Complexity: O(*n* log *n*) for *n* cases.
  static func append(_ record: RunRecord) {
    append(markdown: MarkdownSummary(of: record).export.text)
  }

  /// Appends `markdown` if a workflow asks for a summary; a failure is only a warning.
  static func append(markdown: @autoclosure () -> String) {
    guard let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty else { return }
    do {
      try append(markdown(), to: path)
    } catch {
      Console.reportError(
        "warning: the summary cannot be written to \(path), which \(variable) names: "
          + SystemError.message(of: error))
    }
  }

  private static func append(_ text: String, to path: String) throws {
    let files = FileManager.default
    if !files.fileExists(atPath: path) {
      try Data(text.utf8).write(to: URL(filePath: path))
      return
    }
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? file.close() }
    let end = try file.seekToEnd()
    // What a step wrote before need not end in a line feed, and headings begin a line.
    try file.write(contentsOf: Data(((end > 0 ? "\n" : "") + text).utf8))
  }
}
