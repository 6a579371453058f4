import Benchmarking
import RunRecords

/// A run with what the user sees of it: progress, what was left out, the result.
enum MeasuredRun {
  /// Carries `plan` out and says what was left out, if anything was.
  static func carryOut(
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
    do throws(RunError) {
      return try Runner(plan, options: options).run { progress.report($0) }
    } catch {
      throw .run(error)
    }
  }

  /// What was left out, and how to go on; nil where nothing was.
  private static func closingLine(
    of outcome: RunOutcome, _ progress: ProgressReporter, at destination: RecordDestination
  ) -> String? {
    guard outcome.ending != .completed else { return nil }
    let skipped = outcome.record.summary.skipped
    return
      "\(outcome.ending == .interrupted ? "Interrupted" : "Out of time"): "
      + "\(progress.total - progress.done) of \(progress.total) measurements are left out, and "
      + "\(skipped) of \(outcome.record.cases.count) cases have none. What is left can be measured "
      + "by the same command with -o \(destination.path) --resume."
  }

  /// Prints what was asked for, and says where the record is.
  static func finish(
    _ outcome: RunOutcome, at destination: RecordDestination, as format: OutputFormat,
    namesPreset: Bool = true, advice: String?
  ) throws(ToolError) -> ExitStatus {
    guard let status = ExitStatus(rawValue: Int32(outcome.exitCode)) else {
      throw .failed(reason: "the run ended with the unknown status \(outcome.exitCode)")
    }
    var statuses = [status]
    if outcome.record.summary.ok == 0 {
      Console.reportError("Error: nothing was measured.")
      statuses.append(.usage)
    }
    let place = "Record: \(destination.path)\n"
    do throws(ToolError) {
      var text = try format.text(of: outcome.record, namesPreset: namesPreset)
      if format == .table, let advice { text += "\n" + advice + "\n" }
      try Console.standardOutput.write(format == .table ? text + "\n" + place : text)
      if format != .table { Console.writeError(place) }
    } catch {
      // The record is whole: a run of hours must not look lost because a pipe is closed.
      Console.reportError("Error: \(error)\n\(place)")
      statuses.append(error.status)
    }
    return .combined(statuses)
  }
}
