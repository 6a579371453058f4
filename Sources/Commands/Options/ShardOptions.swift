internal import ArgumentParser
import Benchmarking
import Foundation
import RunRecords

/// The options that name one part of a plan.
struct ShardOptions: ParsableArguments {
  @Option(
    "Measure this part of the cases, as in 3/8; auto takes it from the scheduler.",
    discussion: """
      Storages and floors of one suite, collection and payload stay together; the longest such \
      block goes first, and every machine finds the same parts by itself. Each part leaves a record \
      of its own. auto reads the variables of Slurm's arrays, GitLab, Buildkite, CircleCI and Bazel; \
      Kubernetes tells no total, so write auto/8 there.
      """, value: "part")
  var shard: String?

  @Option(
    "The record of an earlier run, whose durations make the parts even; the same one for all parts.",
    value: "record", completion: .file(extensions: ["json"]))
  var durations: String?
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
    let parts = shard.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts[0] == "auto", parts.count <= 2 else { return try Self.part(parts, in: shard) }
    let total: Int?
    if parts.count == 2 {
      guard let count = Int(parts[1]), count > 0 else { throw Self.unknown(shard) }
      total = count
    } else {
      total = nil
    }
    return try SchedulerShard.found(in: environment, total: total)
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
    return RunIdentity.Shard(index: number - 1, total: total)
  }

  private static func unknown(_ text: String) -> ToolError {
    .invalidValue(
      option: "--shard", found: text, reason: "write 3/8, auto or auto/8, counted from 1")
  }

  /// The assignment of the cases of `plan` to `count` parts.
  ///
  /// - Parameters:
  ///   - plan: The whole plan.
  ///   - count: The number of parts.
  ///   - durations: The path of a record with durations; nil to estimate them.
  ///   - option: The option that gave the number.
  /// - Returns: The assignment.
  /// - Throws: `ToolError` for a record without durations, and for more parts than blocks.
  static func assignment(
    of plan: RunPlan, to count: Int, durations: String?, option: String
  ) throws(ToolError) -> ShardAssignment {
    let known = try durations.map { path throws(ToolError) in
      let known = CaseDurations(of: try RunRecord.ofRun(at: path))
      guard !known.isEmpty else {
        throw .invalidValue(
          option: "--durations", found: path,
          reason: "the record has no durations; records of version 2.1 and later have them")
      }
      return known
    }
    let most = plan.blocks.count
    guard count <= most else {
      throw .invalidValue(
        option: option, found: "\(count)",
        reason: "the cases make \(most == 1 ? "one block" : "\(most) blocks"), which no part can "
          + "share; name at most \(most) \(most == 1 ? "part" : "parts")")
    }
    return ShardAssignment(of: plan, count: count, durations: known)
  }
}
