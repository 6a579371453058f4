import BasicAlgorithms
import Foundation
package import RunRecords
public import Statistics

/// The cases of a run, and their order. Equal plans have equal digests.
public struct RunPlan: Sendable {
  /// The cases, each once.
  public let cases: [PlannedCase]
  /// The preset that gave the defaults.
  public let preset: RunPreset
  /// The seed of every order and every collection.
  public let seed: UInt64
  /// The fresh processes that time each case.
  public private(set) var launches: LaunchRule
  /// The time that a case is sampled in each launch.
  public private(set) var sampling: SamplingPlan
  /// The time after which a case is given up in one launch, its set-up counted, in seconds.
  public let caseTimeoutSeconds: Double
  /// The cases whose instructions are counted besides, by id.
  public let instructionCases: Set<String>
  /// The most items on which instructions are counted, as it takes some fifty times as long as a
  /// call: on more of them the metric is absent, with the reason.
  public let instructionItemLimit: Int
  /// The part of a larger plan that this one is; the whole by itself.
  package private(set) var shard = RunIdentity.Shard.whole
  /// The digest of the larger plan and of how it is divided; nil for a whole one.
  private var wholeDigest: String?

  /// The limit where nobody names one.
  public static let defaultInstructionItemLimit = 10_000

  /// Plans a run; `preset` decides where another parameter is nil.
  ///
  /// A case that occurs again is left out, and ids of `instructionCases` without a case are ignored.
  /// `launches` is the number for each case, however costly. `caseBudgetSeconds` is the time to sample
  /// one case over all launches, set-up not counted; their number then is the preset's most.
  public init(
    cases: [PlannedCase], preset: RunPreset, seed: UInt64, launches: Int? = nil,
    caseBudgetSeconds: Double? = nil, caseTimeoutSeconds: Double? = nil,
    instructionCases: Set<String> = [], instructionItemLimit: Int = defaultInstructionItemLimit
  ) {
    var seen: Set<String> = []
    self.cases = cases.filter { seen.insert($0.id).inserted }
    self.instructionCases = instructionCases.intersection(seen)
    self.instructionItemLimit = instructionItemLimit
    self.preset = preset
    self.seed = seed
    self.launches = launches.map { LaunchRule(fewest: $0) } ?? preset.launches
    var sampling = preset.sampling
    if let caseBudgetSeconds {
      self.launches = LaunchRule(fewest: self.launches.most)
      sampling.budgetSeconds = caseBudgetSeconds / Double(self.launches.most)
    }
    self.sampling = sampling
    self.caseTimeoutSeconds = caseTimeoutSeconds ?? preset.caseTimeoutSeconds
  }

  /// The digest of the plan that this one is a part of and of its division, which all shards share:
  /// parts of two divisions could both lack a case.
  package var digestOfWhole: String { wholeDigest ?? digest }

  /// Returns the part of the plan that has the cases that `isTaken` takes, of a division with the
  /// digest `division`.
  func shard(
    _ shard: RunIdentity.Shard, divided division: UInt64, where isTaken: (PlannedCase) -> Bool
  ) -> RunPlan {
    var part = RunPlan(
      cases: cases.filter(isTaken), preset: preset, seed: seed,
      caseTimeoutSeconds: caseTimeoutSeconds, instructionCases: instructionCases,
      instructionItemLimit: instructionItemLimit)
    part.launches = launches
    part.sampling = sampling
    part.shard = shard
    part.wholeDigest = FNV1a.hash((digest + division.hexadecimalDigits).utf8).hexadecimalDigits
    return part
  }

  /// The pieces of work, a case in a launch of a pass, that the run consists of at most.
  public var pieceCount: Int { cases.reduce(0) { $0 + pieceCount(of: $1) } }

  /// The pieces of work that one case consists of at most.
  func pieceCount(of planned: PlannedCase) -> Int {
    JournalEntry.Pass.allCases.reduce(0) { count, pass in
      count + (has(pass, of: planned) ? pass == .time ? launches.most : 1 : 0)
    }
  }

  /// Returns whether `planned` is measured in `pass`.
  func has(_ pass: JournalEntry.Pass, of planned: PlannedCase) -> Bool {
    pass == .instructions
      ? instructionCases.contains(planned.id) : planned.scenario.passes.contains(pass)
  }

  /// Returns the reason why instructions on `dataset` are not counted; nil if they are.
  func whyUncounted(_ dataset: PlannedDataset) -> String? {
    dataset.items > instructionItemLimit
      ? "instructions are counted on up to \(instructionItemLimit) items" : nil
  }

  /// The worker processes of the run, in the order in which they are started.
  ///
  /// Suite by suite, so that the answers of the first come long before the end. In a suite, round by
  /// round, each with all groups in a random order, so that storages alternate and the moods of the
  /// machine fall on all alike. After the first round of times and the counts, every case of the suite
  /// has a result: whatever ends the run later costs them precision alone. `RunLedger` passes over the
  /// costly cases of the last rounds of times. Instructions come last, as they take longest.
  package var groups: [PlannedGroup] {
    suites.enumerated().flatMap { index, suite in
      rounds(of: cases.filter { $0.suite == suite }, stream: index)
    }
  }

  /// The same processes, round by round over all suites: for a run that may end before all are done,
  /// and is to have a result of every case first.
  package var groupsInRounds: [PlannedGroup] { rounds(of: cases, stream: 0) }

  /// The names of the suites, in the order of their first cases.
  var suites: [String] {
    cases.reduce(into: []) { names, planned in
      if names.last != planned.suite, !names.contains(planned.suite) { names.append(planned.suite) }
    }
  }

  /// The rounds of `cases`, in orders that the seed and `stream` decide.
  private func rounds(of cases: [PlannedCase], stream: Int) -> [PlannedGroup] {
    var rounds: [(pass: JournalEntry.Pass, launch: Int)] = [(.time, 0), (.allocations, 0)]
    rounds += (1..<launches.most).map { (.time, $0) }
    rounds.append((.instructions, 0))
    return rounds.indices.flatMap { index in
      var generator = SplitMix64(seed: seed, stream: UInt64(stream << 32 | index))
      let (pass, launch) = rounds[index]
      return groups(of: cases, pass: pass, launch: launch).map { group in
        PlannedGroup(
          pass: pass, launch: launch, suite: group.suite, storage: group.storage,
          dataset: group.dataset, cases: group.cases.shuffled(using: &generator))
      }.shuffled(using: &generator)
    }
  }

  /// The groups of one round, in the order of their first cases.
  private func groups(
    of cases: [PlannedCase], pass: JournalEntry.Pass, launch: Int
  ) -> [PlannedGroup] {
    struct Key: Hashable {
      let suite: String
      let storage: String
      let dataset: PlannedDataset
    }
    var keys: [Key] = []
    var members: [Key: [PlannedCase]] = [:]
    for planned in cases where has(pass, of: planned) {
      let key = Key(
        suite: planned.suite, storage: planned.scenario.storage, dataset: planned.dataset)
      if members[key] == nil { keys.append(key) }
      members[key, default: []].append(planned)
    }
    return keys.map { key in
      PlannedGroup(
        pass: pass, launch: launch, suite: key.suite, storage: key.storage, dataset: key.dataset,
        cases: members[key] ?? [])
    }
  }
}

/// The work of one worker process: the cases of one (suite, storage, data, size), in one launch
/// of one pass, in a random order.
package struct PlannedGroup: Sendable {
  package let pass: JournalEntry.Pass
  /// The number of the launch in its pass, from 0.
  package let launch: Int
  package let suite: String
  package let storage: String
  package let dataset: PlannedDataset
  package let cases: [PlannedCase]

  /// The most items of a collection beside which there is room for another one in memory.
  private static let mostItemsBeside = 1_000_000

  /// Returns whether this work and `other` may be done at the same time: both count in collections of
  /// one size and kind, so that neither waits for the other, which leave room for one another.
  package func canRunBeside(_ other: PlannedGroup) -> Bool {
    pass == .allocations && other.pass == .allocations && suite == other.suite
      && dataset == other.dataset && dataset.items <= Self.mostItemsBeside
  }
}
