import BasicAlgorithms
package import Benchmarking
package import RunRecords
package import Statistics

/// The plan of a gate: the cases to compare, and the rules of the comparison.
package struct GatePlan: Sendable {
  /// The cases that both sides have.
  package var cases: [PlannedCase]
  /// The seed of every collection.
  package var seed: UInt64
  /// The seed of every order; nil for `seed`.
  package var orderSeed: UInt64?
  /// The way in which a batch is calibrated and warmed up.
  package var sampling: SamplingPlan
  /// The rule that decides over a case in the end.
  package var rule: PairedRule
  /// The rule that decides which cases are measured again: the same with another rate of false alarms.
  package var screen: PairedRule
  /// The regression that the head makes on purpose; nil for none.
  package var injected: InjectedRegression?
  /// The additional instructions of the head's counted call, as a share of the base's; nil for none.
  package var injectedInstructionShare: Double?
  /// The cases whose instructions are counted, by id.
  package var instructionCases: Set<String> = []
  /// The most items on which they are counted; beyond it the metric is absent, with the reason.
  package var instructionItemLimit = RunPlan.defaultInstructionItemLimit
  /// A Boolean value that indicates whether to look for the causes of different counts.
  package var explainsCounts = false
  /// A Boolean value that indicates whether only exact metrics are compared.
  package var isExactOnly = false
  /// A Boolean value that indicates whether times are gated even if both builds hold the same code.
  package var gatesEqualCode = false
  /// The rounds of a pair, each A B B A or B A A B.
  package var roundsPerPair = 6
  /// The time after which a build that does not answer is given up, in seconds.
  package var answerTimeoutSeconds = 60.0
  /// The time after which no further pair is begun, in seconds; nil for none.
  package var budgetSeconds: Double?
  /// The part of a larger plan that this one is; the whole by itself.
  package private(set) var shard = RunIdentity.Shard.whole
  /// The digest of the larger plan and of its division, which all of its shards share; nil for a
  /// whole one.
  private var wholeDigest: String?

  /// Plans a comparison.
  package init(
    cases: [PlannedCase], seed: UInt64, sampling: SamplingPlan, rule: PairedRule,
    screen: PairedRule
  ) {
    self.cases = cases
    self.seed = seed
    self.sampling = sampling
    self.rule = rule
    self.screen = screen
  }

  /// Returns the part of the plan that one shard of `assignment` is: cases with both of their sides.
  ///
  /// - Parameters:
  ///   - index: The shard, counted from 0.
  ///   - assignment: An assignment of the cases of this plan.
  /// - Returns: A plan with the cases of the shard.
  package func part(_ index: Int, of assignment: ShardAssignment) -> GatePlan {
    let ids = assignment.ids(of: index)
    var part = self
    part.cases = cases.filter { ids.contains($0.id) }
    part.instructionCases.formIntersection(ids)
    part.shard = RunIdentity.Shard(index: index, total: assignment.shards.count)
    part.wholeDigest =
      FNV1a.hash((digest + assignment.digest.hexadecimalDigits).utf8)
      .hexadecimalDigits
    return part
  }

  /// The digest of the plan that this one is a part of and of its division, which all shards share.
  package var digestOfWhole: String { wholeDigest ?? digest }

  /// The digest of what decides over the cases: equal plans have equal digests.
  private var digest: String {
    let options: [String] = [
      "\(seed)", "\(sampling)", "\(rule)", "\(screen)", "\(isExactOnly)", "\(gatesEqualCode)",
      "\(roundsPerPair)", "\(instructionItemLimit)",
    ]
    let lines = options + cases.map { "\($0.id) \($0.dataset.text)" } + instructionCases.sorted()
    return FNV1a.hash(lines.joined(separator: "\n").utf8).hexadecimalDigits
  }

  /// The seconds that a case takes: some pairs of processes, which each build the collection.
  package func estimatedSeconds(of planned: PlannedCase) -> Double {
    (isExactOnly ? 0.1 : 5) + 1e-6 * Double(planned.dataset.items)
      + (instructionCases.contains(planned.id) ? 7 : 0)
  }

  /// The cases that share processes: those of one suite on one collection.
  var groups: [[Int]] {
    struct Key: Hashable {
      let suite: String
      let dataset: PlannedDataset
    }
    var order: [Key] = []
    var members: [Key: [Int]] = [:]
    for (index, planned) in cases.enumerated() {
      let key = Key(suite: planned.suite, dataset: planned.dataset)
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(index)
    }
    return order.map { members[$0] ?? [] }
  }
}

/// The ending of a comparison.
package enum GateEnding: Hashable, Sendable {
  /// Every case has its verdict.
  case completed
  /// The time budget was spent.
  case outOfBudget
  /// The user has interrupted.
  case interrupted
}

/// An event during a gate, for its progress.
package enum GateEvent: Hashable, Sendable {
  /// The exact metrics of these cases are known.
  case counted([String])
  /// The instructions of another case are about to be counted: so many cases are done.
  case countingInstructions(done: Int, of: Int)
  /// A pair of processes is done: so many cases have enough, and so many others are measured again.
  case paired(done: Int, of: Int, confirming: Int)
  /// A case seems to have changed; it is measured again.
  case flagged(String)
}
