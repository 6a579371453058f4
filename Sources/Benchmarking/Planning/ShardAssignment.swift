import BasicAlgorithms
package import RunRecords

/// The seconds that cases took, by id, from the record of an earlier run.
package struct CaseDurations: Hashable, Sendable {
  private let seconds: [String: Double]

  /// The durations of the cases of `record` that have a result; none where it has none, as one of an
  /// older version.
  package init(of record: RunRecord) {
    seconds = Dictionary(
      record.cases.filter { $0.status == .ok }.compactMap { result in
        result.durationSeconds.map { (result.id, $0) }
      }
    ) { first, _ in first }
  }

  /// A Boolean value that indicates whether nothing is known.
  package var isEmpty: Bool { seconds.isEmpty }

  /// The recorded seconds of a case; nil for an unknown one.
  package subscript(id: String) -> Double? { seconds[id] }
}

/// The blocks of a plan, dealt to shards: the longest first, each to the shard with the least to do.
///
/// Every machine finds the same assignment by itself, from the same cases and the same durations. A
/// block of more than an eighth of the mean shard is taken apart by scenario, so that the longest
/// shard takes at most 9/8 of the mean where no scenario of one collection is longer than that.
///
///     let assignment = ShardAssignment(of: plan, count: 8)
///     let part = plan.part(2, of: assignment)
///     print(assignment.seconds.max() ?? 0, "s of", assignment.bound, "at least")
///
/// Source: R. L. Graham, "Bounds on multiprocessing timing anomalies", 1969: the longest shard takes
/// at most the mean and the longest block, and at most 4/3 of the shortest possible time.
package struct ShardAssignment: Sendable {
  /// The blocks, the longest first.
  package let blocks: [PlanBlock]
  /// The seconds that each block takes.
  package let blockSeconds: [Double]
  /// The seconds that each case of each block takes.
  private let blockCases: [[Double]]
  /// The blocks of each shard, as indices of `blocks`.
  package let shards: [[Int]]
  /// A Boolean value that indicates whether durations of an earlier run were used.
  package let isMeasured: Bool
  /// The most shards that have something to do each.
  package let mostShards: Int
  /// The longest scenario of one collection, which nothing divides; nil without cases.
  package let longestPiece: (name: String, seconds: Double)?

  /// A block of more than this share of the mean shard is taken apart.
  private static let mostOfAShard = 0.125

  /// A block with its seconds.
  private struct Weighed {
    let block: PlanBlock
    let caseSeconds: [Double]
    let seconds: Double
    /// An order of blocks that take equally long.
    let digest: UInt64

    init(_ block: PlanBlock, _ seconds: (PlannedCase) -> Double) {
      self.block = block
      caseSeconds = block.cases.map(seconds)
      self.seconds = caseSeconds.reduce(0, +)
      digest = FNV1a.hash(block.name.utf8)
    }

    static func precedes(_ left: Weighed, _ right: Weighed) -> Bool {
      (right.seconds, left.digest, left.block.name) < (left.seconds, right.digest, right.block.name)
    }
  }

  /// Deals the blocks of `plan`.
  ///
  /// - Parameters:
  ///   - plan: The whole plan.
  ///   - count: The number of shards, at least 1.
  ///   - durations: The seconds that cases took before.
  /// - Complexity: O(cases + blocks · (log blocks + `count`)).
  package init(of plan: RunPlan, count: Int, durations: CaseDurations? = nil) {
    self.init(of: plan.cases, count: count, durations: durations, plan.estimatedSeconds(of:))
  }

  /// Deals the blocks of `cases`.
  ///
  /// - Parameters:
  ///   - cases: All cases.
  ///   - count: The number of shards, at least 1.
  ///   - durations: The seconds that cases took before; a case that is not among them is estimated
  ///     in proportion.
  ///   - estimate: The seconds of a case where nothing is known.
  /// - Complexity: O(cases + blocks · (log blocks + `count`)).
  package init(
    of cases: [PlannedCase], count: Int, durations: CaseDurations? = nil,
    _ estimate: (PlannedCase) -> Double
  ) {
    let scale = Self.scale(of: durations, cases, estimate)
    isMeasured = scale != nil
    func seconds(_ planned: PlannedCase) -> Double {
      durations?[planned.id] ?? estimate(planned) * (scale ?? 1)
    }
    let whole = PlanBlock.blocks(of: cases).map { Weighed($0, seconds) }
    let pieces = whole.map { block in block.block.scenarios.map { Weighed($0, seconds) } }
    let most =
      Self.mostOfAShard * whole.reduce(0) { $0 + $1.seconds } / Double(max(1, count))
    var divided = zip(whole, pieces).flatMap { block, pieces in
      block.seconds > most && count > 1 ? pieces : [block]
    }
    // So many shards that short blocks are wanted in pieces, too.
    if divided.count < count { divided = pieces.flatMap(\.self) }
    let weighed = divided.sorted(by: Weighed.precedes)
    mostShards = pieces.reduce(0) { $0 + $1.count }
    longestPiece = pieces.joined().min(by: Weighed.precedes).map { ($0.block.name, $0.seconds) }
    blocks = weighed.map(\.block)
    blockSeconds = weighed.map(\.seconds)
    blockCases = weighed.map(\.caseSeconds)
    shards = Self.dealt(blockSeconds, to: max(1, count))
  }

  /// Deals what takes `seconds`, longest first, each to the shard with the least to do.
  private static func dealt(_ seconds: [Double], to count: Int) -> [[Int]] {
    var loads = [Double](repeating: 0, count: count)
    var shards = [[Int]](repeating: [], count: count)
    for (index, seconds) in seconds.enumerated() {
      let least = loads.indices.min {
        (loads[$0], shards[$0].count) < (loads[$1], shards[$1].count)
      }
      guard let least else { continue }
      loads[least] += seconds
      shards[least].append(index)
    }
    return shards
  }

  /// The recorded seconds over the estimated ones, of the cases that have both; nil for none.
  private static func scale(
    of durations: CaseDurations?, _ cases: [PlannedCase], _ estimate: (PlannedCase) -> Double
  ) -> Double? {
    guard let durations else { return nil }
    let known = cases.compactMap { planned in durations[planned.id].map { ($0, estimate(planned)) }
    }
    let estimated = known.reduce(0) { $0 + $1.1 }
    return estimated > 0 ? known.reduce(0) { $0 + $1.0 } / estimated : nil
  }

  /// The seconds of each shard.
  package var seconds: [Double] {
    shards.map { $0.reduce(0) { $0 + blockSeconds[$1] } }
  }

  /// The seconds of each case of each shard.
  package var caseSeconds: [[Double]] {
    shards.map { $0.flatMap { blockCases[$0] } }
  }

  /// The seconds that no assignment of the blocks to as many shards can fall below: their mean, and
  /// the longest block.
  package var bound: Double {
    max(blockSeconds.reduce(0, +) / Double(shards.count), blockSeconds.first ?? 0)
  }

  /// The ids of the cases of one shard, counted from 0.
  ///
  /// - Complexity: O(cases).
  package func ids(of shard: Int) -> Set<String> {
    Set(shards[shard].flatMap { blocks[$0].cases.map(\.id) })
  }

  /// The digest of the division: equal where every shard has the same cases.
  ///
  /// - Complexity: O(cases · log cases).
  package var digest: UInt64 {
    let lines = shards.indices.map { ids(of: $0).sorted().joined(separator: "\n") }
    return FNV1a.hash(lines.joined(separator: "\n\n").utf8)
  }
}

extension RunPlan {
  /// The part of the plan that one shard of `assignment` is, which knows the whole and its division.
  ///
  /// - Parameters:
  ///   - index: The shard, counted from 0.
  ///   - assignment: An assignment of this plan.
  /// - Returns: A plan with the cases of the shard.
  package func part(_ index: Int, of assignment: ShardAssignment) -> RunPlan {
    let ids = assignment.ids(of: index)
    return shard(
      RunIdentity.Shard(index: index, total: assignment.shards.count), divided: assignment.digest
    ) { ids.contains($0.id) }
  }
}
