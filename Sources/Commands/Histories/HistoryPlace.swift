import Analysis
internal import ArgumentParser
import Reports
import RunHistories

/// The place of a history, as the command line names it.
enum HistoryPlace {
  /// The usual place: a branch of the repository around the working directory.
  static let usual = "git:\(HistoryBranch.usualName)"

  /// The explanation of an option that names a place.
  static let help =
    "The history: git:BRANCH, a branch of the repository around the working directory, or a "
    + "directory."

  /// Returns the history at the place that `text` names.
  ///
  /// - Parameters:
  ///   - text: `git:BRANCH` or a directory.
  ///   - option: The option that gave it.
  ///   - directory: A directory in the repository whose branch it may be.
  /// - Returns: The history.
  /// - Throws: `ToolError.invalidValue` for an empty name.
  static func named(
    _ text: String, option: String, around directory: String = "."
  ) throws(ToolError) -> RunHistory {
    if let branch = try branch(named: text, option: option, around: directory) {
      return RunHistory(branch)
    }
    return RunHistory(HistoryDirectory(at: text))
  }

  /// Refuses to push a directory, before anything is changed.
  static func checkPush(_ remote: String?, of place: String) throws(ToolError) {
    guard let remote, try branch(named: place, option: "--history") == nil else { return }
    throw .invalidValue(
      option: "--push", found: remote, reason: "only a branch is pushed, as in \(usual)")
  }

  /// Pushes the branch that `place` names.
  static func push(_ place: String, to remote: String?) throws(ToolError) {
    guard let remote, let branch = try branch(named: place, option: "--history") else { return }
    try ToolError.wrap(try branch.push(to: remote), as: ToolError.runHistory)
    Console.reportError("Pushed to \(remote).")
  }

  /// The explanation of the option that names a remote.
  static let pushHelp =
    "Push the branch there afterwards, as in origin; what others have pushed meanwhile is merged."

  /// Returns the branch that `text` names; nil for a directory.
  static func branch(
    named text: String, option: String, around directory: String = "."
  ) throws(ToolError) -> HistoryBranch? {
    guard !text.isEmpty else {
      throw .invalidValue(option: option, found: text, reason: "name git:BRANCH or a directory")
    }
    guard text.hasPrefix("git:") else { return nil }
    let name = text.dropFirst(4)
    let isPlain = name.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_./".contains($0))
    }
    let isKept = name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && !$0.hasPrefix(".") && !$0.hasSuffix(".lock") && !$0.hasSuffix(".")
    }
    guard let first = name.first, isPlain, isKept, first != "-", !name.contains(".."),
      !name.hasPrefix("refs/"), !["HEAD", "@"].contains(name)
    else {
      throw .invalidValue(
        option: option, found: text,
        reason: "'\(name)' is no name of a branch; write letters, digits, '-', '_', '.' and '/'")
    }
    return HistoryBranch(String(name), in: directory)
  }
}

/// The option that names the history of a command that reads it.
struct HistoryOptions: ParsableArguments {
  @Option(HistoryPlace.help, value: "place", completion: .directory)
  var history = HistoryPlace.usual
}

/// The option that takes some cases of a history.
struct HistoryFilterOptions: ParsableArguments {
  @Option("Take the cases whose id contains this; * and ? as in run --filter.", value: "text")
  var filter: [String] = []
}

extension HistoryFilterOptions {
  /// Returns whether a case is wanted.
  var isWanted: (String) -> Bool {
    let filters = filter.map(CaseFilter.init)
    return { id in filters.isEmpty || filters.contains { $0.matches(id) } }
  }

  /// Refuses filters that take nothing of a history.
  func require(_ hasMatch: Bool, in contents: RunHistory.Contents) throws(ToolError) {
    guard hasMatch || filter.isEmpty else {
      throw .nothingMatched(
        asked: filter.map { "--filter '\($0)'" }.joined(separator: ", "),
        hints: ["The history has \(DisplayFormat.counted(contents.runs.count, "run"))."])
    }
  }
}

/// The acceptances of a history, for a gate or a check.
enum HistoryAcceptances {
  /// The explanation of the option that names the history.
  static let help =
    "The history whose accepted changes count (bless): git:BRANCH or a directory; by default "
    + "\(HistoryPlace.usual), if it is there."

  /// The acceptances that hold for a record.
  ///
  /// A history that cannot be read accepts nothing, which is a warning only: it makes nothing pass.
  ///
  /// - Parameters:
  ///   - place: The place that was named; nil for the usual one.
  ///   - head: The commit that was measured; nil where it is unknown, and nothing is accepted.
  ///   - base: A commit that is compared with, which must not have the change yet.
  ///   - directory: A directory in the repository of both.
  /// - Returns: The acceptances; none where the history cannot be read.
  /// - Throws: `ToolError.invalidValue` for a name of no place.
  static func holding(
    in place: String?, at head: String?, since base: String? = nil,
    around directory: String = "."
  ) throws(ToolError) -> [Acceptance] {
    let history = try HistoryPlace.named(
      place ?? HistoryPlace.usual, option: "--history", around: directory)
    do throws(RunHistoryError) {
      // Only the usual place may be empty.
      if place != nil, try history.files.paths() == nil {
        throw .missing(place: history.files.place, next: "name another one with --history")
      }
      guard let head else { return [] }
      let found = try history.blessings()
      for problem in found.problems { Console.reportError("warning: \(problem)") }
      var acceptances: [Acceptance] = []
      for blessing in found.blessings
      where try CommitLog.contains(blessing.commit, in: head, of: directory) {
        if let base, try CommitLog.contains(blessing.commit, in: base, of: directory) { continue }
        acceptances += blessing.acceptances
      }
      return acceptances
    } catch {
      // Without --history, a missing repository is fine: builds may come from elsewhere.
      let isExpected = if case .noRepository = error { place == nil } else { false }
      if !isExpected { Console.reportError("warning: no accepted changes: \(error)") }
      return []
    }
  }
}

extension HistoryOptions {
  /// The history.
  func opened() throws(ToolError) -> RunHistory {
    try HistoryPlace.named(history, option: "--history")
  }

  /// The contents of the history; what cannot be read is told on standard error.
  func contents() throws(ToolError) -> RunHistory.Contents {
    let history = try opened()
    let contents = try ToolError.wrap(try history.contents(), as: ToolError.runHistory)
    for problem in contents.problems { Console.reportError("warning: \(problem)") }
    return contents
  }
}
