package import RunRecords

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
  ///   - option: The value of the option, for errors.
  /// - Returns: The part.
  /// - Throws: `ToolError.invalidValue` where there is no scheduler, or more than one, or its
  ///   variables make no sense.
  package static func found(
    in environment: [String: String], total: Int?, option: String = "auto"
  ) throws(ToolError) -> RunIdentity.Shard {
    func refusal(_ reason: String) -> ToolError {
      .invalidValue(option: "--shard", found: option, reason: reason)
    }
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
    if let total, let told, told != total {
      // As where some tasks of an array are submitted again.
      throw refusal(
        "\(scheduler.name) tells \(told) parts, and \(total) are asked for; write the part, as in "
          + "3/\(total)")
    }
    guard let count = total ?? told, count > 0 else {
      throw refusal(
        "\(scheduler.name) does not tell the number of parts; write it, as in auto/8")
    }
    guard count <= RunIdentity.Shard.most else {
      throw refusal("there are at most \(RunIdentity.Shard.most) parts")
    }
    let least = try number(scheduler.firstVariable)
    let first = scheduler.first ?? least ?? 0
    guard first < 2 else {
      throw refusal(
        "\(scheduler.name) counts from \(first), as where some tasks are submitted again; write the "
          + "part, as in \(own)/8")
    }
    let step = max(1, try number(scheduler.stepVariable) ?? 1)
    let index = (own - first) / step
    guard index >= 0, index < count, (own - first).isMultiple(of: step) else {
      throw refusal(
        "\(scheduler.index) is \(own), and \(scheduler.name) counts \(count) parts from \(first)")
    }
    return RunIdentity.Shard(index: index, total: count)
  }
}
