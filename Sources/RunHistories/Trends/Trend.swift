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
/// Another compiler, library or machine begins a new segment; of ratios another reference, too.
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
  /// The commits that ratios are to, the latest last; none where no run is compared with one.
  package let references: [String]
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
    /// A gate found it: head over base, and the upper end of the ratio's interval.
    case confirmed(ratio: Double, high: Double)
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
  ///   - reference: The full hash of the only commit that ratios are to; nil for all of them.
  ///   - isWanted: Whether a case is of interest.
  /// - Complexity: O(runs · figures), and for ratios O(*n* log *n*) for each change.
  package init(
    of contents: RunHistory.Contents, log: CommitLog?, reference: String?,
    where isWanted: (String) -> Bool = { _ in true }
  ) {
    let ordered = TrendOrder(contents.runs, by: log)
    (runs, positions, leftOut) = (ordered.runs, ordered.positions, ordered.leftOut)
    self.log = log
    references = reference.map { [$0] } ?? Self.references(of: runs)
    series = TrendFigures(runs, references: Set(references), where: isWanted).series
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

  /// The commits that several others are compared with, the latest last; else the only one.
  ///
  /// Gates that decide over a proposed change have one head for each base.
  private static func references(of runs: [RunHistory.Run]) -> [String] {
    var heads: [String: (commits: Set<String>, last: Int)] = [:]
    for (index, run) in runs.enumerated() {
      guard let base = run.summary.base, base.dirty != true, let name = base.sha,
        let head = run.summary.commit.sha
      else { continue }
      heads[name] = ((heads[name]?.commits ?? []).union([head]), index)
    }
    let shared = heads.filter { $0.value.commits.count > 1 }
    let names = (shared.isEmpty ? heads : shared).sorted { $0.value.last < $1.value.last }
      .map(\.key)
    return shared.isEmpty ? names.suffix(1) : names
  }

  /// The share by which instructions move by themselves.
  private static let instructionTolerance =
    Double(ExactMetric.instructions.allowedGrowthThousandths) / 100_000

  private static func changes(
    of series: Series, _ index: Int, _ segment: Int, _ positions: [Int], _ gates: TrendGates
  ) -> [Change] {
    let points = series.segments[segment].points
    let found: [TrendStep]
    switch series.judgement {
    case .drawn: return []
    case .exact: found = TrendStep.exact(points, positions, tolerance: 0)
    case .instructions:
      found = TrendStep.exact(points, positions, tolerance: instructionTolerance)
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

  /// Notes the changes for the worse that a later, certain one took back.
  private mutating func markRepaired() {
    let bySeries = Dictionary(grouping: changes.indices) { changes[$0].series }
    for indices in bySeries.values {
      for index in indices where changes[index].isWorse {
        let repairs = indices.map { changes[$0] }
          .filter { $0.evidence.isCertain && !$0.isWorse && takesBack($0, changes[index]) }
        changes[index].repaired = repairs.map(\.after).min()
      }
    }
  }

  /// Returns whether the figure after `repair` is as good as it was before `change`.
  private func takesBack(_ repair: Change, _ change: Change) -> Bool {
    let changed = series[change.series]
    // The ranges of proposed changes are wider than what is between them.
    let isLater =
      changed.judgement == .ratio ? repair.after > change.after : repair.before >= change.after
    guard isLater else { return false }
    // As little as moves by itself.
    let allowance = changed.judgement == .exact ? 0 : 0.005
    var (now, then) = (repair.values.after, change.values.before)
    if repair.segment != change.segment {
      // Only shares compare across compilers and machines.
      guard let fall = repair.ratio, let rise = change.ratio else { return false }
      (now, then) = (fall * rise, 1)
      if (now - then).magnitude < 1e-9 { return true }
    }
    return changed.better == .lower ? now <= then * (1 + allowance) : now >= then * (1 - allowance)
  }

  private func blessing(of change: Change, among blessings: [Blessing]) -> Blessing? {
    let changed = series[change.series]
    return blessings.first { blessing in
      let isCovered =
        switch change.evidence {
        case .fact: blessing.covers(changed.metric, of: changed.id, figure: change.values.after)
        case .confirmed(let ratio, _):
          blessing.covers(changed.metric, of: changed.id, ratio: ratio)
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

  /// The figures that could have changed: those of two commits that compare, and ratios of times
  /// with enough commits on both sides of a change.
  package var judgedCount: Int {
    series.count { series in
      let least = series.judgement == .ratio ? 2 * ChangePointTest.fewestPerSide : 2
      return series.judgement != .drawn
        && series.segments.contains { segment in
          Set(segment.points.map { positions[$0.run] }).count >= least
        }
    }
  }

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
        // A larger figure within the tolerance is no change to a trend, so it is none here.
        let allowance = changed.judgement == .instructions ? Self.instructionTolerance : 0
        let figure =
          change.values.after * (changed.better == .lower ? 1 + allowance : 1 - allowance)
        return .init(
          id: changed.id, metric: changed.metric, figure: figure.rounded(), better: changed.better)
      case .confirmed(_, let high):
        return .init(id: changed.id, metric: changed.metric, ratio: high, better: changed.better)
      case .proposed, .refuted: return nil
      }
    }
  }
}
