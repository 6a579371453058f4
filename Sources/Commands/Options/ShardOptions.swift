internal import ArgumentParser
import Benchmarking
import Foundation
package import RunRecords

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

/// The part of a job as a scheduler tells it to its processes.
package enum SchedulerShard {
  /// The variables of a scheduler.
  private struct Variables {
    let name: String
    let index: String
    /// Nil where it tells none.
    var total: String?
    /// The number of the first part; nil for the value of `firstVariable`.
    var first: Int?
    var firstVariable: String?
    var stepVariable: String?
  }

  /// Sources: sbatch(1), "JOB ARRAY SUPPORT"; the documentation of Kubernetes' indexed jobs, GitLab's
  /// and CircleCI's predefined variables and Buildkite's environment; Bazel's test encyclopedia,
  /// "Test sharding".
  private static let known = [
    Variables(
      name: "Slurm", index: "SLURM_ARRAY_TASK_ID", total: "SLURM_ARRAY_TASK_COUNT",
      firstVariable: "SLURM_ARRAY_TASK_MIN", stepVariable: "SLURM_ARRAY_TASK_STEP"),
    Variables(name: "Kubernetes", index: "JOB_COMPLETION_INDEX", first: 0),
    Variables(name: "GitLab", index: "CI_NODE_INDEX", total: "CI_NODE_TOTAL", first: 1),
    Variables(
      name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", total: "BUILDKITE_PARALLEL_JOB_COUNT",
      first: 0),
    Variables(
      name: "CircleCI", index: "CIRCLE_NODE_INDEX", total: "CIRCLE_NODE_TOTAL", first: 0),
    Variables(name: "Bazel", index: "TEST_SHARD_INDEX", total: "TEST_TOTAL_SHARDS", first: 0),
  ]

  /// The part that a scheduler's variables name.
  ///
  /// - Parameters:
  ///   - environment: All variables.
  ///   - total: The number of parts; nil for the scheduler's.
  /// - Returns: The part.
  /// - Throws: `ToolError.invalidValue` where there is no scheduler, or more than one, or its
  ///   variables make no sense.
  package static func found(
    in environment: [String: String], total: Int?
  ) throws(ToolError) -> RunIdentity.Shard {
    let found = known.filter { environment[$0.index] != nil }
    guard let scheduler = found.first else {
      throw refusal(
        "no variable of a scheduler is set (" + known.map(\.index).joined(separator: ", ")
          + "); write the part, as in 3/8")
    }
    guard found.count == 1 else {
      throw refusal(
        "variables of \(found.map(\.name).joined(separator: " and of ")) are set; write the part, as "
          + "in 3/8")
    }
    func number(_ variable: String?) throws(ToolError) -> Int? {
      guard let variable, let text = environment[variable] else { return nil }
      guard let number = Int(text), number >= 0 else {
        throw refusal("\(variable) is '\(text)', which is no number")
      }
      return number
    }
    guard let own = try number(scheduler.index) else { throw refusal("its part is unknown") }
    let told = try number(scheduler.total)
    guard let count = total ?? told, count > 0 else {
      throw refusal(
        "\(scheduler.name) does not tell the number of parts; write it, as in auto/8")
    }
    let least = try number(scheduler.firstVariable)
    let first = scheduler.first ?? least ?? 0
    let step = max(1, try number(scheduler.stepVariable) ?? 1)
    let index = (own - first) / step
    guard index >= 0, index < count, (own - first).isMultiple(of: step) else {
      throw refusal(
        "\(scheduler.index) is \(own), and \(scheduler.name) counts \(count) parts from \(first)")
    }
    return RunIdentity.Shard(index: index, total: count)
  }

  private static func refusal(_ reason: String) -> ToolError {
    .invalidValue(option: "--shard", found: "auto", reason: reason)
  }
}
