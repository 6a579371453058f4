import BasicAlgorithms
import Statistics
import TestSupport
import Testing

@Suite struct HodgesLehmannIntervalTests {
  /// Expected figures: SciPy 1.17's exact distribution on the sorted means of pairs,
  /// `k = max(q for q in range(300) if WilcoxonDistribution(24).cdf(q) <= tail); w[k], w[-1 - k]`.
  @Test func boundsAgreeWithSciPysDistribution() throws {
    let estimate = try HodgesLehmannInterval(pairSamples)
    #expect(agree(estimate.estimate, 0.01975))
    #expect(estimate.estimate == (try Location.hodgesLehmann(pairSamples)))
    for (confidence, lower, upper) in [
      (0.95, 0.005, 0.0365), (0.99, -0.001, 0.044), (0.9, 0.007, 0.033),
    ] {
      let bounds = try estimate.bounds(confidence: confidence)
      #expect(agree(bounds.lowerBound, lower, within: 1e-15), "\(confidence)")
      #expect(agree(bounds.upperBound, upper, within: 1e-15), "\(confidence)")
    }
    #expect(agree(try estimate.lowerBound(confidence: 0.995), -0.001, within: 1e-15))
    #expect(agree(try estimate.upperBound(confidence: 0.995), 0.044, within: 1e-15))
  }

  /// The interval is what the test does not reject, tried at points between all its steps.
  @Test func boundsAreWhereTheTestBeginsToReject() throws {
    var generator = SplitMix64(seed: 6)
    for count in 5...12 {
      let samples = normalSamples(count, using: &generator)
      let steps = samples.indices.flatMap { first in
        samples.indices.filter { $0 >= first }.map { (samples[first] + samples[$0]) / 2 }
      }.sorted()
      let between = zip(steps, steps.dropFirst()).map { ($0 + $1) / 2 }
      let points = [steps[0] - 1] + between + [steps[steps.count - 1] + 1]
      for confidence in [0.5, 0.8, 0.9] {
        let bounds = try HodgesLehmannInterval(samples).bounds(confidence: confidence)
        let lower = try HodgesLehmannInterval(samples).lowerBound(confidence: confidence)
        for point in points {
          let moved = samples.map { $0 - point }
          let isRejected = try SignedRankTest(moved).probability <= 1 - confidence
          #expect(bounds.contains(point) == !isRejected, "\(samples), \(confidence), \(point)")
          let isTooLow =
            try SignedRankTest(moved, alternative: .greater).probability <= 1 - confidence
          #expect((point < lower) == isTooLow, "\(samples), \(confidence), \(point)")
        }
      }
    }
  }

  /// Samples with wide tails: no distribution is asked for, only symmetry.
  @Test func coversTheCentreOfAnySymmetricSamples() throws {
    var generator = SplitMix64(seed: 12)
    let distribution = try SignedRankDistribution(count: 12)
    let critical = try #require(try distribution.criticalValue(tail: 0.025))
    let exact = 1 - 2 * distribution.cumulativeProbability(at: critical)
    var covered = 0
    for _ in 0..<4_000 {
      let samples = normalSamples(12, using: &generator).map { $0 * $0 * $0 }
      if try HodgesLehmannInterval(samples).bounds(confidence: 0.95).contains(0) { covered += 1 }
    }
    // The standard error of the share is 0.34 %; five of them.
    #expect(exact >= 0.95 && abs(Double(covered) / 4_000 - exact) < 0.017, "\(covered) of 4000")
  }

  @Test func negationMirrorsTheInterval() throws {
    let estimate = try HodgesLehmannInterval(pairSamples)
    let mirrored = try HodgesLehmannInterval(pairSamples.reversed().map { -$0 })
    #expect(mirrored.estimate == -estimate.estimate)
    for confidence in [0.01, 0.5, 0.9, 0.999] {
      let bounds = try estimate.bounds(confidence: confidence)
      let other = try mirrored.bounds(confidence: confidence)
      #expect(other == -bounds.upperBound ... -bounds.lowerBound)
      #expect(bounds.contains(estimate.estimate))
      let lower = try estimate.lowerBound(confidence: confidence)
      #expect(try mirrored.upperBound(confidence: confidence) == -lower)
    }
  }

  /// Three means of pairs: the one in the middle is both ends.
  @Test func noConfidenceLeavesTheEstimate() throws {
    let estimate = try HodgesLehmannInterval([1, 4])
    #expect(try estimate.bounds(confidence: 1e-300) == 2.5...2.5)
  }

  @Test func fewSamplesHaveOnlySoMuchConfidence() throws {
    // Five samples: the sum 0 has a probability of 1/32, and both ends together 1/16.
    let estimate = try HodgesLehmannInterval([3, 1, 4, 1.5, 9])
    #expect(try estimate.bounds(confidence: 0.9375) == 1...9)
    #expect(try estimate.lowerBound(confidence: 0.96875) == 1)
    #expect(try estimate.upperBound(confidence: 0.96875) == 9)
    #expect(throws: SampleError.tooFew(found: 4, needed: 5)) {
      try HodgesLehmannInterval([3, 1, 4, 9]).bounds(confidence: 0.9375)
    }
    #expect(throws: SampleError.tooFew(found: 5, needed: 6)) {
      try estimate.bounds(confidence: 0.95)
    }
    #expect(throws: SampleError.tooFew(found: 5, needed: 8)) {
      try estimate.lowerBound(confidence: 0.995)
    }
    #expect(throws: SampleError.tooFew(found: 5, needed: 8)) {
      try estimate.upperBound(confidence: 0.995)
    }
  }

  @Test func refusesWhatHasNoInterval() throws {
    #expect(throws: SampleError.tooFew(found: 0, needed: 1)) { try HodgesLehmannInterval([]) }
    #expect(throws: SampleError.notFinite(index: 0, value: "nan")) {
      try HodgesLehmannInterval([.nan])
    }
    let estimate = try HodgesLehmannInterval([1, 2])
    let ask: [(Double) throws -> Any] = [
      estimate.bounds, estimate.lowerBound, estimate.upperBound,
    ]
    for confidence in [0, 1, .nan] {
      for ask in ask {
        let error = #expect(throws: SampleError.self) { try ask(confidence) }
        #expect(error?.description.hasPrefix("confidence is") == true)
      }
    }
  }
}
