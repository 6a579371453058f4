internal import Foundation

/// A repository on this machine, asked by running git.
package struct GitRepository {
  let path: String
  /// Where programs are looked for; a parameter, so that a test can have none.
  let searchPath: String

  package init(path: String, searchPath: String? = nil) {
    self.path = path
    self.searchPath = searchPath ?? ProcessInfo.processInfo.environment["PATH"] ?? ""
  }

  /// What is asked of git for a log, besides the way in which names are told apart.
  ///
  /// The options say what the user's configuration might say otherwise. `-m` shows a merge as what it
  /// did to the first parent.
  static let logArguments = [
    "log", "--first-parent", "-m", "--reverse", "--name-status", "-M50%", "-l1000", "--root",
    "--no-color", "--no-ext-diff", "--no-relative", "--no-show-signature", "--no-notes",
    "--ignore-submodules=none", "--format=commit %H %ct",
  ]

  /// The same for what no option of older versions says.
  static let logSettings = ["-c", "log.showRoot=true", "-c", "log.diffMerges=first-parent"]

  /// The log of all first parents, the oldest first, its names ended by zero bytes.
  ///
  /// - Throws: `HistoryError` where there is no repository, no git or no whole history.
  package func log() throws(HistoryError) -> [UInt8] {
    guard !path.isEmpty, FileManager.default.fileExists(atPath: path + "/.") else {
      throw .missing(path: path)
    }
    guard
      let git = searchPath.split(separator: ":").map({ "\($0)/git" })
        .first(where: FileManager.default.isExecutableFile(atPath:))
    else { throw .noGit }
    let shallow = try run(git, ["rev-parse", "--is-shallow-repository"])
    guard shallow.status == 0 else {
      if shallow.error.contains("not a git repository") { throw .notARepository(path: path) }
      throw .gitFailed(path: path, reason: shallow.error)
    }
    if String(decoding: shallow.output, as: UTF8.self).hasPrefix("true") {
      throw .shallow(path: path)
    }
    guard try run(git, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]).status == 0 else {
      throw .noCommits(path: path)
    }
    let log = try run(git, Self.logSettings + Self.logArguments + ["-z", "HEAD"])
    guard log.status == 0 else { throw .gitFailed(path: path, reason: log.error) }
    return log.output
  }

  private func run(
    _ git: String, _ arguments: [String]
  ) throws(HistoryError) -> (output: [UInt8], error: String, status: Int32) {
    let process = Process()
    let output = Pipe()
    // A file, since two pipes that are read one after the other may both be full.
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("git-\(UUID().uuidString).err").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    guard FileManager.default.createFile(atPath: file, contents: nil),
      let error = FileHandle(forWritingAtPath: file)
    else {
      throw .gitFailed(
        path: path, reason: "no file can be made in '\(folder.path)'; make room there")
    }
    process.executableURL = URL(filePath: git)
    process.arguments = ["-C", path] + arguments
    process.environment = Self.environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = error
    let bytes: Data?
    do {
      try process.run()
      bytes = try output.fileHandleForReading.readToEnd()
    } catch {
      throw .gitFailed(path: path, reason: TraceFile.reason(error))
    }
    process.waitUntilExit()
    let said = (try? Data(contentsOf: URL(filePath: file))) ?? Data()
    let text = String(decoding: said, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let status = process.terminationReason == .exit ? process.terminationStatus : 128
    return (Array(bytes ?? Data()), text.isEmpty ? "it ended with status \(status)" : text, status)
  }

  /// What git sets for programs that it runs in one repository, as hooks are.
  private static let misleadingVariables = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_GRAFT_FILE",
    "GIT_SHALLOW_FILE", "GIT_REPLACE_REF_BASE",
  ]

  /// This process's, without what would make git look at another repository or speak another
  /// language.
  private static var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    for name in misleadingVariables { environment[name] = nil }
    environment["LC_ALL"] = "C"
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    environment["GIT_TERMINAL_PROMPT"] = "0"
    return environment
  }
}
