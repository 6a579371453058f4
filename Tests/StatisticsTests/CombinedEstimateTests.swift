import BasicAlgorithms
import Foundation
import Statistics
import Testing

@Suite struct CombinedEstimateTests {
  private typealias Part = CombinedEstimate.Part

  /// A normal deviate by Box and Muller.
  private func deviate(_ random: inout SplitMix64) -> Double {
    let (first, second) = (
      Double.random(in: 1e-300...1, using: &random), Double.random(in: 0..<1, using: &random)
    )
    return (-2 * log(first)).squareRoot() * cos(2 * .pi * second)
  }

  /// Two estimates are told apart by Welch's *t*, whose square is that *F*.
  @Test(arguments: [0.5, 1, 2, 3.5])
  func twoAreComparedByWelch(distance: Double) throws {
    let parts = [
      Part(value: 0, standardError: 0.3, freedom: 11),
      Part(value: distance, standardError: 0.8, freedom: 23),
    ]
    let variances = (0.09, 0.64)
    let error = (variances.0 + variances.1).squareRoot()
    let freedom =
      (variances.0 + variances.1) * (variances.0 + variances.1)
      / (variances.0 * variances.0 / 11 + variances.1 * variances.1 / 23)
    let tail =
      try 2 * StudentT(degreesOfFreedom: freedom).cumulativeProbability(at: -distance / error)
    #expect(abs(try CombinedEstimate(parts).agreementProbability - tail) < 1e-9)
  }

  /// Expected figures: SciPy 1.17, `f_oneway(a, b, c, equal_var=False)` for the probability, and
  /// Graybill's, Meier's and Satterthwaite's formulas in mpmath 1.4 for the rest.
  @Test func figuresAgreeWithSciPy() throws {
    let samples = [[1.0, 2, 4], [3.0, 5, 5.5, 4.25], [0.5, 0.75, 2.5, 1.25, 1]]
    let parts = try samples.map {
      Part(
        value: try Location.mean($0), standardError: try Spread.standardError($0),
        freedom: Double($0.count - 1))
    }
    let combined = try CombinedEstimate(parts)
    #expect(agree(combined.value, 2.1608288549122157))
    #expect(agree(combined.standardError, 0.3593411792704918))
    #expect(agree(combined.freedom, 7.7069914434713618))
    #expect(agree(combined.agreementProbability, 0.020658888649621464))
  }

  /// Twelve estimates at two places. Expected figures: `f.sf` of SciPy 1.17 at Welch's *F*.
  @Test func agreementOfManyAgreesWithSciPy() throws {
    for (distance, probability) in [
      (0.125, 0.9999999964606782), (1, 0.6866467211540157), (2, 0.028772517549081573),
    ] {
      let combined = try CombinedEstimate(
        (0..<12).map {
          Part(value: $0.isMultiple(of: 2) ? distance : -distance, standardError: 1, freedom: 3)
        })
      #expect(agree(combined.value, 0) && agree(combined.freedom, 36))
      #expect(agree(combined.agreementProbability, probability), "\(distance)")
    }
  }

  /// Rounding takes nothing from the distances of large values.
  @Test func aCommonShiftMovesTheValueAlone() throws {
    func combined(at shift: Double) throws -> CombinedEstimate {
      try CombinedEstimate([
        Part(value: shift + 1, standardError: 1, freedom: 5),
        Part(value: shift + 4, standardError: 2, freedom: 7),
      ])
    }
    let (near, far) = (try combined(at: 0), try combined(at: 1e8))
    #expect(agree(far.value, near.value + 1e8))
    #expect(agree(far.agreementProbability, near.agreementProbability, within: 1e-7))
  }

  @Test func thePreciseWeighMore() throws {
    let combined = try CombinedEstimate([
      Part(value: 1, standardError: 0.1, freedom: 1e9),
      Part(value: 2, standardError: 0.2, freedom: 1e9),
    ])
    #expect(abs(combined.value - 1.2) < 1e-9)
    #expect(abs(combined.standardError - (0.008).squareRoot()) < 1e-9)
    let one = try CombinedEstimate([Part(value: 3, standardError: 2, freedom: 7)])
    #expect((one.value, one.standardError, one.freedom) == (3, 2, 7))
    #expect(one.agreementProbability == 1)
  }

  /// Of estimates as a gate makes them, from twenty pairs, as many are called different as the
  /// probability says, up to half as many again: the interval of a trimmed mean is a little narrow.
  @Test(arguments: [2, 3])
  func probabilitiesAreWhatHappens(count: Int) throws {
    var random = SplitMix64(seed: 5)
    let trials = 5_000
    let rule = try PairedRule()
    let quantile = try StudentT(degreesOfFreedom: 11).quantile(1 - rule.alpha)
    var (different, alarms) = (0, 0)
    for _ in 0..<trials {
      let parts = try (0..<count).map { place in
        let pairs = (0..<20).map { _ in Double(place + 1) * 0.01 * deviate(&random) }
        let decision = try PairedDecision(logRatios: pairs, rule: rule)
        let width = log(decision.interval.upperBound / decision.interval.lowerBound) / 2
        return Part(value: log(decision.ratio), standardError: width / quantile, freedom: 11)
      }
      let combined = try CombinedEstimate(parts)
      if combined.agreementProbability < 0.01 { different += 1 }
      let bound = try StudentT(degreesOfFreedom: combined.freedom).quantile(0.99)
      if combined.value / combined.standardError > bound { alarms += 1 }
    }
    #expect((0.006...0.02).contains(Double(different) / Double(trials)))
    #expect((0.006...0.02).contains(Double(alarms) / Double(trials)))
  }

  @Test func nonsenseIsRefused() {
    #expect(throws: SampleError.tooFew(found: 0, needed: 1)) { try CombinedEstimate([]) }
    for (value, error, freedom) in [
      (Double.nan, 1.0, 1.0), (1, 0, 1), (1, -1, 1), (.infinity, 1, 1), (1, .nan, 1), (1, 1, 0),
      (1, 1e-170, 1),
    ] {
      #expect(throws: SampleError.self) {
        try CombinedEstimate([Part(value: value, standardError: error, freedom: freedom)])
      }
    }
  }
}
