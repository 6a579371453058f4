#if SQLITE
  import ArgumentParser
  import Benchmarking
  import CProcess
  import Processes
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
      var lines = LineReader()
      while let line = try request(from: &lines) {
        try Console.standardOutput.write(service.answer(to: line) + "\n", isDocument: true)
      }
      return .fine
    }

    private func request(from lines: inout LineReader) throws(ToolError) -> String? {
      do throws(LineError) {
        return try lines.next().map { String(decoding: $0, as: UTF8.self) }
      } catch {
        throw .failed(reason: "a request cannot be read: \(error)")
      }
    }
  }
#endif
