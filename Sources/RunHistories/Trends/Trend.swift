package import RunRecords
import Statistics

/// The course of every figure of a history over the commits, and where it changed.
///
/// - A count is exact: any change is a fact, dated to a commit or to the commits between two runs.
/// - Instructions change by more than 0.5 % from the last level, at once or little by little.
/// - Times are judged as ratios to one reference build, measured in pairs. `ChangePointTest`
///   proposes changes. A gate between two commits decides whether one is real.
/// - Medians of single runs are kept to be drawn, and never judged.
///
/// Another compiler, library or machine begins a new segment.
///
///     let trend = Trend(of: contents, log: log, reference: nil)
///     for change in trend.changes where change.isAlarm { print(trend.series[change.series].id) }
package struct Trend: Sendable {
  /// The figures, by case and metric.
  package private(set) var series: [Series] = []
  /// The changes, the latest first.
  package private(set) var changes: [Change] = []
  /// The runs that are drawn, in the order of their commits, and of their times on one commit.
  package let runs: [RunHistory.Run]
  /// The place of each run's commit in the log; its own place where there is no log.
  package let positions: [Int]
  /// The commits that runs are ordered by; nil where they are ordered by time.
  package let log: CommitLog?
  /// The commit that ratios are to; nil where no run is compared with one.
  package let reference: String?
  /// The numbers of runs that are left out, by the reason.
  package let leftOut: [(reason: String, count: Int)]

  /// One figure of one case.
  package struct Series: Sendable {
    /// The case.
    package let id: String
    package let metric: String
    package let unit: String
    package let better: MetricRecord.Better
    package let judgement: Judgement
    /// The parts whose points compare, in the order of their first runs.
    package var segments: [Segment]
  }

  /// The way in which a figure is judged.
  package enum Judgement: String, CaseIterable, Hashable, Sendable {
    /// Any change is a fact.
    case exact
    /// More than half a percent is a fact.
    case instructions
    /// Changes are proposed by rank, and decided by a gate.
    case ratio
    /// It is drawn only.
    case drawn
  }

  /// The points of one compiler, or of one machine.
  package struct Segment: Sendable {
    /// The key that all points share.
    package let key: String
    /// In the order of the runs.
    package var points: [Point]
  }

  /// A figure of a run.
  package struct Point: Hashable, Sendable {
    /// The index of the run.
    package let run: Int
    package let value: Double
  }

  /// A change of level.
  package struct Change: Sendable {
    /// The index of the series.
    package let series: Int
    /// The index of the segment in the series.
    let segment: Int
    /// The last run before it.
    package let before: Int
    /// The first run after it.
    package let after: Int
    /// The figures on both sides.
    package let values: (before: Double, after: Double)
    package var evidence: Evidence
    /// A Boolean value that indicates whether it is a change for the worse.
    package let isWorse: Bool
    /// A Boolean value that indicates whether it came in steps that are too small to be judged.
    package let isCreep: Bool
    /// The acceptance that takes it.
    package var blessing: Blessing?
    /// The first run that was as good as before again; nil where none is.
    package var repaired: Int?

    /// A Boolean value that indicates whether it is worse, certain, not accepted and still there.
    package var isAlarm: Bool {
      isWorse && evidence.isCertain && blessing == nil && repaired == nil
    }

    /// After over before; nil where the figure before is 0.
    package var ratio: Double? { values.before == 0 ? nil : values.after / values.before }
  }

  /// The reason to believe in a change.
  package enum Evidence: Hashable, Sendable {
    /// The figure repeats to the last digit.
    case fact
    /// The ratios changed their level; no gate has compared the commits.
    case proposed
    /// A gate found it: head over base.
    case confirmed(ratio: Double)
    /// A gate over the same commits did not find it.
    case refuted(MetricChange.Verdict)

    /// A Boolean value that indicates whether it may raise an alarm.
    package var isCertain: Bool {
      switch self {
      case .fact, .confirmed: true
      case .proposed, .refuted: false
      }
    }
  }

  /// Finds the changes of a history.
  ///
  /// - Parameters:
  ///   - contents: The history.
  ///   - log: The commits that order it; nil to order it by time.
  ///   - reference: The full hash of the commit that ratios are to; nil for the one that most
  ///     comparisons have.
  ///   - isWanted: Whether a case is of interest.
  /// - Complexity: O(runs · figures), and for ratios O(*n* log *n*) for each change.
  package init(
    of contents: RunHistory.Contents, log: CommitLog?, reference: String?,
    where isWanted: (String) -> Bool = { _ in true }
  ) {
    let ordered = TrendOrder(contents.runs, by: log)
    (runs, positions, leftOut) = (ordered.runs, ordered.positions, ordered.leftOut)
    self.log = log
    self.reference = reference ?? Self.usualBase(of: runs)
    series = TrendFigures(runs, reference: self.reference, where: isWanted).series
    let gates = TrendGates(runs, positions, log)
    for index in series.indices {
      for segment in series[index].segments.indices {
        changes += Self.changes(of: series[index], index, segment, positions, gates)
      }
    }
    markRepaired()
    for index in changes.indices where changes[index].isWorse {
      changes[index].blessing = blessing(of: changes[index], among: contents.blessings)
    }
    changes.sort { left, right in
      let places = [left, right].map { (positions[$0.after], $0.isAlarm ? 1 : 0) }
      if places[0] != places[1] { return places[0] > places[1] }
      return left.series < right.series
    }
  }

  /// The commit that most other commits are compared with; of several the one that was used last.
  ///
  /// Gates that decide over a proposed change have one head for each base, however many there are.
  private static func usualBase(of runs: [RunHistory.Run]) -> String? {
    var heads: [String: (commits: Set<String>, runs: Int, last: Int)] = [:]
    for (index, run) in runs.enumerated() {
      guard let base = run.summary.base?.sha, let head = run.summary.commit.sha else { continue }
      var known = heads[base] ?? ([], 0, 0)
      known.commits.insert(head)
      heads[base] = (known.commits, known.runs + 1, index)
    }
    return heads.max {
      ($0.value.commits.count, $0.value.runs, $0.value.last)
        < ($1.value.commits.count, $1.value.runs, $1.value.last)
    }?.key
  }

  private static func changes(
    of series: Series, _ index: Int, _ segment: Int, _ positions: [Int], _ gates: TrendGates
  ) -> [Change] {
    let points = series.segments[segment].points
    let found: [TrendStep]
    switch series.judgement {
    case .drawn: return []
    case .exact: found = TrendStep.exact(points, positions, tolerance: 0)
    case .instructions:
      let thousandths = ExactMetric.instructions.allowedGrowthThousandths
      found = TrendStep.exact(
        points, positions, tolerance: Double(thousandths) / 100_000)
    case .ratio: found = TrendStep.proposed(points, positions)
    }
    return found.map { step in
      let isHigher = step.values.after > step.values.before
      var change = Change(
        series: index, segment: segment, before: step.before, after: step.after,
        values: step.values,
        evidence: series.judgement == .ratio ? .proposed : .fact,
        isWorse: isHigher == (series.better == .lower), isCreep: step.isCreep)
      if series.judgement == .ratio {
        change.evidence = gates.evidence(
          on: series, from: positions[step.before], to: positions[step.after],
          isHigher: isHigher)
      }
      return change
    }
  }

  /// Notes the changes for the worse that a later, certain one of the same segment took back.
  private mutating func markRepaired() {
    let bySegment = Dictionary(grouping: changes.indices) {
      [changes[$0].series, changes[$0].segment]
    }
    for indices in bySegment.values {
      for index in indices where changes[index].isWorse {
        let change = changes[index]
        let isLower = series[change.series].better == .lower
        // As little as moves by itself.
        let allowance = series[change.series].judgement == .exact ? 0 : 0.005
        let repairs = indices.map { changes[$0] }.filter { other in
          guard other.evidence.isCertain, !other.isWorse, other.before >= change.after else {
            return false
          }
          let (now, then) = (other.values.after, change.values.before)
          return isLower ? now <= then * (1 + allowance) : now >= then * (1 - allowance)
        }
        changes[index].repaired = repairs.map(\.after).min()
      }
    }
  }

  private func blessing(of change: Change, among blessings: [Blessing]) -> Blessing? {
    let changed = series[change.series]
    return blessings.first { blessing in
      let isCovered =
        switch change.evidence {
        case .fact: blessing.covers(changed.metric, of: changed.id, figure: change.values.after)
        case .confirmed(let ratio): blessing.covers(changed.metric, of: changed.id, ratio: ratio)
        case .proposed, .refuted: false
        }
      guard isCovered else { return false }
      guard let log else { return runs[change.after].summary.commit.sha == blessing.commit }
      guard let position = log.position(of: blessing.commit) else { return false }
      return positions[change.before] < position && position <= positions[change.after]
    }
  }
}

extension Trend {
  /// Returns the changes after a commit.
  ///
  /// - Parameter hash: The full hash of a commit of the log.
  /// - Returns: The trend with these changes alone; nil for a commit that is not in the log.
  package func since(_ hash: String) -> Trend? {
    guard let position = log?.position(of: hash) else { return nil }
    var trend = self
    trend.changes.removeAll { positions[$0.after] <= position }
    return trend
  }

  /// The commits that can have made a change, the oldest first; none without a log.
  package func suspects(of change: Change) -> ArraySlice<CommitLog.Commit> {
    guard let log, positions[change.before] < positions[change.after] else { return [] }
    return log.commits[(positions[change.before] + 1)...positions[change.after]]
  }

  /// The full hashes of the last commit before a change and of the first one after it.
  package func commits(of change: Change) -> [String] {
    [change.before, change.after].map { runs[$0].summary.commit.sha ?? "" }
  }

  /// The number of distinct commits with a run.
  package var commitCount: Int { Set(positions).count }

  /// The changes for the worse that `commit` may have made, and that are certain, as the most that
  /// is accepted of each.
  ///
  /// - Parameters:
  ///   - commit: The full hash of a commit.
  ///   - isAccepted: Whether a metric of a case is accepted.
  /// - Returns: A limit for each change; none where the history shows no such change.
  package func limits(
    at commit: String, where isAccepted: (_ metric: String, _ id: String) -> Bool
  ) -> [Blessing.Limit] {
    guard let position = log?.position(of: commit) else { return [] }
    return changes.compactMap { change in
      let changed = series[change.series]
      guard change.isWorse, isAccepted(changed.metric, changed.id),
        positions[change.before] < position, position <= positions[change.after]
      else { return nil }
      switch change.evidence {
      case .fact:
        return .init(id: changed.id, metric: changed.metric, figure: change.values.after)
      case .confirmed(let ratio):
        return .init(id: changed.id, metric: changed.metric, ratio: ratio)
      case .proposed, .refuted: return nil
      }
    }
  }
}
