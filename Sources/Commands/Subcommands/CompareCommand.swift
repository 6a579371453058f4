internal import ArgumentParser
import Benchmarking

/// .
struct CompareCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "compare")
  }

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus { .fine }
}
