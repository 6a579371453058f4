import BasicAlgorithms
import Statistics
import TestSupport
import Testing

@Suite struct PowerLawFitTests {
  @Test func findsTheExponentOfAnExactPowerLaw() throws {
    // Whole powers of 4, so that the costs are exact for half powers too.
    let sizes = (1...6).map { Double(1 << (2 * $0)) }
    let laws: [(exponent: Double, cost: (Double) -> Double)] = [
      (0, { _ in 7 }), (0.5, { 7 * $0.squareRoot() }), (1, { 7 * $0 }), (2, { 7 * $0 * $0 }),
      (-1, { 7 / $0 }),
    ]
    for law in laws {
      let fit = try PowerLawFit(sizes: sizes, costs: sizes.map(law.cost))
      #expect(agree(fit.exponent, law.exponent))
      #expect(agree(fit.coefficient, 7))
      let interval = try #require(try fit.exponentInterval(confidence: 0.95))
      #expect(interval.upperBound - interval.lowerBound < 1e-12)
    }
  }

  /// Expected figures: SciPy 1.17, `scipy.stats.linregress` on the logarithms and `t.ppf`.
  @Test func agreesWithSciPyOnScatteredPoints() throws {
    let fit = try PowerLawFit(sizes: [1e3, 1e4, 1e5, 1e6], costs: [12, 95, 1_300, 11_000])
    #expect(agree(fit.exponent, 1.0022854064349789))
    #expect(agree(fit.coefficient, 0.011035090348396552))
    #expect(agree(try #require(fit.standardError), 0.031897782483784914))
    let interval = try #require(try fit.exponentInterval(confidence: 0.95))
    #expect(agree(interval.lowerBound, 0.8650403255581671, within: 1e-10))
    #expect(agree(interval.upperBound, 1.1395304873117906, within: 1e-10))
  }

  /// Their logarithms have ten digits in common.
  @Test func sizesNextToOneAnotherKeepTheirDigits() throws {
    let sizes = [0.0, 1, 3, 7, 8].map { 1e10 + $0 }
    let fit = try PowerLawFit(sizes: sizes, costs: sizes.map { $0 * 3 })
    #expect(agree(fit.exponent, 1, within: 1e-2))
  }

  @Test func noLineFitsBetterThanTheOneFound() throws {
    var generator = SplitMix64(seed: 2)
    for round in 0..<50 {
      // Powers of two: their logarithms to the base 2 need no libm here.
      let exponents = (0..<8).map(Double.init)
      let heights = exponents.map { _ in Int.random(in: 0...9, using: &generator) }
      let fit = try PowerLawFit(
        sizes: exponents.map { Double(1 << Int($0)) }, costs: heights.map { Double(1 << $0) })
      func residual(_ slope: Double) -> Double {
        let meanX = exponents.reduce(0, +) / 8
        let meanY = Double(heights.reduce(0, +)) / 8
        return zip(exponents, heights).reduce(0) { sum, point in
          let distance = Double(point.1) - meanY - slope * (point.0 - meanX)
          return sum + distance * distance
        }
      }
      for change in [-0.01, 0.01] {
        #expect(residual(fit.exponent) < residual(fit.exponent + change), "round \(round)")
      }
    }
  }

  /// A 95 % interval covers the true exponent in about 95 of 100 fits of normal scatter.
  @Test func intervalCoversTheTruthAsOftenAsItSays() throws {
    var generator = SplitMix64(seed: 3)
    var covered = 0
    for _ in 0..<2_000 {
      let points = (0..<5).map { index -> (size: Double, cost: Double) in
        // The sum of twelve uniform numbers is close to normal, with variance 1; so is ln cost.
        let noise = (0..<12).reduce(-6.0) { sum, _ in
          sum + Double.random(in: 0..<1, using: &generator)
        }
        return (powerOfTwo(Double(index)), powerOfTwo(Double(index) + noise / 4))
      }
      let fit = try PowerLawFit(sizes: points.map(\.size), costs: points.map(\.cost))
      let interval = try #require(try fit.exponentInterval(confidence: 0.95))
      if interval.contains(1) { covered += 1 }
    }
    // The standard error of the share is 0.5 %, or 10 of 2,000.
    #expect((1_860...1_940).contains(covered), "\(covered) of 2000")
  }

  /// 2^x from its Taylor series: the tests import no libm.
  private func powerOfTwo(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    for step in 1..<60 {
      term *= x * 0.6931471805599453 / Double(step)
      sum += term
    }
    return sum
  }

  /// Powers of two: 0, 2 and 2 over 0, 1 and 2 lie 1/3, 2/3 and 1/3 off their line.
  @Test func threePointsHaveAnError() throws {
    let fit = try PowerLawFit(sizes: [1, 2, 4], costs: [1, 4, 4])
    #expect(agree(fit.exponent, 1))
    #expect(agree(try #require(fit.standardError), (1.0 / 3).squareRoot()))
  }

  @Test func equalSizesHaveNoSlopeHoweverTheirMeanIsRounded() {
    for count in 2...20 {
      for size in [3.0, 5, 7, 1_000] {
        #expect(throws: SampleError.noSpread(value: size)) {
          try PowerLawFit(
            sizes: [Double](repeating: size, count: count), costs: (1...count).map(Double.init))
        }
      }
    }
  }

  @Test func twoPointsHaveAnExponentAndNoInterval() throws {
    let fit = try PowerLawFit(sizes: [10, 1_000], costs: [3, 300])
    #expect(agree(fit.exponent, 1))
    #expect(fit.standardError == nil)
    #expect(try fit.exponentInterval(confidence: 0.95) == nil)
    #expect(throws: SampleError.self) { try fit.exponentInterval(confidence: 1) }
  }

  @Test func refusesWhatHasNoSlope() throws {
    #expect(throws: SampleError.tooFew(found: 1, needed: 2)) {
      try PowerLawFit(sizes: [1], costs: [1])
    }
    #expect(throws: SampleError.tooFew(found: 2, needed: 3)) {
      try PowerLawFit(sizes: [1, 2], costs: [1, 2, 3])
    }
    #expect(throws: SampleError.tooFew(found: 2, needed: 3)) {
      try PowerLawFit(sizes: [1, 2, 3], costs: [1, 2])
    }
    #expect(throws: SampleError.noSpread(value: 5)) {
      try PowerLawFit(sizes: [5, 5], costs: [1, 2])
    }
    // Different numbers with one logarithm.
    #expect(throws: SampleError.noSpread(value: 1e300)) {
      try PowerLawFit(sizes: [1e300, 1e300.nextUp], costs: [1, 2])
    }
    #expect(throws: SampleError.notPositive(index: 0, value: 0)) {
      try PowerLawFit(sizes: [1, 2], costs: [0, 2])
    }
    #expect(throws: SampleError.notFinite(index: 1, value: "nan")) {
      try PowerLawFit(sizes: [1, .nan], costs: [1, 2])
    }
    let fit = try PowerLawFit(sizes: [1, 2, 3], costs: [1, 2, 3])
    #expect(throws: SampleError.self) { try fit.exponentInterval(confidence: 1) }
  }
}
