import Analysis
import Gates
import Reports
import RunRecords
import Statistics

/// The results of experiments with the gate, as `doctor` prints them.
enum CalibrationText {
  /// The rows of one kind: the share of experiments that an interval is asked of is told by `hits`.
  ///
  /// - Parameters:
  ///   - title: What was done.
  ///   - calibration: What it came to.
  ///   - hitName: What `hits` are called: `alarms`, `found`.
  ///   - hits: Those that are counted.
  /// - Returns: A heading with the time that it took, a row for each suite and one for all.
  static func rows(
    _ title: String, _ calibration: GateCalibration, _ hitName: String,
    _ hits: (GateCalibration.Outcome) -> Int
  ) -> String {
    guard calibration.total.count > 0 else { return "\(title): no experiment was made" }
    var lines = ["\(title), \(duration(calibration.seconds))"]
    for outcome in calibration.outcomes + [calibration.total] where outcome.count > 0 {
      let count = hits(outcome)
      let name = (outcome.suite ?? "all").padded(to: 8, .left)
      lines.append(
        "  \(name)  \(count) \(hitName) of \(outcome.count) (\(interval(count, of: outcome.count))), "
          + "\(outcome.inconclusive) inconclusive, \(outcome.equivalent) equivalent, "
          + "\(outcome.failed) failed")
    }
    return lines.joined(separator: "\n")
  }

  /// One experiment: `12 of 300: equivalent 1.002, 21 pairs, lookup/…`, or why it failed.
  static func line(_ experiment: GateCalibration.Experiment, of count: Int) -> String {
    let verdict = experiment.verdict?.rawValue ?? "failed"
    let ratio = experiment.ratio.map { " " + GateJudgement.ratio($0) } ?? ""
    let pairs = experiment.pairs.map { ", \($0) pairs" } ?? ""
    let failure = experiment.failure.map { ": \($0)" } ?? ""
    return
      "\(experiment.number) of \(count): \(verdict)\(ratio)\(pairs), \(experiment.id)\(failure)"
  }

  /// The exact interval of a share at 95 %: `0–1.2%`.
  private static func interval(_ count: Int, of total: Int) -> String {
    guard let interval = try? BinomialInterval(successes: count, of: total),
      let bounds = try? interval.bounds(confidence: 0.95)
    else { return "no interval" }
    let ends = [bounds.lowerBound, bounds.upperBound].map {
      DisplayFormat.significant(100 * $0)
    }
    return "95% interval \(ends[0])–\(ends[1])%"
  }

  private static func duration(_ seconds: Double) -> String {
    DisplayFormat.duration(nanoseconds: seconds * 1e9)
  }

  /// Returns advice on the precision with which the gate finds a slow-down of `effect`.
  ///
  /// Half-width and detectable effect are both multiples of the standard error, by Student's
  /// quantiles; the least pairs have the fewest degrees of freedom, and so the largest share.
  static func advice(effect: Double, rule: PairedRule, detectable: [Double]) -> String {
    let sorted = detectable.sorted()
    guard !sorted.isEmpty else { return "No experiment has told what it could have seen." }
    let median = sorted[sorted.count / 2]
    let worst = sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
    let seen =
      "An experiment could have seen +\(percent(median)) (median), +\(percent(worst)) (95 of 100). "
    guard effect > rule.margin, let share = widthShare(of: rule) else {
      return seen + "For +\(percent(effect)) the margin must be smaller than that: --margin."
    }
    let precision = max(0.001, (effect - rule.margin) * share)
    return seen + "For +\(percent(effect)): --margin \(percent(rule.margin)) "
      + "--precision \(percent(precision))."
  }

  /// The half-width as a share of what is detected above the margin.
  private static func widthShare(of rule: PairedRule) -> Double? {
    let kept = rule.leastPairs - 2 * Int(rule.trimming * Double(rule.leastPairs))
    guard let student = try? StudentT(degreesOfFreedom: max(1, kept - 1)),
      let width = try? student.quantile(1 - rule.alpha),
      let power = try? student.quantile(rule.power)
    else { return nil }
    return width / (width + power)
  }

  /// A share in percent, to the tenth: `5%`, `2.5%`.
  private static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1_000).rounded())
    let rest = abs(tenths % 10)
    return "\(tenths / 10)" + (rest == 0 ? "%" : ".\(rest)%")
  }
}
