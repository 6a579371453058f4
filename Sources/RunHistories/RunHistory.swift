import Foundation
package import RunRecords

/// The past of a project: a small summary of each run, on a branch or in a directory.
///
///     let history = RunHistory(HistoryDirectory(at: "history"))
///     try history.add([(record, "quick.json")])
///     for run in try history.runs().runs { print(run.summary.startedAt, run.summary.commit) }
///
/// ```
/// history.json                                   the mark of a history
/// cases/<digest>.txt                             the cases of runs, an identifier a line
/// runs/2026/11/<time>-<commit>-<run>.json        a run's summary
/// blessings/<time>-<commit>-<digest>.json        a change that was accepted
/// ```
///
/// The files are the truth; there is nothing else to keep in step.
package struct RunHistory: Sendable {
  package let files: any HistoryFiles

  package init(_ files: any HistoryFiles) { self.files = files }

  /// A run with its cases.
  package struct Run: Sendable {
    package let summary: RunSummary
    package let cases: HistoryCases

    package init(summary: RunSummary, cases: HistoryCases) {
      (self.summary, self.cases) = (summary, cases)
    }
  }

  /// The readable files of a history.
  package struct Contents: Sendable {
    /// The runs, in the order of their times.
    package var runs: [Run] = []
    /// The accepted changes, in the order of their times.
    package var blessings: [Blessing] = []
    /// The files that cannot be read, and why.
    package var problems: [RunHistoryError] = []

    /// A history without files.
    package init() {}
  }

  /// The files of the history, after checking that it is one; nil where there is none yet.
  private func paths() throws(RunHistoryError) -> [String]? {
    guard let paths = try files.paths() else { return nil }
    guard paths.contains(HistoryFile.mark.path) else {
      // A first addition that was killed on its way leaves nothing but parts of a history.
      let foreign = paths.first { HistoryPath($0) == .foreign }
      guard let foreign else { return paths }
      throw .foreign(
        place: files.place, found: "it holds other files ('\(foreign)')")
    }
    let mark = try files.contents(of: [HistoryFile.mark.path])
    let text = String(decoding: mark.first.flatMap(\.self) ?? [], as: UTF8.self)
    if text == HistoryFile.mark.text { return paths }
    if let version = HistoryFile.markVersion(in: text) {
      // A later minor version is read, and left as it is.
      guard !version.hasPrefix("1.") else { return paths }
      throw .newer(path: HistoryFile.mark.path, found: version)
    }
    if let foreign = paths.first(where: { HistoryPath($0) == .foreign }) {
      throw .foreign(
        place: files.place,
        found: "its '\(HistoryFile.mark.path)' is damaged, and it holds other files ('\(foreign)')")
    }
    guard HistoryFile.isDamagedMark(text, among: paths) else {
      throw .foreign(
        place: files.place, found: "its '\(HistoryFile.mark.path)' is not that of a history")
    }
    // A damaged mark among whole files: the next addition writes it again.
    return paths.filter { $0 != HistoryFile.mark.path }
  }

  /// The result of adding a record.
  package struct Addition: Hashable, Sendable {
    /// The path that was named.
    package var source: String
    package var summary: RunSummary
    /// A Boolean value that indicates whether the run had been in the history.
    package var isDuplicate: Bool
    /// The bytes that it adds, those of its list of cases included.
    package var bytes: Int
  }

  /// Adds records: all of them or none, where the place is a branch.
  ///
  /// - Parameter records: Records with their paths.
  /// - Returns: An addition for each record.
  /// - Throws: `RunHistoryError`.
  /// - Complexity: O(files + size of the records).
  package func add(
    _ records: [(record: RunRecord, path: String)]
  ) throws(RunHistoryError) -> [Addition] {
    let lock = try files.lock()
    defer { withExtendedLifetime(lock) {} }
    let known = Set(try paths() ?? [])
    // By name, those of this call too.
    var texts: [String: String] = [:]
    func text(of path: String) throws(RunHistoryError) -> String? {
      if let text = texts[path] { return text }
      return known.contains(path) ? try self.text(of: path) : nil
    }
    var added: [HistoryFile] = []
    var additions: [Addition] = []
    for (record, source) in records {
      let (summary, cases) = try RunSummary.summarize(record, of: source)
      let list = HistoryFile(path: cases.path, text: cases.text)
      let run = HistoryFile(path: summary.path, text: summary.text)
      let knownRun = try text(of: run.path)
      guard knownRun == nil || knownRun == run.text else { throw .taken(path: run.path) }
      // A list that was lost or damaged comes back with any run that needs it.
      var new = try text(of: list.path) == list.text ? [] : [list]
      if knownRun == nil { new.append(run) }
      for file in new { texts[file.path] = file.text }
      added += new
      additions.append(
        Addition(
          source: source, summary: summary, isDuplicate: knownRun != nil,
          bytes: new.reduce(0) { $0 + $1.text.utf8.count }))
    }
    try write(added, known, message: Self.message(of: additions))
    return additions
  }

  /// Adds an accepted change, unless it is there.
  ///
  /// - Parameter blessing: The acceptance.
  /// - Returns: The acceptance that was there, alike in everything but its time; nil if this one was
  ///   added.
  /// - Throws: `RunHistoryError`.
  /// - Complexity: O(size of the accepted changes + files).
  package func add(_ blessing: Blessing) throws(RunHistoryError) -> Blessing? {
    let lock = try files.lock()
    defer { withExtendedLifetime(lock) {} }
    let known = try paths() ?? []
    if let same = try blessings(at: known).blessings.first(where: blessing.isRepetition(of:)) {
      return same
    }
    let file = HistoryFile(path: blessing.path, text: blessing.text)
    try write(
      [file], Set(known),
      message: "Accept \(blessing.pattern) at \(blessing.commit.prefix(12))")
    return nil
  }

  private func text(of path: String) throws(RunHistoryError) -> String? {
    try files.contents(of: [path]).first.flatMap(\.self).map { String(decoding: $0, as: UTF8.self) }
  }

  private func write(
    _ added: [HistoryFile], _ known: Set<String>, message: String
  ) throws(RunHistoryError) {
    let mark = known.contains(HistoryFile.mark.path) ? [] : [HistoryFile.mark]
    guard !(mark + added).isEmpty else { return }
    try files.change(adding: mark + added, removing: [], message: message)
  }

  private static func message(of additions: [Addition]) -> String {
    let new = additions.filter { !$0.isDuplicate }
    guard let first = new.first else { return "Mend the mark" }
    let commit = first.summary.commit.sha.map { String($0.prefix(12)) } ?? "an unknown commit"
    return new.count == 1 ? "Add a run of \(commit)" : "Add \(new.count) runs"
  }

  /// The runs and accepted changes, with the files that cannot be read.
  ///
  /// - Throws: `RunHistoryError` where there is no history, or it cannot be read at all.
  /// - Complexity: O(size of the history).
  package func contents() throws(RunHistoryError) -> Contents {
    guard let paths = try paths() else {
      throw .missing(
        place: files.place,
        next: "add a record with: cvbench history add RECORD [--to PLACE]")
    }
    var contents = Contents()
    let listPaths = paths.filter { HistoryPath($0) == .cases }
    var lists: [String: HistoryCases] = [:]
    for (path, bytes) in zip(listPaths, try files.contents(of: listPaths)) {
      let list = HistoryCases(text: String(decoding: bytes ?? [], as: UTF8.self))
      if bytes != nil, path == list.path {
        lists[list.digest] = list
      } else {
        contents.problems.append(
          .damaged(path: path, problem: "its contents are not those that its name stands for"))
      }
    }
    let runPaths = paths.filter { HistoryPath($0) == .run }
    for (path, bytes) in zip(runPaths, try files.contents(of: runPaths)) {
      do throws(RunHistoryError) {
        guard let bytes else { throw RunHistoryError.damaged(path: path, problem: Self.unreadable) }
        let summary = try RunSummary(parsing: bytes, path: path)
        contents.runs.append(
          Run(summary: summary, cases: try Self.list(of: summary, at: path, lists)))
      } catch {
        contents.problems.append(error)
      }
    }
    contents.runs.sort {
      ($0.summary.startedAt, $0.summary.id) < ($1.summary.startedAt, $1.summary.id)
    }
    if !paths.contains(HistoryFile.mark.path) {
      contents.problems.append(
        .damaged(path: HistoryFile.mark.path, problem: "it is missing, or not whole"))
    }
    let accepted = try blessings(at: paths)
    contents.blessings = accepted.blessings
    contents.problems += accepted.problems
    return contents
  }

  /// The accepted changes alone, without the runs, and the files of them that cannot be read; none
  /// where there is no history.
  ///
  /// - Throws: `RunHistoryError` for another directory or branch, or one that cannot be read.
  package func blessings() throws(RunHistoryError) -> (
    blessings: [Blessing], problems: [RunHistoryError]
  ) {
    guard let paths = try paths() else { return ([], []) }
    return try blessings(at: paths)
  }

  private func blessings(
    at paths: [String]
  ) throws(RunHistoryError) -> (blessings: [Blessing], problems: [RunHistoryError]) {
    var (blessings, problems): ([Blessing], [RunHistoryError]) = ([], [])
    let own = paths.filter { HistoryPath($0) == .blessing }
    for (path, bytes) in zip(own, try files.contents(of: own)) {
      do throws(RunHistoryError) {
        guard let bytes else { throw RunHistoryError.damaged(path: path, problem: Self.unreadable) }
        blessings.append(try Blessing(parsing: bytes, path: path))
      } catch {
        problems.append(error)
      }
    }
    blessings.sort { ($0.blessedAt, $0.pattern) < ($1.blessedAt, $1.pattern) }
    return (blessings, problems)
  }

  private static let unreadable = "it cannot be read"

  /// The list of a run's cases.
  private static func list(
    of summary: RunSummary, at path: String, _ lists: [String: HistoryCases]
  ) throws(RunHistoryError) -> HistoryCases {
    guard path == summary.path else {
      throw .damaged(path: path, problem: "by its contents its name is '\(summary.path)'")
    }
    guard let list = lists[summary.caseList] else {
      throw .damaged(
        path: path,
        problem: "its list of cases '\(HistoryCases.path(of: summary.caseList))' is missing"
      )
    }
    guard summary.columns.allSatisfy({ $0.values.count == list.ids.count }) else {
      throw .damaged(path: path, problem: "it has another number of figures than cases")
    }
    return list
  }
}
