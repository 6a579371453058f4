import Analysis
import ArgumentParser
import Benchmarking
import Foundation
import Reports
import RunRecords
import Statistics

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

        --hosts joins whole gates of the same two builds and the same plan by several kinds of \
        machine. The times of each case are combined by inverse variance, so that all together find \
        what none finds. What one machine has found stays. It ends with the worst status of the \
        gates, or 1 for what only all together show.

        Examples:
          \(RootCommand.name) merge part-*.json -o all.json
          \(RootCommand.name) merge part-*.json -o some.json --allow-missing
          \(RootCommand.name) merge gate-*.json -o gate.json
          \(RootCommand.name) merge --hosts amd.json intel.json arm.json -o all-hosts.json
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

  @Flag(help: "Join gates of the same builds by several kinds of machine.")
  var hosts = false

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let destination = try RecordDestination.named(output)
    try destination.checkWritable()
    try checkIsNoPart(destination)
    if hosts { return try joinHosts(at: destination) }
    var merge = RecordMerge()
    for path in parts {
      let part = try RunRecord.stored(path)
      try ToolError.wrap(try merge.add(part, from: path), as: ToolError.merge)
    }
    let joined = try ToolError.wrap(
      try merge.record(allowsMissing: allowMissing), as: ToolError.merge)
    let record =
      joined.kind == .comparison ? try judged(joined, merge.exitCodes) : joined.withCurves()
    try write(record, to: destination)
    try printVerdict(of: record)
    let kinds = Set(record.parts.map(\.environment.hostKey)).count
    let total = record.parts.first?.run.shard.total ?? 0
    try Console.standardOutput.writeLine(
      "\(record.parts.count) of \(DisplayFormat.counted(total, "part")) joined: "
        + "\(DisplayFormat.cases(record.cases.count)), measured by "
        + "\(DisplayFormat.counted(kinds, "kind")) of machine in "
        + "\(DisplayFormat.clock(record.run.durationSeconds))"
        + (record.warnings.contains { $0.code == Warning.missingParts }
          ? "; some parts are missing or incomplete." : "."))
    try Console.standardOutput.writeLine(
      "\(record.kind == .comparison ? "Details" : "Answers"): \(RootCommand.invocation) show \(destination.path.shellQuoted)"
    )
    return try ExitStatus.numbered(record.summary.exitCode, of: "the run")
  }

  /// Joins the gates of several kinds of machine.
  private func joinHosts(at destination: RecordDestination) throws(ToolError) -> ExitStatus {
    if allowMissing {
      throw .invalidValue(
        option: "--allow-missing", found: nil,
        reason: "gates of machines have no parts; leave it out")
    }
    let gates = try parts.map { path throws(ToolError) in
      (record: try RunRecord.stored(path), path: path)
    }
    let rule: PairedRule
    do {
      rule = try PairedRule()
    } catch {
      throw .failed(reason: "\(error)")
    }
    let whole = try ToolError.wrap(
      try HostCombination(gates, rule: rule), as: ToolError.merge)
    var record = whole.record
    let ofGates = try gates.map { gate throws(ToolError) in
      try ExitStatus.numbered(gate.record.summary.exitCode, of: "the gate of '\(gate.path)'")
    }
    let status = ExitStatus.combined(ofGates + (whole.hasRegressed ? [.regression] : []))
    record.summary.exitCode = Int(status.rawValue)
    try write(record, to: destination)
    try printVerdict(of: record)
    let count = Set(whole.differences.map(\.id)).count
    try Console.standardOutput.writeLine(
      "\(DisplayFormat.counted(gates.count, "gate")) joined: "
        + "\(DisplayFormat.cases(record.cases.count)), "
        + (count == 0
          ? "and no machine differs from the others."
          : "of which \(count) \(count == 1 ? "depends" : "depend") on the machine."))
    for difference in whole.differences {
      try Console.standardOutput.writeLine(ShownText.line("\(difference)"))
    }
    try Console.standardOutput.writeLine(
      "Details: \(RootCommand.invocation) show \(destination.path.shellQuoted)")
    return status
  }

  /// Prints how a gate ended, if `record` is of one.
  private func printVerdict(of record: RunRecord) throws(ToolError) {
    guard record.kind == .comparison else { return }
    let judgement = GateJudgement(
      reading: try ToolError.wrap(try record.shown(), as: ToolError.record))
    try Console.standardOutput.writeLine("\(judgement.outcomeSentence)\n\(judgement.summary)\n")
  }

  private func write(
    _ record: RunRecord, to destination: RecordDestination
  ) throws(ToolError) {
    try ToolError.wrap(
      try RunRecord.requireReplaceable(destination.path, by: record.kind), as: ToolError.record)
    try ToolError.wrap(try record.write(to: destination.path), as: ToolError.record)
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
  private func judged(
    _ record: RunRecord, _ exitCodes: [Int]
  ) throws(ToolError) -> RunRecord {
    var record = record
    let ofParts = try exitCodes.map { code throws(ToolError) in
      try ExitStatus.numbered(code, of: "a part of the gate")
    }.filter { $0 != .inconclusive }
    let isUndecided = GateJudgement(reading: record).reasons.contains {
      $0.status == Int(ExitStatus.inconclusive.rawValue)
    }
    record.summary.exitCode = Int(
      ExitStatus.combined(ofParts + (isUndecided ? [.inconclusive] : [])).rawValue)
    return record
  }
}
