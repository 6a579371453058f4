internal import ArgumentParser
import Benchmarking

/// .
struct LoopCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "loop")
  }

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus { .fine }
}
