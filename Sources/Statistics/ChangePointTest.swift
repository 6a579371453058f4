#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import BasicAlgorithms

/// Looks for the places at which a series changes its level.
///
/// Samples count by their ranks alone, as normal scores, so that a single outlier is no change.
/// Of all splits with five samples or more on each side, the one with the greatest *t* counts. Its
/// critical value holds for the search over all splits, and comes from simulation: without a change,
/// any order of the ranks is as likely as any other. A series that splits is searched on both sides
/// of the split.
///
///     let changes = ChangePointTest.changes(in: ratios)
///     for change in changes { print("a new level from sample \(change.index) on") }
///
/// Sources: B. L. van der Waerden, "Order tests for the two-sample problem and their power", 1952,
/// on normal scores; K. J. Worsley, "On the likelihood ratio test for a shift in location of normal
/// populations", 1979, doi:10.2307/2286336, on the greatest *t* of all splits; A. J. Scott and
/// M. Knott, "A cluster analysis method for grouping means in the analysis of variance", 1974,
/// doi:10.2307/2529204, on splitting again.
public enum ChangePointTest {
  /// A change of level.
  public struct Change: Hashable, Sendable {
    /// The index of the first sample on the new level.
    public let index: Int
    /// The greatest *t* of the samples that were split there.
    public let statistic: Double
  }

  /// The least number of samples on either side of a change.
  public static let fewestPerSide = 5

  /// The probability of splitting a series, at most, where the order of the samples is random and
  /// none are tied.
  public static let significance = 0.005

  /// The places at which `samples` change their level, in ascending order.
  ///
  /// - Parameter samples: Finite numbers in the order of time.
  /// - Returns: The first samples on new levels; none of fewer than ten samples.
  /// - Throws: `SampleError.notFinite` for a sample that is no finite number.
  /// - Complexity: O(*n* log *n*) for each change and one more, with as much memory as there are
  ///   samples.
  public static func changes(in samples: [Double]) throws(SampleError) -> [Change] {
    if !samples.isEmpty { try SampleError.check(samples) }
    var found: [Change] = []
    var pending = [0..<samples.count]
    while let range = pending.popLast() {
      guard let critical = criticalValue(count: range.count),
        let split = strongestSplit(scores(of: Array(samples[range]))), split.statistic > critical
      else { continue }
      let index = range.lowerBound + split.index
      found.append(Change(index: index, statistic: split.statistic))
      pending += [range.lowerBound..<index, index..<range.upperBound]
    }
    return found.sorted { $0.index < $1.index }
  }

  /// The normal scores of `samples`: quantiles of the normal distribution at their ranks; tied
  /// samples share the mean of theirs.
  package static func scores(of samples: [Double]) -> [Double] {
    let order = samples.indices.sorted { samples[$0] < samples[$1] }
    let quantiles = normalScores(count: samples.count)
    var scores = [Double](repeating: 0, count: samples.count)
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, samples[order[end]] == samples[order[start]] { end += 1 }
      let mean = quantiles[start..<end].reduce(0, +) / Double(end - start)
      for place in start..<end { scores[order[place]] = mean }
      start = end
    }
    return scores
  }

  /// The quantiles at 1/(*n* + 1) … *n*/(*n* + 1), in ascending order.
  static func normalScores(count: Int) -> [Double] {
    (1...max(1, count)).prefix(count).map {
      NormalQuantile.value(at: Double($0) / Double(count + 1))
    }
  }

  /// The split of `scores` with the greatest *t*, and that *t*; nil where nothing can be split.
  package static func strongestSplit(_ scores: [Double]) -> (index: Int, statistic: Double)? {
    let count = scores.count
    guard count >= 2 * fewestPerSide else { return nil }
    let mean = scores.reduce(0, +) / Double(count)
    let variance = scores.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)
    // The scores of equal samples differ by rounding alone.
    guard variance > 1e-12 else { return nil }
    var best = (index: 0, square: -1.0)
    var sum = 0.0
    for index in 1...(count - fewestPerSide) {
      sum += scores[index - 1] - mean
      guard index >= fewestPerSide else { continue }
      let square = sum * sum / Double(index * (count - index))
      if square > best.square { best = (index, square) }
    }
    return (best.index, (best.square * Double(count) / variance).squareRoot())
  }

  /// The value that the greatest *t* of `count` samples exceeds with the probability `significance`
  /// where their order is random; nil for too few to be split.
  ///
  /// Between two counts of the table it is interpolated.
  public static func criticalValue(count: Int) -> Double? {
    guard count >= 2 * fewestPerSide else { return nil }
    let above = table.firstIndex { $0.count >= count } ?? table.count - 1
    let (high, low) = (table[above], table[max(0, above - 1)])
    guard count < high.count, high.count > low.count else { return high.value }
    let share = Double(count - low.count) / Double(high.count - low.count)
    return low.value + share * (high.value - low.value)
  }

  /// Critical values for some numbers of samples: each the quantile 0.995 of the greatest *t* in
  /// 400,000 random orders, rounded up.
  package static let table: [(count: Int, value: Double)] = [
    (10, 2.657), (11, 2.770), (12, 2.866), (13, 2.879), (14, 2.905), (15, 2.979), (16, 3.046),
    (17, 3.049), (18, 3.075), (19, 3.110), (20, 3.132), (22, 3.186), (24, 3.213), (28, 3.273),
    (32, 3.332), (40, 3.396), (48, 3.445), (56, 3.502), (64, 3.528), (80, 3.581), (96, 3.622),
    (128, 3.679), (160, 3.702), (192, 3.736), (256, 3.773), (320, 3.809), (384, 3.820),
    (512, 3.851), (640, 3.876), (768, 3.898), (1024, 3.918),
  ]

  /// The critical value of `count` samples, from as many random orders as `draws`.
  ///
  /// - Complexity: O(*draws* · *count*).
  package static func simulatedCriticalValue(count: Int, draws: Int, seed: UInt64) -> Double {
    var generator = SplitMix64(seed: seed, stream: UInt64(count))
    var order = normalScores(count: count)
    var statistics: [Double] = []
    for _ in 0..<draws {
      generator.shuffle(&order)
      statistics.append(strongestSplit(order)?.statistic ?? 0)
    }
    statistics.sort()
    return statistics[Int(Double(draws) * (1 - significance))]
  }
}

/// Quantiles of the standard normal distribution.
package enum NormalQuantile {
  /// The number that a standard normal one is below with `probability`, to some seven digits.
  ///
  /// Source: M. J. Wichura, "Algorithm AS 241: the percentage points of the normal distribution",
  /// 1988, doi:10.2307/2347330, function PPND7.
  package static func value(at probability: Double) -> Double {
    let centred = probability - 0.5
    if abs(centred) <= 0.425 {
      let r = 0.180625 - centred * centred
      return centred
        * ratio(
          [3.3871327179, 50.434271938, 159.29113202, 59.109374720],
          [1, 17.895169469, 78.757757664, 67.187563600], at: r)
    }
    let tail = (-log(min(probability, 1 - probability))).squareRoot()
    let distance =
      tail <= 5
      ? ratio(
        [1.4234372777, 2.7568153900, 1.3067284816, 0.17023821103],
        [1, 0.73700164250, 0.12021132975], at: tail - 1.6)
      : ratio(
        [6.6579051150, 3.0812263860, 0.42868294337, 0.017337203997],
        [1, 0.24197894225, 0.012258202635], at: tail - 5)
    return centred < 0 ? -distance : distance
  }

  /// The ratio of two polynomials, whose coefficients begin with the constant.
  private static func ratio(_ above: [Double], _ below: [Double], at x: Double) -> Double {
    func value(_ coefficients: [Double]) -> Double {
      coefficients.reversed().reduce(0) { $0 * x + $1 }
    }
    return value(above) / value(below)
  }
}
