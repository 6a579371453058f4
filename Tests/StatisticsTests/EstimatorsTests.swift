import Statistics
import Testing

/// Expected figures, where not worked out by hand: SciPy 1.17.
@Suite struct EstimatorsTests {
  private let samples = [2.0, 3.5, 1.25, 9, 4, 7.5, 0.5]

  @Test func spreadAgreesWithSciPy() throws {
    #expect(try Spread.medianAbsoluteDeviation(samples) == 2.25)
    #expect(agree(try Spread.normalConsistentDeviation(samples), 3.3358549916376043))
    #expect(agree(try Spread.standardDeviation(samples), 3.196445198147765))
    #expect(agree(try Spread.standardError(samples), 1.2081427248207948))
  }

  @Test func spreadOfEqualSamplesIsZero() throws {
    let even = [Double](repeating: 0.1, count: 17)
    #expect(try Spread.medianAbsoluteDeviation(even) == 0)
    #expect(agree(try Spread.standardError(even), 0, within: 1e-16))
  }

  @Test func standardDeviationKeepsItsDigitsFarFromZero() throws {
    let far = [4, 7, 13, 16].map { Double($0) + 1e9 }
    #expect(agree(try Spread.standardDeviation(far), 30.0.squareRoot()))
  }

  /// The mean, 2⁵³ + 4/3, is no number that a Double holds.
  @Test func varianceAllowsForTheRoundingOfTheMean() throws {
    let wide = 9_007_199_254_740_992.0
    #expect(agree(try Spread.variance([wide, wide + 2, wide + 2]), 4.0 / 3))
  }

  @Test func standardDeviationMatchesPairDistancesForEverySmallSeries() throws {
    for series in everySeries(of: [-3, 0, 1, 8], maximumCount: 5) where series.count > 1 {
      // Half the mean squared distance of all ordered pairs of different samples.
      var squares = 0.0
      for left in series { for right in series { squares += (left - right) * (left - right) } }
      let variance = squares / 2 / Double(series.count * (series.count - 1))
      #expect(agree(try Spread.standardDeviation(series), variance.squareRoot()), "\(series)")
    }
  }

  @Test func trimmedMeanAgreesWithSciPy() throws {
    let squares = (1...20).map { Double($0 * $0) }
    #expect(agree(try Location.trimmedMean(squares, proportion: 0.2), 122.16666666666667))
    #expect(agree(try Location.trimmedMean(squares, proportion: 0.12), 131.5))
    #expect(agree(try Location.trimmedMean(samples, proportion: 0.2), 3.65))
  }

  @Test func trimmedMeanDropsTheEndsOfEverySmallSeries() throws {
    for series in everySeries(of: [-3, 0, 1, 8], maximumCount: 5) {
      for proportion in [0, 0.1, 0.2, 0.25, 0.34, 0.49] {
        var left = series
        for _ in 0..<Int(proportion * Double(series.count)) {
          if let least = left.min(), let index = left.firstIndex(of: least) {
            left.remove(at: index)
          }
          if let most = left.max(), let index = left.firstIndex(of: most) { left.remove(at: index) }
        }
        let expected = left.reduce(0, +) / Double(left.count)
        let trimmed = try Location.trimmedMean(series, proportion: proportion)
        #expect(agree(trimmed, expected), "\(series), \(proportion)")
      }
    }
  }

  @Test func hodgesLehmannIsTheMedianOfPairMeans() throws {
    #expect(try Location.hodgesLehmann(samples) == 3.875)
    for series in everySeries(of: [-3, 0, 1, 8], maximumCount: 4) {
      var means: [Double] = []
      for first in series.indices {
        for second in series.indices where second <= first {
          means.append((series[first] + series[second]) / 2)
        }
      }
      means.sort()
      let expected = (means[(means.count - 1) / 2] + means[means.count / 2]) / 2
      #expect(agree(try Location.hodgesLehmann(series), expected), "\(series)")
    }
  }

  @Test func robustEstimatorsIgnoreOneOutlier() throws {
    let wild = [10.0, 10, 10, 10, 10, 10, 10, 10, 10, 1e6]
    #expect(try Location.trimmedMean(wild, proportion: 0.2) == 10)
    #expect(try Location.hodgesLehmann(wild) == 10)
    #expect(try Spread.medianAbsoluteDeviation(wild) == 0)
    #expect(try Location.mean(wild) > 1e5)
  }

  @Test func refusesWhatHasNoEstimate() {
    #expect(throws: SampleError.tooFew(found: 1, needed: 2)) { try Spread.standardError([1]) }
    #expect(throws: SampleError.tooFew(found: 0, needed: 1)) { try Location.mean([]) }
    #expect(throws: SampleError.tooFew(found: 0, needed: 1)) { try Location.hodgesLehmann([]) }
    #expect(throws: SampleError.tooFew(found: 0, needed: 1)) {
      try Location.trimmedMean([], proportion: 0.2)
    }
    #expect(throws: SampleError.notFinite(index: 0, value: "inf")) {
      try Spread.medianAbsoluteDeviation([.infinity, 1])
    }
    // Although they would be trimmed.
    #expect(throws: SampleError.notFinite(index: 1, value: "-inf")) {
      try Location.trimmedMean([2, -.infinity, 1, 3, .infinity], proportion: 0.2)
    }
    for proportion in [-0.1, 0.5, .nan] {
      #expect(throws: SampleError.self) { try Location.trimmedMean([1], proportion: proportion) }
    }
  }

  @Test func summaryHoldsTheSameFiguresAsItsParts() throws {
    let summary = try SampleSummary(samples)
    #expect(summary.count == 7)
    #expect(summary.minimum == 0.5)
    #expect(summary.maximum == 9)
    #expect(summary.median == 3.5)
    #expect(summary.medianAbsoluteDeviation == 2.25)
    #expect(summary.p05 == (try Quantiles.quantile(0.05, of: samples)))
    #expect(summary.p95 == (try Quantiles.quantile(0.95, of: samples)))
  }

  @Test func aSingleMeasurementIsItsOwnSummary() throws {
    let summary = try SampleSummary([3])
    #expect(summary.count == 1 && summary.median == 3 && summary.medianAbsoluteDeviation == 0)
    #expect(summary.minimum == 3 && summary.maximum == 3 && summary.p05 == 3 && summary.p95 == 3)
  }

  @Test func summaryRefusesMeasurementsThatMakeNoSense() {
    #expect(throws: SampleError.tooFew(found: 0, needed: 1)) { try SampleSummary([]) }
    #expect(throws: SampleError.negative(index: 1, value: -0.5)) { try SampleSummary([1, -0.5]) }
    #expect(throws: SampleError.notFinite(index: 0, value: "nan")) { try SampleSummary([.nan]) }
  }

  @Test func errorsSayWhatWasFoundAndWhatIsValid() {
    #expect(SampleError.negative(index: 3, value: -2).description.contains("sample 3 is -2.0"))
    let range = SampleError.parameterOutOfRange(name: "p", value: 2, valid: "0...1").description
    #expect(range == "p is 2.0; valid is 0...1")
  }
}
