#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import BasicAlgorithms

/// The alternative to "the location is 0".
public enum Alternative: Hashable, Sendable, CaseIterable {
  /// The location is not 0.
  case twoSided
  /// The location is above 0.
  case greater
  /// The location is below 0.
  case less
}

/// Wilcoxon's signed-rank test: whether samples are symmetric about 0.
///
/// Samples that are 0 are left out, as Wilcoxon did. Without ties, `SignedRankDistribution`
/// gives the probability for the samples left. **Where distances from 0 are tied it is the
/// normal approximation**, with mid-ranks, the variance less for the ties, and a continuity
/// correction of one half.
/// Sources: F. Wilcoxon, "Individual comparisons by ranking methods", 1945, doi:10.2307/3001968;
/// E. L. Lehmann, "Nonparametrics", 1975, chapter 3, on ties.
public struct SignedRankTest: Hashable, Sendable {
  /// The sum of the ranks of the samples above 0; a multiple of one half.
  public let positiveRankSum: Double
  /// The number of samples that are not 0.
  public let count: Int
  /// A Boolean value that indicates whether two of them lie equally far from 0.
  public let hasTies: Bool
  /// The probability of ranks at least as far off, for samples that are symmetric about 0.
  public let probability: Double

  /// A Boolean value that indicates whether the probability is counted, and not approximated.
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

/// The distribution of Wilcoxon's signed-rank statistic, where no ranks are tied.
///
/// The statistic is the sum of the ranks of the samples above 0, by distance from 0. When the
/// samples are symmetric about 0, each subset of the ranks 1…*n* is as likely as any other, so a
/// sum's probability is the number of its subsets over 2^*n*. To `maximumExactCount` samples these
/// are counted: to 53 samples every count is a whole number that a `Double` holds, beyond that
/// rounded by less than 1e-13 of itself. **Above `maximumExactCount` it is the normal
/// approximation** with continuity correction.
/// Source: F. Wilcoxon, "Individual comparisons by ranking methods", 1945, doi:10.2307/3001968.
public struct SignedRankDistribution: Hashable, Sendable {
  /// The greatest number of samples with counted probabilities.
  public static let maximumExactCount = 256

  /// The number of ranks.
  public let count: Int
  /// The probability of a sum not above each index, to the middle; empty where approximated.
  private let lowerHalf: [Double]

  /// The greatest sum, of all ranks.
  public var maximum: Int { count * (count + 1) / 2 }

  /// A Boolean value that indicates whether probabilities are counted, and not approximated.
  public var isExact: Bool { count <= Self.maximumExactCount }

  /// The distribution for `count` samples, none of them 0.
  ///
  /// - Parameter count: At least 1.
  /// - Throws: `SampleError` below 1.
  /// - Complexity: O(*n*³) to `maximumExactCount`, with an array of *n*²/4 numbers; O(1) above.
  public init(count: Int) throws(SampleError) {
    guard count >= 1 else {
      throw .parameterOutOfRange(name: "count", value: Double(count), valid: "1 and above")
    }
    self.count = count
    lowerHalf = count <= Self.maximumExactCount ? Self.lowerHalf(count) : []
  }

  /// The probability of a sum not above `sum`.
  ///
  /// - Parameter sum: Any number; below 0 gives 0, from `maximum` on gives 1.
  /// - Returns: A probability, from 0 to 1.
  /// - Complexity: O(1); no allocation.
  public func cumulativeProbability(at sum: Int) -> Double {
    if sum < 0 { return 0 }
    if sum >= maximum { return 1 }
    guard isExact else {
      return Self.normalProbability(
        below: Double(sum) + 0.5 - mean, deviation: variance.squareRoot())
    }
    // A sum and what it leaves of the maximum are equally likely.
    return sum < lowerHalf.count ? lowerHalf[sum] : 1 - lowerHalf[maximum - sum - 1]
  }

  /// The probability of a sum not below `sum`.
  ///
  /// - Parameter sum: Any number; from 0 down gives 1, above `maximum` gives 0.
  /// - Returns: A probability, from 0 to 1.
  /// - Complexity: O(1); no allocation.
  public func upperTailProbability(from sum: Int) -> Double {
    if sum <= 0 { return 1 }
    return sum > maximum ? 0 : cumulativeProbability(at: maximum - sum)
  }

  /// The greatest sum such that it, or a lower one, has a probability of at most `tail`.
  ///
  /// - Parameter tail: Between 0 and 1, neither included: 0.005.
  /// - Returns: A sum from 0; nil when even the sum 0 is more likely than that.
  /// - Throws: `SampleError` for a tail outside of that range.
  /// - Complexity: O(log *n*); no allocation.
  public func criticalValue(tail: Double) throws(SampleError) -> Int? {
    guard tail > 0, tail < 1 else {
      throw .parameterOutOfRange(name: "tail", value: tail, valid: "above 0 and below 1")
    }
    let excluded = (0..<maximum).partitioningIndex { cumulativeProbability(at: $0) > tail }
    return excluded == 0 ? nil : excluded - 1
  }

  /// The expected sum.
  var mean: Double { Double(count) * Double(count + 1) / 4 }

  /// The variance of the sum.
  var variance: Double { mean * Double(2 * count + 1) / 6 }

  /// The probability that a normal variable with mean 0 is below `distance`.
  static func normalProbability(below distance: Double, deviation: Double) -> Double {
    erfc(-distance / deviation / 2.0.squareRoot()) / 2
  }

  /// Counts the subsets of each sum to the middle, one rank after another.
  private static func lowerHalf(_ count: Int) -> [Double] {
    let middle = count * (count + 1) / 4
    var subsets = [Double](repeating: 0, count: middle + 1)
    subsets[0] = 1
    for rank in 1...count where rank <= middle {
      // Downwards, so that no rank is taken twice.
      for sum in stride(from: min(middle, rank * (rank + 1) / 2), through: rank, by: -1) {
        subsets[sum] += subsets[sum - rank]
      }
    }
    let share = Double(sign: .plus, exponent: -count, significand: 1)
    var total = 0.0
    return subsets.map { number in
      total += number
      return total * share
    }
  }
}
