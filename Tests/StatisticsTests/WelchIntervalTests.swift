import BasicAlgorithms
import Statistics
import TestSupport
import Testing

/// Expected figures: SciPy 1.17, `r = ttest_ind(candidate, baseline, equal_var=False)`,
/// `r.confidence_interval(confidence)` and `r.df`.
@Suite struct WelchIntervalTests {
  private struct Row {
    let baseline: [Double]
    let candidate: [Double]
    let freedom: Double
    let error: Double
    /// At 0.9, 0.95 and 0.99.
    let bounds: [(Double, Double)]
  }

  private let rows = [
    Row(
      baseline: [1.02, 0.98, 1.05], candidate: [1.21, 1.18, 1.3],
      freedom: 3.149953513082747, error: 0.04136557881996956,
      bounds: [
        (0.11784562797624255, 0.3088210386904237), (0.08516487354912577, 0.34150179311754053),
        (-0.017220658094295016, 0.4438873247609613),
      ]),
    Row(
      baseline: [0.031, -0.012, 0.044, 0.008, 0.127], candidate: [0.051, -0.033, 0.022],
      freedom: 5.218375347274885, error: 0.03429923873466841,
      bounds: [
        (-0.0947474931123362, 0.042214159779002836), (-0.11333737972123525, 0.060804046387901906),
        (-0.1616348583408339, 0.10910152500750057),
      ]),
    Row(
      baseline: [100, 101], candidate: [103, 102.5], freedom: 1.4705882352941178,
      error: 0.5590169943749475,
      bounds: [
        (0.13701002178653665, 4.362989978213461), (-1.2092614150355319, 5.709261415035532),
        (-8.20855270157832, 12.70855270157832),
      ]),
    // The one side has no spread: the other one's freedom is left.
    Row(
      baseline: [5, 5, 5], candidate: [6, 6.5, 7.5, 6.25], freedom: 3,
      error: 0.3287444549595729,
      bounds: [
        (0.7888448203042858, 2.3361551796957136), (0.516288423931401, 2.608711576068599),
        (-0.357666547496587, 3.4826665474965868),
      ]),
    Row(
      baseline: [0.001, 0.002, 0.0015, 0.009],
      candidate: [0.0011, 0.0012, 0.00115, 0.00118, 0.00109, 0.0013, 0.00121],
      freedom: 3.001243844871616, error: 0.0018862738617795277,
      bounds: [
        (-0.0066376237227010505, 0.002239052294129619),
        (-0.00820084379123958, 0.0038022723626681505),
        (-0.013212314374802121, 0.008813742946230692),
      ]),
  ]

  @Test func boundsAgreeWithSciPy() throws {
    for row in rows {
      let interval = try WelchInterval(baseline: row.baseline, candidate: row.candidate)
      #expect(agree(interval.degreesOfFreedom, row.freedom))
      #expect(agree(interval.standardError, row.error))
      for (confidence, expected) in zip([0.9, 0.95, 0.99], row.bounds) {
        let bounds = try interval.bounds(confidence: confidence)
        #expect(agree(bounds.lowerBound, expected.0, within: 1e-9), "\(row), \(confidence)")
        #expect(agree(bounds.upperBound, expected.1, within: 1e-9), "\(row), \(confidence)")
      }
    }
  }

  @Test func swappingTheGroupsTurnsTheSign() throws {
    for row in rows {
      let interval = try WelchInterval(baseline: row.baseline, candidate: row.candidate)
      let swapped = try WelchInterval(baseline: row.candidate, candidate: row.baseline)
      #expect(swapped.estimate == -interval.estimate)
      #expect(swapped.standardError == interval.standardError)
      #expect(swapped.degreesOfFreedom == interval.degreesOfFreedom)
    }
  }

  /// The definition, for every pair of short series; and freedom stays between its limits.
  @Test func errorAndFreedomMatchTheirDefinition() throws {
    let all = everySeries(of: [-3, 0, 1, 8], maximumCount: 3).filter { $0.count > 1 }
    for left in all {
      for right in all {
        let interval = try WelchInterval(baseline: left, candidate: right)
        let errors = (try Spread.standardError(left), try Spread.standardError(right))
        let sum = errors.0 * errors.0 + errors.1 * errors.1
        #expect(agree(interval.standardError, sum.squareRoot()))
        let limits = (
          Double(min(left.count, right.count) - 1), Double(left.count + right.count - 2)
        )
        #expect(interval.degreesOfFreedom >= limits.0 && interval.degreesOfFreedom <= limits.1)
        guard sum > 0 else {
          #expect(try interval.bounds(confidence: 0.99) == interval.estimate...interval.estimate)
          continue
        }
        let parts =
          errors.0 * errors.0 * errors.0 * errors.0 / Double(left.count - 1)
          + errors.1 * errors.1 * errors.1 * errors.1 / Double(right.count - 1)
        #expect(agree(interval.degreesOfFreedom, sum * sum / parts), "\(left), \(right)")
      }
    }
  }

  /// With three launches a side, as a record has them, the interval covers no less than it says.
  @Test func coversTheDifferenceOfNormalSamples() throws {
    var generator = SplitMix64(seed: 12)
    for deviation in [1.0, 4] {
      var covered = 0
      for _ in 0..<10_000 {
        let left = normalSamples(3, using: &generator)
        let right = normalSamples(3, using: &generator).map { $0 * deviation }
        let interval = try WelchInterval(baseline: left, candidate: right)
        if try interval.bounds(confidence: 0.95).contains(0) { covered += 1 }
      }
      #expect((9_400...9_800).contains(covered), "\(covered) of 10000 at \(deviation)")
    }
  }

  @Test func smallAndLargeSpreadsKeepTheirFreedom() throws {
    for scale in [1e-150, 1, 1e150] {
      let interval = try WelchInterval(
        baseline: [1, 2, 4].map { $0 * scale }, candidate: [3, 5, 5.5].map { $0 * scale })
      let plain = try WelchInterval(baseline: [1, 2, 4], candidate: [3, 5, 5.5])
      #expect(agree(interval.degreesOfFreedom, plain.degreesOfFreedom))
    }
  }

  @Test func refusesWhatHasNoInterval() throws {
    #expect(throws: SampleError.tooFew(found: 1, needed: 2)) {
      try WelchInterval(baseline: [1], candidate: [1, 2])
    }
    #expect(throws: SampleError.tooFew(found: 0, needed: 2)) {
      try WelchInterval(baseline: [1, 2], candidate: [])
    }
    #expect(throws: SampleError.notFinite(index: 1, value: "nan")) {
      try WelchInterval(baseline: [1, .nan], candidate: [1, 2])
    }
    #expect(throws: SampleError.self) {
      try WelchInterval(baseline: [1e308, -1e308], candidate: [1, 2])
    }
    let interval = try WelchInterval(baseline: [1, 2], candidate: [1, 3])
    for confidence in [-1, 0, 1, .nan] {
      #expect(throws: SampleError.self) { try interval.bounds(confidence: confidence) }
    }
  }
}
