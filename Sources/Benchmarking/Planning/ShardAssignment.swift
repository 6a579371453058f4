import BasicAlgorithms
package import RunRecords

/// The seconds that cases took, by id, from the record of an earlier run.
package struct CaseDurations: Hashable, Sendable {
  private let seconds: [String: Double]

  /// The durations of `record`; none where it has none, as one of an older version.
  package init(of record: RunRecord) {
    seconds = Dictionary(
      record.cases.compactMap { result in result.durationSeconds.map { (result.id, $0) } }
    ) { first, _ in first }
  }

  /// A Boolean value that indicates whether nothing is known.
  package var isEmpty: Bool { seconds.isEmpty }

  /// The recorded seconds of a case; nil for an unknown one.
  package subscript(id: String) -> Double? { seconds[id] }
}

/// The blocks of a plan, dealt to shards: the longest first, each to the shard with the least to do.
///
/// Every machine finds the same assignment by itself, from the same plan and the same durations.
///
///     let assignment = ShardAssignment(of: plan, count: 8)
///     let part = assignment.plan(ofShard: 2)
///     print(assignment.seconds.max() ?? 0, "s of", assignment.bound, "at least")
///
/// Source: R. L. Graham, "Bounds on multiprocessing timing anomalies", 1969: the longest shard takes
/// at most 4/3 of the shortest possible time.
package struct ShardAssignment: Sendable {
  /// The blocks, the longest first.
  package let blocks: [PlanBlock]
  /// The seconds that each block takes.
  package let blockSeconds: [Double]
  /// The blocks of each shard, as indices of `blocks`.
  package let shards: [[Int]]
  /// A Boolean value that indicates whether durations of an earlier run were used.
  package let isMeasured: Bool
  private let whole: RunPlan

  /// Deals the blocks of `plan`.
  ///
  /// - Parameters:
  ///   - plan: The whole plan.
  ///   - count: The number of shards, at least 1.
  ///   - durations: The seconds that cases took before; a case that is not among them is estimated
  ///     in proportion.
  /// - Complexity: O(cases + blocks · (log blocks + `count`)).
  package init(of plan: RunPlan, count: Int, durations: CaseDurations? = nil) {
    whole = plan
    let scale = Self.scale(of: durations, plan)
    isMeasured = scale != nil
    let weighed = plan.blocks.map { block in
      let seconds = block.cases.reduce(0) { sum, planned in
        sum + (durations?[planned.id] ?? plan.estimatedSeconds(of: planned) * (scale ?? 1))
      }
      return (block: block, seconds: seconds, digest: FNV1a.hash(block.name.utf8))
    }.sorted { left, right in
      (right.seconds, left.digest, left.block.name) < (left.seconds, right.digest, right.block.name)
    }
    blocks = weighed.map(\.block)
    blockSeconds = weighed.map(\.seconds)
    var loads = [Double](repeating: 0, count: max(1, count))
    var shards = [[Int]](repeating: [], count: max(1, count))
    for (index, block) in weighed.enumerated() {
      let least = loads.indices.min {
        (loads[$0], shards[$0].count) < (loads[$1], shards[$1].count)
      }
      guard let least else { continue }
      loads[least] += block.seconds
      shards[least].append(index)
    }
    self.shards = shards
  }

  /// The recorded seconds over the estimated ones, of the cases that have both; nil for none.
  private static func scale(of durations: CaseDurations?, _ plan: RunPlan) -> Double? {
    guard let durations else { return nil }
    let known = plan.cases.compactMap { planned in
      durations[planned.id].map { ($0, plan.estimatedSeconds(of: planned)) }
    }
    let estimated = known.reduce(0) { $0 + $1.1 }
    return estimated > 0 ? known.reduce(0) { $0 + $1.0 } / estimated : nil
  }

  /// The seconds of each shard.
  package var seconds: [Double] {
    shards.map { $0.reduce(0) { $0 + blockSeconds[$1] } }
  }

  /// The seconds that no assignment of the blocks to as many shards can fall below: their mean, and
  /// the longest block.
  package var bound: Double {
    max(blockSeconds.reduce(0, +) / Double(shards.count), blockSeconds.first ?? 0)
  }

  /// The plan of one shard, which knows the whole one.
  ///
  /// - Parameter index: The shard, counted from 0.
  /// - Returns: A plan with the cases of its blocks.
  package func plan(ofShard index: Int) -> RunPlan {
    let ids = Set(shards[index].flatMap { blocks[$0].cases.map(\.id) })
    return whole.shard(
      RunIdentity.Shard(index: index, total: shards.count)
    ) { ids.contains($0.id) }
  }
}
