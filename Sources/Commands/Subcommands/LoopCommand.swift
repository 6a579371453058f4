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
        release speed.

        Examples:
          \(RootCommand.name) loop 'lookup/item-random/storage=btree/*/payload=item8/*' --sizes 1M
          perf record -g \(RootCommand.name) loop \\
            lookup/iterate/storage=flat/data=uniform-1000/payload=item8/items=1000000
          valgrind --tool=callgrind --toggle-collect=cvbench_measured \\
            \(RootCommand.name) loop 'lookup/item-random/storage=btree/*/payload=item8/*' \\
            --sizes 1k --seconds 1
        """)
  }

  @Argument(
    help: "A case's id, or a filter that takes one case; see list.")
  var `case`: String

  @Option("How long to go on, as in 500ms or 10s.", value: "time", parsing: .unconditional)
  var seconds = "5s"

  @OptionGroup(title: "Collection options")
  var collection: CollectionOptions

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let seconds = try TimeBudget.parseSeconds(seconds, option: "--seconds")
    let planned = try onlyCase(of: suites)
    try MemoryCheck.check([planned])
    let totals: LoopRunner.Totals
    do throws(RunError) {
      totals = try LoopRunner(planned, seed: collection.seed).run(seconds: seconds) {
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

  private func onlyCase(of suites: [Suite]) throws(ToolError) -> PlannedCase {
    if collection.trace == nil, collection.updates == nil, let id = CaseKey(self.case),
      let kind = suites.first(where: { $0.name == id.suite })?.scenarios
        .first(where: { $0.name == id.scenario && $0.replaysTrace })?.replays
    {
      throw .invalidValue(
        option: "the case", found: self.case,
        reason: "replays a recorded trace; name its file with \(kind.option)")
    }
    let selection = CaseSelection(
      filters: [CaseFilter(self.case)], datasets: try collection.choices(),
      sizes: try collection.chosenSizes ?? RunPreset.quick.sizes)
    let found = try selection.cases(of: suites)
    let cases = try TraceChoice.fitting(
      found, path: collection.trace, seed: collection.seed, areSizesNamed: true
    ).cases
    guard cases.count == 1, let planned = cases.first else {
      let ids = cases.prefix(10).map { "\n  \($0.id)" }.joined()
      throw .invalidValue(
        option: "the case", found: self.case,
        reason: "it selects \(cases.count) cases, and loop repeats one; name one of them, as in:"
          + ids)
    }
    return planned
  }
}
