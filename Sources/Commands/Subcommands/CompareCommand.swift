internal import ArgumentParser
import Benchmarking
import Reports
import RunRecords

/// `compare`: two records of runs, case by case.
struct CompareCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "compare",
      abstract: "Compare two records.",
      discussion: """
        Exact metrics (allocations, bytes) are compared to the last digit where both records come \
        from the same compiler, flags and allocator. Times of two files were not taken side by \
        side, so they are shown and not judged.

        Exit status: 0 no exact metric is worse; 1 one is, or a case broke or answers \
        differently; 2 a record cannot be read; 5 the records are not comparable.

        Examples:
          \(RootCommand.name) compare before.json after.json
          \(RootCommand.name) compare results/quick.json cvbench-records/quick-20250131T235959Z.json
        """)
  }

  @Argument(help: "The record of what was before.", completion: .file(extensions: ["json"]))
  var baseline: String

  @Argument(help: "The record to hold against it.", completion: .file(extensions: ["json"]))
  var candidate: String

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let comparison = RecordComparison(
      baseline: try read(baseline), candidate: try read(candidate))
    try Console.standardOutput.writeLine(
      comparison.render(columns: Terminal.columns, color: Terminal.isColored))
    guard let status = ExitStatus(rawValue: Int32(comparison.exitCode)) else {
      throw .failed(reason: "the comparison ended with the unknown status \(comparison.exitCode)")
    }
    return status
  }

  private func read(_ path: String) throws(ToolError) -> RunRecord {
    do throws(RecordError) {
      return try RunRecord.read(from: path)
    } catch {
      throw .record(error)
    }
  }
}
