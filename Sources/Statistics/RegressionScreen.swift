#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

import BasicAlgorithms

/// Sides of one run, among which those that a candidate may have regressed from are found without a
/// decision on each.
///
/// ```swift
/// guard var screen = RegressionScreen(rule: .cpuTime) else { return }
/// try screen.append([100, 101, 102])
/// try screen.append([100, 150, 300])
/// // It asks about place 0 alone.
/// let isBeaten = try screen.contains(rivalOf: [130, 131, 132]) { place in place == 0 }
/// ```
///
/// It leaves out only what `UnpairedDecision` cannot call regressed, so that a search through the
/// others finds the same. Sides of about the same standard error and the same degrees of freedom
/// share a list, in the order of their means: Student's t for the most degrees of freedom bounds
/// what a whole list can show, and a tabled one each side in it.
public struct RegressionScreen: Sendable {
  private struct Side {
    let group: WelchInterval.Group
    let place: Int
  }

  /// A list of sides.
  private struct Key: Hashable {
    /// Eight times the logarithm to base 2 of the least standard error, rounded down; nil for 0.
    let step: Int?
    let freedom: Double

    init(_ group: WelchInterval.Group) {
      step = group.deviation > 0 ? Int((8 * log2(group.deviation)).rounded(.down)) : nil
      freedom = group.freedom
    }

    var leastDeviation: Double { step.map { exp2(Double($0) / 8) } ?? 0 }
  }

  private let prior: VariancePrior?
  private let margin: Double
  private let probability: Double
  private var lists: [Key: [Side]] = [:]
  private var count = 0
  /// Quantiles of Student's t by degrees of freedom.
  private var quantiles: [Double: Double] = [:]
  /// Widens bounds by more than rounding can take from them.
  private static let slack = 1e-9

  /// Creates a screen without sides; nil for a rule that compares two runs.
  ///
  /// - Parameter rule: The rule that decides.
  public init?(rule: UnpairedRule) {
    guard rule.runs == nil else { return nil }
    prior = rule.prior
    margin = log1p(rule.margin)
    probability = 1 - rule.alphaPerCase
  }

  /// Adds the next side; the first has place 0.
  ///
  /// - Parameter launches: A figure of each launch, at least two, all above 0.
  /// - Throws: `SampleError`, as `UnpairedDecision` does.
  /// - Complexity: O(launches + log *n*) and moves for *n* sides; amortized one allocation.
  public mutating func append(_ launches: [Double]) throws(SampleError) {
    let group = try group(of: launches)
    let key = Key(group)
    var list = lists.removeValue(forKey: key) ?? []
    let place = list.partitioningIndex { $0.group.mean > group.mean }
    list.insert(Side(group: group, place: count), at: place)
    lists[key] = list
    count += 1
  }

  /// Returns a Boolean value that indicates whether `decides` is true for a side that `launches` may
  /// have regressed from.
  ///
  /// - Parameters:
  ///   - launches: A figure of each launch, at least two, all above 0.
  ///   - decides: Whether they have regressed from the side of a place; false for all sides that it
  ///     is not asked about.
  /// - Returns: Whether it is true for one of them.
  /// - Throws: `SampleError`, as `UnpairedDecision` does.
  /// - Complexity: O(lists), and O(1) for each side that `decides` is asked about or nearly is.
  public mutating func contains(
    rivalOf launches: [Double], where decides: (_ place: Int) -> Bool
  ) throws(SampleError) -> Bool {
    let group = try group(of: launches)
    for (key, sides) in lists {
      let least = key.leastDeviation * (1 - Self.slack)
      let distance =
        try quantile(group.freedom + key.freedom)
        * (least * least + group.deviation * group.deviation).squareRoot()
      let highest = group.mean - margin - distance * (1 - Self.slack) + Self.slack
      for side in sides {
        guard side.group.mean < highest else { break }
        let difference = try WelchInterval(baseline: side.group, candidate: group)
        let freedom = (8 * difference.degreesOfFreedom).rounded(.up) / 8
        let bound = try quantile(freedom) * difference.standardError * (1 - Self.slack)
        if difference.estimate - bound > margin - Self.slack, decides(side.place) { return true }
      }
    }
    return false
  }

  private func group(of launches: [Double]) throws(SampleError) -> WelchInterval.Group {
    try WelchInterval.Group(try UnpairedDecision.logarithms(of: launches), prior: prior)
  }

  private mutating func quantile(_ freedom: Double) throws(SampleError) -> Double {
    if let known = quantiles[freedom] { return known }
    let quantile = try StudentT(degreesOfFreedom: freedom).quantile(probability)
    quantiles[freedom] = quantile
    return quantile
  }
}
