internal import ArgumentParser
import Benchmarking
import RunRecords

/// `doctor`: what can be measured on this machine, and what cannot and why.
struct DoctorCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "doctor",
      abstract: "Show what can be measured on this machine, and what cannot and why.",
      discussion: """
        Looks at clocks, allocator, CPU, load, virtualisation and profilers. Nothing is changed, \
        and a metric that cannot be had is no failure: the exit status is 0.

        Example:
          \(RootCommand.name) doctor
        """)
  }

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let context = MachineContext.current()
    let counters = context.hwCounters
    let capabilities: [Capability] = [
      .time, .records, .allocations, .exactPeaks, .fixedAddresses(), .hardwareCounters(counters),
      .perf(counters), .callgrind(),
    ]
    try Console.standardOutput.write(
      DoctorReport(context: context, capabilities: capabilities).text)
    return .fine
  }
}
