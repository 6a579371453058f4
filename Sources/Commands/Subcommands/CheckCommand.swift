import ArgumentParser
import Benchmarking
import Datasets
import Foundation
import Analysis
import Reports
import RunRecords

/// A condition on which `check` fails at the user's wish.
enum CheckFailure: String, CaseIterable {
  case skipped, nothing
}

/// `check`: compares a record with budgets.
struct CheckCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check",
      abstract: "Compare a record with budgets.",
      discussion: """
        Budgets are a text file, one per line: CASE METRIC <= LIMIT. The case may be a pattern with \
        * and ?. The limit is a whole number (12), one with an allowance (120 +5%), or one with a \
        unit (2.5 ms, 4 KiB). The file names the exact_key of its numbers, and the host_key of its \
        times and instructions; budgets of other keys are skipped, with the reason.

        Exit status: 0 nothing is above its budget, or another key; 1 something is; 2 a file \
        cannot be read, or nothing was checked; 3 the run was interrupted or \
        ended by its time budget, or cases failed; 5 there is no file of budgets, a budget \
        without a figure, or everything was skipped (with --fail-on skipped, or in CI); \
        74 --update could not write the file. Of several, the first of 3, 5, 1 and 2 counts.

        Examples:
          \(RootCommand.name) check smoke.json --budgets budgets.txt --update
          \(RootCommand.name) check smoke.json --budgets budgets.txt
        """)
  }

  @Argument(help: "The record of a run.", completion: BaselineChoice.completionOrRecord)
  var record: String

  @Option(
    help: ArgumentHelp("The file of budgets.", valueName: "file"),
    completion: .file(extensions: ["txt"]))
  var budgets: String

  @Flag(
    help: """
      Rewrite the file from the record, or make it: numbers that were measured become the record's, \
      and cases come and go with it. Order, comments, allowances and limits with a unit stay.
      """)
  var update = false

  @Option(
    "Fail for this too: skipped, where every budget is of another key. Where CI is set in the "
      + "environment, to anything but false or 0, that is so without asking, unless this is "
      + "'nothing'.",
    value: "what", completion: .list(CheckFailure.names))
  var failOn: String?

  @Option(HistoryAcceptances.help, value: "place", completion: .directory)
  var history: String?

  @OptionGroup(title: "Configuration")
  var configuration: ConfigurationOptions

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let failure = try failOn.map { text throws(ToolError) in
      try CheckFailure.named(text, kind: "condition of --fail-on")
    }
    let destination = try BudgetDestination.named(budgets)
    let record =
      update
      ? try RunRecord.stored(self.record).requiringRun(at: self.record)
      : try RunRecord.ofRun(at: self.record)
    let file = update && destination.isVacant ? nil : try destination.read()
    if update {
      try self.update(file, from: record, at: destination)
      return .fine
    }
    guard let file else { throw .noBudgets(path: destination.path) }
    guard !file.budgets.isEmpty else {
      throw .budgets(BudgetError(path: destination.path, .noBudgets))
    }
    let check = BudgetCheck(
      record, against: file,
      accepting: try HistoryAcceptances.holding(
        in: history, at: record.builds.last?.git.sha, since: file.header.commit))
    let text = check.render(columns: Terminal.columns, color: Terminal.isColored) { name, known in
      NearestName.find(name, among: known)
    }
    try Console.standardOutput.writeLine(text)
    let status = try ExitStatus.numbered(check.verdict.exitCode, of: "the check")
    guard check.verdict == .skipped else { return status }
    let command = ["check", self.record, "--budgets", budgets, "--update"]
    Console.reportError(
      "Nothing was checked. To renew the budgets from this record: "
        + ([RootCommand.invocation] + command.map(\.shellQuoted)).joined(separator: " "))
    return (failure.map { $0 == .skipped } ?? Self.isInCI) ? .notComparable : status
  }

  /// A Boolean value that indicates whether the environment variable `CI` is set, to anything but
  /// `false` or `0`.
  private static var isInCI: Bool {
    let value = ProcessInfo.processInfo.environment["CI"]?.lowercased() ?? ""
    return !["", "0", "false"].contains(value)
  }

  private func update(
    _ file: BudgetFile?, from record: RunRecord, at destination: BudgetDestination
  ) throws(ToolError) {
    let update: BudgetUpdate
    do throws(BudgetUpdate.Refusal) {
      update = try BudgetUpdate(of: file, from: record)
    } catch {
      throw .noUpdate(path: destination.path, refusal: error)
    }
    if update.file != file { try destination.write(update.file) }
    try Console.standardOutput.writeLine(update.text)
  }
}
