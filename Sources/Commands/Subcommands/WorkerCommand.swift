internal import ArgumentParser
import Benchmarking

/// .
struct WorkerCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "worker")
  }

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus { .fine }
}
