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
