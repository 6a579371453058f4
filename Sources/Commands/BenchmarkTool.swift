internal import ArgumentParser
public import Benchmarking
import Foundation

/// The whole command-line tool, over the suites it is given.
///
/// An executable of one's own has the full tool with `BenchmarkTool.main(suites: [.mine])` as its
/// `main.swift`: the worker processes of a run are that same executable.
public enum BenchmarkTool {
  /// Parses the process's command line, runs the command and ends the process.
  public static func main(suites: [Suite]) -> Never {
    let arguments = Array(CommandLine.arguments.dropFirst())
    exit(run(arguments: arguments, suites: suites).rawValue)
  }

  /// Runs one command line; everything it has to say is on standard output or standard error.
  static func run(arguments: [String], suites: [Suite]) -> ExitStatus {
    do {
      try RootCommand.checkNames(in: arguments)
      var command = try RootCommand.parseAsRoot(arguments)
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

  /// What the argument parser throws is also how it answers `--help` and `--version`.
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
      try Console.standardOutput.write(message.hasSuffix("\n") ? message : message + "\n")
      return .fine
    } catch {
      Console.reportError("Error: \(error)")
      return error.status
    }
  }
}
