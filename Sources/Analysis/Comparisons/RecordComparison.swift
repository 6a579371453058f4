public import RunRecords
package import Statistics

/// Two records, case by case: what `compare A.json B.json` finds.
///
/// ```swift
/// let comparison = RecordComparison(baseline: before, candidate: after)
/// print(comparison.render())
/// exit(Int32(comparison.exitCode))
/// ```
///
/// Exact metrics (allocations, bytes, counts) are compared to the last digit, and only where both
/// records were made by the same compiler, flags and allocator (`exact_key`); instructions only
/// where host and counter are the same too, and half a percent of them is no verdict. Times of two
/// files are not paired in time: they are compared where the hosts are alike (`host_key`), by the
/// spread between launches, and never pass for equal where that cannot be told.
public struct RecordComparison: Sendable {
  package let baseline: RunRecord
  package let candidate: RunRecord
  package let options: ComparisonOptions
  /// The rule for times, with the scatter of these two runs where times are compared.
  package let rule: UnpairedRule
  package let names: SideNames
  /// The difference that makes exact metrics incomparable; nil where they compare.
  package let exactKeyDifference: KeyDifference?
  /// The difference that makes all times incomparable; nil where the hosts of any case are alike.
  package let hostKeyDifference: KeyDifference?
  /// The cases that another kind of machine measured than before, by identifier, where others compare:
  /// merged records have several machines.
  package let casesOfOtherHosts: Set<String>
  /// The cases of both records, by identifier.
  package let cases: [CaseComparison]
  /// Identifiers that only the candidate has, sorted, without those that failed there.
  package let added: [String]
  /// The cases that only the candidate has and that failed there, by identifier.
  package let failed: [CaseRecord]
  /// Identifiers that only the baseline has, sorted.
  package let removed: [String]

  /// Pairs the cases of two records by identifier, and compares them.
  ///
  /// - Complexity: O(*n* log *n*) for *n* cases.
  public init(baseline: RunRecord, candidate: RunRecord) {
    self.init(
      baseline: baseline, candidate: candidate, options: ComparisonOptions(), names: SideNames())
  }

  /// Pairs the cases of two records, which messages call `names`, and compares them by `options`.
  ///
  /// - Parameters:
  ///   - baseline: What was before.
  ///   - candidate: What to compare with it.
  ///   - options: Which times are judged, and how.
  ///   - names: What messages call the records.
  ///   - isTaken: Which cases to compare, by identifier; nil for all. The others still tell how far
  ///     the two runs lie apart.
  /// - Complexity: O(*n* log *n*) for *n* cases.
  package init(
    baseline: RunRecord, candidate: RunRecord, options: ComparisonOptions, names: SideNames,
    taking isTaken: ((String) -> Bool)? = nil
  ) {
    self.options = options
    self.names = names
    let exactKeyDifference = KeyDifference(
      baseline: baseline.environment.exactKey, candidate: candidate.environment.exactKey)
    let (hostKeyDifference, others) = Self.hostDifference(baseline, candidate)
    casesOfOtherHosts = others
    let isAlike = { (id: String) in options.ignoresHosts || !others.contains(id) }
    var scope = CaseComparison.Scope(
      seeds: (baseline.run.seed, candidate.run.seed), names: names,
      datasets: (baseline.datasets, candidate.datasets),
      comparesExactMetrics: exactKeyDifference == nil,
      obstacleToInstructions: nil,
      clock: hostKeyDifference == nil || options.ignoresHosts ? options.clock : nil,
      rule: options.rule, isOfOneCode: Self.areOfOneCode(baseline, candidate))
    scope.rule.runs = RunPairSpread(
      others.isEmpty ? baseline : baseline.taking(isAlike), candidate, scope: scope)
    rule = scope.rule
    self.exactKeyDifference = exactKeyDifference
    self.hostKeyDifference = hostKeyDifference
    let baseline = baseline.taking(isTaken)
    let candidate = candidate.taking(isTaken)
    self.baseline = baseline
    self.candidate = candidate
    let before = Dictionary(baseline.cases.map { ($0.id, $0) }) { first, _ in first }
    let after = Dictionary(candidate.cases.map { ($0.id, $0) }) { first, _ in first }
    let new = after.values.filter { before[$0.id] == nil }.sorted { $0.id < $1.id }
    failed = new.filter { $0.status == .failed || $0.status == .timeout }
    added = new.filter { $0.status == .ok || $0.status == .skipped }.map(\.id)
    removed = before.keys.filter { after[$0] == nil }.sorted()
    cases = before.values.compactMap { earlier -> CaseComparison? in
      guard let later = after[earlier.id] else { return nil }
      var own = scope
      own.obstacleToInstructions = Self.obstacleToInstructions(
        baseline.machine(of: earlier), candidate.machine(of: later), names)
      if !isAlike(earlier.id) { own.clock = nil }
      return CaseComparison(baseline: earlier, candidate: later, scope: own)
    }.sorted { CaseOrder($0.candidate) < CaseOrder($1.candidate) }
  }

  /// A Boolean value that indicates whether neither exact metrics nor times may be compared.
  package var isRefused: Bool { exactKeyDifference != nil && !areTimesCompared }

  /// A Boolean value that indicates whether the hosts allow times to be compared, or the user does.
  package var areTimesCompared: Bool { hostKeyDifference == nil || options.ignoresHosts }

  /// The difference of the hosts where no case has the same on both sides; else the cases that have
  /// not, by identifier.
  private static func hostDifference(
    _ baseline: RunRecord, _ candidate: RunRecord
  ) -> (KeyDifference?, Set<String>) {
    let all = KeyDifference(
      baseline: baseline.environment.hostKey, candidate: candidate.environment.hostKey)
    guard all != nil, !baseline.parts.isEmpty || !candidate.parts.isEmpty else { return (all, []) }
    let before = Dictionary(
      baseline.cases.map { ($0.id, baseline.machine(of: $0).hostKey) }
    ) { first, _ in first }
    let common = candidate.cases.filter { before[$0.id] != nil }
    let others = common.filter { before[$0.id] != candidate.machine(of: $0).hostKey }
    return others.count == common.count ? (all, []) : (nil, Set(others.map(\.id)))
  }

  /// The reason why instructions of two machines do not compare; nil where they do.
  private static func obstacleToInstructions(
    _ baseline: MachineContext, _ candidate: MachineContext, _ names: SideNames
  ) -> String? {
    func list(_ parts: [String]) -> String {
      parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
    }
    if let hosts = KeyDifference(baseline: baseline.hostKey, candidate: candidate.hostKey) {
      return "of another host_key: \(list(hosts.baseline)) in \(names.baseline), "
        + "\(list(hosts.candidate)) in \(names.candidate)"
    }
    let counters = [baseline, candidate].map { $0.instructionCounter ?? "nothing known" }
    guard counters[0] != counters[1] else { return nil }
    return "of another instruction_counter: \(counters[0]) in \(names.baseline), "
      + "\(counters[1]) in \(names.candidate)"
  }

  /// The number of verdicts there are of each kind.
  package var counts: Counts { Counts(self) }

  /// The status for the process to end with.
  ///
  /// 0: no exact metric is worse. 1: one is. 3: a case failed or answers differently. 5: something
  /// could not be compared that had to be, or nothing could; this hides a 1.
  public var exitCode: Int { exitCode(failingOn: []) }

  /// The status for the process to end with, where more than an exact metric may fail it.
  ///
  /// - Parameter conditions: What else to fail on. Of one code times are noise, and fail nothing.
  /// - Returns: Of 3, 5, 1, 4, 6 and 0 the first that holds.
  package func exitCode(failingOn conditions: Set<FailureCondition>) -> Int {
    let counts = counts
    if counts.broken + counts.differentAnswers + failed.count > 0 { return 3 }
    let needsTimes = !isOfOneCode && conditions.contains { $0.isOfTimes }
    if isRefused || counts.notComparable > 0 || counts.compared + counts.times.judged == 0
      || needsTimes && hasMissingTimes
    {
      return 5
    }
    let times = isOfOneCode ? Counts.Times() : counts.times
    let worse =
      counts.regressed
      + (conditions.contains(.regressed) ? times.regressed : 0)
      + (conditions.contains(.removed) ? removed.count : 0)
    if worse > 0 { return 1 }
    for case .inconclusive(let share) in conditions
    where Double(times.inconclusive) > share * Double(times.judged) {
      return 4
    }
    return conditions.contains(.improved) && counts.improved + times.improved > 0 ? 6 : 0
  }

  /// A Boolean value that indicates whether both measured the same machine code.
  package var isOfOneCode: Bool { Self.areOfOneCode(baseline, candidate) }

  private static func areOfOneCode(_ baseline: RunRecord, _ candidate: RunRecord) -> Bool {
    let texts = [baseline, candidate].map { $0.builds.first?.binary.textSHA256 }
    return texts[0] != nil && texts[0] == texts[1]
  }

  /// A Boolean value that indicates whether times were not judged, or not all.
  private var hasMissingTimes: Bool {
    !areTimesCompared || counts.times.judged == 0
      || cases.contains { pair in pair.time.map { $0.verdict == nil } ?? false }
  }
}

extension RunRecord {
  /// Returns the record with the cases that `isTaken` takes.
  fileprivate func taking(_ isTaken: ((String) -> Bool)?) -> RunRecord {
    guard let isTaken else { return self }
    var record = self
    record.cases.removeAll { !isTaken($0.id) }
    return record
  }
}

extension RunPairSpread {
  /// Estimates how far two runs lie apart, from the cases that did the same work in both; nil where
  /// times do not compare.
  fileprivate init?(
    _ baseline: RunRecord, _ candidate: RunRecord, scope: CaseComparison.Scope
  ) {
    guard let clock = scope.clock?.rawValue else { return nil }
    let before = Dictionary(baseline.cases.map { ($0.id, $0) }) { first, _ in first }
    self.init(
      candidate.cases.compactMap { after in
        guard let before = before[after.id],
          CaseComparison.verdict(before, after, scope) == .compared,
          let launches = before.metric(clock)?.launches,
          let others = after.metric(clock)?.launches
        else { return nil }
        return (baseline: launches, candidate: others)
      })
  }
}

extension RecordComparison {
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
    package var times = Times()

    /// Exact metrics that both records have.
    package var compared: Int { equal + improved + regressed + changed }

    /// Verdicts on times.
    package struct Times: Hashable, Sendable {
      package var regressed = 0
      package var improved = 0
      package var equivalent = 0
      package var inconclusive = 0

      /// No verdict.
      package init() {}

      /// Times that both records have.
      package var judged: Int { regressed + improved + equivalent + inconclusive }

      package mutating func count(_ verdict: FigureComparison.Verdict) {
        switch verdict {
        case .regressed: regressed += 1
        case .improved: improved += 1
        case .equivalent: equivalent += 1
        case .inconclusive: inconclusive += 1
        }
      }
    }

    init(_ comparison: RecordComparison) {
      guard !comparison.isRefused else { return }
      for pair in comparison.cases {
        switch pair.verdict {
        case .compared: pair.metrics.forEach { count($0.verdict) }
        case .broken: broken += 1
        case .repaired: repaired += 1
        case .answersDiffer: differentAnswers += 1
        case .notComparable: notComparable += 1
        case .unmeasured: break
        }
        if let verdict = pair.time?.verdict { times.count(verdict) }
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
