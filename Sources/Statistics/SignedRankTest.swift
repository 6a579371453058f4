/// Wilcoxon's signed-rank test: whether samples are symmetric about 0.
///
/// Samples that are 0 are left out, as Wilcoxon did. Without ties the probability is that of
/// `SignedRankDistribution` for the samples left. **Where distances from 0 are tied it is the
/// normal approximation**, with mid-ranks, the variance less for the ties, and a continuity
/// correction of one half.
/// Sources: F. Wilcoxon, "Individual comparisons by ranking methods", 1945, doi:10.2307/3001968;
/// E. L. Lehmann, "Nonparametrics", 1975, chapter 3, on ties.
public struct SignedRankTest: Hashable, Sendable {
  /// The sum of the ranks of the samples above 0; a multiple of one half.
  public let positiveRankSum: Double
  /// The number of samples that are not 0.
  public let count: Int
  /// Whether two of them lie equally far from 0.
  public let hasTies: Bool
  /// The probability of ranks at least as far off, for samples that are symmetric about 0.
  public let probability: Double

  /// Whether the probability is counted, and not approximated.
  public var isExact: Bool { !hasTies && count <= SignedRankDistribution.maximumExactCount }

  /// Tests samples.
  ///
  /// - Parameters:
  ///   - samples: Finite numbers in any order, at least one of them not 0.
  ///   - alternative: On which side of 0 the ranks count as far off.
  /// - Throws: `SampleError` for no samples but 0, or one that is not finite.
  /// - Complexity: That of the distribution, O(*n*³) with *n*²/4 numbers to
  ///   `SignedRankDistribution.maximumExactCount` samples; O(*n* log *n*) above, or with ties.
  public init(_ samples: [Double], alternative: Alternative = .twoSided) throws(SampleError) {
    try SampleError.check(samples)
    let ordered = samples.filter { $0 != 0 }.sorted { abs($0) < abs($1) }
    guard !ordered.isEmpty else { throw .tooFew(found: 0, needed: 1) }
    let ranks = Self.midRanks(ordered)
    positiveRankSum = ranks.positiveSum
    hasTies = ranks.tieCorrection > 0
    count = ordered.count
    if hasTies {
      probability = Self.approximation(ranks, count: ordered.count, alternative)
    } else {
      let distribution = try SignedRankDistribution(count: ordered.count)
      let sum = Int(ranks.positiveSum)
      let below = distribution.cumulativeProbability(at: sum)
      let above = distribution.upperTailProbability(from: sum)
      probability = Self.probability(below: below, above: above, alternative)
    }
  }

  private static func probability(
    below: Double, above: Double, _ alternative: Alternative
  ) -> Double {
    switch alternative {
    case .twoSided: min(1, 2 * min(below, above))
    case .greater: above
    case .less: below
    }
  }

  private static func approximation(
    _ ranks: (positiveSum: Double, tieCorrection: Double), count: Int, _ alternative: Alternative
  ) -> Double {
    let n = Double(count)
    let variance = (n * (n + 1) * (2 * n + 1) - ranks.tieCorrection / 2) / 24
    let distance = ranks.positiveSum - n * (n + 1) / 4
    func tail(_ distance: Double) -> Double {
      SignedRankDistribution.normalProbability(
        below: distance + 0.5, deviation: variance.squareRoot())
    }
    return probability(below: tail(distance), above: tail(-distance), alternative)
  }

  /// The rank sum of the samples above 0, and the sum of *t*³ − *t* over groups of *t* tied ones.
  ///
  /// - Parameter ordered: Samples by distance from 0.
  /// - Returns: Both; the second is 0 where nothing is tied.
  private static func midRanks(
    _ ordered: [Double]
  ) -> (positiveSum: Double, tieCorrection: Double) {
    var positiveSum = 0.0
    var tieCorrection = 0.0
    var start = 0
    while start < ordered.count {
      var end = start + 1
      while end < ordered.count, abs(ordered[end]) == abs(ordered[start]) { end += 1 }
      let tied = Double(end - start)
      let positive = ordered[start..<end].count { $0 > 0 }
      // The ranks start + 1 … end, each at their mean.
      positiveSum += Double(positive) * Double(start + 1 + end) / 2
      tieCorrection += tied * tied * tied - tied
      start = end
    }
    return (positiveSum, tieCorrection)
  }
}
