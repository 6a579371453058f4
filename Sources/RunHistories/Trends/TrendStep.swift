import RunRecords
import Statistics

/// A step between two levels of a segment.
struct TrendStep {
  /// The last run that is surely before it.
  let before: Int
  /// The first run that is surely after it.
  let after: Int
  let values: (before: Double, after: Double)
  let isCreep: Bool

  /// The steps of figures that repeat.
  ///
  /// Several runs of one commit may differ, where something is not exact after all. Then there is a
  /// step only if no figure of one commit is that of the other.
  ///
  /// - Parameters:
  ///   - points: In the order of the runs.
  ///   - positions: The places of all runs' commits.
  ///   - tolerance: The share of the level, the median of its first points, that is no step.
  /// - Returns: The steps in order; those of one creep are one.
  /// - Complexity: O(*n*), where few runs share a commit.
  static func exact(
    _ points: [Trend.Point], _ positions: [Int], tolerance: Double
  ) -> [TrendStep] {
    var steps: [TrendStep] = []
    var level: [Trend.Point] = []
    var previous: ArraySlice<Trend.Point> = []
    var start = 0
    while start < points.count {
      let position = positions[points[start].run]
      var end = start + 1
      while end < points.count, positions[points[end].run] == position { end += 1 }
      let commit = points[start..<end]
      start = end
      defer { previous = commit }
      guard let first = level.first, let last = previous.last, let here = commit.first else {
        level = Array(commit)
        continue
      }
      let isSame =
        tolerance == 0
        ? previous.contains { one in commit.contains { $0.value == one.value } }
        : commit.contains { isNear($0.value, middle(of: level), tolerance) }
      if isSame {
        level += commit
        continue
      }
      // Each step was small, but not all of them together.
      let isCreep = tolerance > 0 && isNear(here.value, last.value, tolerance)
      let before = isCreep ? first : last
      let step = TrendStep(
        before: before.run, after: here.run, values: (before.value, here.value), isCreep: isCreep)
      if let whole = steps.last?.joined(with: step) {
        steps[steps.count - 1] = whole
      } else {
        steps.append(step)
      }
      level = Array(commit)
    }
    return steps
  }

  /// This creep and the next as one; nil where they are no creeps in one direction, one right after
  /// the other.
  private func joined(with next: TrendStep) -> TrendStep? {
    let rises = [self, next].map { $0.values.after > $0.values.before }
    guard isCreep, next.isCreep, next.before == after, rises[0] == rises[1] else { return nil }
    return TrendStep(
      before: before, after: next.after, values: (values.before, next.values.after), isCreep: true)
  }

  private static func isNear(_ value: Double, _ other: Double, _ tolerance: Double) -> Bool {
    abs(value - other) <= tolerance * abs(other)
  }

  /// The median, from which noise on either side is as far.
  ///
  /// Of the first points: the last ones would move along with a slow creep.
  private static func middle(of level: [Trend.Point]) -> Double {
    // Figures of a summary are finite.
    (try? Quantiles.median(level.prefix(mostLevelPoints).map(\.value))) ?? level[0].value
  }

  /// The most points that a level is judged by.
  private static let mostLevelPoints = 9

  /// The steps that `ChangePointTest` finds; a step may be some runs earlier or later.
  ///
  /// A step between runs of one commit is the machine's, and none of the code.
  ///
  /// - Parameters:
  ///   - points: Ratios in the order of the runs.
  ///   - positions: The places of all runs' commits.
  /// - Returns: The steps, with the medians of both levels.
  /// - Complexity: O(*n* log *n*) for each step and one more.
  static func proposed(_ points: [Trend.Point], _ positions: [Int]) -> [TrendStep] {
    let values = points.map(\.value)
    // Ratios of a summary are finite.
    let changes = (try? ChangePointTest.changes(in: values)) ?? []
    let ends = [0] + changes.map(\.index) + [points.count]
    return changes.enumerated().compactMap { number, change in
      let (left, right) = (ends[number]..<change.index, change.index..<ends[number + 2])
      let before = max(left.lowerBound, change.index - 1 - datingError)
      let after = min(right.upperBound - 1, change.index + datingError)
      guard positions[points[before].run] < positions[points[after].run] else { return nil }
      func median(_ range: Range<Int>) -> Double {
        (try? Quantiles.median(Array(values[range]))) ?? values[range.lowerBound]
      }
      return TrendStep(
        before: points[before].run, after: points[after].run,
        values: (median(left), median(right)), isCreep: false)
    }
  }

  /// The number of runs by which a proposed step may be dated wrongly.
  private static let datingError = 3
}

/// The findings of gates between commits of a history.
struct TrendGates {
  /// A comparison of two commits.
  private struct Gate {
    let base: Int
    let head: Int
    let run: RunHistory.Run
  }

  private let gates: [Gate]

  /// Takes the comparisons among `runs`, whose heads are at `positions` of `log`.
  init(_ runs: [RunHistory.Run], _ positions: [Int], _ log: CommitLog?) {
    var places: [String: Int] = [:]
    for (run, position) in zip(runs, positions) {
      if let hash = run.summary.commit.sha { places[hash] = position }
    }
    gates = zip(runs, positions).compactMap { run, position in
      guard let commit = run.summary.base, commit.dirty != true, let base = commit.sha,
        let place = log?.position(of: base) ?? places[base]
      else { return nil }
      return Gate(base: place, head: position, run: run)
    }
  }

  /// The evidence for a step of `series` between two commits.
  ///
  /// A gate confirms a step between any two of these commits, and refutes it only over all of them.
  func evidence(
    on series: Trend.Series, from before: Int, to after: Int, isHigher: Bool
  ) -> Trend.Evidence {
    var evidence = Trend.Evidence.proposed
    for gate in gates where gate.base >= before && gate.head <= after && gate.base < gate.head {
      guard let verdict = gate.run.verdict(on: series.metric, of: series.id),
        let ratio = gate.run.figure(.ratio, series.metric, of: series.id)
      else { continue }
      if verdict == (isHigher == (series.better == .lower) ? .regressed : .improved) {
        let high = gate.run.figure(.high, series.metric, of: series.id)
        return .confirmed(ratio: ratio, high: high ?? ratio)
      }
      if gate.base == before, gate.head == after { evidence = .refuted(verdict) }
    }
    return evidence
  }
}

extension RunHistory.Run {
  /// A number of a metric of the case with `id`; nil where there is none.
  fileprivate func figure(
    _ figure: RunSummary.Figure, _ metric: String, of id: String
  ) -> Double? {
    guard let row = cases.ids.firstIndex(of: id),
      let column = summary.columns.first(where: { $0.metric == metric && $0.figure == figure }),
      !column.values[row].isNaN
    else { return nil }
    return column.values[row]
  }

  fileprivate func verdict(
    on metric: String, of id: String
  ) -> Verdict? {
    guard let number = figure(.verdict, metric, of: id).flatMap({ Int(exactly: $0) }),
      RunSummary.verdicts.indices.contains(number)
    else { return nil }
    return RunSummary.verdicts[number]
  }
}
