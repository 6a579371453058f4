import BasicAlgorithms
import Statistics
import TestSupport
import Testing

@Suite struct BinomialIntervalTests {
  /// Expected figures: SciPy 1.17, `beta.ppf((1 - c) / 2, k, n - k + 1)` and
  /// `beta.ppf(1 - (1 - c) / 2, k + 1, n - k)`, which `binomtest(k, n).proportion_ci(c, "exact")`
  /// meets to the 2e-12 of its root finder.
  @Test func boundsAgreeWithSciPy() throws {
    let expected: [(successes: Int, trials: Int, confidence: Double, low: Double, high: Double)] = [
      (0, 10, 0.95, 0.0, 0.3084971078187607),
      (10, 10, 0.95, 0.6915028921812392, 1.0),
      (3, 10, 0.95, 0.0667395111777345, 0.6524528500599973),
      (1, 100_000, 0.95, 2.531780477933316e-07, 5.571516034774275e-05),
      (0, 100_000, 0.99, 0.0, 5.2981770081923407e-05),
      (100_000, 100_000, 0.99, 0.999947018229918, 1.0),
      (50_000, 100_000, 0.95, 0.4968960624918004, 0.5031039375081996),
      (31_234, 100_000, 0.99, 0.3085690018241282, 0.31612888316599413),
      (99_999, 100_000, 0.9, 0.9999525622428261, 0.9999994870671877),
      (2, 64, 0.95, 0.0038071813818723707, 0.10837052222451712),
      (61, 64, 0.99, 0.8388448611419024, 0.9946509578863004),
      (1, 1, 0.95, 0.025, 1.0),
      (990, 1_000, 0.9999, 0.9714624196501364, 0.9979751447018899),
    ]
    for row in expected {
      let interval = try BinomialInterval(successes: row.successes, of: row.trials)
      let bounds = try interval.bounds(confidence: row.confidence)
      // Of themselves, however near 0; the logarithms of factorials lose digits with the trials.
      let tolerance = row.trials > 1_000 ? 1e-9 : 1e-12
      #expect(abs(bounds.lowerBound - row.low) <= tolerance * row.low, "\(row), \(bounds)")
      #expect(abs(bounds.upperBound - row.high) <= tolerance * row.high, "\(row), \(bounds)")
    }
  }

  /// `binomtest(3, 10, alternative="greater")` and `"less"`, `.proportion_ci(0.95)`.
  @Test func oneSidedBoundsAgreeWithSciPy() throws {
    let interval = try BinomialInterval(successes: 3, of: 10)
    #expect(agree(try interval.lowerBound(confidence: 0.95), 0.08726443391415033))
    #expect(agree(try interval.upperBound(confidence: 0.95), 0.6066242161055765))
  }

  /// The ends are where the tails, summed from Pascal's triangle, have what is left of confidence.
  @Test func endsLeaveExactlyTheTails() throws {
    for trials in 1...14 {
      var choices = [1.0]
      for _ in 0..<trials { choices = zip([0] + choices, choices + [0]).map { $0 + $1 } }
      func probability(_ numbers: ClosedRange<Int>, _ proportion: Double) -> Double {
        numbers.reduce(0) { sum, number in
          var term = choices[number]
          for trial in 0..<trials { term *= trial < number ? proportion : 1 - proportion }
          return sum + term
        }
      }
      for successes in 0...trials {
        let interval = try BinomialInterval(successes: successes, of: trials)
        for confidence in [0.3, 0.9, 0.995] {
          let lower = try interval.lowerBound(confidence: confidence)
          let upper = try interval.upperBound(confidence: confidence)
          if successes > 0 {
            #expect(agree(probability(successes...trials, lower), 1 - confidence))
          } else {
            #expect(lower == 0)
          }
          if successes < trials {
            #expect(agree(probability(0...successes, upper), 1 - confidence))
          } else {
            #expect(upper == 1)
          }
        }
      }
    }
  }

  @Test func failuresMirrorSuccesses() throws {
    for trials in [1, 2, 17, 240, 5_000] {
      for successes in Set([0, 1, trials / 3, trials / 2, trials - 1, trials]) {
        let interval = try BinomialInterval(successes: successes, of: trials)
        let mirrored = try BinomialInterval(successes: trials - successes, of: trials)
        for confidence in [0.01, 0.9, 0.99] {
          let bounds = try interval.bounds(confidence: confidence)
          let other = try mirrored.bounds(confidence: confidence)
          #expect(agree(bounds.lowerBound, 1 - other.upperBound, within: 1e-11))
          #expect(agree(bounds.upperBound, 1 - other.lowerBound, within: 1e-11))
          #expect(bounds.contains(interval.proportion))
        }
      }
    }
  }

  @Test func coversAtLeastAsOftenAsItSays() throws {
    let trials = 30
    let bounds = try (0...trials).map {
      try BinomialInterval(successes: $0, of: trials).bounds(confidence: 0.9)
    }
    var generator = SplitMix64(seed: 13)
    for proportion in [0.02, 0.2, 0.5, 0.77] {
      var covered = 0
      for _ in 0..<4_000 {
        let successes = (0..<trials).count { _ in
          Double.random(in: 0..<1, using: &generator) < proportion
        }
        if bounds[successes].contains(proportion) { covered += 1 }
      }
      // Three standard errors of the share: 1.4 %.
      #expect(covered >= 3_543, "\(proportion): \(covered) of 4000")
    }
  }

  @Test func refusesWhatHasNoProportion() throws {
    for (successes, trials) in [(0, 0), (1, -1), (0, 100_001)] {
      let error = #expect(throws: SampleError.self) {
        try BinomialInterval(successes: successes, of: trials)
      }
      #expect(error?.description.hasPrefix("trials is") == true)
    }
    for successes in [-1, 6] {
      #expect(
        throws: SampleError.parameterOutOfRange(
          name: "successes", value: Double(successes), valid: "0...5")
      ) {
        try BinomialInterval(successes: successes, of: 5)
      }
    }
    let interval = try BinomialInterval(successes: 2, of: 5)
    for confidence in [0, 1, .nan] {
      #expect(throws: SampleError.self) { try interval.bounds(confidence: confidence) }
      #expect(throws: SampleError.self) { try interval.lowerBound(confidence: confidence) }
      #expect(throws: SampleError.self) { try interval.upperBound(confidence: confidence) }
    }
  }
}
