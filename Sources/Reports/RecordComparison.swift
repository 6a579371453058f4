public import RunRecords

/// Two records, case by case: what `compare A.json B.json` finds.
///
/// Exact metrics (allocations, bytes, counts) are compared to the last digit, and only where both
/// records were made by the same compiler, flags and allocator (`exact_key`); instructions only
/// where host and counter are the same too, and half a percent of them is no verdict. Times of two files
/// are not paired in time, so no verdict is given on them; they stand beside each other.
public struct RecordComparison: Sendable {
  package let baseline: RunRecord
  package let candidate: RunRecord
  /// What makes exact metrics incomparable; nil where nothing does.
  package let exactKeyDifference: KeyDifference?
  /// What makes times not worth putting side by side; nil where nothing does.
  package let hostKeyDifference: KeyDifference?
  /// The cases of both records, by identifier.
  package let cases: [CaseComparison]
  /// Identifiers that only the candidate has, sorted.
  package let added: [String]
  /// Identifiers that only the baseline has, sorted.
  package let removed: [String]

  /// Pairs the cases of two records by identifier, and compares them.
  ///
  /// - Parameters:
  ///   - baseline: A, what was before.
  ///   - candidate: B, what is held against it.
  /// - Complexity: O(*n* log *n*) for *n* cases.
  public init(baseline: RunRecord, candidate: RunRecord) {
    self.baseline = baseline
    self.candidate = candidate
    exactKeyDifference = KeyDifference(
      baseline: baseline.environment.exactKey, candidate: candidate.environment.exactKey)
    hostKeyDifference = KeyDifference(
      baseline: baseline.environment.hostKey, candidate: candidate.environment.hostKey)
    let obstacle = Self.obstacleToInstructions(baseline.environment, candidate.environment)
    let before = Dictionary(baseline.cases.map { ($0.id, $0) }) { first, _ in first }
    let after = Dictionary(candidate.cases.map { ($0.id, $0) }) { first, _ in first }
    added = after.keys.filter { before[$0] == nil }.sorted()
    removed = before.keys.filter { after[$0] == nil }.sorted()
    cases = before.values.compactMap { earlier in
      after[earlier.id].map {
        CaseComparison(
          baseline: earlier, candidate: $0, seeds: (baseline.run.seed, candidate.run.seed),
          obstacleToInstructions: obstacle)
      }
    }.sorted { CaseOrder($0.candidate) < CaseOrder($1.candidate) }
  }

  /// Why instructions of two machines do not compare; nil where they do.
  private static func obstacleToInstructions(
    _ baseline: MachineContext, _ candidate: MachineContext
  ) -> String? {
    func list(_ parts: [String]) -> String {
      parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
    }
    if let hosts = KeyDifference(baseline: baseline.hostKey, candidate: candidate.hostKey) {
      return "of another host_key: \(list(hosts.baseline)) in A, \(list(hosts.candidate)) in B"
    }
    let counters = [baseline, candidate].map { $0.instructionCounter ?? "nothing known" }
    guard counters[0] != counters[1] else { return nil }
    return "of another instruction_counter: \(counters[0]) in A, \(counters[1]) in B"
  }

  /// How many verdicts there are of each kind.
  package var counts: Counts { Counts(self) }

  /// The status for the process to end with.
  ///
  /// 0: no exact metric is worse. 1: one is, or a case broke or answers differently. 5: something
  /// could not be compared that had to be, or nothing could; this hides a 1.
  public var exitCode: Int {
    let counts = counts
    if exactKeyDifference != nil || counts.notComparable > 0 || counts.compared == 0 { return 5 }
    return counts.regressed + counts.broken + counts.differentAnswers > 0 ? 1 : 0
  }

  /// Verdicts on metrics and on cases.
  package struct Counts: Hashable, Sendable {
    package var equal = 0
    package var improved = 0
    package var regressed = 0
    package var changed = 0
    /// Metrics and whole cases.
    package var notComparable = 0
    package var broken = 0
    package var repaired = 0
    package var differentAnswers = 0

    /// Metrics that both records have.
    package var compared: Int { equal + improved + regressed + changed }

    init(_ comparison: RecordComparison) {
      guard comparison.exactKeyDifference == nil else { return }
      for pair in comparison.cases {
        switch pair.verdict {
        case .compared: pair.metrics.forEach { count($0.verdict) }
        case .broken: broken += 1
        case .repaired: repaired += 1
        case .answersDiffer: differentAnswers += 1
        case .notComparable: notComparable += 1
        case .unmeasured: break
        }
      }
    }

    private mutating func count(_ verdict: MetricComparison.Verdict) {
      switch verdict {
      case .equal: equal += 1
      case .improved: improved += 1
      case .regressed: regressed += 1
      case .changed: changed += 1
      case .absent: break
      case .notComparable: notComparable += 1
      }
    }
  }
}

/// The order of cases in a comparison: that of a run's table.
private struct CaseOrder: Comparable {
  private let names: (String, String, String, String)
  private let items: Int
  private let storage: StorageOrder

  init(_ record: CaseRecord) {
    names = (
      record.suite, record.params.scenario, record.params.data, record.params.payload
    )
    items = record.params.items
    storage = StorageOrder(record.params.storage)
  }

  static func == (left: CaseOrder, right: CaseOrder) -> Bool {
    left.names == right.names && left.items == right.items && left.storage == right.storage
  }

  static func < (left: CaseOrder, right: CaseOrder) -> Bool {
    left.names == right.names
      ? (left.items, left.storage) < (right.items, right.storage) : left.names < right.names
  }
}
