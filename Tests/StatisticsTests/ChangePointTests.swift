import BasicAlgorithms
import Foundation
import Statistics
import TestSupport
import Testing

@Suite struct ChangePointTests {
  /// The slow, obvious search: each split's *t* from the definition.
  private func plainStrongestSplit(_ scores: [Double]) -> (index: Int, statistic: Double)? {
    let count = scores.count
    let mean = scores.reduce(0, +) / Double(max(1, count))
    let deviation =
      (scores.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(max(1, count))).squareRoot()
    guard count >= 10, deviation > 0 else { return nil }
    func t(_ index: Int) -> Double {
      let (left, right) = (scores[..<index], scores[index...])
      let difference =
        left.reduce(0, +) / Double(left.count) - right.reduce(0, +) / Double(right.count)
      return abs(difference)
        / (deviation * (1 / Double(left.count) + 1 / Double(right.count)).squareRoot())
    }
    let best = (5...(count - 5)).map { ($0, t($0)) }.max { $0.1 < $1.1 }
    return best.map { (index: $0.0, statistic: $0.1) }
  }

  @Test func theStrongestSplitIsThatOfTheDefinition() {
    var generator = SplitMix64(seed: 3)
    for _ in 0..<20_000 {
      let count = generator.number(in: 0...40)
      // Few distinct values make ties.
      let samples = (0..<count).map { _ in Double(generator.next(below: 9)) }
      let scores = ChangePointTest.scores(of: samples)
      let found = ChangePointTest.strongestSplit(scores)
      let expected = plainStrongestSplit(scores)
      #expect((found == nil) == (expected == nil), "\(samples)")
      if let found, let expected {
        #expect(agree(found.statistic, expected.statistic, within: 1e-9), "\(samples)")
      }
    }
  }

  /// A sum of 0 on both sides of the one split there is.
  @Test func aSplitWithoutAChangeHasFiveOnEachSide() throws {
    let split = try #require(ChangePointTest.strongestSplit([1, -1, 0, 0, 0, 0, 0, 0, 1, -1]))
    #expect(split.index == 5 && split.statistic == 0)
  }

  @Test func scoresAreTheMeansOfNormalQuantilesAtTheRanks() {
    // statistics.NormalDist().inv_cdf of Python at 1/5 … 4/5.
    let quantiles = [-0.8416212335729143, -0.2533471031357997, 0.2533471031357997]
    #expect(
      zip(ChangePointTest.scores(of: [7, 30, 8, 20]), [quantiles[0], -quantiles[0], quantiles[1]])
        .allSatisfy { agree($0, $1, within: 1e-6) })
    let tied = ChangePointTest.scores(of: [5, 5, 5, 5])
    #expect(tied.allSatisfy { abs($0) < 1e-9 })
    let shared = (quantiles[0] + quantiles[1]) / 2
    #expect(
      zip(
        ChangePointTest.scores(of: [7, 30, 7, 20]), [shared, -quantiles[0], shared, quantiles[2]]
      )
      .allSatisfy { agree($0, $1, within: 1e-6) })
  }

  /// Expected figures: mpmath 1.4 with 400 digits, `sqrt(2) * erfinv(2 * p - 1)`.
  @Test func normalQuantilesHoldSevenDigits() {
    let expected = [
      (0.5, 0), (0.4, -0.253347103136), (0.2, -0.841621233573), (0.08, -1.40507156031),
      (0.07, -1.47579102818), (0.03, -1.88079360815), (0.001, -3.09023230617),
      (1e-5, -4.26489079392), (1e-7, -5.19933758219), (1e-10, -6.3613409024),
      (1e-12, -7.0344838253), (1e-14, -7.65062809294), (1e-16, -8.22208221613),
      (1e-30, -11.4640246884), (1e-100, -21.273453561), (1e-300, -37.0470962994),
    ]
    for (probability, quantile) in expected {
      let found = NormalQuantile.value(at: probability)
      #expect(abs(found - quantile) <= 2e-7 * abs(quantile), "\(probability): \(found)")
      // Nearer to 0, what is left of 1 loses digits.
      guard probability >= 1e-7 else { continue }
      let mirrored = NormalQuantile.value(at: 1 - probability)
      #expect(abs(mirrored + quantile) <= 2e-7 * abs(quantile), "1 - \(probability): \(mirrored)")
    }
  }

  @Test(arguments: [11, 20, 60, 256])
  func theTableHoldsSimulatedValues(count: Int) throws {
    let value = try #require(ChangePointTest.table.first { $0.count >= count }).value
    let again = ChangePointTest.simulatedCriticalValue(count: count, draws: 40_000, seed: 9)
    // Some 200 of 40,000 draws lie above: their quantile moves by 0.03.
    let known = try #require(ChangePointTest.criticalValue(count: count))
    #expect(abs(again - known) < 0.1, "\(again) and \(known) (\(value))")
  }

  @Test func theTableAscends() {
    let counts =
      Array(10...20) + [22, 24, 28, 32, 40, 48, 56, 64, 80, 96, 128, 160, 192]
      + [256, 320, 384, 512, 640, 768, 1_024]
    #expect(ChangePointTest.table.map(\.count) == counts, "other counts need other simulations")
    for (before, after) in zip(ChangePointTest.table, ChangePointTest.table.dropFirst()) {
      #expect(before.count < after.count && before.value < after.value)
    }
  }

  /// A single draw is the greatest *t* of the first order.
  @Test func asManyOrdersAreDrawnAsAskedFor() {
    for seed in UInt64(0)..<20 {
      var generator = SplitMix64(seed: seed, stream: 12)
      var order = ChangePointTest.scores(of: (1...12).map(Double.init))
      generator.shuffle(&order)
      let drawn = ChangePointTest.simulatedCriticalValue(count: 12, draws: 1, seed: seed)
      #expect(drawn == ChangePointTest.strongestSplit(order)?.statistic)
    }
  }

  @Test func criticalValuesAreInterpolatedAndEndWithTheTable() throws {
    #expect(ChangePointTest.criticalValue(count: 10) == 2.657)
    #expect(agree(try #require(ChangePointTest.criticalValue(count: 21)), 3.159, within: 1e-12))
    #expect(agree(try #require(ChangePointTest.criticalValue(count: 25)), 3.228, within: 1e-12))
    for count in [1_024, 1_025, 1_000_000] {
      #expect(ChangePointTest.criticalValue(count: count) == 3.918)
    }
  }

  @Test func fewerThanTenSamplesNeverChange() throws {
    #expect(ChangePointTest.criticalValue(count: 9) == nil)
    #expect(ChangePointTest.simulatedCriticalValue(count: 9, draws: 3, seed: 1) == 0)
    #expect(try ChangePointTest.changes(in: []) == [])
    #expect(try ChangePointTest.changes(in: [0, 0, 0, 0, 9, 9, 9, 9, 9]) == [])
    #expect(throws: SampleError.self) { try ChangePointTest.changes(in: [.nan]) }
    #expect(try ChangePointTest.changes(in: Array(repeating: 4, count: 100)) == [])
  }

  @Test func everyStepIsDated() throws {
    var generator = SplitMix64(seed: 5)
    let levels = [1.0, 1.05, 0.99]
    let samples = (0..<90).map { index in
      levels[index / 30] + 0.005 * normalSamples(1, using: &generator)[0]
    }
    #expect(try ChangePointTest.changes(in: samples).map(\.index) == [30, 60])
  }

  /// The share of series of 60 samples in which a change is proposed that is none.
  @Test(arguments: ["normal", "outlying", "spell"])
  func changesThatAreNoneAreRare(noise: String) throws {
    var generator = SplitMix64(seed: 7)
    let count = 20_000
    let alarms = try (0..<count).count { _ in
      try !ChangePointTest.changes(in: series(noise, using: &generator)).isEmpty
    }
    print("\(alarms) of \(count) series with \(noise) noise seem to change")
    #expect(alarms <= count / 100, "\(alarms) of \(count)")
  }

  @Test func aStepOfTwoDeviationsIsDated() throws {
    var generator = SplitMix64(seed: 8)
    let count = 20_000
    let dated = try (0..<count).count { _ in
      let place = generator.number(in: 5...55)
      let samples = series("normal", using: &generator).enumerated().map {
        $1 + ($0 < place ? 0 : 2)
      }
      return try ChangePointTest.changes(in: samples).contains { abs($0.index - place) <= 3 }
    }
    print("\(dated) of \(count) steps are dated within three samples")
    #expect(dated >= count * 9 / 10, "\(dated) of \(count)")
  }

  /// The ratios that 60 gates of one executable with itself gave in a row, of ten cases, on a busy
  /// machine: equal-code-ratios.csv.
  private func measured() throws -> [[Double]] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "equal-code-ratios.csv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map {
      try $0.split(separator: ",").dropFirst().map { try #require(Double($0)) }
    }
  }

  /// Real noise seems to change nowhere, and hides no step of two of its deviations.
  @Test func measuredRatiosOfEqualCodeDoNotChange() throws {
    let series = try measured()
    try #require(series.count == 10 && series.allSatisfy { $0.count == 60 })
    var (dated, count) = (0, 0)
    for samples in series {
      #expect(try ChangePointTest.changes(in: samples).isEmpty)
      let mean = samples.reduce(0, +) / 60
      let deviation =
        (samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 60).squareRoot()
      for place in 10...50 {
        let stepped = samples.enumerated().map { $1 + ($0 < place ? 0 : 2 * deviation) }
        let changes = try ChangePointTest.changes(in: stepped)
        if changes.contains(where: { abs($0.index - place) <= 3 }) { dated += 1 }
        count += 1
      }
    }
    print("\(dated) of \(count) steps in measured ratios are dated within three samples")
    #expect(dated >= count * 9 / 10, "\(dated) of \(count)")
  }

  /// Sixty samples without a change: normal ones; 7 % of them far off; or spells of some seven in
  /// which they spread three times as far, as ratios of pairs do while a host is slow.
  private func series(_ noise: String, using generator: inout SplitMix64) -> [Double] {
    var isSlow = generator.next(below: 2) == 0
    return normalSamples(60, using: &generator).map { sample in
      switch noise {
      case "outlying":
        let isOutlier = generator.next(below: 100) < 7
        let sign = generator.next(below: 2) == 0 ? 1.0 : -1
        return isOutlier ? sample + sign * Double(generator.next(below: 20)) : sample
      case "spell":
        if generator.next(below: 7) == 0 { isSlow.toggle() }
        return isSlow ? sample * 3 : sample
      default: return sample
      }
    }
  }
}
