import Foundation
import Processes

/// A history on a branch of a git repository that shares no commit with the others.
///
/// No work tree is needed, and none is touched. A change is one commit, made by `git fast-import`,
/// which moves the branch in its last step.
package struct HistoryBranch: HistoryFiles {
  /// The branch's name.
  private let name: String
  private let repository: GitCommands

  /// The usual name.
  package static let usualName = "cvbench-history"

  /// The history on the branch called `name` of the repository around `directory`.
  package init(_ name: String = usualName, in directory: String = ".") {
    self.name = name
    repository = GitCommands(directory)
  }

  package var place: String { "the branch '\(name)'" }

  private var reference: String { "refs/heads/\(name)" }

  /// The newest commit: of the branch, else of the branch of that name that was last fetched.
  private func tip() throws(RunHistoryError) -> String? {
    try repository.require()
    if let tip = repository.line(["rev-parse", "--verify", "--quiet", reference]) { return tip }
    let remotes = repository.line(["remote"])?.split(separator: "\n").map(String.init) ?? []
    return remotes.lazy.compactMap {
      repository.line(["rev-parse", "--verify", "--quiet", "refs/remotes/\($0)/\(name)"])
    }.first
  }

  package func paths() throws(RunHistoryError) -> [String]? {
    guard let tip = try tip() else { return nil }
    let listed = try repository.run(["ls-tree", "-r", "-z", "--name-only", "--full-tree", tip])
    return String(decoding: listed.output, as: UTF8.self).split(separator: "\0")
      .map(String.init).sorted()
  }

  package func contents(of paths: [String]) throws(RunHistoryError) -> [[UInt8]] {
    guard !paths.isEmpty, let tip = try tip() else { return [] }
    let names = paths.map { "\(tip):\($0)\n" }.joined()
    let answer = try repository.run(["cat-file", "--batch"], input: Data(names.utf8)).output
    var contents: [[UInt8]] = []
    var rest = answer[...]
    for path in paths {
      // `<hash> blob <bytes>`, the contents, and an end of line.
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")),
        let size = Int(
          String(decoding: rest[..<end], as: UTF8.self).split(separator: " ").last ?? ""),
        rest.endIndex - end > size + 1
      else { throw .unreadable(path: path, reason: "git does not find it on \(place)") }
      let start = rest.index(after: end)
      contents.append(Array(rest[start..<start + size]))
      rest = rest[(start + size + 1)...]
    }
    return contents
  }

  package func change(
    adding added: [HistoryFile], removing removed: [String], message: String
  ) throws(RunHistoryError) {
    try requireNoWorkTree()
    let tip = try tip()
    var stream = Data()
    func write(_ text: String) { stream += Data((text + "\n").utf8) }
    write("commit \(reference)")
    write("committer \(try repository.identity()) \(Int(Date.now.timeIntervalSince1970)) +0000")
    write("data \(message.utf8.count)\n\(message)")
    if let tip { write("from \(tip)") }
    for file in added {
      write("M 100644 inline \(file.path)\ndata \(file.text.utf8.count)\n\(file.text)")
    }
    for path in removed { write("D \(path)") }
    write("done")
    let outcome = try repository.outcome(["fast-import", "--quiet", "--done"], input: stream)
    guard outcome.isSuccess else {
      throw .unwritable(place: place, reason: "git fast-import: \(outcome.complaint)")
    }
  }

  /// Refuses a branch that is checked out: its work tree would seem to have been changed.
  private func requireNoWorkTree() throws(RunHistoryError) {
    let trees = repository.line(["worktree", "list", "--porcelain"]) ?? ""
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
  /// - Throws: `RunHistoryError.git` with git's words.
  package func push(to remote: String, attempts: Int = 5) throws(RunHistoryError) {
    for attempt in 1...attempts {
      let pushed = try repository.outcome(["push", "--quiet", remote, "\(reference):\(reference)"])
      if pushed.isSuccess { return }
      guard attempt < attempts, pushed.errorText.contains("reject") else {
        throw .git(
          reason: "\(place) was changed here and not pushed to '\(remote)': \(pushed.complaint)")
      }
      try mergeBranch(of: remote)
    }
  }

  /// Merges the branch of `remote`, without a work tree.
  private func mergeBranch(of remote: String) throws(RunHistoryError) {
    guard let ours = repository.line(["rev-parse", "--verify", "--quiet", reference]) else {
      return
    }
    _ = try repository.run(["fetch", "--quiet", remote, reference])
    let theirs = try repository.run(["rev-parse", "FETCH_HEAD"]).text
    // The last line is the tree, or the messages after it; the names of files never collide.
    let merged = try repository.run(
      ["merge-tree", "--write-tree", "--allow-unrelated-histories", ours, theirs])
    let tree = merged.text.split(separator: "\n").first.map(String.init) ?? ""
    let identity = try repository.identity()
    let commit = try repository.run(
      ["commit-tree", tree, "-p", ours, "-p", theirs, "-m", "Merge the history of others"],
      environment: GitCommands.variables(of: identity)
    ).text
    _ = try repository.run(["update-ref", reference, commit, ours])
  }
}
