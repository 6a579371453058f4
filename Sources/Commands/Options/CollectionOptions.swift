import ArgumentParser
import Datasets

/// The options for the content of collections; `run`, `list`, `loop`, `gate` and `doctor` share
/// them.
struct CollectionOptions: ParsableArguments {
  private static let usualSeed: UInt64 = 1

  @Option(
    "Numbers of generated items instead of the preset's, as in 1k,250_000,2.5M.", value: "counts",
    name: .customLong("sizes"), parsing: .unconditionalSingleValue)
  var sizeLists: [String] = []

  @Option(
    "The content of the collections; repeat it for several.",
    discussion: """
      One of \(SectionDistribution.names.joined(separator: ", ")) (sections of generated \
      collections), directory:PATH (sections are its directories, items their files), \
      listing:FILE (a list of files, as find prints one), csv:FILE or \
      \(DatasetChoice.updatesForm) (an update trace with its collection, as --updates \
      takes). What is read is copied first, so that it may change meanwhile. By default \
      uniform-1000.
      """, value: "data", completion: Completion.datasets)
  var dataset: [String] = []

  @Option(
    "The columns of csv:FILE, by header, as in section=album,id=photo,width=w,height=h.",
    value: "columns")
  var csvColumns: String?

  @Option("The seed of every collection and every random order.", parsing: .unconditional)
  var seed = Self.usualSeed

  @Option(
    "Replay this one recorded scroll trace over each collection, and measure nothing else.",
    discussion: """
      JSON lines, one per frame, as generate trace writes or an app logs them; \
      docs/scroll-traces.md has the format. Ids and records append the file's name and a checksum \
      of the trace to the collection's name.
      """, value: "file", name: .customLong("trace"), completion: .file(extensions: ["jsonl"]))
  var traces: [String] = []

  @Option(
    "Replay this one update trace, with its own collection, and measure nothing else.",
    discussion: """
      JSON lines, one per batch, as import git writes or an app logs them; \
      docs/update-traces.md has the format. Each batch is one performBatchUpdates, and a plain \
      model verifies the view after it.
      """, value: "file", name: .customLong("updates"), completion: .file(extensions: ["jsonl"]))
  var updateTraces: [String] = []
}

extension CollectionOptions {
  /// The first option, and its value, that is not as usual; nil where all are.
  var firstGiven: (option: String, value: String)? {
    let given = [
      ("--sizes", sizes), ("--dataset", dataset.first), ("--csv-columns", csvColumns),
      ("--seed", seed == Self.usualSeed ? nil : "\(seed)"), ("--trace", trace),
      ("--updates", updates),
    ]
    return given.lazy.compactMap { option, value in value.map { (option, $0) } }.first
  }

  /// The sizes as they are given; nil where the preset's count.
  var sizes: String? {
    // With the space, two lists are no groups of one number's digits.
    sizeLists.isEmpty ? nil : sizeLists.joined(separator: ", ")
  }

  /// The scroll trace to replay; nil for none.
  var trace: String? { traces.first }

  /// The update trace to replay; nil for none.
  var updates: String? { updateTraces.first }

  /// The option that names a trace to replay, and its file; nil where there is none.
  var replayed: (option: String, path: String)? {
    trace.map { ("--trace", $0) } ?? updates.map { ("--updates", $0) }
  }

  /// The sizes that are given; nil where the preset's count.
  var chosenSizes: [Int]? {
    get throws(ToolError) {
      guard let sizes else { return nil }
      return try ItemCount.parseList(sizes)
    }
  }

  /// Returns the collections that are named; where none is, `usual` or `uniform-1000`. With
  /// `--trace`, for replaying that; with `--updates`, the collection of that trace alone.
  ///
  /// Real ones are read, and `snapshots` has their copies, yet to be written.
  ///
  /// - Throws: `ToolError`, for a name that is none, a collection or a trace that cannot be read,
  ///   columns that are not spelled as such, or sizes that no collection takes.
  func choices(
    orElse usual: String? = nil, snapshots: InputSnapshots
  ) throws(ToolError) -> [DatasetChoice] {
    try checkSingle()
    if let updates {
      try checkAlone(updates)
      return [try DatasetChoice(updates: updates, snapshots: snapshots)]
    }
    let trace = try trace.map { path throws(ToolError) in
      try TraceChoice(path: path, snapshots: snapshots)
    }
    let columns = try Self.columns(csvColumns, of: dataset)
    try checkSizes(csvColumns: columns)
    var choices: [DatasetChoice] = []
    for name in dataset.isEmpty ? [usual ?? "uniform-1000"] : dataset {
      var choice = try DatasetChoice(
        named: name, csvColumns: columns, snapshots: snapshots)
      if let trace {
        try Self.checkReplays(choice, trace: self.trace ?? "")
        choice.replay(trace)
      }
      if let other = choices.first(where: { $0.name == choice.name }) {
        // Ids do not tell two directories or two files apart.
        guard other.spec == choice.spec else {
          throw .invalidValue(
            option: "--dataset", found: name,
            reason: "'\(other.spec)' is named '\(other.name)' in ids too; measure them in two runs")
        }
      } else {
        choices.append(choice)
      }
    }
    return choices
  }

  /// Refuses to scroll through the collection of an update trace, which replays its own changes.
  private static func checkReplays(
    _ choice: DatasetChoice, trace: String
  ) throws(ToolError) {
    guard choice.trace != nil else { return }
    throw .invalidValue(
      option: "--trace", found: trace,
      reason: "'\(choice.spec)' replays its own updates; leave one of the two out")
  }

  /// Refuses several traces, of which only one would be replayed.
  private func checkSingle() throws(ToolError) {
    let given = [("--trace", traces), ("--updates", updateTraces)]
    for (option, paths) in given where paths.count > 1 {
      throw .invalidValue(
        option: option, found: paths[1],
        reason: "'\(paths[0])' is named already; replay one trace at a time")
    }
  }

  /// Refuses what would say which collection an update trace begins with.
  private func checkAlone(_ updates: String) throws(ToolError) {
    let others = [
      ("--sizes", sizes), ("--dataset", dataset.first), ("--csv-columns", csvColumns),
      ("--trace", trace),
    ]
    for (option, value) in others where value != nil {
      throw .invalidValue(
        option: "--updates", found: updates,
        reason: "the trace brings its own collection; leave \(option) out")
    }
  }

  /// Refuses sizes where every collection is a real one, and so as large as it is.
  private func checkSizes(csvColumns: CSVColumns?) throws(ToolError) {
    guard let sizes, !dataset.isEmpty else { return }
    for name in dataset {
      guard DatasetChoice.updatesPath(in: name) == nil else { continue }
      guard try DatasetChoice.spec(named: name, csvColumns: csvColumns).isReal else { return }
    }
    throw .invalidValue(
      option: "--sizes", found: sizes,
      reason: "every --dataset is measured as it is; leave --sizes out, or add a generated "
        + "collection, as in --dataset uniform-1000")
  }

  /// The columns that `text`, the value of `--csv-columns`, names for the files among `datasets`.
  ///
  /// - Throws: `ToolError.invalidValue` where it does not spell columns or there is no such file.
  static func columns(
    _ text: String?, of datasets: [String]
  ) throws(ToolError) -> CSVColumns? {
    guard let text else { return nil }
    guard datasets.contains(where: { $0.hasPrefix("csv:") }) else {
      throw .invalidValue(
        option: "--csv-columns", found: text, reason: "no --dataset is a csv:FILE")
    }
    do throws(DatasetError) {
      return try CSVColumns(parsing: text)
    } catch {
      throw .invalidValue(option: "--csv-columns", found: text, reason: error.description)
    }
  }
}
