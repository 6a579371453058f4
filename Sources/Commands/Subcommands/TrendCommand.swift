import ArgumentParser
import Benchmarking
import Foundation
import Processes
import Reports
import RunHistories
import RunRecords

/// `trend`: the course of every figure of the history.
struct TrendCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "trend",
      abstract: "Say what got worse over the commits of the history, and where.",
      discussion: """
        Counts and bytes are exact, so any change is a fact, dated to its commit. Instructions \
        change by more than 0.5 %, at once or little by little. Times are judged as ratios to one \
        reference build, from gates in the history: changes of level are proposed, and a gate \
        between the two commits decides; only what it confirms is an alarm. Medians of single runs \
        depend on the machine; they are drawn, and never judged.

        Exit status: 0 whatever got worse; 1 with --fail-on confirmed, if something got worse and \
        was not accepted; 2 wrong command line, or nothing matched; 5 there is no history, or with \
        --fail-on nothing in it could be judged; 74 the output could not be written; 130 \
        interrupted.

        Examples:
          \(RootCommand.name) trend
          \(RootCommand.name) trend --filter batch-100 --since v1.0
          \(RootCommand.name) trend -o trend.html
          \(RootCommand.name) trend --confirm
          \(RootCommand.name) trend --since HEAD~20 --fail-on confirmed
        """)
  }

  @OptionGroup
  var place: HistoryOptions

  @OptionGroup
  var selection: HistoryFilterOptions

  @Option("Show the changes after this commit alone.", value: "commit")
  var since: String?

  @Option(
    "Judge the ratios to this commit alone; by default those to every commit that several others "
      + "were compared with.", value: "commit")
  var reference: String?

  @Option(
    "The newest commit; runs of commits that do not lead to it are left out.", value: "commit")
  var head = "HEAD"

  @Option(
    "Write the trend to this file, too: a page, or what --format says.", value: "path",
    name: .shortAndLong, completion: .file(extensions: ["html"]))
  var output: String?

  @Option(
    "The format: html, md or json; by default html for a file, and a table for the terminal.",
    value: "format", completion: .list(TrendFormat.allCases.map(\.rawValue)))
  var format: String?

  @Flag(help: "Compare the commits of each proposed change by a gate, and add its record.")
  var confirm = false

  @Option(HistoryPlace.pushHelp, value: "remote")
  var push: String?

  @Option(
    "Profile both commits of each change that got worse, at most ten, into directories in here; "
      + "the page leads to them.", value: "directory", completion: .directory)
  var profiles: String?

  @OptionGroup(title: "Options for the builds of --confirm and --profiles")
  var package: PackageOptions

  @Option(
    "Fail with status 1 for this: confirmed, a change for the worse that is certain and not "
      + "accepted.", value: "what", completion: .list(TrendFailure.allCases.map(\.rawValue)))
  var failOn: String?

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let format = try format.map { text throws(ToolError) in try TrendFormat.named(text) }
    let failure = try failOn.map { text throws(ToolError) in try TrendFailure.named(text) }
    let destination = try TextDestination.named(output)
    let kind = (format ?? .html).kind
    try destination.check(for: kind)
    try HistoryPlace.checkPush(push, of: place.history)
    var trend = try self.trend()
    if confirm {
      let gates = ProposalGates(history: try place.opened(), package: package)
      guard try gates.run(for: trend) else { return .interrupted }
      trend = try self.trend()
    }
    try HistoryPlace.push(place.history, to: push)
    if let profiles, try !ChangeProfiles(directory: profiles, package: package).write(for: trend) {
      return .interrupted
    }
    let text = TrendText(trend)
    if destination != .standardOutput {
      let text = try (format ?? .html).text(of: trend, linking: links(from: destination, trend))
      try destination.write(text, as: kind)
    }
    if destination == .standardOutput, let format {
      try Console.standardOutput.write(
        try format.text(of: trend) { _ in nil }, isDocument: true)
    } else {
      try Console.standardOutput.write(
        text.render(columns: Terminal.columns, color: Terminal.isColored))
    }
    if let output, destination != .standardOutput { Console.reportError("Trend: \(output)") }
    guard failure == .confirmed else { return .fine }
    if trend.changes.contains(where: \.isAlarm) { return .regression }
    guard trend.judgedCount == 0 else { return .fine }
    throw .noBaseline(
      reason: "nothing was judged, so nothing is known to be as good as before; "
        + (GitRepository(at: ".").isShallow
          ? "this clone is shallow, and git fetch --unshallow brings the commits of the runs"
          : "add runs of an earlier and of a later commit by one compiler (history add)"))
  }

  /// The trend of the history as it is now.
  private func trend() throws(ToolError) -> Trend {
    let contents = try place.contents()
    let log = try log()
    let reference = try reference.map { name throws(ToolError) in
      try ToolError.wrap(try CommitLog.hash(of: name), as: ToolError.runHistory)
    }
    let trend = Trend(of: contents, log: log, reference: reference, where: selection.isWanted)
    try selection.require(!trend.series.isEmpty, in: contents)
    guard let since else { return trend }
    let hash = try ToolError.wrap(try CommitLog.hash(of: since), as: ToolError.runHistory)
    guard let later = trend.since(hash) else {
      throw .invalidValue(
        option: "--since", found: since,
        reason: "it is not on the line of first parents to '\(head)' (--head)")
    }
    return later
  }

  /// The commits; nil where there is no repository, and runs are ordered by time.
  private func log() throws(ToolError) -> CommitLog? {
    do throws(RunHistoryError) {
      return try CommitLog(of: try CommitLog.hash(of: head), isFirstParentOnly: true)
    } catch {
      guard head == "HEAD", since == nil else { throw .runHistory(error) }
      return nil
    }
  }

  /// The profiles that the page at `destination` leads to.
  private func links(
    from destination: TextDestination, _ trend: Trend
  ) -> (Trend.Change) -> String? {
    guard let profiles, case .file(let file) = destination else { return { _ in nil } }
    return {
      ChangeProfiles(directory: profiles, package: package).link(to: $0, of: trend, from: file.path)
    }
  }
}

/// A format of a trend.
enum TrendFormat: String, CaseIterable {
  case html, md, json

  static func named(_ name: String) throws(ToolError) -> TrendFormat {
    guard let format = TrendFormat(rawValue: name) else {
      throw .unknownName(
        kind: "format of a trend", found: name, known: allCases.map(\.rawValue))
    }
    return format
  }

  /// The kind of file that it may replace.
  var kind: TextDestination.Kind {
    switch self {
    case .html: .init(name: "the page of a trend", includes: TrendPage.isPage)
    case .md:
      .init(name: "a trend in Markdown") { $0.hasPrefix(TrendText.beginning) }
    case .json: .init(name: "a trend in JSON", includes: TrendDocument.isDocument)
    }
  }

  /// The whole text.
  func text(
    of trend: Trend, linking links: (Trend.Change) -> String?
  ) throws(ToolError) -> String {
    switch self {
    case .html:
      do throws(TemplateError) {
        return try TrendPage(trend, links: links).render()
      } catch {
        throw .failed(reason: error.description)
      }
    case .md: return TrendText(trend).markdown
    case .json: return TrendDocument.text(of: trend)
    }
  }
}

/// A condition on which `trend` fails at the user's wish.
enum TrendFailure: String, CaseIterable {
  case confirmed

  static func named(_ name: String) throws(ToolError) -> TrendFailure {
    guard let failure = TrendFailure(rawValue: name) else {
      throw .unknownName(
        kind: "condition of --fail-on", found: name, known: allCases.map(\.rawValue))
    }
    return failure
  }
}
