import BasicAlgorithms
import Statistics
import TestSupport
import Testing

/// Expected figures: SciPy 1.17, `wilcoxon(x, alternative=…, method="exact")`, and with
/// `method="asymptotic", correction=True` where ranks are tied or samples too many to count.
@Suite struct SignedRankTests {
  /// The number of subsets of 1…count with each sum, one subset after another.
  private func subsetCounts(_ count: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: count * (count + 1) / 2 + 1)
    for subset in 0..<(1 << count) {
      var sum = 0
      for index in 0..<count where subset >> index & 1 == 1 { sum += index + 1 }
      counts[sum] += 1
    }
    return counts
  }

  @Test func distributionMatchesEverySubset() throws {
    for count in 1...12 {
      let distribution = try SignedRankDistribution(count: count)
      let counts = subsetCounts(count)
      #expect(distribution.isExact && distribution.maximum == counts.count - 1)
      var below = 0
      for sum in counts.indices {
        let above = (1 << count) - below
        below += counts[sum]
        let share = Double(1 << count)
        #expect(distribution.cumulativeProbability(at: sum) == Double(below) / share)
        #expect(distribution.upperTailProbability(from: sum) == Double(above) / share)
      }
      #expect(distribution.cumulativeProbability(at: -1) == 0)
      #expect(distribution.cumulativeProbability(at: counts.count) == 1)
      #expect(distribution.upperTailProbability(from: -1) == 1)
      #expect(distribution.upperTailProbability(from: .min) == 1)
      #expect(distribution.upperTailProbability(from: counts.count) == 0)
    }
  }

  /// `WilcoxonDistribution(n).cdf(sum)` of `scipy.stats._wilcoxon`.
  @Test func distributionAgreesWithSciPy() throws {
    let expected = [
      (10, 8, 0.0244140625), (20, 43, 0.009616851806640625), (60, 600, 0.009916129740945072),
      (120, 2_800, 0.014736276614890053), (256, 13_000, 0.001769472535025032),
    ]
    for (count, sum, probability) in expected {
      let distribution = try SignedRankDistribution(count: count)
      let found = distribution.cumulativeProbability(at: sum)
      #expect(abs(found / probability - 1) < 1e-12, "\(count): \(found)")
    }
  }

  @Test func approximationMeetsWhatIsCounted() throws {
    let counted = try SignedRankDistribution(count: SignedRankDistribution.maximumExactCount)
    let approximated = try SignedRankDistribution(count: counted.count + 1)
    #expect(counted.isExact && !approximated.isExact && approximated.count == 257)
    for tail in [0.001, 0.005, 0.05, 0.4] {
      // A rank more moves a quantile by about its share of the maximum.
      let sum = try #require(try counted.criticalValue(tail: tail))
      let next = try #require(try approximated.criticalValue(tail: tail))
      let growth = Double(approximated.maximum) / Double(counted.maximum)
      #expect(abs(Double(next) / Double(sum) / growth - 1) < 2e-3, "\(tail): \(sum), \(next)")
    }
    #expect(
      agree(approximated.cumulativeProbability(at: approximated.maximum / 2), 0.5, within: 1e-3))
  }

  @Test func criticalValueIsTheLastThatIsAllowed() throws {
    for count in [1, 2, 5, 8, 13, 40, 300] {
      let distribution = try SignedRankDistribution(count: count)
      for tail in [1e-4, 0.005, 0.025, 0.05, 0.25, 0.5, 0.9] {
        let expected = (0...distribution.maximum).last {
          distribution.cumulativeProbability(at: $0) <= tail
        }
        #expect(try distribution.criticalValue(tail: tail) == expected, "\(count), \(tail)")
      }
    }
  }

  @Test func testAgreesWithSciPyWithoutTies() throws {
    for (alternative, probability) in [
      (Alternative.twoSided, 0.012604832649230957), (.greater, 0.0063024163246154785),
      (.less, 0.9942419528961182),
    ] {
      let test = try SignedRankTest(pairSamples, alternative: alternative)
      #expect(test.positiveRankSum == 236 && test.count == 24 && test.isExact && !test.hasTies)
      #expect(agree(test.probability, probability))
    }
  }

  @Test func testAgreesWithSciPyWithTiesAndZeros() throws {
    let tied: [Double] = [1, -1, 2, 2, -3, 0, 4, 4, 4, -5, 0, 6, 7, -2, 9, 3, -8, 10]
    for (alternative, probability) in [
      (Alternative.twoSided, 0.11416192243359868), (.greater, 0.05708096121679934),
      (.less, 0.9486133713781884),
    ] {
      let test = try SignedRankTest(tied, alternative: alternative)
      #expect(test.positiveRankSum == 99 && test.count == 16 && !test.isExact && test.hasTies)
      #expect(agree(test.probability, probability))
    }
  }

  /// `[(i + 1) * (-1) ** (i * i // 3 + i // 5) for i in range(count)]`
  @Test func testAgreesWithSciPyOnManySamples() throws {
    let expected: [(count: Int, sum: Double, twoSided: Double, greater: Double, less: Double)] = [
      (300, 21_170, 0.350304584120513, 0.8250191709809362, 0.1751522920602565),
      (200, 9_376, 0.41201603226210354, 0.7943392470898855, 0.20600801613105177),
    ]
    for row in expected {
      let samples = (0..<row.count).map { index -> Double in
        let power = index * index / 3 + index / 5
        return power.isMultiple(of: 2) ? Double(index + 1) : -Double(index + 1)
      }
      let test = try SignedRankTest(samples)
      #expect(test.positiveRankSum == row.sum && test.isExact == (row.count == 200))
      #expect(agree(test.probability, row.twoSided), "\(row)")
      let greater = try SignedRankTest(samples, alternative: .greater)
      #expect(agree(greater.probability, row.greater), "\(row)")
      let less = try SignedRankTest(samples, alternative: .less)
      #expect(agree(less.probability, row.less), "\(row)")
    }
  }

  @Test func upTo256SamplesAreCounted() throws {
    for count in [255, 256, 257] {
      let test = try SignedRankTest((1...count).map(Double.init))
      #expect(test.isExact == (count <= 256) && test.count == count)
    }
  }

  @Test func negationSwapsTheSides() throws {
    var generator = SplitMix64(seed: 5)
    for count in [1, 2, 7, 30] {
      for isTied in [false, true] {
        let samples = normalSamples(count, using: &generator).map {
          isTied ? ($0 * 2).rounded() + 0.5 : $0
        }
        let negated = samples.map { -$0 }
        let greater = try SignedRankTest(samples, alternative: .greater).probability
        let less = try SignedRankTest(negated, alternative: .less).probability
        #expect(agree(greater, less))
        let both = try SignedRankTest(samples).probability
        #expect(agree(both, try SignedRankTest(negated.shuffled(using: &generator)).probability))
        #expect(both > 0 && both <= 1)
      }
    }
  }

  @Test func zerosAreLeftOut() throws {
    let test = try SignedRankTest([0, 3, 0, -1, 2, -0.0])
    #expect(test == (try SignedRankTest([3, -1, 2])))
  }

  @Test func refusesWhatHasNoRanks() throws {
    #expect(throws: SampleError.tooFew(found: 0, needed: 1)) { try SignedRankTest([]) }
    #expect(throws: SampleError.tooFew(found: 0, needed: 1)) { try SignedRankTest([0, 0]) }
    #expect(throws: SampleError.notFinite(index: 1, value: "inf")) {
      try SignedRankTest([0, .infinity])
    }
    #expect(throws: SampleError.parameterOutOfRange(name: "count", value: 0, valid: "1 and above"))
    {
      try SignedRankDistribution(count: 0)
    }
    let distribution = try SignedRankDistribution(count: 4)
    for tail in [0, 1, -1, .nan] {
      #expect(throws: SampleError.self) { try distribution.criticalValue(tail: tail) }
    }
  }
}
