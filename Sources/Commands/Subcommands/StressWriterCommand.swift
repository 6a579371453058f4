#if SQLITE
  import ArgumentParser
  import Benchmarking
  import CProcess
  import StressTesting

  /// `stress-writer`: another process that writes to the databases of generated operations; not for
  /// people.
  struct StressWriterCommand: ToolCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: StressWriterChild.subcommand,
        abstract: "Perform transactions from standard input; for this tool's own processes.",
        shouldDisplay: false)
    }

    func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
      cprocess_die_with_parent()
      let service = FetchedWriterService()
      while let line = readLine() {
        try Console.standardOutput.write(service.answer(to: line) + "\n", isDocument: true)
      }
      return .fine
    }
  }
#endif
