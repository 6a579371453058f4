internal import ArgumentParser
import Benchmarking

/// A subcommand: parsed by the argument parser, run over the suites of this executable.
protocol ToolCommand: ParsableCommand {
  /// Does the work and says how it ended.
  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus
}
