package import RunRecords
import Statistics

/// The judgement on two builds: a finding for each metric, and the reasons to fail.
package struct GateJudgement: Sendable {
  /// One metric of one case that has been compared.
  package struct Finding: Sendable {
    package let id: String
    package let metric: MetricRecord
    package let change: MetricChange
    /// The acceptance that takes a regression.
    package var accepted: Acceptance?
    /// An acceptance that would take it, had its last day not passed.
    package var expired: Acceptance?

    /// A Boolean value that indicates whether the gate fails for it.
    package var isRegression: Bool { change.verdict == .regressed && accepted == nil }
  }

  /// Every compared metric that may fail a gate, the worst first.
  package let findings: [Finding]
  /// The cases without a result.
  package let failures: [CaseRecord]
  /// Cases that were planned and not measured.
  package let skipped: [CaseRecord]
  /// Cases whose times were to be compared, and that had too few pairs when it ended.
  package let undecided: [CaseRecord]
  package let removed: [String]
  package let added: [String]
  /// The reason why exact metrics were not compared; nil where they were.
  package let exactDifference: String?
  /// A Boolean value that indicates whether times were compared.
  package let comparesTimes: Bool
  /// A Boolean value that indicates whether both sides hold the same machine code, whose times are
  /// not gated.
  package let isEqualCode: Bool
  /// A Boolean value that indicates whether the user has interrupted.
  package let isInterrupted: Bool
  /// A Boolean value that indicates whether the record is of some parts of a gate only.
  private let lacksParts: Bool
  package let policy: GatePolicy
  /// Accepted slow-downs of cases or metrics that are not here, as by a mistake in writing.
  package let idleAcceptances: [Acceptance]
  /// The reasons why instructions that were asked for are not compared, with the number of cases.
  package let uncounted: [(reason: String, count: Int)]
  /// The reason why nothing at all was compared of what was measured; nil where something was, and
  /// where both sides are the same code.
  private let nothingCompared: String?
  /// The exit status in the record of a gate that has ended; nil while it is judged for the first
  /// time.
  package var endedWith: Int?
  /// The explanation of counts that differ.
  package var diagnostics = GateDiagnostics()

  /// Judges `record`.
  ///
  /// - Parameters:
  ///   - record: A comparison.
  ///   - removed: Ids that only the base has.
  ///   - added: Ids that only the head has.
  ///   - exactDifference: Why exact metrics were not compared; nil where they were.
  ///   - isInterrupted: Whether the user has interrupted.
  ///   - policy: What makes it fail.
  ///   - acceptances: Slow-downs that are wanted.
  ///   - today: As `2026-12-31`.
  /// - Complexity: O(*m* log *m* + *m*·*a*) for *m* metrics and *a* acceptances.
  package init(
    _ record: RunRecord, removed: [String], added: [String], exactDifference: String?,
    isInterrupted: Bool, policy: GatePolicy, acceptances: [Acceptance], today: String
  ) {
    var findings: [Finding] = []
    for result in record.cases {
      for metric in result.metrics where metric.role == .gate {
        guard let change = metric.compare else { continue }
        var finding = Finding(id: result.id, metric: metric, change: change)
        if change.verdict == .regressed {
          let head = metric.value.map(Double.init) ?? metric.median ?? .infinity
          let taking = acceptances.filter {
            $0.takes(change, of: metric.name, id: result.id, head: head)
          }
          finding.accepted = taking.first { $0.lastDay ?? today >= today }
          finding.expired = taking.first { $0.lastDay ?? today < today }
        }
        findings.append(finding)
      }
    }
    self.findings = findings.sorted(by: Self.isWorse)
    failures = record.cases.filter { $0.status == .failed || $0.status == .timeout }
    skipped = record.cases.filter { $0.status == .skipped }
    undecided = record.cases.filter { $0.metric(TimeMetric.cpu.rawValue)?.absent != nil }
    self.removed = removed
    self.added = added
    self.exactDifference = exactDifference
    comparesTimes = !undecided.isEmpty || findings.contains { $0.metric.kind == .sampled }
    self.isInterrupted = isInterrupted
    self.policy = policy
    idleAcceptances = acceptances.filter { acceptance in
      acceptance.line != nil
        && !record.cases.contains {
          acceptance.pattern.matches($0.id) && $0.metric(acceptance.metric) != nil
        }
    }
    uncounted = Self.uncounted(record.cases)
    isEqualCode = record.warnings.contains { $0.code == "equal-code" }
    lacksParts = record.warnings.contains { $0.code == Warning.missingParts }
    nothingCompared =
      findings.isEmpty && undecided.isEmpty && !isEqualCode
      ? Self.absence(in: record.cases) : nil
  }

  /// The reason why none of the cases that were measured has a figure; nil where none was measured.
  private static func absence(in cases: [CaseRecord]) -> String? {
    let measured = cases.filter { $0.status == .ok }
    guard !measured.isEmpty else { return nil }
    return measured.flatMap(\.metrics).compactMap(\.absent).first ?? "there is no exact metric"
  }

  /// The reasons for instructions that are absent, the most frequent first.
  private static func uncounted(_ cases: [CaseRecord]) -> [(reason: String, count: Int)] {
    let reasons = cases.compactMap { $0.metric(ExactMetric.instructions.rawValue)?.absent }
    return Dictionary(reasons.map { ($0, 1) }, uniquingKeysWith: +)
      .map { ($0.key, $0.value) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  /// The reason why no instructions are compared though they were asked for; nil where some are.
  private var obstacleToInstructions: String? {
    findings.contains { $0.metric.name == ExactMetric.instructions.rawValue }
      ? nil : uncounted.first?.reason
  }

  /// Regressions first, then what is not known, what has improved, and what is the same; of one
  /// kind the greatest ratio.
  private static func isWorse(_ one: Finding, _ other: Finding) -> Bool {
    func rank(_ finding: Finding) -> Int {
      switch finding.change.verdict {
      case .regressed: finding.accepted == nil ? 0 : 1
      case .inconclusive: 2
      case .improved: 3
      case .equivalent: 4
      }
    }
    let (first, second) = (rank(one), rank(other))
    if first != second { return first < second }
    let ratios = (one.change.ratio ?? .infinity, other.change.ratio ?? .infinity)
    if ratios.0 != ratios.1 { return ratios.0 > ratios.1 }
    return (one.id, one.metric.name) < (other.id, other.metric.name)
  }

  /// The number of time verdicts of this kind.
  package func timeCount(_ verdict: MetricChange.Verdict) -> Int {
    findings.count { $0.metric.kind == .sampled && $0.change.verdict == verdict }
  }

  /// The number of exact metrics with this verdict.
  package func exactCount(_ verdict: MetricChange.Verdict) -> Int {
    findings.count { $0.metric.kind == .exact && $0.change.verdict == verdict }
  }

  private var regressionCount: Int { findings.count { $0.isRegression } }

  /// The share of times that are inconclusive, with those that were not got to; 0 without any.
  package var inconclusiveShare: Double {
    let unknown = undecided.count + skipped.count
    let times = findings.count { $0.metric.kind == .sampled } + unknown
    return times == 0 ? 0 : Double(timeCount(.inconclusive) + unknown) / Double(times)
  }

  /// The number of times that could not be told, with those that were not got to.
  package var unknownCount: Int {
    timeCount(.inconclusive) + undecided.count + skipped.count
  }

  /// Every reason to end with another status than 0.
  package var reasons: [Reason] {
    var reasons: [Reason] = []
    if isInterrupted { reasons.append(.interrupted) }
    if !failures.isEmpty { reasons.append(.casesFailed(failures.count)) }
    if let exactDifference {
      reasons.append(.notComparable(exactDifference))
    } else if let reason = obstacleToInstructions {
      reasons.append(.noInstructions(reason))
    } else if let nothingCompared {
      reasons.append(.nothingCompared(nothingCompared))
    }
    if policy.failsOnRemoved, !removed.isEmpty { reasons.append(.casesRemoved(removed.count)) }
    if regressionCount > 0 { reasons.append(.regressions(regressionCount)) }
    if let most = policy.mostInconclusive, inconclusiveShare > most {
      reasons.append(.tooManyInconclusive(share: inconclusiveShare))
    }
    if lacksParts { reasons.append(.partsMissing) }
    let improvedCount = timeCount(.improved) + exactCount(.improved)
    if policy.failsOnImproved, improvedCount > 0 { reasons.append(.improvements(improvedCount)) }
    return reasons
  }
}

extension GateJudgement {
  /// The end of a gate.
  package enum Outcome: Hashable, Sendable {
    /// Nothing has regressed.
    case passed
    /// The regressions were accepted when the gate ran.
    case accepted
    /// Nothing was found to have regressed, and so many cases could not be told.
    case undecided(Int)
    /// The reasons; none where the record does not tell them.
    case failed([Reason])
  }

  /// The end of the gate: as its record says, or else as `reasons` say.
  package var outcome: Outcome {
    let reasons = reasons
    switch endedWith {
    case nil where !reasons.isEmpty: return .failed(reasons)
    case let status? where status != 0: return .failed(reasons)
    case 0? where !reasons.isEmpty: return .accepted
    default: return unknownCount == 0 ? .passed : .undecided(unknownCount)
    }
  }

  /// A reason for a gate to end with another status than 0.
  package enum Reason: Hashable, Sendable {
    case interrupted
    /// So many cases have no result.
    case casesFailed(Int)
    /// Exact metrics do not compare, for this reason.
    case notComparable(String)
    /// Instructions were asked for, and none are compared.
    case noInstructions(String)
    /// Nothing that was measured is compared.
    case nothingCompared(String)
    /// So many cases of the base are gone.
    case casesRemoved(Int)
    case regressions(Int)
    /// Parts of the gate are missing, in which anything may have regressed.
    case partsMissing
    /// More times than the policy allows are inconclusive.
    case tooManyInconclusive(share: Double)
    case improvements(Int)

    /// The exit status for it.
    package var status: Int {
      switch self {
      case .interrupted: 130
      case .casesFailed: 3
      case .notComparable, .noInstructions, .nothingCompared: 5
      case .casesRemoved, .regressions: 1
      case .tooManyInconclusive, .partsMissing: 4
      case .improvements: 6
      }
    }
  }
}

/// The conditions on which a gate fails at the user's wish.
package struct GatePolicy: Hashable, Sendable {
  /// A Boolean value that indicates whether an improvement fails, until a new baseline accepts it.
  package let failsOnImproved: Bool
  /// The share of inconclusive cases above which the gate fails; nil for never.
  package let mostInconclusive: Double?
  /// A Boolean value that indicates whether a case that only the base has makes it fail.
  package let failsOnRemoved: Bool

  /// The policy that fails on `conditions`, the strictest of each kind.
  ///
  /// - Parameter conditions: `regressed` adds nothing: a gate always fails on it.
  package init(failingOn conditions: Set<FailureCondition> = []) {
    failsOnImproved = conditions.contains(.improved)
    failsOnRemoved = conditions.contains(.removed)
    mostInconclusive = conditions.compactMap { condition in
      if case .inconclusive(let share) = condition { share } else { nil }
    }.min()
  }
}
