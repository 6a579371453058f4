internal import ArgumentParser
import Benchmarking

/// .
struct RunCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "run")
  }

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus { .fine }
}
