import BasicAlgorithms
import Statistics
import TestSupport
import Testing

@Suite struct SignFlipTestTests {
  /// Expected figures: SciPy 1.17, `permutation_test((x[:12],), f, permutation_type="samples",
  /// n_resamples=inf, alternative=…)` with `mean` and `trim_mean(…, 0.2)` for f.
  @Test func countedPatternsAgreeWithSciPy() throws {
    let samples = Array(pairSamples.prefix(12))
    let trimmed = SignFlipTest.Statistic.trimmedMean(proportion: 0.2)
    let expected: [(SignFlipTest.Statistic, Double, [Alternative: Double])] = [
      (.mean, 0.020083333333333335, [.twoSided: 640, .greater: 320, .less: 3_787]),
      (trimmed, 0.01575, [.twoSided: 692, .greater: 346, .less: 3_760]),
    ]
    for (statistic, observed, counts) in expected {
      for (alternative, count) in counts {
        let test = try SignFlipTest(
          samples, statistic: statistic, alternative: alternative, seed: 1)
        #expect(agree(test.observed, observed, within: 1e-15))
        #expect(test.isExact && test.patternCount == 4_096)
        #expect(test.probability == count / 4_096, "\(statistic), \(alternative)")
      }
    }
  }

  /// Whole numbers, so that sums are exact; every pattern, sorted and trimmed again.
  @Test func countedPatternsMatchEveryFlip() throws {
    var generator = SplitMix64(seed: 7)
    for count in 1...10 {
      let samples = (0..<count).map { _ in Double(Int.random(in: -6...9, using: &generator)) }
      for proportion in [0, 0.1, 0.2, 0.34] {
        let cut = Int(proportion * Double(count))
        let sums = (0..<(1 << count)).map { pattern -> Double in
          samples.indices.map { pattern >> $0 & 1 == 1 ? -samples[$0] : samples[$0] }
            .sorted()[cut..<(count - cut)].reduce(0, +)
        }
        let counts: [Alternative: Int] = [
          .twoSided: sums.count { abs($0) >= abs(sums[0]) },
          .greater: sums.count { $0 >= sums[0] },
          .less: sums.count { $0 <= sums[0] },
        ]
        for (alternative, farOff) in counts {
          let test = try SignFlipTest(
            samples, statistic: .trimmedMean(proportion: proportion), alternative: alternative,
            seed: 1)
          let share = Double(farOff) / Double(1 << count)
          #expect(test.probability == share, "\(samples), \(proportion), \(alternative)")
          #expect(agree(test.observed, sums[0] / Double(count - 2 * cut)))
        }
      }
    }
  }

  /// Samples that are 0 have no sign: the patterns are those of the others. Signs come in words of 64.
  @Test(arguments: [21, 63, 64, 65, 83, 128])
  func randomPatternsComeCloseToAllPatterns(count: Int) throws {
    let samples = Array(pairSamples.prefix(13))
    let exact = try SignFlipTest(samples, statistic: .mean, seed: 1)
    let padded = samples + [Double](repeating: 0, count: count - 13)
    let estimate = try SignFlipTest(
      padded, statistic: .mean, randomPatterns: 9_999, seed: 2)
    #expect(exact.isExact && !estimate.isExact && estimate.patternCount == 10_000)
    #expect(agree(estimate.observed, exact.observed * 13 / Double(count)))
    let error = (exact.probability * (1 - exact.probability) / 10_000).squareRoot()
    #expect(abs(estimate.probability - exact.probability) < 4 * error)
  }

  @Test func theObservedStatisticIsThatOfManySamplesToo() throws {
    var generator = SplitMix64(seed: 9)
    for count in [22, 63, 64, 65, 127, 128, 129, 200] {
      let samples = normalSamples(count, using: &generator)
      let test = try SignFlipTest(
        samples, statistic: .trimmedMean(proportion: 0.2), randomPatterns: 1, seed: 1)
      #expect(agree(test.observed, try Location.trimmedMean(samples, proportion: 0.2)), "\(count)")
      #expect(test.patternCount == 2)
    }
  }

  @Test func twentySamplesAreCountedAndMoreAreDrawn() throws {
    let counted = try SignFlipTest(Array(pairSamples.prefix(20)), statistic: .mean, seed: 1)
    #expect(counted.isExact && counted.patternCount == 1_048_576)
    let drawn = try SignFlipTest(Array(pairSamples.prefix(21)), statistic: .mean, seed: 1)
    #expect(!drawn.isExact && drawn.patternCount == 100_000)
  }

  /// Each pattern of zeros is as far off as the samples' own.
  @Test(arguments: [1, 5, 21, 70])
  func zerosAreSymmetric(count: Int) throws {
    for alternative in Alternative.allCases {
      let test = try SignFlipTest(
        [Double](repeating: 0, count: count), statistic: .mean, alternative: alternative,
        randomPatterns: 9, seed: 1)
      #expect(test.probability == 1)
    }
  }

  /// Whatever its sign, the one sample that is not 0 is as far off as before.
  @Test(arguments: [2, 21, 63, 64, 65, 83, 128, 129])
  func oneSampleBesideZerosIsSymmetric(count: Int) throws {
    let samples = [1] + [Double](repeating: 0, count: count - 1)
    let test = try SignFlipTest(samples, statistic: .mean, randomPatterns: 99, seed: 1)
    #expect(test.probability == 1)
  }

  @Test func theSeedDecidesTheRandomPatterns() throws {
    let trimmed = SignFlipTest.Statistic.trimmedMean(proportion: 0.2)
    func test(_ seed: UInt64) throws -> SignFlipTest {
      try SignFlipTest(pairSamples, statistic: trimmed, randomPatterns: 999, seed: seed)
    }
    #expect(try test(3) == test(3))
    #expect(try Set((0..<20).map { try test($0).probability }).count > 1)
    // No pattern is as far off as all signs alike: the samples' own alone is counted.
    let apart = try SignFlipTest(
      [Double](repeating: 1, count: 65), statistic: .mean, randomPatterns: 999, seed: 1)
    #expect(apart.probability == 0.001)
  }

  /// Rounding gives equal sums different last digits; they count as equal.
  @Test func equalStatisticsCountWhateverTheirRounding() throws {
    // 0.1 + 0.2 − 0.3 is not 0 in binary, and must count as far off as 0.
    let test = try SignFlipTest([0.1, 0.2, -0.3], statistic: .mean, seed: 1)
    #expect(test.probability == 1)
    // The second changes a sum by twice itself: by less than 1e-12 of all, and by more.
    for (small, probability) in [(2e-13, 1), (3e-12, 0.75)] {
      let test = try SignFlipTest([1, -small], statistic: .mean, alternative: .less, seed: 1)
      #expect(test.probability == probability, "\(small)")
    }
  }

  @Test func orderDoesNotMatterAndNegationSwapsTheSides() throws {
    var generator = SplitMix64(seed: 8)
    for count in [1, 4, 9, 12] {
      let samples = normalSamples(count, using: &generator)
      for statistic in [SignFlipTest.Statistic.mean, .trimmedMean(proportion: 0.2)] {
        let test = try SignFlipTest(samples, statistic: statistic, alternative: .greater, seed: 1)
        let shuffled = samples.shuffled(using: &generator)
        #expect(
          try SignFlipTest(shuffled, statistic: statistic, alternative: .greater, seed: 1) == test)
        let negated = try SignFlipTest(
          shuffled.map { -$0 }, statistic: statistic, alternative: .less, seed: 1)
        #expect(negated.probability == test.probability && negated.observed == -test.observed)
      }
    }
  }

  @Test func refusesWhatHasNoPatterns() {
    #expect(throws: SampleError.tooFew(found: 0, needed: 1)) {
      try SignFlipTest([], statistic: .mean, seed: 1)
    }
    #expect(throws: SampleError.notFinite(index: 0, value: "nan")) {
      try SignFlipTest([.nan], statistic: .mean, seed: 1)
    }
    #expect(
      throws: SampleError.parameterOutOfRange(
        name: "randomPatterns", value: 0, valid: "1 and above")
    ) {
      try SignFlipTest([1], statistic: .mean, randomPatterns: 0, seed: 1)
    }
    let huge = #expect(throws: SampleError.self) {
      try SignFlipTest([1e308, 1e308], statistic: .mean, seed: 1)
    }
    #expect(huge?.description.hasPrefix("the sum of distances") == true)
    for proportion in [-0.1, 0.5, .nan] {
      #expect(throws: SampleError.self) {
        try SignFlipTest([1], statistic: .trimmedMean(proportion: proportion), seed: 1)
      }
    }
  }
}
