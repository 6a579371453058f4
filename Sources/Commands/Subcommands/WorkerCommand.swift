internal import ArgumentParser
import Benchmarking

/// `worker`: what a run starts to measure in a fresh process; not for people.
struct WorkerCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "worker", abstract: "Measure what a run asks for on standard input.",
      shouldDisplay: false)
  }

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus { .fine }
}
