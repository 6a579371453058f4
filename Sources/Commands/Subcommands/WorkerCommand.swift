internal import ArgumentParser
import Benchmarking

/// `worker`: what a run starts to measure in a fresh process; not for people.
struct WorkerCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Worker.subcommand,
      abstract: "Measure what a run asks for on standard input; for run's own processes.",
      shouldDisplay: false)
  }

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let status = Worker.run(suites: suites + [FileDifference.suite])
    guard let named = ExitStatus(rawValue: status) else {
      throw .failed(reason: "the worker ended with the unknown status \(status)")
    }
    return named
  }
}
