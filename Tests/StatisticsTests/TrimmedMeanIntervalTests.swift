import BasicAlgorithms
import Statistics
import TestSupport
import Testing

/// Expected figures: SciPy 1.17, whose `mstats.trimmed_mean_ci` is the Tukey–McLaughlin interval:
/// `mstats.trimmed_mean_ci(x, limits=(g, g), alpha=1 - confidence)`, and `mstats.trimmed_stde`.
@Suite struct TrimmedMeanIntervalTests {
  @Test func boundsAgreeWithSciPy() throws {
    let expected: [(count: Int, share: Double, confidence: Double, lower: Double, upper: Double)] =
      [
        (24, 0.2, 0.95, 0.0030143032217794796, 0.03586069677822052),
        (24, 0.2, 0.99, -0.003267445390354874, 0.042142445390354874),
        (24, 0.1, 0.95, 0.004577369659200376, 0.03402263034079962),
        (24, 0.1, 0.99, -0.0008242229163449646, 0.03942422291634497),
        (24, 0.25, 0.95, 0.004857005295689748, 0.03480966137097692),
        (24, 0.25, 0.99, -0.0012997383663552013, 0.040966405033021874),
        (7, 0.2, 0.95, -0.023754963359528786, 0.05975496335952879),
        (7, 0.2, 0.99, -0.05124099176213244, 0.08724099176213244),
      ]
    for row in expected {
      let estimate = try TrimmedMeanInterval(
        Array(pairSamples.prefix(row.count)), proportion: row.share)
      let bounds = try estimate.bounds(confidence: row.confidence)
      #expect(agree(bounds.lowerBound, row.lower, within: 1e-13), "\(row)")
      #expect(agree(bounds.upperBound, row.upper, within: 1e-13), "\(row)")
    }
  }

  @Test func partsAgreeWithSciPy() throws {
    let estimate = try TrimmedMeanInterval(pairSamples, proportion: 0.2)
    #expect(agree(estimate.estimate, 0.0194375, within: 1e-15))
    #expect(agree(estimate.winsorizedDeviation, 0.022648503485769817, within: 1e-15))
    #expect(agree(estimate.standardError, 0.00770517735802531, within: 1e-15))
    #expect(estimate.count == 24)
    #expect(estimate.degreesOfFreedom == 15)
    #expect(
      agree(try estimate.lowerBound(confidence: 0.995), -0.003267445390354874, within: 1e-13))
  }

  @Test func withoutTrimmingItIsStudentsInterval() throws {
    let estimate = try TrimmedMeanInterval(pairSamples, proportion: 0)
    #expect(agree(estimate.estimate, try Location.mean(pairSamples)))
    #expect(agree(estimate.standardError, try Spread.standardError(pairSamples)))
    #expect(estimate.degreesOfFreedom == 23)
  }

  /// The definition: ends replaced one at a time, and distances of pairs in place of a mean.
  @Test func errorMatchesItsDefinitionForEverySmallSeries() throws {
    for series in everySeries(of: [-3, 0, 1, 8], maximumCount: 6) where series.count > 3 {
      for proportion in [0, 0.1, 0.2, 0.25, 0.34] {
        var winsorized = series.sorted()
        let cut = Int(proportion * Double(series.count))
        for index in 0..<cut {
          winsorized[index] = winsorized[cut]
          winsorized[series.count - 1 - index] = winsorized[series.count - 1 - cut]
        }
        var squares = 0.0
        for left in winsorized {
          for right in winsorized { squares += (left - right) * (left - right) }
        }
        let n = Double(series.count)
        let error =
          (squares / 2 / n / (n - 1)).squareRoot() / (1 - 2 * proportion) / n.squareRoot()
        let estimate = try TrimmedMeanInterval(series, proportion: proportion)
        #expect(agree(estimate.standardError, error), "\(series), \(proportion)")
        #expect(estimate.estimate == (try Location.trimmedMean(series, proportion: proportion)))
        #expect(estimate.degreesOfFreedom == series.count - 2 * cut - 1)
      }
    }
  }

  @Test func oneSidedBoundsAreTheEndsOfATwoSidedInterval() throws {
    let estimate = try TrimmedMeanInterval(pairSamples, proportion: 0.2)
    for confidence in [0.5, 0.8, 0.9, 0.95, 0.99] {
      let bounds = try estimate.bounds(confidence: confidence)
      let lower = try estimate.lowerBound(confidence: 0.5 + confidence / 2)
      let upper = try estimate.upperBound(confidence: 0.5 + confidence / 2)
      #expect(agree(bounds.lowerBound, lower) && agree(bounds.upperBound, upper))
      let width = try estimate.halfWidth(confidence: confidence)
      #expect(agree(bounds.upperBound - bounds.lowerBound, 2 * width))
    }
    #expect(agree(try estimate.lowerBound(confidence: 0.5), estimate.estimate))
    #expect(try estimate.lowerBound(confidence: 0.1) > estimate.estimate)
  }

  /// The interval of normal samples covers their mean about as often as it says.
  @Test func coversTheMeanOfNormalSamples() throws {
    var generator = SplitMix64(seed: 11)
    var covered = 0
    var below = 0
    for _ in 0..<10_000 {
      let estimate = try TrimmedMeanInterval(
        normalSamples(20, using: &generator), proportion: 0.2)
      let bounds = try estimate.bounds(confidence: 0.95)
      if bounds.contains(0) { covered += 1 }
      if bounds.upperBound < 0 { below += 1 }
    }
    // The standard error of the share is 0.22 %, or 22 of 10,000; the method itself is close to
    // what it says, not exact.
    #expect((9_400...9_600).contains(covered), "\(covered) of 10000")
    #expect((170...330).contains(below), "\(below) of 10000")
  }

  @Test func anOutlierMovesNoBound() throws {
    let wild = pairSamples.map { $0 == 0.409 ? 1e6 : $0 }
    let estimate = try TrimmedMeanInterval(pairSamples, proportion: 0.2)
    #expect(try TrimmedMeanInterval(wild, proportion: 0.2) == estimate)
  }

  /// Of two samples half a unit from their mean, the error is just that.
  @Test func twoSamplesHaveAnInterval() throws {
    let estimate = try TrimmedMeanInterval([4, 5], proportion: 0.2)
    #expect(estimate.estimate == 4.5 && estimate.degreesOfFreedom == 1)
    #expect(agree(estimate.standardError, 0.5 / 0.6))
  }

  @Test func equalSamplesHaveAPointForAnInterval() throws {
    let estimate = try TrimmedMeanInterval([0.5, 0.5, 0.5, 0.5, 9], proportion: 0.2)
    #expect(try estimate.bounds(confidence: 0.99) == 0.5...0.5)
  }

  @Test func refusesWhatHasNoInterval() throws {
    #expect(throws: SampleError.tooFew(found: 0, needed: 2)) {
      try TrimmedMeanInterval([], proportion: 0.2)
    }
    #expect(throws: SampleError.tooFew(found: 1, needed: 2)) {
      try TrimmedMeanInterval([1], proportion: 0)
    }
    // One at each end goes: one is left.
    #expect(throws: SampleError.tooFew(found: 1, needed: 2)) {
      try TrimmedMeanInterval([1, 2, 3], proportion: 0.4)
    }
    #expect(throws: SampleError.notFinite(index: 1, value: "nan")) {
      try TrimmedMeanInterval([1, .nan, 3], proportion: 0.2)
    }
    // Although they would be trimmed.
    #expect(throws: SampleError.notFinite(index: 1, value: "-inf")) {
      try TrimmedMeanInterval([2, -.infinity, 1, 3, .infinity], proportion: 0.2)
    }
    let huge = #expect(throws: SampleError.self) {
      try TrimmedMeanInterval([1e308, 1e308, -1e308], proportion: 0)
    }
    #expect(huge?.description.hasPrefix("standardError is") == true)
    for proportion in [-0.1, 0.5, .nan] {
      #expect(throws: SampleError.self) { try TrimmedMeanInterval([1, 2], proportion: proportion) }
    }
    let estimate = try TrimmedMeanInterval([1, 2, 4], proportion: 0)
    let ask: [(Double) throws -> Any] = [
      estimate.bounds, estimate.halfWidth, estimate.lowerBound, estimate.upperBound,
    ]
    for confidence in [-1, 0, 1, .nan] {
      for ask in ask {
        let error = #expect(throws: SampleError.self) { try ask(confidence) }
        #expect(error?.description.hasPrefix("confidence is") == true)
      }
    }
  }
}
