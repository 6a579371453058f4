import ArgumentParser
import Benchmarking
import Datasets
import Reports
import RunRecords

/// `import`: turns real histories into traces.
struct ImportCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import",
      abstract: "Turn a real history into a trace.",
      subcommands: [ImportGitCommand.self])
  }
}

/// `import git`: a repository's history as an update trace.
struct ImportGitCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "git",
      abstract: "Write a git repository's history as an update trace, as JSON lines.",
      discussion: """
        Sections are directories, items their files, each commit along first parents one batch: \
        added and deleted files, renames as moves, modified files as reloads. \
        docs/update-traces.md has the format. A summary of the trace is printed as well.

        Examples:
          \(RootCommand.name) import git . -o history.jsonl
          \(RootCommand.name) import git ~/my-repository --max-commits 500 -o history.jsonl
          \(RootCommand.name) import git --log saved.log -o history.jsonl
          \(RootCommand.name) run --updates history.jsonl
        """)
  }

  @Argument(
    help: ArgumentHelp(
      "A directory of the repository, or a bare one; left out with --log.", valueName: "path"),
    completion: .directory)
  var repository: String?

  @OptionGroup
  var output: TraceOutputOptions

  @Option(
    "Read this saved log instead of asking git.",
    discussion: """
      'commit HASH SECONDS' and a line a file, as git log --first-parent -m --reverse \
      --name-status -M --format='commit %H %ct' writes them.
      """, value: "file", completion: .file())
  var log: String?

  @Option("Take only this many commits, the oldest ones.", value: "count", parsing: .unconditional)
  var maxCommits: Int?

  @Flag(
    help:
      "Accept impossible changes, such as the deletion of a missing file, for their result."
  )
  var lenient = false

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    if let maxCommits, maxCommits < 1 {
      throw .invalidValue(
        option: "--max-commits", found: "\(maxCommits)", reason: "give 1 or more")
    }
    let destination = try destination()
    let trace = try ToolError.wrap(
      try history().trace(isLenient: lenient, maximumCommits: maxCommits), as: ToolError.history)
    let text = trace.jsonLines
    let lines = trace.summary.lines
    guard let destination else {
      try Console.standardOutput.write(text, isDocument: true)
      for line in lines { Console.reportError(line) }
      return .fine
    }
    try destination.write(text)
    for line in lines + ["Trace: \(destination.path)"] {
      try Console.standardOutput.writeLine(line)
    }
    return .fine
  }

  private func history() throws(HistoryError) -> GitHistory {
    if let log { return try GitHistory(log: log) }
    return try GitHistory(repository: repository ?? "")
  }

  /// The file to write, which holds an update trace or nothing; nil for standard output.
  private func destination() throws(ToolError) -> RecordDestination? {
    switch (repository, log) {
    case (nil, nil):
      throw .invalidValue(
        option: "the repository", found: "",
        reason: "name a directory of it, or a saved log with --log")
    case (let repository?, _?):
      throw .invalidValue(
        option: "the repository", found: repository,
        reason: "--log is read instead of it; leave one of the two out")
    default: break
    }
    return try output.destination(of: "update") { bytes in
      (try? UpdateTrace(contents: bytes, path: "")) != nil
    }
  }
}

extension UpdateTrace.Summary {
  /// The summary as the command prints it, a sentence a line.
  var lines: [String] {
    let kinds = UpdateTrace.Kind.allCases.compactMap { kind in
      operations[kind].map {
        "\(DisplayFormat.grouped($0)) \($0 == 1 ? kind.singular : kind.rawValue)"
      }
    }
    let empty = emptyBatches > 0 ? ", \(DisplayFormat.grouped(emptyBatches)) without a file" : ""
    var lines = [
      "Commits: \(DisplayFormat.grouped(batches))" + empty,
      "Operations: \(DisplayFormat.grouped(operationCount))"
        + (kinds.isEmpty ? "" : ": " + kinds.joined(separator: ", ")),
    ]
    if largestBatchOperations > 0 {
      lines.append(
        "Largest batch: \(DisplayFormat.counted(largestBatchOperations, "operation")), commit "
          + largestBatchName)
    }
    return lines + [
      "In the end: \(DisplayFormat.counted(finalSections, "section")), "
        + DisplayFormat.counted(finalItems, "item")
    ]
  }
}
