import Foundation
import Processes
import RunRecords

/// What a command may do at a fault, and what it must not.
struct Judge {
  let subject: Subject
  let before: FileTree
  let after: FileTree
  /// The files that are different in every run.
  let varying: Set<String>
  /// Those of them that are records of runs.
  let records: Set<String>

  /// Returns everything that is wrong with the outcome of a run with `fault`.
  func complaints(about outcome: Stage.Outcome, with fault: Fault) -> [String] {
    var found: [String] = []
    if outcome.ending == nil { found.append("it hung") }
    for orphan in outcome.orphans { found.append("it left the process \(orphan)") }
    found += complaints(aboutFilesOf: outcome, with: fault)
    if !outcome.wasKilled {
      for path in outcome.scratch where !isUnremovable(path, outcome, fault) {
        found.append("it left '\(path)' among temporary files")
      }
    }
    guard let ending = outcome.ending else { return found }
    switch ending {
    case .killed(let signal):
      // The runtime stops a program that has no memory by SIGABRT, libraries by an unchecked pointer.
      let stops = [SIGABRT, SIGILL, SIGTRAP, SIGSEGV]
      let isStated =
        fault.killsCommand
        ? signal == SIGKILL
        : fault.call == "allocate" && fault.place == .main && stops.contains(signal)
      if !isStated { found.append("it was ended by signal \(signal): \(outcome.errors)") }
    case .exited(let status):
      found += complaints(about: outcome, endedWith: status, fault)
    }
    return found
  }

  private func complaints(
    about outcome: Stage.Outcome, endedWith status: Int32, _ fault: Fault
  ) -> [String] {
    var found: [String] = []
    if fault.killsCommand { found.append("it outlived SIGKILL, with status \(status)") }
    guard !subject.usualStatuses.contains(status) else {
      // `bisect` may end well without keeping what it found out, if it says so.
      let isTold = fault.words != nil && tells(fault, outcome.errors)
      for path in after.paths
      where !isNew(path, in: outcome.tree, lacksFact: lacksFact(outcome, fault))
        && !(isTold && isProgress(path))
      {
        found.append("it ended with \(status), and '\(path)' is not what it should be")
      }
      if fault.losesData, isOutput(outcome),
        subject.progress == nil || !tells(fault, outcome.errors)
      {
        found.append("it ended with \(status), and did not tell: \(outcome.state.what)")
      }
      return found
    }
    if ![1, 2, 3, 4, 5, 6, 70, 74, 130].contains(status) {
      found.append("the status \(status) is not documented: \(outcome.errors)")
    }
    if fault.isHarmless { found.append("it ended with \(status): \(outcome.errors)") }
    if fault.losesData, isOutput(outcome), status != 74 {
      found.append("it ended with \(status), and not with 74: \(outcome.errors)")
    }
    let isSilenced = fault.call == "print" && fault.isError
    // The answer itself says that a case failed, that a process was stopped, or why nothing could be
    // measured.
    let told = [3, 5].contains(status) ? outcome.errors + outcome.output : outcome.errors
    if told.isEmpty, !isSilenced { found.append("it ended with \(status) silently") }
    if fault.place == .main, !isSilenced, !tells(fault, told),
      !names(outcome.state.path, in: told)
    {
      found.append("'\(outcome.errors)' does not name what failed")
    }
    return found
  }

  /// Whether `name` is that of a file or folder that a killed process may leave.
  static func isLeftover(_ name: String) -> Bool {
    AtomicFile.isLeftover(name) || BaselineStore.isDraft(name)
  }

  /// Whether each file is the old one or the new one, and nothing else is there.
  private func complaints(
    aboutFilesOf outcome: Stage.Outcome, with fault: Fault
  ) -> [String] {
    let tree = outcome.tree
    let lacksFact = lacksFact(outcome, fault)
    var found: [String] = []
    for path in Set(tree.paths).union(before.paths).sorted() {
      if tree.agrees(with: before, at: path) { continue }
      if isNew(path, in: tree, lacksFact: lacksFact) { continue }
      if !tree.contains(path) {
        if after.contains(path) { found.append("'\(path)' is gone") }
      } else if path.split(separator: "/").contains(where: { Self.isLeftover(String($0)) }) {
        // As after SIGKILL: a process without memory has no time to remove anything either.
        if !outcome.wasKilled, !isUnremovable(path, outcome, fault) {
          found.append("it left '\(path)'")
        }
      } else if isProgress(path), tree.isDocument(path) {
        continue
      } else if before.contains(path) || after.contains(path) {
        found.append("'\(path)' is neither the old file nor the new one")
      } else if !subject.leftovers.contains(where: path.hasSuffix) {
        found.append("it left '\(path)'")
      }
    }
    return found
  }

  /// Whether the file at `path` could not be removed: it stays, and the next command removes it.
  private func isUnremovable(_ path: String, _ outcome: Stage.Outcome, _ fault: Fault) -> Bool {
    fault.call == "unlink" && outcome.state.path?.contains(path) == true
  }

  /// The files that tell what machine this is.
  private static let facts = [
    "/proc/cpuinfo", "/proc/sys/", "/etc/os-release", "/usr/lib/os-release",
  ]

  /// Whether a file that tells what machine this is could not be read: that is unknown then, in
  /// whatever shows it. Or a library, and an output says so: functions have no names then.
  private func lacksFact(_ outcome: Stage.Outcome, _ fault: Fault) -> Bool {
    guard let path = outcome.state.path, fault.isError, !fault.isHarmless else { return false }
    guard ["open", "read"].contains(fault.call) else { return false }
    return Self.facts.contains(where: path.hasPrefix)
      || (path.contains(".so") && outcome.tree.mentions(path))
  }

  /// Whether `path` is in `tree` as a run without faults leaves it.
  ///
  /// With `lacksFact`, a file may say that the machine is unknown, so its contents may differ; a file
  /// in JSON must still be a whole document.
  func isNew(_ path: String, in tree: FileTree, lacksFact: Bool = false) -> Bool {
    if !varying.contains(path), tree.agrees(with: after, at: path) { return true }
    guard varying.contains(path) || lacksFact else { return false }
    if lacksFact, tree.agrees(with: before, at: path) { return false }
    guard path.hasSuffix(".json") else { return tree.contains(path) }
    guard tree.isDocument(path), !tree.agrees(with: before, at: path) else { return false }
    return !records.contains(path) || (try? RunRecord.read(from: "\(tree.folder)/\(path)")) != nil
  }

  /// Whether the call that failed was on a file in the command's folder; its path may be relative to
  /// that.
  private func isOutput(_ outcome: Stage.Outcome) -> Bool {
    guard let path = outcome.state.path else { return false }
    return path.hasPrefix(outcome.tree.folder) || after.contains(path)
  }

  /// Whether a message has the system's words for `fault`.
  private func tells(_ fault: Fault, _ message: String) -> Bool {
    // Lines may end anywhere between words.
    let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return fault.words?.contains(where: line.contains) ?? true
  }

  /// Whether the file at `path` says how far the command has come.
  private func isProgress(_ path: String?) -> Bool {
    guard let path, let progress = subject.progress else { return false }
    return path.hasSuffix(progress)
  }

  private func names(_ path: String?, in message: String) -> Bool {
    guard let name = path?.split(separator: "/").last else { return false }
    return message.contains(name)
  }
}
