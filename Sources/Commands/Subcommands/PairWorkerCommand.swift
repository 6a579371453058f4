internal import ArgumentParser
import Benchmarking

/// `pair-worker`: one side of a gate; not for people.
struct PairWorkerCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: PairWorker.subcommand,
      abstract: "Measure what a gate asks for on standard input; for gate's own processes.",
      shouldDisplay: false)
  }

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let status = PairWorker.run(suites: suites)
    guard let named = ExitStatus(rawValue: status) else {
      throw .failed(reason: "the worker ended with the unknown status \(status)")
    }
    return named
  }
}
