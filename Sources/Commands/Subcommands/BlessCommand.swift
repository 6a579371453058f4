import ArgumentParser
import Benchmarking
import Foundation
import Reports
import RunHistories
import RunRecords

/// `bless`: accepts a change for the worse.
struct BlessCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "bless",
      abstract: "Accept what a commit made worse, with a reason.",
      discussion: """
        The acceptance is kept in the history. From then on trend shows the change as accepted, \
        and gate and check let it pass: gate where the base lacks the commit and the head has it, \
        check where the record's commit has it, up to what the history saw right after the commit. \
        The same acceptance is kept once, however often it is made.

        Exit status: 0 accepted; 2 wrong command line, or the history has no such case; 5 there is \
        no history, or it shows no such change; 74 it cannot be written.

        Examples:
          \(RootCommand.name) bless 'update/batch-100/*@d9102fc' --reason 'undo needs copies'
          \(RootCommand.name) bless 'item-random@HEAD' --metric instructions --reason 'checked paths'
        """)
  }

  @Argument(
    help: ArgumentHelp(
      "A case or a pattern, as in --filter, and behind @ the commit that changed it.",
      valueName: "case@commit"))
  var subject: String

  @Option("Accept this metric alone, as in allocations; by default all.", value: "metric")
  var metric: String?

  @Option(help: ArgumentHelp("The reason; the trend shows it.", valueName: "text"))
  var reason: String

  @OptionGroup
  var place: HistoryOptions

  @Option(HistoryPlace.pushHelp, value: "remote")
  var push: String?

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    guard let separator = subject.lastIndex(of: "@"), separator != subject.startIndex,
      subject.index(after: separator) != subject.endIndex
    else {
      throw .invalidValue(
        option: "CASE@COMMIT", found: subject,
        reason: "write the case or a pattern, @ and the commit, as in 'update/batch-100/*@HEAD'")
    }
    guard !reason.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty else {
      throw .invalidValue(option: "--reason", found: reason, reason: "it is empty")
    }
    guard !reason.hasControlCharacters else {
      throw .invalidValue(
        option: "--reason", found: reason.withoutControlCharacters,
        reason: "it has line ends, tabs or other control characters; write one line of text")
    }
    try HistoryPlace.checkPush(push, of: place.history)
    let pattern = CaseFilter(String(subject[..<separator])).pattern
    let name = String(subject[subject.index(after: separator)...])
    let contents = try place.contents()
    let commit = try ToolError.wrap(try CommitLog.hash(of: name), as: ToolError.runHistory)
    let ids = Set(contents.runs.flatMap(\.cases.ids))
    let taken = ids.filter { CasePattern(pattern).matches($0) }
    guard !taken.isEmpty else {
      throw .nothingMatched(
        asked: "the case '\(pattern)'",
        hints: ["The history has \(DisplayFormat.cases(ids.count)); see history list and trend."])
    }
    if let metric {
      let known = Set(contents.runs.flatMap { $0.summary.columns.map(\.metric) })
      guard known.contains(metric) else {
        throw .unknownName(kind: "metric of the history", found: metric, known: known.sorted())
      }
    }
    let log = try ToolError.wrap(
      try CommitLog(of: "HEAD", isFirstParentOnly: true), as: ToolError.runHistory)
    guard log.position(of: commit) != nil else {
      throw .invalidValue(
        option: "CASE@COMMIT", found: subject,
        reason: "\(commit.prefix(12)) is not on the line of first parents to HEAD; name the merge "
          + "that brought it")
    }
    let trend = Trend(of: contents, log: log, reference: nil)
    let limits = trend.limits(at: commit) { changed, id in
      (metric ?? changed) == changed && CasePattern(pattern).matches(id)
    }
    guard !limits.isEmpty else {
      throw .noBaseline(
        reason: "the history shows nothing certain that got worse in '\(pattern)' at "
          + "\(commit.prefix(12)); add a run of that commit and one of a commit before it (history "
          + "add), or for a time a gate of both")
    }
    let blessing = Blessing(
      pattern: pattern, metric: metric, commit: commit, reason: reason,
      blessedAt: Date.now.ISO8601Format(), limits: limits)
    let history = try place.opened()
    let earlier = try ToolError.wrap(try history.add(blessing), as: ToolError.runHistory)
    try tell(limits, at: commit, acceptedBefore: earlier)
    try HistoryPlace.push(place.history, to: push)
    return .fine
  }

  /// Says what is accepted, and since when if it was there.
  private func tell(
    _ limits: [Blessing.Limit], at commit: String, acceptedBefore earlier: Blessing?
  ) throws(ToolError) {
    try Console.standardOutput.writeLine(
      (earlier.map { "Accepted already, on \($0.blessedAt): " } ?? "Accepted ")
        + "\(DisplayFormat.counted(limits.count, "figure")) of "
        + "\(DisplayFormat.cases(Set(limits.map(\.id)).count)) at \(commit.prefix(12)), because "
        + "\(reason):")
    for limit in limits {
      let most =
        limit.figure.map { "up to \(DisplayFormat.grouped(Int(clamping: Int128($0))))" }
        ?? limit.ratio.map { "up to \(DisplayFormat.ratio($0))" } ?? ""
      try Console.standardOutput.writeLine("  \(limit.metric) of \(limit.id), \(most)")
    }
  }
}
