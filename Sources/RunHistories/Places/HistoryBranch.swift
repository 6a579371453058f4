import Foundation
import Processes
package import RunRecords

/// A history on a branch of a git repository that shares no commit with the others.
///
/// No work tree is needed, and none is touched. A change is one commit, made by `git fast-import`,
/// which moves the branch in its last step.
package struct HistoryBranch: HistoryFiles {
  /// The branch's name.
  private let name: String
  private let repository: GitRepository

  /// The usual name.
  package static let usualName = "cvbench-history"

  /// The history on a branch of a repository.
  ///
  /// - Parameters:
  ///   - name: The branch's name.
  ///   - directory: A directory in the repository.
  ///   - searchPath: The directories to look for git in; nil for `PATH`.
  package init(
    _ name: String = usualName, in directory: String = ".", searchPath: String? = nil
  ) {
    self.name = name
    repository = GitRepository(at: directory, searchPath: searchPath)
  }

  package var place: String { "the branch '\(name)'" }

  private var reference: String { "refs/heads/\(name)" }

  /// The newest commit: of the branch, else of the branch of that name that was last fetched.
  private func tip() throws(RunHistoryError) -> String? {
    try repository.requireHistory()
    if let tip = try hash(of: reference) { return tip }
    for remote in try repository.success(["remote"]).text.split(separator: "\n") {
      if let tip = try hash(of: "refs/remotes/\(remote)/\(name)") { return tip }
    }
    return nil
  }

  /// The commit that a reference names; nil if there is none of that name.
  private func hash(of reference: String) throws(RunHistoryError) -> String? {
    try repository.answerIfAny(["rev-parse", "--verify", "--quiet", reference])
  }

  package func paths() throws(RunHistoryError) -> [String]? {
    guard let tip = try tip() else { return nil }
    let listed = try repository.success(["ls-tree", "-r", "-z", "--name-only", "--full-tree", tip])
    let paths = String(decoding: listed.output, as: UTF8.self).split(separator: "\0")
      .map(String.init).sorted()
    guard !paths.isEmpty else {
      throw .foreign(place: place, found: "it has commits, and no file of a history")
    }
    return paths
  }

  package func contents(of paths: [String]) throws(RunHistoryError) -> [[UInt8]?] {
    guard !paths.isEmpty, let tip = try tip() else { return paths.map { _ in nil } }
    // A name with a line end would be two questions.
    let names = paths.map { $0.contains("\n") ? "\(tip):\n" : "\(tip):\($0)\n" }.joined()
    let answer = try repository.success(["cat-file", "--batch"], input: Data(names.utf8)).output
    var contents: [[UInt8]?] = []
    var rest = answer[...]
    for _ in paths {
      // `<hash> blob <bytes>`, the contents and an end of line; or `<name> missing`.
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
        contents.append(nil)
        continue
      }
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      let start = rest.index(after: end)
      guard let size = words.last.flatMap({ Int($0) }), 0..<(rest.endIndex - start) ~= size else {
        contents.append(nil)
        rest = rest[start...]
        continue
      }
      contents.append(words.contains("blob") ? Array(rest[start..<start + size]) : nil)
      rest = rest[(start + size + 1)...]
    }
    return contents
  }

  package func lock() throws(RunHistoryError) -> FileLock? {
    try repository.requireHistory()
    let directory = try repository.success(
      ["rev-parse", "--path-format=absolute", "--git-common-dir"])
    return try lock(directory: directory.text)
  }

  package func change(
    adding added: [HistoryFile], removing removed: [String], message: String
  ) throws(RunHistoryError) {
    let changes =
      added.map {
        "M 100644 inline \(quoted($0.path))\ndata \($0.text.utf8.count)\n\($0.text)"
      } + removed.map { "D \(quoted($0))" }
    try requireNoWorkTree()
    for attempt in 1... {
      let outcome = try commit(changes, message: message)
      if outcome.isSuccess { return }
      // Another process may have moved the branch meanwhile, and holds its lock for a moment.
      let isRefused = outcome.errorText.contains("fast_import_crash")
      guard attempt < Self.mostAttempts, !isRefused else {
        throw .unwritable(place: place, reason: "git fast-import: \(outcome.complaint)")
      }
      Pause.wait(seconds: Double.random(in: 0.01...0.02) * Double(attempt))
    }
  }

  /// Makes one commit of `changes`, in the language of git-fast-import(1).
  private func commit(
    _ changes: [String], merging theirs: String? = nil, message: String
  ) throws(RunHistoryError) -> ExternalProgram.Outcome {
    let time = Int(Date.now.timeIntervalSince1970)
    var lines = [
      "commit \(reference)", "committer \(repository.identity) \(time) +0000",
      "data \(message.utf8.count)", message,
    ]
    if let tip = try tip() { lines.append("from \(tip)") }
    if let theirs { lines.append("merge \(theirs)") }
    let stream = (lines + changes + ["done", ""]).joined(separator: "\n")
    return try repository.outcome(
      ["fast-import", "--quiet", "--done"], input: Data(stream.utf8))
  }

  /// The most times that a change is tried.
  private static let mostAttempts = 12

  /// Refuses a branch that is checked out: its work tree would seem to have been changed.
  private func requireNoWorkTree() throws(RunHistoryError) {
    let trees = try repository.success(["worktree", "list", "--porcelain"]).text
    var directory = ""
    for line in trees.split(separator: "\n") {
      if line.hasPrefix("worktree ") { directory = String(line.dropFirst(9)) }
      if line == "branch \(reference)" {
        throw .unwritable(
          place: place,
          reason: "it is checked out at '\(directory)'; check out another branch there")
      }
    }
  }
}

extension HistoryBranch {
  /// Pushes the branch; where others have pushed meanwhile, theirs is merged first.
  ///
  /// - Parameters:
  ///   - remote: The name or the address of a repository.
  ///   - attempts: The most pushes to try.
  /// - Throws: `RunHistoryError.unwritable` with git's words, `.noRepository` and `.git`; the branch here
  ///   stays as it is.
  package func push(to remote: String, attempts: Int = 20) throws(RunHistoryError) {
    try repository.requireHistory()
    if try hash(of: reference) == nil, let tip = try tip() {
      // Only the branch of a remote is known, as in a fresh clone.
      _ = try repository.success(["update-ref", reference, tip, ""])
    }
    for attempt in 1...attempts {
      let pushed = try repository.outcome(
        Self.withoutMaintenance + ["push", "--quiet", "--", remote, "\(reference):\(reference)"])
      if pushed.isSuccess { return }
      let isBehind = ["fetch first", "non-fast-forward"].contains { pushed.errorText.contains($0) }
      // Others push at this moment.
      let isBusy = [
        "failed to update ref", "cannot lock ref", "incorrect old value", "remote ref is",
      ]
      .contains { pushed.errorText.contains($0) }
      guard attempt < attempts, isBehind || isBusy else {
        let reason = pushed.errorText.split(separator: "\n")
          .first { $0.contains("rejected") || $0.hasPrefix("fatal:") }
        throw .unwritable(
          place: "\(place) of '\(remote)'",
          reason:
            "\(reason.map(String.init) ?? pushed.complaint); what is here stays, and the next "
            + "push takes it along")
      }
      if isBusy {
        Pause.wait(seconds: Double.random(in: 0.02...0.1) * Double(attempt))
      }
      try mergeBranch(of: remote)
    }
  }

  /// Options with which git leaves no process behind that tidies up.
  private static let withoutMaintenance = ["-c", "gc.auto=0", "-c", "maintenance.auto=false"]

  /// Merges the branch of `remote`, without a work tree.
  ///
  /// Of each file the side counts that has changed it since both had the same; of two that have, the
  /// one here. Git's own merge would take a pruned run and a new one for a file that was renamed.
  private func mergeBranch(of remote: String) throws(RunHistoryError) {
    // A reference of one's own: any other fetch at this moment changes FETCH_HEAD.
    let fetched = "refs/cvbench/fetched-\(ProcessInfo.processInfo.processIdentifier)"
    _ = try repository.success(
      Self.withoutMaintenance + ["fetch", "--quiet", "--", remote, "+\(reference):\(fetched)"])
    defer { _ = repository.line(["update-ref", "-d", fetched]) }
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    guard let ours = try tip() else { return }
    let theirs = try repository.success(["rev-parse", "--verify", "\(fetched)^{commit}"]).text
    let base = try repository.answerIfAny(["merge-base", ours, theirs])
    guard base != theirs else { return }
    let known = try base.map { hash throws(RunHistoryError) in try objects(at: hash) } ?? [:]
    let (own, others) = (try objects(at: ours), try objects(at: theirs))
    try requireHistory(others, of: remote)
    let hasNewRuns = Self.hasNewRuns(own, since: known)
    let changes = Set(known.keys).union(others.keys).sorted().compactMap { path -> String? in
      guard others[path] != known[path], own[path] == known[path] else { return nil }
      if let hash = others[path] { return "M 100644 \(hash) \(quoted(path))" }
      // A list that others need no more may be that of a run from here; the next prune knows.
      return hasNewRuns && HistoryPath(path) == .cases ? nil : "D \(quoted(path))"
    }
    // And the other way round.
    let lists = Self.hasNewRuns(others, since: known) ? others.keys.sorted() : []
    let kept = lists.compactMap { path -> String? in
      guard HistoryPath(path) == .cases, own[path] == nil, known[path] != nil else { return nil }
      return others[path].map { "M 100644 \($0) \(quoted(path))" }
    }
    let outcome = try commit(
      changes + kept, merging: theirs, message: "Merge the history of others")
    guard outcome.isSuccess else {
      throw .unwritable(place: place, reason: "git fast-import: \(outcome.complaint)")
    }
  }

  /// Refuses to merge a branch of a remote that is no history.
  private func requireHistory(
    _ files: [String: String], of remote: String
  ) throws(RunHistoryError) {
    let foreign = files.keys.sorted().first { HistoryPath($0) == .foreign }
    var mark = "none"
    if let hash = files[HistoryFile.mark.path] {
      mark = try repository.success(["cat-file", "blob", hash]).text
    }
    let isHistory =
      HistoryFile.markVersion(in: mark) != nil
      || HistoryFile.isDamagedMark(mark, among: files.keys)
    guard foreign != nil || !isHistory else { return }
    throw .foreign(
      place: "\(place) of '\(remote)'",
      found: foreign.map { "it holds other files ('\($0)')" }
        ?? "its '\(HistoryFile.mark.path)' is missing, or not that of a history")
  }

  private static func hasNewRuns(
    _ files: [String: String], since known: [String: String]
  ) -> Bool {
    files.keys.contains { known[$0] == nil && HistoryPath($0) == .run }
  }

  /// A name as git-fast-import(1) reads it, whatever characters it has.
  private func quoted(_ path: String) -> String {
    let text = path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    return "\"\(text)\""
  }

  /// The hashes of all files at a commit, by name.
  private func objects(at commit: String) throws(RunHistoryError) -> [String: String] {
    // `<mode> blob <hash>` and a tabulator before each name.
    let listed = try repository.success(["ls-tree", "-r", "-z", "--full-tree", commit])
    var objects: [String: String] = [:]
    for entry in String(decoding: listed.output, as: UTF8.self).split(separator: "\0") {
      let parts = entry.split(separator: "\t", maxSplits: 1)
      guard parts.count == 2, let hash = parts[0].split(separator: " ").last else { continue }
      objects[String(parts[1])] = String(hash)
    }
    return objects
  }
}
