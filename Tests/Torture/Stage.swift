import Foundation
import Processes

/// A folder in which a command runs again and again from the same files.
struct Stage: Sendable {
  let subject: Subject
  let tool: String
  /// The library that makes calls fail.
  let interposer: String
  /// Whether only the first call from each call site counts.
  let countsCallSites: Bool
  /// The folder of the builds that commands compare.
  let builds: String
  /// The folder with what the command finds.
  let template: String
  /// Where it runs: a copy of that.
  let folder: String
  /// The file that the faults are told in.
  let state: String
  /// Where the command puts temporary files.
  let scratch: String

  /// The ending of one run, and what it left.
  struct Outcome {
    /// nil if the time was over.
    let ending: ProcessEnding?
    let errors: String
    /// What it said on standard output.
    let output: String
    let tree: FileTree
    /// What is left of temporary files elsewhere.
    let scratch: [String]
    /// Processes that were still there, and have been killed.
    let orphans: [String]
    let state: FaultState

    /// Whether a signal ended it.
    var wasKilled: Bool {
      if case .killed = ending { true } else { false }
    }
  }

  /// The stage in the folder `root`, where the command finds what lies in `template`.
  init(
    _ subject: Subject, _ arguments: TortureArguments, tool: String, template: String, root: String
  ) {
    (self.subject, self.tool, self.template) = (subject, tool, template)
    (interposer, countsCallSites) = (arguments.interposer, arguments.countsCallSites)
    builds = "\(root)/build"
    folder = "\(root)/work"
    state = "\(root)/state"
    scratch = "\(root)/tmp"
  }

  /// Puts the files back as they were.
  func reset() throws {
    for path in [folder, scratch] { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.createDirectory(
      atPath: scratch, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: template, toPath: folder)
    // Links, for what is replaced is the name.
    try? FileManager.default.removeItem(atPath: builds)
    try FileManager.default.createDirectory(atPath: builds, withIntermediateDirectories: true)
    for name in ["base", "cvbench"] {
      try FileManager.default.linkItem(atPath: tool, toPath: "\(builds)/\(name)")
    }
    try Data("#!/bin/sh\necho this is no build >&2\nexit 1\n".utf8)
      .write(to: URL(filePath: "\(builds)/other"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(builds)/other")
  }

  /// Runs the tool where the files are as they are.
  ///
  /// - Parameters:
  ///   - command: The arguments of the tool.
  ///   - trial: What goes wrong, and at which call; nil for nothing.
  ///   - seconds: The longest that it may take.
  /// - Returns: How it ended, and what is there now.
  /// - Throws: What the system says, if the tool cannot be started or its files not be read.
  func run(
    _ command: [String], _ trial: Series.Trial? = nil, seconds: Double
  ) throws -> Outcome {
    try FaultState.reset(state)
    let program = subject.runsReplaceableTool ? "\(builds)/cvbench" : tool
    let words =
      ["-u", "CI", "-u", "GITHUB_STEP_SUMMARY", "-C", folder] + variables(trial)
      + [program] + command
    let end = ContinuousClock.now + .seconds(seconds)
    let outcome: ExternalProgram.Outcome?
    do throws(ProcessError) {
      outcome = try ExternalProgram(path: "/usr/bin/env").run(
        words, isInterrupted: { ContinuousClock.now > end })
    } catch {
      guard error == .interrupted else { throw error }
      outcome = nil
    }
    let orphans = Orphans.end(startedWith: "FAULT_STATE=\(state)")
    return Outcome(
      ending: outcome?.ending, errors: outcome?.errorText ?? "",
      output: outcome?.text ?? "",
      tree: try FileTree(at: folder, skipping: subject.opaque),
      scratch: try FileTree(at: scratch).paths, orphans: orphans,
      state: try FaultState(at: state))
  }

  /// The variables of the tool, as env(1) takes them.
  private func variables(_ trial: Series.Trial?) -> [String] {
    var variables = [
      "LD_PRELOAD": interposer, "FAULT_STATE": state, "TMPDIR": scratch,
      "HOME": scratch, "COLUMNS": "80", "CVBENCH_LOCK_DIRECTORY": scratch,
      "SWIFT_BACKTRACE": "enable=no", "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_AUTHOR_NAME": "T", "GIT_AUTHOR_EMAIL": "t@localhost",
      "GIT_COMMITTER_NAME": "T", "GIT_COMMITTER_EMAIL": "t@localhost",
    ]
    if let programs = subject.programs {
      let usual = ProcessInfo.processInfo.environment["PATH"] ?? ""
      variables["PATH"] = "\(folder)/\(programs):\(usual)"
    }
    if countsCallSites { variables["FAULT_CALL_SITES"] = "1" }
    if let trial {
      let fault = trial.fault
      variables["FAULT_CALL"] = fault.call
      variables["FAULT_AT"] = fault.at(trial.number)
      variables["FAULT_ACTION"] = fault.action
      variables["FAULT_PROCESS"] = fault.place.rawValue
      variables["FAULT_TARGET"] = "\(builds)/cvbench"
      variables["FAULT_SOURCE"] = "\(builds)/other"
    }
    return variables.map { "\($0.key)=\($0.value)" }
  }
}
