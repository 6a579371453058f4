internal import ArgumentParser
import Benchmarking

/// .
struct DoctorCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "doctor")
  }

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus { .fine }
}
