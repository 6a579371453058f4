import Foundation
package import Processes

extension ExternalProgram {
  /// Runs a line of a shell to its end.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - directory: The working directory.
  ///   - environment: All variables.
  /// - Returns: The outcome of the last command of the line.
  /// - Throws: `ProcessError`.
  package static func shell(
    _ line: String, in directory: String,
    environment: [String: String] = ExternalProgram.environment
  ) throws(ProcessError) -> Outcome {
    try ExternalProgram(path: "/bin/sh")
      .run(["-c", "cd \"$0\" && eval \"$1\"", directory, line], environment: environment)
  }

  /// The variables of a git that no user has configured, with `home` as the user's folder.
  package static func unconfiguredGit(home: String) -> [String: String] {
    [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": home,
      "GIT_CONFIG_NOSYSTEM": "1",
    ]
  }
}

extension ProcessEnding {
  /// The status that a shell gives: 128 and the signal, for a death by one.
  package var shellStatus: Int32 {
    switch self {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    }
  }
}

extension TemporaryFolder {
  /// Returns what a line of shell prints in the folder, where git has no user's configuration.
  ///
  /// - Throws: `ProcessError`, or `Failure` where the line fails.
  @discardableResult
  package func shell(_ line: String) throws -> String {
    let outcome = try ExternalProgram.shell(
      line, in: path, environment: ExternalProgram.unconfiguredGit(home: path))
    guard outcome.isSuccess else { throw Failure(description: "\(line): \(outcome.errorText)") }
    return outcome.text
  }

  /// A line of shell that failed.
  package struct Failure: Error, CustomStringConvertible {
    /// The line, and what it wrote to standard error.
    package let description: String
  }

  /// Commits all changes in the repository `name`, and returns the commit's hash.
  package func commitAll(in name: String) throws -> String {
    try shell(
      "cd \(name) && git add -A && git -c user.name=T -c user.email=t@localhost"
        + " -c commit.gpgsign=false commit -qm a && git rev-parse HEAD")
  }
}
