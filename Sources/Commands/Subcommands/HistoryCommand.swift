import ArgumentParser
import Benchmarking
import Foundation
import Reports
import RunHistories
import RunRecords

/// `history`: the summaries of runs, kept over time.
struct HistoryCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "history",
      abstract: "Keep a small summary of each run, for the trend.",
      discussion: """
        A history is a branch that shares no commit with others, or a directory. Each run adds one \
        small file under a name of its own, so that two machines never write the same one. The \
        record is not kept; in CI it is an artifact.

        Examples:
          \(RootCommand.name) history add nightly.json
          \(RootCommand.name) history add nightly.json --push origin
          \(RootCommand.name) history add *.json --to ~/histories/mine
          \(RootCommand.name) history list
          \(RootCommand.name) history fsck
          \(RootCommand.name) history prune --keep 500
        """,
      subcommands: [
        HistoryAddCommand.self, HistoryListCommand.self, HistoryCheckCommand.self,
        HistoryPruneCommand.self,
      ])
  }
}

/// `history add`: records into the history.
struct HistoryAddCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "add",
      abstract: "Add the summaries of records of runs or gates.",
      discussion: """
        A run that is in the history already is left as it is. On a branch, all records of a call \
        are one commit; no work tree is touched.

        Exit status: 0 they are in the history; 2 a record cannot be read, or has no place in a \
        history; 74 the history cannot be written, or not pushed.
        """)
  }

  @Argument(
    help: ArgumentHelp("Records of runs or gates.", valueName: "record"),
    completion: BaselineChoice.completionOrRecord)
  var records: [String]

  @Option(
    HistoryPlace.help, value: "place", name: [.customLong("to"), .customLong("history")],
    completion: .directory)
  var history = HistoryPlace.usual

  @Option(HistoryPlace.pushHelp, value: "remote")
  var push: String?

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    try HistoryPlace.checkPush(push, of: history)
    var found: [(record: RunRecord, path: String)] = []
    for path in records { found.append((try RunRecord.stored(path), path)) }
    let history = try HistoryPlace.named(history, option: "--to")
    let additions = try ToolError.wrap(try history.add(found), as: ToolError.runHistory)
    let new = additions.filter { !$0.isDuplicate }
    try Console.standardOutput.writeLine(
      "\(DisplayFormat.counted(new.count, "run")) added to \(history.files.place), "
        + "\(DisplayFormat.grouped(new.reduce(0) { $0 + $1.bytes })) bytes.")
    for addition in additions { try Console.standardOutput.writeLine("  " + addition.line) }
    try HistoryPlace.push(self.history, to: push)
    return .fine
  }
}

extension RunHistory.Addition {
  /// A line for readers.
  fileprivate var line: String {
    let count = summary.columns.reduce(0) { $0 + $1.values.count { !$0.isNaN } }
    let figures =
      isDuplicate
      ? "is in the history already"
      : "\(DisplayFormat.grouped(count)) figures, \(DisplayFormat.grouped(bytes)) bytes"
    let dirty =
      summary.commit.dirty == true
      ? "; it was measured with changes that were not committed, so the trend leaves it out" : ""
    return "\(source): \(summary.kind.rawValue) of \(summary.commitName), \(figures)\(dirty)"
  }
}

extension RunSummary {
  /// The commit for readers; of a comparison both.
  fileprivate var commitName: String {
    func name(_ git: Build.Git) -> String { git.sha.map { String($0.prefix(12)) } ?? "unknown" }
    return (base.map { name($0) + ".." } ?? "") + name(commit)
      + (commit.dirty == true ? " with changes" : "")
  }
}

/// `history list`: a line for each run.
struct HistoryListCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: "List the runs: time, commit, compiler and figures.")
  }

  @OptionGroup
  var place: HistoryOptions

  @OptionGroup
  var selection: HistoryFilterOptions

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let contents = try place.contents()
    let isWanted = selection.isWanted
    let runs = contents.runs.filter { $0.cases.ids.contains(where: isWanted) }
    try selection.require(!runs.isEmpty, in: contents)
    for run in runs {
      let summary = run.summary
      let cases = DisplayFormat.cases(run.cases.ids.count)
      try Console.standardOutput.writeLine(
        "\(summary.startedAt)  \(summary.commitName)  Swift \(summary.compiler)  \(cases)"
          + (summary.kind == .comparison ? ", compared" : "")
          + (summary.isComplete ? "" : ", incomplete"))
    }
    for blessing in contents.blessings {
      try Console.standardOutput.writeLine(
        "\(blessing.blessedAt)  \(blessing.commit.prefix(12))  accepted: \(blessing.pattern) "
          + "\(blessing.metric ?? "all metrics"), because \(blessing.reason)")
    }
    return .fine
  }
}

/// `history fsck`: every file is read.
struct HistoryCheckCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "fsck", abstract: "Read every file of the history, and say which are damaged.",
      discussion: """
        Exit status: 0 all can be read; 2 some cannot; 5 there is no history.
        """)
  }

  @OptionGroup
  var place: HistoryOptions

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let history = try place.opened()
    let check = try ToolError.wrap(try history.check(), as: ToolError.runHistory)
    let contents = check.contents
    var summary =
      "\(history.files.place) has \(DisplayFormat.counted(contents.runs.count, "run")) and "
      + "\(DisplayFormat.counted(contents.blessings.count, "accepted change"))"
    summary +=
      contents.problems.isEmpty
      ? ", all readable."
      : "; \(DisplayFormat.counted(contents.problems.count, "file")) cannot be read."
    try Console.standardOutput.writeLine(summary.prefix(1).uppercased() + summary.dropFirst())
    for problem in contents.problems { try Console.standardOutput.writeLine("  \(problem)") }
    for path in check.foreign {
      try Console.standardOutput.writeLine("  '\(path)' is no file of a history, and is left alone")
    }
    for path in check.unusedLists + check.leftovers {
      try Console.standardOutput.writeLine("  '\(path)' is not needed; history prune removes it")
    }
    return contents.problems.isEmpty ? .fine : .usage
  }
}

/// `history prune`: the newest runs stay.
struct HistoryPruneCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "prune", abstract: "Remove all but the newest runs.",
      discussion: """
        Lists of cases that no run needs and parts of files that a killed process left are removed \
        too. Accepted changes stay. A branch keeps what was removed in its earlier commits.

        Exit status: 0 done; 5 there is no history; 74 it cannot be written, or not pushed.
        """)
  }

  @OptionGroup
  var place: HistoryOptions

  @Option("The number of runs to keep; by default all.", value: "count")
  var keep: Int?

  @Flag(help: "Remove the files that cannot be read, too.")
  var damaged = false

  @Option(HistoryPlace.pushHelp, value: "remote")
  var push: String?

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    if let keep, keep < 0 {
      throw .invalidValue(option: "--keep", found: "\(keep)", reason: "write 0 or more")
    }
    try HistoryPlace.checkPush(push, of: place.history)
    let history = try place.opened()
    var removed =
      damaged ? try ToolError.wrap(try history.removeDamaged(), as: ToolError.runHistory) : []
    removed += try ToolError.wrap(
      try history.prune(keeping: keep ?? .max), as: ToolError.runHistory)
    try Console.standardOutput.writeLine(
      "\(DisplayFormat.counted(removed.count, "file")) removed from \(history.files.place).")
    for path in removed { try Console.standardOutput.writeLine("  " + path) }
    try HistoryPlace.push(place.history, to: push)
    return .fine
  }
}
