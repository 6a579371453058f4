internal import ArgumentParser
import Benchmarking

/// .
struct ListCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "list")
  }

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus { .fine }
}
