import BasicAlgorithms
import Statistics
import TestSupport
import Testing

@Suite struct QuantilesTests {
  /// The definition: the straight lines through the points (k / (n − 1), k-th smallest).
  private func slowQuantile(_ probability: Double, of samples: [Double]) -> Double {
    let sorted = samples.sorted()
    guard sorted.count > 1 else { return sorted[0] }
    let width = 1 / Double(sorted.count - 1)
    for lower in 0..<(sorted.count - 1) {
      let left = Double(lower) * width
      let right = Double(lower + 1) * width
      if probability <= right || lower == sorted.count - 2 {
        let share = (probability - left) / (right - left)
        return sorted[lower] + share * (sorted[lower + 1] - sorted[lower])
      }
    }
    return sorted[sorted.count - 1]
  }

  @Test func quantileMatchesItsDefinitionForEverySmallSeries() throws {
    for samples in everySeries(of: [-1, 0, 2, 7], maximumCount: 5) {
      for step in 0...20 {
        let probability = Double(step) / 20
        let quantile = try Quantiles.quantile(probability, of: samples)
        let expected = slowQuantile(probability, of: samples)
        #expect(agree(quantile, expected), "quantile \(probability) of \(samples)")
      }
    }
  }

  @Test func medianHasHalfOfEverySmallSeriesOnEachSide() throws {
    for samples in everySeries(of: [0, 1, 2, 3], maximumCount: 5) {
      let median = try Quantiles.median(samples)
      let below = samples.count { $0 < median }
      let above = samples.count { $0 > median }
      #expect(2 * below <= samples.count && 2 * above <= samples.count, "\(samples)")
      if !samples.count.isMultiple(of: 2) { #expect(samples.contains(median), "\(samples)") }
    }
    #expect(try Quantiles.median([4, 1]) == 2.5)
  }

  @Test func quantilesRiseAndStayInsideOfTheSamples() throws {
    var generator = SplitMix64(seed: 1)
    for count in 1...60 {
      let samples = (0..<count).map { _ in Double.random(in: 1e-3...1e3, using: &generator) }
      var last = samples.reduce(.infinity, min)
      for step in 0...100 {
        let quantile = try Quantiles.quantile(Double(step) / 100, of: samples)
        #expect(quantile >= last, "\(step) % of \(samples)")
        last = quantile
      }
      #expect(last == samples.reduce(0, max))
    }
  }

  /// Equal samples give exactly themselves: rounding must not make a p05 below the minimum.
  @Test func equalSamplesGiveThemselves() throws {
    for count in 1...50 {
      for value: Double in [0.1, 1.0 / 3, 12.7, 1e9 / 7] {
        let samples = [Double](repeating: value, count: count)
        for probability in [0.0, 0.05, 0.37, 0.5, 0.95, 1] {
          #expect(try Quantiles.quantile(probability, of: samples) == value)
        }
      }
    }
  }

  /// Expected figures: NumPy 2, `numpy.quantile`.
  @Test func quantilesAgreeWithNumPy() throws {
    let samples = [2.0, 3.5, 1.25, 9, 4, 7.5, 0.5]
    let expected = [
      0: 0.5, 0.05: 0.725, 0.1: 0.95, 0.25: 1.625, 0.5: 3.5, 0.75: 5.75, 0.95: 8.55, 1: 9,
    ]
    for (probability, value) in expected {
      #expect(agree(try Quantiles.quantile(probability, of: samples), value))
    }
  }

  @Test func refusesWhatHasNoQuantile() {
    #expect(throws: SampleError.tooFew(found: 0, needed: 1)) { try Quantiles.median([]) }
    #expect(throws: SampleError.notFinite(index: 1, value: "nan")) {
      try Quantiles.median([1, .nan, 2])
    }
    #expect(throws: SampleError.notFinite(index: 2, value: "-inf")) {
      try Quantiles.quantile(0.1, of: [1, 2, -.infinity])
    }
    for probability in [-0.01, 1.01, .nan] {
      #expect(throws: SampleError.self) { try Quantiles.quantile(probability, of: [1, 2]) }
    }
  }
}
