import RunRecords

/// The kind of a file of a history, by its name.
enum HistoryPath: Hashable {
  case mark, cases, run, blessing
  /// A file that a process was killed over, before it had its name.
  case leftover
  case foreign

  init(_ path: String) {
    let name = path.split(separator: "/").last ?? ""
    self =
      if path == HistoryFile.mark.path {
        .mark
      } else if AtomicFile.isLeftover(String(name)) {
        .leftover
      } else if path.hasPrefix("cases/"), path.hasSuffix(".txt") {
        .cases
      } else if path.hasPrefix("runs/"), path.hasSuffix(".json") {
        .run
      } else if path.hasPrefix("blessings/"), path.hasSuffix(".json") {
        .blessing
      } else {
        .foreign
      }
  }
}

extension RunHistory {
  /// The findings of a check of all files.
  package struct Check: Sendable {
    /// The contents, with the files that cannot be read.
    package var contents: Contents
    /// The files that are no part of a history.
    package var foreign: [String] = []
    /// Parts of files that a killed process left.
    package var leftovers: [String] = []
    /// Lists of cases that no run names.
    package var unusedLists: [String] = []
  }

  /// Reads every file.
  ///
  /// - Throws: `RunHistoryError` where there is no history, or it cannot be read at all.
  /// - Complexity: O(size of the history).
  package func check() throws(RunHistoryError) -> Check {
    var check = Check(contents: try contents())
    let used = Set(check.contents.runs.map(\.cases.path))
    // A run that cannot be read may need any list.
    let mayDropLists = !check.contents.problems.contains { problem in
      if case .damaged(let path, _) = problem { return HistoryPath(path) == .run }
      if case .newer = problem { return true }
      return false
    }
    for path in try files.paths() ?? [] {
      switch HistoryPath(path) {
      case .foreign: check.foreign.append(path)
      case .leftover: check.leftovers.append(path)
      case .cases where mayDropLists && !used.contains(path): check.unusedLists.append(path)
      default: break
      }
    }
    return check
  }

  /// Removes the files that cannot be read, and writes the mark of the history where it is damaged.
  ///
  /// - Returns: The names of the removed files.
  /// - Throws: `RunHistoryError`.
  package func removeDamaged() throws(RunHistoryError) -> [String] {
    let lock = try files.lock()
    defer { withExtendedLifetime(lock) {} }
    let mark = HistoryFile.mark
    let damaged = try contents().problems.compactMap { problem in
      if case .damaged(let path, _) = problem { path } else { nil }
    }
    let removed = damaged.filter { $0 != mark.path }
    if !damaged.isEmpty {
      try files.change(
        adding: damaged == removed ? [] : [mark], removing: removed,
        message: "Mend \(damaged.count) damaged files")
    }
    return removed
  }

  /// Removes all but the newest runs, lists of cases that no run needs, and leftovers.
  ///
  /// - Parameter count: The number of runs to keep.
  /// - Returns: The names of the removed files.
  /// - Throws: `RunHistoryError`.
  package func prune(keeping count: Int) throws(RunHistoryError) -> [String] {
    let lock = try files.lock()
    defer { withExtendedLifetime(lock) {} }
    let check = try check()
    let runs = check.contents.runs
    let kept = Set(runs.suffix(count).map(\.cases.path))
    let old = runs.dropLast(count)
    let lists = Set(old.map(\.cases.path)).subtracting(kept)
    let isWhole = check.contents.problems.isEmpty
    let removed =
      old.map(\.summary.path) + (isWhole ? lists.sorted() : []) + check.unusedLists
      + check.leftovers
    if !removed.isEmpty {
      try files.change(
        adding: [], removing: removed, message: "Remove \(old.count) of \(runs.count) runs")
    }
    return removed
  }
}
