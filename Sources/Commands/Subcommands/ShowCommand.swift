import Analysis
import ArgumentParser
import Benchmarking
import Reports
import RunRecords

/// `show`: the answers of a record, and its tables.
struct ShowCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show",
      abstract: "Print the answers of a record, as run does at its end.",
      discussion: """
        The answers say which storage to take, and up to how many items: one suffices as long as \
        it drops no frame and no operation takes more than half of a frame at 120 Hz.

        Exit status: 0 printed; 2 the record cannot be read.

        Examples:
          \(RootCommand.name) show quick.json
          \(RootCommand.name) show quick.json --details
        """)
  }

  @Argument(
    help: ArgumentHelp("The record of a run or of a gate, or a baseline.", valueName: "record"),
    completion: BaselineChoice.completionOrRecord)
  var record: String

  @Flag(
    help: """
      Print the tables behind the answers, too, and the memory of an item where it was left out.
      """)
  var details = false

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let found = try RunRecord.named(record)
    if found.kind == .comparison {
      let judgement = GateJudgement(reading: found)
      try Console.standardOutput.write(try GateFormat.table.text(of: judgement, on: found))
      return .fine
    }
    try Console.standardOutput.write(
      try OutputFormat.table.text(of: try found.requiringRun(at: record), showsDetails: details))
    return .fine
  }
}
