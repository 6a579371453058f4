package import Foundation

/// A one-shot program of the system, such as git or valgrind: it is started, and runs to its end.
///
///     guard let git = ExternalProgram(named: "git") else { return nil }
///     let outcome = try git.run(["rev-parse", "HEAD"])
///     return outcome.isSuccess ? outcome.text : nil
///
/// Worker processes, which live on and answer requests, are `ChildProcess`.
package struct ExternalProgram: Sendable {
  /// The executable file.
  package let path: String

  /// The program at `path`.
  package init(path: String) { self.path = path }

  /// The running executable, even if its file has been replaced since.
  package static let current = ExternalProgram(path: "/proc/self/exe")

  /// Looks a program up as a shell does: the first executable file of that name; nil if there is none.
  ///
  /// - Parameters:
  ///   - name: The name of a file.
  ///   - searchPath: The directories to look in, separated by colons; nil for `PATH`.
  package init?(named name: String, in searchPath: String? = nil) {
    let directories = searchPath ?? ProcessInfo.processInfo.environment["PATH"] ?? ""
    let paths = directories.split(separator: ":").map { "\($0)/\(name)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      return nil
    }
    self.path = path
  }

  /// This process's environment without the variables that point git to another repository: git sets
  /// them for hooks and for the commands of a rebase.
  package static var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { !gitVariables.contains($0.key) }
  }

  /// The same for git: no other language, no locks that can be done without, and no question for a
  /// password.
  package static var gitEnvironment: [String: String] {
    environment.merging(
      ["LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"]
    ) { $1 }
  }

  private static let gitVariables: Set = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_GRAFT_FILE",
    "GIT_SHALLOW_FILE", "GIT_REPLACE_REF_BASE",
  ]
}

extension ExternalProgram {
  /// The destination of everything that a program writes.
  package enum Output {
    /// The outcome of the run has it.
    case captured
    /// It goes where this process writes.
    case inherited
  }

  /// The ending of a program, and its output.
  package struct Outcome: Sendable {
    /// The bytes on standard output.
    package let output: Data
    /// The bytes on standard error.
    package let errors: Data
    package let ending: ProcessEnding

    /// A Boolean value that indicates whether the program ended with status 0.
    package var isSuccess: Bool { ending == .exited(status: 0) }

    /// The standard output as text without surrounding white space.
    package var text: String { Self.trimmed(output) }

    /// The standard error as text without surrounding white space.
    package var errorText: String { Self.trimmed(errors) }

    /// The last line on standard error, or how the program ended.
    package var complaint: String {
      errorText.split(separator: "\n").last.map(String.init) ?? "it \(ending)"
    }

    private static func trimmed(_ bytes: Data) -> String {
      String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// Runs the program to its end. What it leaves behind in its group is killed then.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the program's name.
  ///   - environment: All variables.
  ///   - input: The bytes on its standard input.
  ///   - output: Where its output goes.
  ///   - limit: The most bytes to keep of each of its outputs; a program that writes more is killed.
  ///   - isInterrupted: Asked several times a second. Once it is true, the program and everything
  ///     that it started are ended: by SIGTERM, and two seconds later by SIGKILL.
  /// - Returns: How it ended.
  /// - Throws: `ProcessError`.
  /// - Complexity: O(bytes that it writes), in memory too: at most twice `limit`.
  package func run(
    _ arguments: [String], environment: [String: String] = ExternalProgram.environment,
    input: Data? = nil, output: Output = .captured, limit: Int = InputLimit.data,
    isInterrupted: () -> Bool = { false }
  ) throws(ProcessError) -> Outcome {
    if isInterrupted() { throw .interrupted }
    let process = try PipedProcess(
      path, arguments, environment: environment, hasInput: input != nil,
      isCaptured: output == .captured)
    defer { process.kill() }
    if let input {
      do throws(SystemError) {
        try process.writeInBackground(input)
      } catch {
        throw .pipeFailed(path: path, reason: "no thread can write to it: \(error.text)")
      }
    }
    var (written, errors) = (Data(), Data())
    while true {
      let hasEnded = !process.isRunning
      let bytes = process.read(milliseconds: hasEnded ? 0 : process.isOpen ? 20 : 1)
      written += bytes.output
      errors += bytes.errors
      guard max(written.count, errors.count) <= limit else {
        throw .tooMuchOutput(path: path, limit: limit)
      }
      // It may wait for ever to write what is not read any more.
      if let failure = process.failure { throw .pipeFailed(path: path, reason: failure.text) }
      // Everything that the program wrote is in the pipes by its end.
      if hasEnded, bytes.output.isEmpty, bytes.errors.isEmpty { break }
      if isInterrupted() {
        process.terminate(graceSeconds: 2)
        throw .interrupted
      }
    }
    return Outcome(output: written, errors: errors, ending: process.ending)
  }

  /// Returns the answer of a program that succeeds.
  ///
  /// - Parameters:
  ///   - name: A program to look up in `PATH`.
  ///   - arguments: Its arguments.
  ///   - input: The bytes on its standard input.
  /// - Returns: Its output without surrounding white space; nil if the program is missing, fails or
  ///   writes nothing.
  package static func answer(
    of name: String, _ arguments: [String], input: Data? = nil
  ) -> String? {
    guard let outcome = try? ExternalProgram(named: name)?.run(arguments, input: input),
      outcome.isSuccess, !outcome.text.isEmpty
    else { return nil }
    return outcome.text
  }
}
