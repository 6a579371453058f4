import BasicAlgorithms
import Statistics
import TestSupport
import Testing

@Suite struct QnScaleTests {
  /// By hand: the first of the distances 1, 2 and 3, and the third of 1, 1, 1, 2, 2, 3, 96, ….
  @Test func figuresAgreeWithTheDefinition() throws {
    #expect(agree(try Spread.qn([1, 2, 4]), 2.2219 * 0.994))
    #expect(agree(try Spread.qn([3, 100, 1, 4, 2]), 2.2219 * 0.844))
    #expect(agree(try Spread.qn([5, 8]), 3 * 2.2219 * 0.399))
    #expect(try Spread.qn([7, 7, 7]) == 0)
  }

  /// Of powers of two, the distances of the first half and one more come first, and the greatest of
  /// these is what counts. The factors: C. Croux, P. J. Rousseeuw, "Time-efficient algorithms for two
  /// highly robust estimators of scale", 1992, section 4.
  @Test func everyCountHasItsFactor() throws {
    let factors = [
      0.399, 0.994, 0.512, 0.844, 0.611, 0.857, 0.669, 0.872, 10 / 13.8, 11 / 12.4, 12 / 15.8,
      13 / 14.4,
    ]
    for (place, factor) in factors.enumerated() {
      let count = place + 2
      let samples = (0..<count).map { Double(1 << $0) }
      let distance = Double((1 << (count / 2)) - 1)
      #expect(agree(try Spread.qn(samples.reversed()), 2.2219 * factor * distance), "\(count)")
    }
  }

  @Test(arguments: [2, 3, 4, 5, 7, 9, 12])
  func itIsAStandardDeviationOfNormalSamples(count: Int) throws {
    var generator = SplitMix64(seed: 71)
    let found = try (0..<20_000).map { _ in
      try Spread.qn(normalSamples(count, using: &generator))
    }
    let mean = try Location.mean(found)
    #expect((0.97...1.03).contains(mean), "\(mean)")
  }

  /// The variance of medians of normal samples, over that of means, which is 1/*n*.
  @Test(arguments: 1...9)
  func mediansScatterAsTheFactorSays(count: Int) throws {
    var generator = SplitMix64(seed: 72)
    let medians = try (0..<20_000).map { _ in
      try Quantiles.median(normalSamples(count, using: &generator))
    }
    let variance = medians.map { $0 * $0 }.reduce(0, +) / Double(medians.count)
    let factor = Location.medianVarianceFactor(count)
    #expect(abs(variance * Double(count) / factor - 1) < 0.05, "\(variance * Double(count))")
  }

  /// Expected figures: SciPy 1.17, `quad` and `dblquad` over the densities of the middle samples.
  @Test func theFactorsOfMediansAgreeWithSciPy() {
    let expected = [
      1, 1, 1.346013, 1.192798, 1.434168, 1.288456, 1.473128, 1.345447, 1.494912,
    ]
    for (place, factor) in expected.enumerated() {
      #expect(abs(Location.medianVarianceFactor(place + 1) - factor) < 1e-3, "\(place + 1)")
    }
  }

  @Test func theFactorOfManySamplesIsThatOfTheLimit() {
    for count in [10, 11, 1_000] { #expect(Location.medianVarianceFactor(count) == .pi / 2) }
  }

  @Test func aWildSampleIsLeftAlone() throws {
    let calm = try Spread.qn([100, 101, 102, 103, 104])
    #expect(try Spread.qn([100, 101, 102, 103, 1e9]) <= 2 * calm)
  }

  @Test func refusesASingleSample() {
    #expect(throws: SampleError.tooFew(found: 1, needed: 2)) { try Spread.qn([1]) }
    #expect(throws: SampleError.notFinite(index: 1, value: "nan")) { try Spread.qn([1, .nan]) }
  }
}
