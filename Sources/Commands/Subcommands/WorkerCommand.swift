import ArgumentParser
import Benchmarking

/// `pair-worker`: a worker process of a run or a gate; not for people.
struct WorkerCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Worker.subcommand,
      abstract:
        "Measure what run or gate asks for on standard input; for this tool's own processes.",
      shouldDisplay: false)
  }

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let status = Worker.run(suites: suites, unlisted: [FileDifference.suite])
    guard let named = ExitStatus(rawValue: status) else {
      throw .failed(reason: "the worker ended with the unknown status \(status)")
    }
    return named
  }
}
