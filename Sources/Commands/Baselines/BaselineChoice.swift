import Analysis
import ArgumentParser
import Benchmarking
import Foundation
import Reports
import RunRecords

/// Baselines as the command line names them.
enum BaselineChoice {
  /// Completes a name of a baseline.
  static let completion = CompletionKind.custom { _, _, _ in BaselineStore().names }

  /// Completes a name of a baseline, or the path of a record.
  static let completionOrRecord = CompletionKind.custom { _, _, word in
    let slash = word.lastIndex(of: "/")
    let directory = slash.map { String(word[...$0]) } ?? ""
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: directory.isEmpty ? "." : directory)) ?? []
    let paths = names.sorted().compactMap { name -> String? in
      let path = directory + name
      guard !name.hasPrefix(".") else { return nil }
      let values = try? URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey])
      return values?.isDirectory == true
        ? path + "/" : name.hasSuffix(".json") ? path : nil
    }
    return (directory.isEmpty ? BaselineStore().names : []) + paths
  }

  /// Returns the baseline that `text` means; nil where it names a file.
  ///
  /// A text with a slash, or that ends in `.json`, is a path. A baseline comes before a file of its
  /// name.
  ///
  /// - Throws: `ToolError.record` for a baseline that cannot be read.
  static func meant(by text: String) throws(ToolError) -> Baseline? {
    guard BaselineStore.isName(text) else { return nil }
    return try ToolError.wrap(try BaselineStore().baseline(named: text), as: ToolError.record)
  }

  /// Returns the baseline called `name`.
  ///
  /// - Throws: `ToolError.unknownName` where there is none.
  static func named(_ name: String) throws(ToolError) -> Baseline {
    guard let baseline = try meant(by: name) else { throw unknown(name, kind: "baseline") }
    return baseline
  }

  /// Refuses a `text` that is neither a baseline nor a file.
  static func requireFile(_ text: String) throws(ToolError) {
    guard BaselineStore.isName(text), !FileManager.default.fileExists(atPath: text) else { return }
    throw unknown(text)
  }

  /// The path of the record that `text` names, a file or a baseline.
  ///
  /// - Throws: `ToolError.record` for a baseline that cannot be read.
  static func recordPath(_ text: String) throws(ToolError) -> String {
    try meant(by: text)?.recordPath ?? text
  }

  private static func unknown(_ name: String, kind: String = "baseline or file") -> ToolError {
    let known = BaselineStore().names
    guard known.isEmpty else {
      return .unknownName(kind: kind, found: name, known: known)
    }
    let proposed = BaselineStore.isName(name) ? name : "NAME"
    return .noBaseline(
      reason: "there is neither a baseline nor a file '\(name)'; save a baseline with: "
        + "\(RootCommand.invocation) run --save-baseline \(proposed)")
  }

  /// Refuses a name that no baseline can have.
  static func checkName(_ name: String, option: String) throws(ToolError) {
    guard !BaselineStore.isName(name) else { return }
    throw .invalidValue(
      option: option, found: name,
      reason: "write up to 64 letters, digits, '.', '_' and '-', beginning with a letter or a "
        + "digit, and not ending in .json")
  }

  /// Returns the newest complete run of this host in the usual directory, other than `baseline`'s
  /// own, and says which it is and what it skipped.
  ///
  /// - Throws: `ToolError.noBaseline` where there is none.
  static func newestRecord(
    otherThan baseline: Baseline
  ) throws(ToolError) -> (path: String, record: RunRecord) {
    let directory = RecordDestination.defaultDirectory
    let newest = NewestRun(
      in: directory, hostKey: MachineContext.current().hostKey, otherThan: baseline.record.run.id)
    for reason in newest.skipped { Console.reportError("Skipped: \(reason)") }
    guard let found = newest.found else {
      throw .noBaseline(
        reason: "\(directory) holds no complete run of this host to compare with the baseline "
          + "'\(baseline.name)'; make one with: \(RootCommand.invocation) run, or name one")
    }
    Console.reportError(
      "Comparing with \(found.path), the newest complete run of this host in \(directory).")
    return found
  }
}

extension Baseline {
  /// Copies the running executable beside `record`, under `name`.
  ///
  /// - Throws: `ToolError.noBaseline` for a run that is not complete, and where it cannot be saved.
  static func save(_ outcome: RunOutcome, as name: String) throws(ToolError) {
    let record = outcome.record
    let failed = record.summary.failed + record.summary.timeout
    guard outcome.ending == .completed, failed == 0, record.summary.ok > 0 else {
      let reason =
        outcome.ending != .completed
        ? "the run is incomplete; continued with --resume --save-baseline \(name), it will be"
        : failed > 0 ? "\(DisplayFormat.cases(failed)) failed" : "nothing was measured"
      throw .noBaseline(reason: "the baseline '\(name)' was not saved, as \(reason)")
    }
    let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    do throws(BaselineError) {
      try BaselineStore().save(
        record, as: name, executable: "/proc/self/exe", called: RootCommand.name,
        with: [
          executable.deletingLastPathComponent().appending(path: PeakCounter.fileName)
            .path
        ])
    } catch {
      throw ToolError(error)
    }
  }

  /// One line for readers: the time, the commit, the machine and whether the build is there.
  var summary: String {
    let git = record.builds.first?.git
    let commit =
      git?.sha.map { String($0.prefix(12)) + (git?.dirty == true ? " with changes" : "") }
      ?? "commit unknown"
    let cpu = record.environment.cpu
    let machine = "\(cpu.model ?? "unknown CPU") × \(cpu.logical)"
    return "\(record.run.startedAt)  \(commit)  \(machine)"
      + (executable == nil ? "  (its build is gone)" : "")
  }

  /// A warning where the baseline was measured on another machine than this one; nil where not.
  func hostWarning(here hostKey: String) -> String? {
    guard let difference = KeyDifference(baseline: record.environment.hostKey, candidate: hostKey)
    else { return nil }
    func list(_ parts: [String]) -> String {
      parts.isEmpty ? "nothing more" : parts.joined(separator: "; ")
    }
    return "warning: the baseline '\(name)' was measured on another machine: "
      + "\(list(difference.baseline)) there, \(list(difference.candidate)) here"
  }
}

extension ToolError {
  /// The tool's error for a baseline.
  init(_ error: BaselineError) {
    self =
      switch error {
      case .noDigest, .changedExecutable, .noBuild, .unverified:
        .noBaseline(reason: error.description)
      case .unwritable(let path, let reason): .cannotWrite(path: path, reason: reason)
      case .record(let error): .record(error)
      }
  }
}
