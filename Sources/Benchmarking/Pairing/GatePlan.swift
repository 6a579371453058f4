package import Foundation
package import RunRecords
package import Statistics

/// A plan of a paired comparison of two builds: what it measures, and by which rules it decides.
package struct GatePlan: Sendable {
  /// The cases that both sides have.
  package var cases: [PlannedCase]
  /// The seed of every collection.
  package var seed: UInt64
  /// The seed of every order, where that is another one.
  package var orderSeed: UInt64?
  /// The calibration and warm-up of a batch.
  package var sampling: SamplingPlan
  /// The rule that gives the final verdict on a case.
  package var rule: PairedRule
  /// The rule that selects the cases to measure again: `rule` with another rate of false alarms.
  package var screen: PairedRule
  /// The change that is planted in the head; nil for none.
  package var plant: Plant?
  /// The instructions that the head's counted call executes besides, as a share of the base's; nil
  /// for none.
  package var plantedInstructionShare: Double?
  /// The cases whose instructions are counted, by id.
  package var instructionCases: Set<String> = []
  /// The most items on which they are: on more of them the metric is absent, with the reason.
  package var instructionItemLimit = RunPlan.defaultInstructionItemLimit
  /// A Boolean value that indicates whether the gate looks for the causes of counts that differ.
  package var explainsCounts = false
  /// A Boolean value that indicates whether exact metrics alone are compared.
  package var isExactOnly = false
  /// A Boolean value that indicates whether times are gated even where both sides hold the same
  /// code.
  package var gatesEqualCode = false
  /// The rounds of a pair, each A B B A or B A A B.
  package var roundsPerPair = 6
  /// The time after which a side that does not answer is given up, in seconds.
  package var answerTimeoutSeconds = 60.0
  /// The time after which no further pair is begun, in seconds; nil for none.
  package var budgetSeconds: Double?

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

/// The executables of one side: the build itself, and the same objects linked in another order.
package struct GateSide: Sendable {
  /// The tool's name for a side.
  package enum Name: String, Sendable {
    /// The build that the head is compared with.
    case base
    /// The build that is judged.
    case head
  }

  package let name: Name
  /// The build.
  package let executable: URL
  /// Its twins, linked otherwise; what the first stage flags is measured with them.
  package let relinked: [URL]
  /// All of them as they were when the side was named.
  private let stamps: [URL: FileStamp]

  /// Names a side, before anything is asked of it: its files may not change from now on.
  package init(_ name: Name, executable: URL, relinked: [URL] = []) {
    self.name = name
    self.executable = executable
    self.relinked = relinked
    stamps = ([executable] + relinked).reduce(into: [:]) { $0[$1] = FileStamp(of: $1) }
  }

  /// Looks whether one of the files is what it was.
  ///
  /// - Throws: `PairError.changed`.
  func check(_ executable: URL) throws(PairError) {
    guard FileStamp(of: executable) == stamps[executable] else {
      throw .changed(path: executable.path)
    }
  }

  /// The executable of pair number `number` of a stage: as many combinations of both sides' layouts
  /// as there are.
  package func executable(inPair number: Int, isConfirming: Bool) -> URL {
    guard isConfirming, !relinked.isEmpty else { return executable }
    let layouts = [executable] + relinked
    return layouts[(name == .base ? number : number / layouts.count) % layouts.count]
  }
}

/// The measurements of one case, and its status.
package struct GateCase: Sendable {
  package let planned: PlannedCase
  /// The status of the case so far.
  package var status = CaseRecord.Status.skipped
  package var message: String? = "nothing of it was measured before the end"
  package var checksum: String?
  /// A Boolean value that indicates whether the sides gave different answers. If they did, they do
  /// not do the same work, and no metric compares.
  package var answersDiffer = false
  package var operationsPerCall: Int?
  package var callsPerBatch: Int?
  /// The exact metrics of both sides.
  package var baseCounts: [MetricRecord] = []
  package var headCounts: [MetricRecord] = []
  /// The pairs of the stage that counts.
  package var pairs: [GatePair] = []
  /// A Boolean value that indicates whether `pairs` are fresh ones, after the first ones showed a
  /// change.
  package var isConfirming = false
  /// The first stage's pairs, where there is a second one.
  var screenedPairs: [GatePair] = []
  package var cpu: PairedDecision?
  package var wall: PairedDecision?

  package init(_ planned: PlannedCase) { self.planned = planned }
}

/// One pair of processes that measured one case.
package struct GatePair: Hashable, Sendable {
  package var cpu: Times
  package var wall: Times

  /// The times of the pair by one clock.
  package struct Times: Hashable, Sendable {
    /// ln(head/base): the median over the rounds.
    package var logRatio: Double
    /// The base's median round, in nanoseconds for one operation.
    package var base: Double
    /// The head's.
    package var head: Double

    /// The times of `rounds`, whose batches have so many operations.
    init(_ rounds: [PairedRound], operations: Double) throws(SampleError) {
      logRatio = try PairedRound.medianLogRatio(rounds)
      base = try Quantiles.median(rounds.map { $0.firstBase + $0.secondBase }) / (2 * operations)
      head = try Quantiles.median(rounds.map { $0.firstHead + $0.secondHead }) / (2 * operations)
    }
  }
}
