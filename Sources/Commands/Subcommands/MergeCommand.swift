import Analysis
import ArgumentParser
import Benchmarking
import Foundation
import Reports
import RunRecords

/// `merge`: the parts of a run as one record.
struct MergeCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "merge",
      abstract: "Join the records of the parts of a run to one.",
      discussion: """
        The parts are those of run --shard or of gate --shard, measured on one machine or many. \
        They must be of one plan, commit and compiler, and all be there. Each case keeps its \
        machine. Allocations and counts compare with those of other records as ever. Times compare \
        where every part had an equal machine.

        Exit status: 0 joined; 2 a part cannot be read; 3 a case failed in a part; 5 the parts are \
        of different runs, one is missing, or two hold the same case; 74 the record could not be \
        written. Of the parts of a gate that of the gate, and 4 where --allow-missing joined some \
        that passed.

        Examples:
          \(RootCommand.name) merge part-*.json -o all.json
          \(RootCommand.name) merge part-*.json -o some.json --allow-missing
          \(RootCommand.name) merge gate-*.json -o gate.json
        """)
  }

  @Argument(
    help: ArgumentHelp("Records of parts.", valueName: "part"),
    completion: .file(extensions: ["json"]))
  var parts: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The path of the joined record.", valueName: "path"),
    completion: .file(extensions: ["json"]))
  var output: String

  @Flag(help: "Join what is there; the record then is incomplete, and says so.")
  var allowMissing = false

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let destination = try RecordDestination.named(output)
    try destination.checkWritable()
    try checkIsNoPart(destination)
    var merge = RecordMerge()
    for path in parts {
      let part = try RunRecord.named(path)
      try ToolError.wrap(try merge.add(part, from: path), as: ToolError.merge)
    }
    let joined = try ToolError.wrap(
      try merge.record(allowsMissing: allowMissing), as: ToolError.merge)
    let record =
      joined.kind == .comparison ? judged(joined, merge.exitCodes) : joined.withCurves()
    try ToolError.wrap(
      try RunRecord.requireReplaceable(destination.path, by: record.kind), as: ToolError.record)
    try ToolError.wrap(try record.write(to: destination.path), as: ToolError.record)
    let hosts = Set(record.parts.map(\.environment.hostKey)).count
    let total = record.parts.first?.run.shard.total ?? 0
    try Console.standardOutput.writeLine(
      "\(record.parts.count) of \(DisplayFormat.counted(total, "part")) joined: "
        + "\(DisplayFormat.cases(record.cases.count)), measured by "
        + "\(DisplayFormat.counted(hosts, "kind")) of machine in "
        + "\(DisplayFormat.clock(record.run.durationSeconds))"
        + (record.run.completed ? "." : "; some parts are missing or incomplete."))
    try Console.standardOutput.writeLine(
      "Answers: \(RootCommand.invocation) show \(destination.path.shellQuoted)")
    return try ExitStatus.numbered(record.summary.exitCode, of: "the run")
  }

  /// Refuses to write over a part, whose figures would be gone as such.
  private func checkIsNoPart(_ destination: RecordDestination) throws(ToolError) {
    func place(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }
    if let part = parts.first(where: { place($0) == place(destination.path) }) {
      throw .invalidValue(
        option: "--output", found: output,
        reason: "'\(part)' is one of the parts; name a file of its own")
    }
  }

  /// Returns `record`, of the parts of a gate, with the exit status of the whole gate.
  ///
  /// The share of cases that cannot be told is that of all of them. Some parts never pass for all.
  private func judged(_ record: RunRecord, _ exitCodes: [Int]) -> RunRecord {
    var record = record
    let ofParts = exitCodes.compactMap { ExitStatus(rawValue: Int32($0)) }
      .filter { $0 != .inconclusive }
    let reasons = GateJudgement(reading: record).reasons
    let isUndecided =
      !record.run.completed
      || reasons.contains { reason in
        if case .tooManyInconclusive = reason { true } else { false }
      }
    record.summary.exitCode = Int(
      ExitStatus.combined(ofParts + (isUndecided ? [.inconclusive] : [])).rawValue)
    return record
  }
}
