import Foundation
import Processes

/// A folder in which a command runs again and again from the same files.
struct Stage {
  let arguments: TortureArguments
  let subject: Subject
  let tool: String
  /// The folder of the builds that commands compare.
  let builds: String
  /// What the command finds.
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

  init(_ arguments: TortureArguments, _ subject: Subject, tool: String, root: String) {
    (self.arguments, self.subject, self.tool) = (arguments, subject, tool)
    builds = "\(root)/build"
    template = "\(root)/before"
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
  ///   - fault: What goes wrong, and at which call; nil for nothing.
  ///   - seconds: The longest that it may take.
  /// - Returns: How it ended, and what is there now.
  /// - Throws: What the system says, if the tool cannot be started or its files not be read.
  func run(
    _ command: [String], _ fault: (Fault, number: Int)? = nil, seconds: Double
  ) throws -> Outcome {
    try FaultState.reset(state)
    let program = subject.runsReplaceableTool ? "\(builds)/cvbench" : tool
    let words =
      ["-u", "CI", "-u", "GITHUB_STEP_SUMMARY", "-C", folder] + variables(fault)
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
  private func variables(_ fault: (Fault, number: Int)?) -> [String] {
    var variables = [
      "LD_PRELOAD": arguments.interposer, "FAULT_STATE": state, "TMPDIR": scratch,
      "HOME": scratch, "COLUMNS": "80", "CVBENCH_LOCK_DIRECTORY": scratch,
      "SWIFT_BACKTRACE": "enable=no", "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_AUTHOR_NAME": "T", "GIT_AUTHOR_EMAIL": "t@localhost",
      "GIT_COMMITTER_NAME": "T", "GIT_COMMITTER_EMAIL": "t@localhost",
    ]
    if let programs = subject.programs {
      let usual = ProcessInfo.processInfo.environment["PATH"] ?? ""
      variables["PATH"] = "\(folder)/\(programs):\(usual)"
    }
    if let (fault, number) = fault {
      variables["FAULT_CALL"] = fault.call
      variables["FAULT_AT"] = fault.at(number)
      variables["FAULT_ACTION"] = fault.action
      variables["FAULT_PROCESS"] = fault.place.rawValue
      variables["FAULT_TARGET"] = "\(builds)/cvbench"
      variables["FAULT_SOURCE"] = "\(builds)/other"
    }
    return variables.map { "\($0.key)=\($0.value)" }
  }
}
