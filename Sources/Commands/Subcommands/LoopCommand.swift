import ArgumentParser
import Benchmarking
import Foundation
import RunRecords

/// `loop`: repeats one case in this process, for profilers.
struct LoopCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "loop",
      abstract: "Repeat one case in this process, for perf, callgrind and heap profilers.",
      discussion: """
        Sets the case up, prints this process's id and 'ready', and then runs nothing but the \
        measured closure, inside the one symbol cvbench_measured. Release builds only tell of \
        release speed. Takes run's options for selection, which must leave one case.

        Examples:
          \(RootCommand.name) loop '*/item-random/*payload=item8*' --storage btree --sizes 1M
          perf record -g \(RootCommand.name) loop \\
            lookup/iterate/storage=flat/data=uniform-1000/payload=item8/items=1000000
          valgrind --tool=callgrind --toggle-collect=cvbench_measured \\
            \(RootCommand.name) loop 'lookup/item-random/storage=btree/*/payload=item8/*' \\
            --sizes 1k --seconds 1
        """)
  }

  @Option("How long to go on, as in 500ms or 10s.", value: "time", parsing: .unconditional)
  var seconds = "5s"

  @OptionGroup
  var caseOptions: CaseOptions

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let seconds = try TimeBudget.parseSeconds(seconds, option: "--seconds")
    let snapshots = InputSnapshots()
    defer { snapshots.removeUnlessUnfinished() }
    let planned = try caseOptions.onlyCase(of: suites, for: "loop", snapshots)
    try MemoryCheck.check([planned])
    let totals: LoopRunner.Totals
    do throws(RunError) {
      totals = try LoopRunner(planned, seed: caseOptions.collection.seed).run(seconds: seconds) {
        // The case is set up; a loop is often ended by a signal.
        snapshots.removeUnlessUnfinished()
        let process = ProcessInfo.processInfo.processIdentifier
        Console.writeError("\(planned.id)\n")
        try? Console.standardOutput.write("pid \(process)\nready\n")
      }
    } catch {
      throw .run(error)
    }
    try Console.standardOutput.writeLine(
      "\(totals.calls) calls, \(totals.operations) operations in \(totals.seconds) s")
    return .fine
  }
}
