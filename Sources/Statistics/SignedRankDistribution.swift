import BasicAlgorithms

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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

  /// The greatest sum: that of all ranks.
  public var maximum: Int { count * (count + 1) / 2 }

  /// Whether probabilities are counted, and not approximated.
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
