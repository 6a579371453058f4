/// The scatter of two runs that were not measured side by side, from all their cases together.
///
/// Three launches of a case tell little about its spread, and nothing about what moved the whole
/// run: another hour, another clock rate. All cases together tell both, because most of them have
/// not changed. Every figure here is of logarithms, so 0.02 is about 2 %.
///
/// `runDeviation` is what the spread between launches does not explain of the differences between
/// the runs. It solves Paule and Mandel's equation with the median of the scaled differences in the
/// place of their mean square: a minority of cases that did change does not move it. If most cases
/// changed by some percent, it covers that too, and nothing is called a change of the code.
/// Source: R. C. Paule, J. Mandel, "Consensus Values and Weighting Factors", 1982,
/// doi:10.6028/jres.087.022.
public struct RunPairSpread: Hashable, Sendable {
  /// The number of cases below which they do not tell how far two runs lie apart.
  public static let leastCases = VariancePrior.leastGroups

  /// The deviation between runs that is assumed of fewer cases: records of our own machine, hours
  /// apart, lie 0.1 to 0.2 apart.
  public static let assumedRunDeviation = 0.1

  /// The most that runs of one build lie apart on one machine; the worst of ours was 0.23. What is
  /// further apart throughout has changed.
  public static let mostRunDeviation = 0.25

  /// The degrees of freedom of the deviation between runs: its tails are as heavy as those of
  /// Student's t with so many.
  static let runDegreesOfFreedom = 8.0

  /// The number of cases that were compared.
  public let caseCount: Int
  /// The spread that moderates the variance of each case's launches; nil for few cases.
  public let prior: VariancePrior?
  /// The median of the deviations (`Spread.qn`) of all cases' launches.
  public let typicalDeviation: Double
  /// The deviation between the two runs that launches do not explain.
  public let runDeviation: Double
  /// The median difference of the cases: what the whole of one run is slower than the other.
  public let shift: Double

  /// Estimates the scatter of two runs.
  ///
  /// - Parameter cases: The figures of each case's launches in both runs. A case with fewer than
  ///   two in a run, or one that is not above 0, is left out.
  /// - Complexity: O(launches), and the logarithm of the precision times O(cases).
  public init(_ cases: [(baseline: [Double], candidate: [Double])]) {
    let launches = cases.compactMap { pair -> (baseline: [Double], candidate: [Double])? in
      guard let baseline = try? UnpairedDecision.logarithms(of: pair.baseline),
        let candidate = try? UnpairedDecision.logarithms(of: pair.candidate)
      else { return nil }
      return (baseline, candidate)
    }
    let sides = launches.flatMap { [$0.baseline, $0.candidate] }
    caseCount = launches.count
    prior = try? VariancePrior(sides, leastVariance: UnpairedDecision.leastVariance)
    let typical = max(
      (try? Quantiles.median(sides.compactMap { try? Spread.qn($0) })) ?? 0,
      UnpairedDecision.leastVariance.squareRoot())
    typicalDeviation = typical
    let differences = launches.compactMap { pair -> (difference: Double, variance: Double)? in
      guard let baseline = try? RobustMedian(pair.baseline, typicalDeviation: typical),
        let candidate = try? RobustMedian(pair.candidate, typicalDeviation: typical)
      else { return nil }
      return (candidate.centre - baseline.centre, candidate.variance + baseline.variance)
    }
    shift = (try? Quantiles.median(differences.map(\.difference))) ?? 0
    runDeviation =
      caseCount < Self.leastCases ? Self.assumedRunDeviation : Self.runDeviation(differences)
  }

  /// Solves for the deviation with which half of the differences lie within 0.6745 deviations.
  private static func runDeviation(
    _ differences: [(difference: Double, variance: Double)]
  ) -> Double {
    func isTooSmall(_ deviation: Double) -> Bool {
      let scaled = differences.map {
        abs($0.difference) / ($0.variance + deviation * deviation).squareRoot()
      }
      return (try? Quantiles.median(scaled)).map { $0 * Spread.normalConsistency > 1 } ?? false
    }
    guard isTooSmall(0) else { return 0 }
    guard !isTooSmall(mostRunDeviation) else { return mostRunDeviation }
    var (lower, upper) = (0.0, mostRunDeviation)
    for _ in 0..<60 {
      let middle = (lower + upper) / 2
      if isTooSmall(middle) { lower = middle } else { upper = middle }
    }
    return upper
  }
}

/// The median of some launches, with the variance that their robust deviation gives it.
///
/// Few launches tell their deviation badly, so its square is averaged with that of the typical one
/// of all cases, which counts as much as four launches more.
struct RobustMedian {
  /// The weight of the typical deviation, in degrees of freedom.
  private static let typicalFreedom = 4.0

  let centre: Double
  let variance: Double
  let degreesOfFreedom: Double

  /// Estimates both.
  ///
  /// - Parameters:
  ///   - samples: At least two finite numbers.
  ///   - typical: The median deviation of all cases' samples.
  /// - Throws: `SampleError` for fewer than two samples, or one that is not finite.
  init(_ samples: [Double], typicalDeviation typical: Double) throws(SampleError) {
    let own = try Spread.qn(samples)
    let freedom = Double(samples.count - 1)
    degreesOfFreedom = Self.typicalFreedom + freedom
    centre = try Quantiles.median(samples)
    let moderated =
      (Self.typicalFreedom * typical * typical + freedom * own * own) / degreesOfFreedom
    variance = moderated * Location.medianVarianceFactor(samples.count) / Double(samples.count)
  }
}
