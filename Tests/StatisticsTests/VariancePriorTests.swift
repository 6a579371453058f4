import BasicAlgorithms
import Foundation
import Statistics
import Testing

@Suite struct VariancePriorTests {
  /// Groups whose variances scatter as those of `freedom` samples do, around that of `deviation`.
  private func groups(
    _ count: Int, of sizes: ClosedRange<Int>, freedom: Int, deviation: Double,
    using generator: inout SplitMix64
  ) -> [[Double]] {
    (0..<count).map { _ in
      let squares = normalSamples(freedom, using: &generator).reduce(0) { $0 + $1 * $1 }
      let own = deviation * (Double(freedom) / squares).squareRoot()
      let size = Int.random(in: sizes, using: &generator)
      return normalSamples(size, using: &generator).map { $0 * own }
    }
  }

  // MARK: The model: sums and bisections instead of series and Newton's method.

  /// ψ and ψ′ by their sums over all integers, of which the rest is an integral.
  private static func sums(_ x: Double) -> (digamma: Double, trigamma: Double) {
    let terms = 3_000
    var digamma = -0.57721566490153286
    var trigamma = 0.0
    for k in 0..<terms {
      digamma += 1 / Double(k + 1) - 1 / (x + Double(k))
      trigamma += 1 / ((x + Double(k)) * (x + Double(k)))
    }
    let rest = Double(terms) - 0.5
    return (digamma + log((x + rest) / (1 + rest)), trigamma + 1 / (x + rest))
  }

  private struct Model {
    var freedom: Double
    var variance: Double

    init(_ groups: [[Double]], leastVariance: Double) {
      let found = groups.map { group -> (logarithm: Double, own: Double) in
        let half = Double(group.count - 1) / 2
        let (digamma, trigamma) = VariancePriorTests.sums(half)
        return (log(max(Self.variance(of: group), leastVariance)) - digamma + log(half), trigamma)
      }
      let count = Double(groups.count)
      let mean = found.reduce(0) { $0 + $1.logarithm } / count
      let spread = found.reduce(0) { $0 + ($1.logarithm - mean) * ($1.logarithm - mean) }
      let excess = spread / (count - 1) - found.reduce(0) { $0 + $1.own } / count
      var (low, high) = (1e-3, VariancePrior.mostDegreesOfFreedom)
      for _ in 0..<60 {
        let middle = (low * high).squareRoot()
        if VariancePriorTests.sums(middle / 2).trigamma > excess {
          low = middle
        } else {
          high = middle
        }
      }
      freedom = low
      variance = exp(mean + VariancePriorTests.sums(low / 2).digamma - log(low / 2))
    }

    static func variance(of samples: [Double]) -> Double {
      let mean = samples.reduce(0, +) / Double(samples.count)
      return samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(samples.count - 1)
    }
  }

  @Test func moderatedIntervalsAgreeWithThePlainestComputation() throws {
    var generator = SplitMix64(seed: 3)
    for freedom in [1, 2, 4, 30] {
      let groups = groups(
        Int.random(in: 10...30, using: &generator), of: 2...6, freedom: freedom, deviation: 0.05,
        using: &generator)
      let prior = try #require(try VariancePrior(groups, leastVariance: 1e-8))
      let model = Model(groups, leastVariance: 1e-8)
      #expect(agree(prior.degreesOfFreedom / model.freedom, 1, within: 1e-6), "\(freedom)")
      #expect(agree(prior.variance / model.variance, 1, within: 1e-6), "\(freedom)")
      for (left, right) in zip(groups, groups.dropFirst()) {
        let parts = [left, right].map { group -> (error: Double, freedom: Double) in
          let own = Double(group.count - 1)
          let variance =
            (model.freedom * model.variance + own * max(Model.variance(of: group), 1e-8))
            / (model.freedom + own)
          return (variance / Double(group.count), model.freedom + own)
        }
        let sum = parts[0].error + parts[1].error
        let denominator = parts.reduce(0) { $0 + $1.error * $1.error / $1.freedom }
        let quantile = try StudentT(degreesOfFreedom: sum * sum / denominator).quantile(0.995)
        let means = [left, right].map { $0.reduce(0, +) / Double($0.count) }
        let interval = try WelchInterval(baseline: left, candidate: right, prior: prior)
        let bounds = try interval.bounds(confidence: 0.99)
        let middle = means[1] - means[0]
        let distance = quantile * sum.squareRoot()
        #expect(agree(bounds.lowerBound, middle - distance, within: 1e-6 * distance))
        #expect(agree(bounds.upperBound, middle + distance, within: 1e-6 * distance))
      }
    }
  }

  /// The source's own estimates: what was put in comes out.
  @Test func manyGroupsTellTheirCommonVariance() throws {
    var generator = SplitMix64(seed: 5)
    for freedom in [1, 4, 10] {
      let groups = groups(
        5_000, of: 3...3, freedom: freedom, deviation: 0.02, using: &generator)
      let prior = try #require(try VariancePrior(groups, leastVariance: 1e-12))
      #expect((0.8...1.25).contains(prior.degreesOfFreedom / Double(freedom)), "\(prior)")
      #expect((0.85...1.15).contains(prior.variance / 0.0004), "\(prior)")
    }
  }

  @Test func groupsOfOneSpreadAreAsGoodAsOne() throws {
    var generator = SplitMix64(seed: 7)
    let groups = (0..<200).map { _ in normalSamples(4, using: &generator) }
    let prior = try #require(try VariancePrior(groups, leastVariance: 1e-8))
    #expect(prior.degreesOfFreedom > 20)
    #expect((0.8...1.2).contains(prior.variance))
    // No scatter at all, which is less than chance allows.
    let same = try #require(
      try VariancePrior(Array(repeating: [1, 2, 3], count: 10), leastVariance: 1e-8))
    #expect(same.degreesOfFreedom == 100)
    #expect(try same.moderated([5, 5, 5]).variance > 0.9 * same.variance)
  }

  @Test func aModeratedVarianceLiesBetweenTheCommonAndItsOwn() throws {
    var generator = SplitMix64(seed: 11)
    let groups = groups(40, of: 3...3, freedom: 3, deviation: 1, using: &generator)
    let prior = try #require(try VariancePrior(groups, leastVariance: 1e-8))
    for group in groups {
      let own = try Spread.variance(group)
      let (variance, freedom) = try prior.moderated(group)
      #expect(variance >= min(own, prior.variance) && variance <= max(own, prior.variance))
      #expect(freedom == prior.degreesOfFreedom + 2)
    }
    #expect(try prior.moderated([1, 1, 1]).variance > 0, "no spread is no certainty")
  }

  @Test func fewGroupsTellNothing() throws {
    let nine = Array(repeating: [1.0, 2], count: 9)
    #expect(try VariancePrior(nine, leastVariance: 1e-8) == nil)
    #expect(try VariancePrior(nine + [[1, 3]], leastVariance: 1e-8) != nil)
    #expect(throws: SampleError.tooFew(found: 1, needed: 2)) {
      try VariancePrior(nine + [[1]], leastVariance: 1e-8)
    }
    #expect(throws: SampleError.self) { try VariancePrior(nine + [[1, 3]], leastVariance: 0) }
    // Cases without a spread are left out before.
    let launches = Array(repeating: [1.0, 2], count: 9) + [[5], [0, 1]]
    #expect(UnpairedDecision.prior(of: launches) == nil)
    #expect(UnpairedDecision.prior(of: launches + [[1, 3]]) != nil)
  }

  /// Spreads as unequal as a record's: the interval covers about what it says.
  @Test func intervalsCoverTheDifferenceOfUnequalGroups() throws {
    var generator = SplitMix64(seed: 13)
    let groups = groups(4_000, of: 3...3, freedom: 1, deviation: 0.014, using: &generator)
    let prior = try #require(try VariancePrior(groups, leastVariance: 1e-8))
    var covered = 0
    for index in stride(from: 0, to: groups.count, by: 2) {
      let interval = try WelchInterval(
        baseline: groups[index], candidate: groups[index + 1], prior: prior)
      if try interval.bounds(confidence: 0.99).contains(0) { covered += 1 }
    }
    #expect((1_920...1_995).contains(covered), "\(covered) of 2000")
  }
}
