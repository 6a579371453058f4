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
/// Every machine finds the same assignment by itself, from the same cases and the same durations. Where
/// the longest shard would be more than a tenth above the mean, its longest block is taken apart by
/// scenario, and all are dealt again; and so on. No more than needed are, as every shard builds the
/// collections of its cases.
///
///     let assignment = ShardAssignment(of: plan.cases, count: 8, plan.estimatedSeconds(of:))
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

  /// The longest shard over the mean above which a block is taken apart.
  private static let mostOverMean = 1.1

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

  /// Deals the blocks of `cases`.
  ///
  /// - Parameters:
  ///   - cases: All cases.
  ///   - count: The number of shards, at least 1.
  ///   - durations: The seconds that cases took before; a case that is not among them is estimated
  ///     in proportion.
  ///   - estimate: The seconds of a case where nothing is known.
  /// - Complexity: O(blocks · `count`) for each block that is taken apart, and O(cases).
  package init(
    of cases: [PlannedCase], count: Int, durations: CaseDurations? = nil,
    _ estimate: (PlannedCase) -> Double
  ) {
    let scale = Self.scale(of: durations, cases, estimate)
    isMeasured = scale != nil
    func seconds(_ planned: PlannedCase) -> Double {
      durations?[planned.id] ?? estimate(planned) * (scale ?? 1)
    }
    var weighed = PlanBlock.blocks(of: cases).map { Weighed($0, seconds) }
      .sorted(by: Weighed.precedes)
    let pieces = weighed.flatMap { $0.block.scenarios.map { Weighed($0, seconds) } }
    mostShards = pieces.count
    longestPiece = pieces.min(by: Weighed.precedes).map { ($0.block.name, $0.seconds) }
    var shards = Self.dealt(weighed.map(\.seconds), to: max(1, count))
    while let place = Self.tooLong(weighed, shards) {
      let parts = weighed.remove(at: place).block.scenarios.map { Weighed($0, seconds) }
      weighed = (weighed + parts).sorted(by: Weighed.precedes)
      shards = Self.dealt(weighed.map(\.seconds), to: max(1, count))
    }
    blocks = weighed.map(\.block)
    blockSeconds = weighed.map(\.seconds)
    blockCases = weighed.map(\.caseSeconds)
    self.shards = shards
  }

  /// The place of the block to take apart: the longest of the longest shard that can be; nil where the
  /// shards are even, or nothing can be. Where a shard has nothing to do, any block may be taken.
  private static func tooLong(_ weighed: [Weighed], _ shards: [[Int]]) -> Int? {
    func seconds(_ shard: [Int]) -> Double { shard.reduce(0) { $0 + weighed[$1].seconds } }
    func isWhole(_ place: Int) -> Bool {
      weighed[place].block.key.scenario == nil && weighed[place].block.scenarios.count > 1
    }
    if shards.contains(where: \.isEmpty) {
      if let place = weighed.indices.first(where: isWhole) { return place }
    }
    let all = shards.map(seconds)
    guard let longest = all.indices.max(by: { all[$0] < all[$1] }),
      all[longest] > mostOverMean * all.reduce(0, +) / Double(shards.count)
    else { return nil }
    return shards[longest].first(where: isWhole)
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
