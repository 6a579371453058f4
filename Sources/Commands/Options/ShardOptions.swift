internal import ArgumentParser
import Benchmarking
import Foundation
import Processes
import Reports
import RunRecords

/// The options that name one part of a plan.
struct ShardOptions: ParsableArguments {
  @Option(
    "Measure this part of the cases, as in 3/8; auto takes it from the scheduler.",
    discussion: """
      Storages and floors of one suite, collection and payload stay together; of long ones, those \
      of each scenario. The longest goes first, and every machine finds the same parts by itself. \
      Each part leaves its own record, and merge joins them. auto reads the variables of Slurm's \
      arrays, GitLab, Buildkite, CircleCI and Bazel; Kubernetes tells no total, so write auto/8 there.
      """, value: "part")
  var shard: String?

  @Option(
    "The record of an earlier run, whose durations make the parts even; the same one for all parts.",
    value: "record", completion: .file(extensions: ["json"]))
  var durations: String?

  @Flag(help: "Measure a part although another one measures on this machine.")
  var shared = false
}

extension ShardOptions {
  /// The part that is asked for; nil for the whole.
  ///
  /// - Throws: `ToolError.invalidValue` for what names no part.
  func part(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ToolError) -> RunIdentity.Shard? {
    guard let shard else {
      guard let durations else { return nil }
      throw .invalidValue(
        option: "--durations", found: durations,
        reason: "it makes parts even, and no --shard is named")
    }
    return try Self.part(named: shard, environment: environment)
  }

  /// The part that `shard` names: `3/8`, `auto` or `auto/8`.
  ///
  /// - Parameters:
  ///   - shard: The value of the option.
  ///   - environment: The variables of the process.
  /// - Returns: The part.
  /// - Throws: `ToolError.invalidValue` for what names no part.
  static func part(
    named shard: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ToolError) -> RunIdentity.Shard {
    let parts = shard.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts[0] == "auto", parts.count <= 2 else { return try part(parts, in: shard) }
    let total: Int?
    if parts.count == 2 {
      guard let count = Int(parts[1]), count > 0 else { throw unknown(shard) }
      total = count
    } else {
      total = nil
    }
    return try SchedulerShard.found(in: environment, total: total, option: shard)
  }

  private static func part(
    _ parts: [String], in text: String
  ) throws(ToolError) -> RunIdentity.Shard {
    guard parts.count == 2, let number = Int(parts[0]), let total = Int(parts[1]), total > 0 else {
      throw unknown(text)
    }
    guard (1...total).contains(number) else {
      throw .invalidValue(
        option: "--shard", found: text, reason: "parts of \(total) are numbered 1 to \(total)")
    }
    guard total <= RunIdentity.Shard.most else {
      throw .invalidValue(
        option: "--shard", found: text,
        reason: "there are at most \(RunIdentity.Shard.most) parts")
    }
    return RunIdentity.Shard(index: number - 1, total: total)
  }

  private static func unknown(_ text: String) -> ToolError {
    .invalidValue(
      option: "--shard", found: text, reason: "write 3/8, auto or auto/8, counted from 1")
  }

  /// The name of a part's record behind `name`: `quick-part-3-of-8`.
  func recordName(_ name: String) throws(ToolError) -> String {
    guard let part = try part() else { return name }
    return "\(name)-part-\(part.index + 1)-of-\(part.total)"
  }

  /// The assignment of `cases` in which `shard` is one of the parts, after saying how many it has.
  ///
  /// - Parameters:
  ///   - cases: All cases.
  ///   - shard: The part that is asked for.
  ///   - estimate: The seconds of a case where nothing is known.
  /// - Returns: The assignment.
  /// - Throws: `ToolError` as the other one.
  func assignment(
    of cases: [PlannedCase], for shard: RunIdentity.Shard, _ estimate: (PlannedCase) -> Double
  ) throws(ToolError) -> ShardAssignment {
    let assignment = try Self.assignment(
      of: cases, to: shard.total, durations: durations,
      option: ("--shard", "\(shard.index + 1)/\(shard.total)"), estimate)
    let count = assignment.ids(of: shard.index).count
    Console.reportError(
      "part \(shard.index + 1) of \(shard.total): \(DisplayFormat.cases(count)) of \(cases.count)")
    return assignment
  }

  /// The lock of a part, which waits for another part that measures on this machine; nil where none
  /// is asked for.
  func lock(isInterrupted: () -> Bool) throws(ToolError) -> FileLock? {
    guard !shared else { return nil }
    return try MachineLock.take(isInterrupted: isInterrupted)
  }

  /// The assignment of `cases` to `count` parts.
  ///
  /// - Parameters:
  ///   - cases: All cases.
  ///   - count: The number of parts.
  ///   - durations: The path of a record with durations; nil to estimate them.
  ///   - option: The option that gave the number, for an error.
  ///   - estimate: The seconds of a case where nothing is known.
  /// - Returns: The assignment.
  /// - Throws: `ToolError` for a record without durations, and for more parts than blocks.
  static func assignment(
    of cases: [PlannedCase], to count: Int, durations: String?,
    option: (name: String, value: String),
    _ estimate: (PlannedCase) -> Double
  ) throws(ToolError) -> ShardAssignment {
    let known = try durations.map { path throws(ToolError) in
      let record = try RunRecord.ofRun(at: path)
      let known = CaseDurations(of: record)
      guard !known.isEmpty else {
        throw .invalidValue(
          option: "--durations", found: path,
          reason: "the record has no durations; records of version 2.1 and later have them")
      }
      if !record.run.completed {
        Console.reportError(
          "Warning: the run of '\(path)' was interrupted; cases may have taken longer than it says")
      }
      return known
    }
    let most = PlanBlock.pieceCount(of: cases)
    guard count <= most else {
      throw .invalidValue(
        option: option.name, found: option.value,
        reason: "the cases make \(most == 1 ? "one block" : "\(most) blocks"), which no part can "
          + "share; name at most \(DisplayFormat.counted(most, "part"))")
    }
    return ShardAssignment(of: cases, count: count, durations: known, estimate)
  }
}
