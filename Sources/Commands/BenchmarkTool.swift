import ArgumentParser
public import Benchmarking
import Foundation
import Processes
import RunRecords

/// The whole command-line tool, over the suites that it is given.
///
/// An executable becomes the full tool with this as its `main.swift`. The worker processes of a run
/// are the same executable.
///
///     import Commands
///
///     BenchmarkTool.main(suites: [.lookup(), .mine])
public enum BenchmarkTool {
  /// Parses the process's command line, runs the command and ends the process.
  public static func main(suites: [Suite]) -> Never {
    Surroundings.settle()
    if let problem = Surroundings.problem {
      Console.reportError("Error: \(problem)")
      exit(ExitStatus.usage.rawValue)
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    exit(run(arguments: arguments, suites: suites).rawValue)
  }

  /// Runs one command line, which writes to standard output and standard error.
  static func run(arguments: [String], suites: [Suite]) -> ExitStatus {
    Completion.offer(suites)
    do {
      let configured = try configuration(of: arguments)
      configured.takeEffect()
      if let path = configured.path, !configured.added.isEmpty {
        Console.reportError("Options of \(path): \(configured.added.joined(separator: " "))")
      }
      var command = try RootCommand.parseAsRoot(configured.arguments)
      guard let subcommand = command as? any ToolCommand else {
        // The parser's own: help. It answers by throwing.
        try command.run()
        return .fine
      }
      return try subcommand.run(over: suites)
    } catch let error as ToolError {
      Console.reportError("Error: \(error)")
      return error.status
    } catch {
      return answer(parserError: error)
    }
  }

  /// Adds what the configuration file says to `arguments`, whose commands exist.
  private static func configuration(
    of arguments: [String]
  ) throws(ToolError) -> ConfiguredArguments {
    try RootCommand.checkNames(in: arguments)
    return try ConfiguredArguments(arguments)
  }

  /// Parses a command line, and runs nothing.
  ///
  /// - Throws: `ToolError`, or what the argument parser throws, which is also its answer to `--help`.
  package static func parse(_ arguments: [String]) throws {
    _ = try RootCommand.parseAsRoot(try configuration(of: arguments).arguments)
  }

  /// Returns the words for an error that `parse` throws.
  package static func message(for error: any Error) -> String {
    (error as? ToolError)?.description ?? RootCommand.fullMessage(for: error)
  }

  /// Prints what the argument parser has thrown, which is also its answer to `--help` and
  /// `--version`.
  private static func answer(parserError error: any Error) -> ExitStatus {
    var message = RootCommand.fullMessage(for: error)
    guard RootCommand.exitCode(for: error) == .success else {
      // The parser's own status for a wrong command line is 64.
      Console.reportError(message)
      return .usage
    }
    // The parser knows the number alone: it asks for it on every command line.
    if message == ToolVersion.number { message = ToolVersion.description }
    do {
      // Help, or a script of completions.
      try Console.standardOutput.write(
        message.hasSuffix("\n") ? message : message + "\n", isDocument: true)
      return .fine
    } catch {
      Console.reportError("Error: \(error)")
      return error.status
    }
  }
}

/// A subcommand: parsed by the argument parser, run over the suites of this executable.
protocol ToolCommand: ParsableCommand {
  /// Runs the command and returns its exit status.
  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus
}

/// The tool's own version.
enum ToolVersion {
  /// Semantic versioning; the one place that says it.
  static let number = "0.1.0"

  /// The text of `--version`: the number, and the commit if the executable lies in a repository and
  /// is no older than its sources.
  ///
  /// - Complexity: A few processes; ask only to show it.
  static var description: String {
    commit.map { "\(number) (\($0.prefix(12)))" } ?? number
  }

  /// The writer that records name.
  static var identity: ToolIdentity {
    ToolIdentity(name: "cvbench", version: number, gitSHA: commit)
  }

  private static var commit: String? { Build.Git.ofExecutable().sha }
}
