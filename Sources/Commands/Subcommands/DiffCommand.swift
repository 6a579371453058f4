import ArgumentParser
import Benchmarking
import Changesets
import Datasets
import Diffing
import Reports
import RunRecords

/// `diff`: what has changed between two CSV files, and what finding it and carrying it out costs.
struct DiffCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "diff",
      abstract: "Find what changed between two CSV files, and measure that.",
      discussion: """
        Each file has a header and a row per item: its section, its id and optionally its \
        revision, which changes with its content. Prints the numbers of deleted, inserted, moved \
        and reloaded items and sections, and the fewest possible moves. Then measures, as run does, \
        how long it takes to find the changes, and to apply and undo them on each store. The files \
        are copied first, so that they may change meanwhile.

        Examples:
          \(RootCommand.name) diff before.csv after.csv
          \(RootCommand.name) diff before.csv after.csv --csv-columns section=album,id=photo
          \(RootCommand.name) diff before.csv after.csv --counts-only --changeset changes.json
          \(RootCommand.name) diff before.csv after.csv -o diff.json --format csv
        """)
  }

  @Argument(help: "The file with the old state.", completion: .file(extensions: ["csv"]))
  var before: String

  @Argument(help: "The file with the new state.", completion: .file(extensions: ["csv"]))
  var after: String

  @Option(
    "The columns of both files, by header or number, as in section=album,id=1,revision=etag.",
    value: "columns")
  var csvColumns: String?

  @Option(
    "Write the changes as JSON to this file.", value: "path",
    completion: .file(extensions: ["json"]))
  var changeset: String?

  @Flag(help: "Print the changes and measure nothing.")
  var countsOnly = false

  @Option("The seed of every random order.", parsing: .unconditional)
  var seed: UInt64 = 1

  @OptionGroup(title: "Measuring and output options")
  var measuring: MeasuringOptions

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let format = try OutputFormat.named(measuring.format)
    if countsOnly {
      try measuring.checkUnused(
        because: "--counts-only measures nothing, so there is no record; leave one out")
    }
    let changesetFile = try changeset.map { path throws(ToolError) in
      try ChangesetDestination.named(path)
    }
    var files = FilePair(before: before, after: after, columns: try columns())
    for path in [before, after] { try MemoryCheck.checkFile(path, dataset: path) }
    guard !countsOnly else {
      let pair = try ToolError.wrap(try files.snapshots(), as: ToolError.dataset)
      try changesetFile?.check()
      try report(try found(in: pair), pair, changesetFile, on: .standardOutput)
      return .fine
    }
    let destination = try measuring.destination(of: "diff")
    let snapshots = InputSnapshots(beside: destination, isResuming: measuring.resume)
    defer { snapshots.removeUnlessUnfinished() }
    let pair = try files.read(into: snapshots)
    try changesetFile?.check()
    let cases = FileDifference.cases(files, pair)
    try MemoryCheck.check(cases)
    let plan = try measuring.sampling.plan(of: cases, preset: .quick, seed: seed)
    var options = try measuring.runnerOptions(to: destination)
    try measuring.checkBuild()
    try destination.checkStartable(isResuming: measuring.resume)
    try destination.checkWritable()
    try snapshots.write()
    options.warnings = warnings(of: pair).map { Warning(code: "repeated-id", message: $0) }
    // What programs read is the record alone.
    let console = format == .table ? Console.standardOutput : .standardError
    try report(try found(in: pair), pair, changesetFile, on: console)
    let outcome = try MeasuredRun.perform(plan, options, at: destination)
    return try MeasuredRun.finish(
      outcome, at: destination, as: format, namesPreset: false, showsDetails: measuring.details)
  }

  private func columns() throws(ToolError) -> CSVSnapshotColumns {
    guard let csvColumns else { return CSVSnapshotColumns() }
    do throws(DatasetError) {
      return try CSVSnapshotColumns(parsing: csvColumns)
    } catch {
      throw .invalidValue(
        option: "--csv-columns", found: csvColumns, reason: error.description)
    }
  }

  private func found(in pair: SnapshotPair) throws(ToolError) -> Changeset {
    var differ = Differ()
    return try ToolError.wrap(try pair.changeset(with: &differ), as: ToolError.difference)
  }

  /// Prints the changes, and writes them to `file` if there is one.
  private func report(
    _ changeset: Changeset, _ pair: SnapshotPair, _ file: ChangesetDestination?, on console: Console
  ) throws(ToolError) {
    for warning in warnings(of: pair) { Console.reportError("warning: " + warning) }
    let lines = [pair.before, pair.after].map { snapshot in
      "\(snapshot.path): \(DisplayFormat.counted(snapshot.itemCount, "item")) in "
        + DisplayFormat.counted(snapshot.sections.count, "section")
    }
    let figures = ChangeFigures(changeset, of: pair)
    try console.write(lines.joined(separator: "\n") + "\n\n" + figures.table + "\n")
    try file?.write(changeset)
  }

  /// Returns sentences that warn about the files.
  private func warnings(of pair: SnapshotPair) -> [String] {
    var warnings = [pair.before, pair.after].flatMap(warnings)
    if pair.before.hasRevisions != pair.after.hasRevisions {
      let (with, without) = pair.before.hasRevisions ? (before, after) : (after, before)
      warnings.append(
        "'\(with)' has a column of revisions and '\(without)' has none, so items count as changed; "
          + "name the columns with --csv-columns revision=NAME, or leave the one out")
    }
    return warnings
  }

  private func warnings(of snapshot: CSVSnapshot) -> [String] {
    let most = 5
    let named = snapshot.repeats.prefix(most).map {
      "'\(snapshot.path)', line \($0.line): the id '\($0.id)' stands already on line "
        + "\($0.firstLine); rows of one id are matched in order, and ids should differ"
    }
    let rest = snapshot.repeats.count - named.count
    let more = rest == 1 ? "1 more id stands" : "\(DisplayFormat.grouped(rest)) more ids stand"
    return named + (rest > 0 ? ["'\(snapshot.path)': \(more) there again"] : [])
  }
}
