import BasicAlgorithms
import Foundation
import Statistics
import Testing

@Suite struct RegressionScreenTests {
  /// Launches of many sides, of all spreads and counts, some without any spread, to the power of
  /// `scale`.
  private func sides(_ count: Int, seed: UInt64, scale: Double = 1) -> [[Double]] {
    var random = SplitMix64(seed: seed)
    func unit() -> Double { Double(random.next(below: 1_000_001)) / 1_000_000 }
    return (0..<count).map { _ in
      let level = 100 * exp(0.2 * unit())
      let spread = random.next(below: 8) == 0 ? 0 : exp(-10 * unit())
      return (0..<random.number(in: 2...6)).map { _ in
        pow(level * exp(spread * (unit() - 0.5)), scale)
      }
    }
  }

  /// A search through what the screen asks about finds what a search through all sides does.
  @Test(arguments: zip(1...4 as ClosedRange<UInt64>, [1.0, 1, 1, 40]))
  func nothingThatRegressedIsLeftOut(seed: UInt64, scale: Double) throws {
    let sides = sides(100, seed: seed, scale: scale)
    var rules = [UnpairedRule.cpuTime, try UnpairedRule(margin: 0, alpha: 0.2), .wallTime]
    rules[2].prior = UnpairedDecision.prior(of: sides)
    for rule in rules {
      var screen = try #require(RegressionScreen(rule: rule))
      var (found, asked) = (0, 0)
      for (count, side) in sides.enumerated() {
        var regressed: Set<Int> = []
        for place in 0..<count {
          let decision = try UnpairedDecision(
            baseline: sides[place], candidate: side, rule: rule)
          if decision.verdict == .regressed { regressed.insert(place) }
        }
        var places: Set<Int> = []
        let hasRival = try screen.contains(rivalOf: side) { place in
          places.insert(place)
          return false
        }
        #expect(!hasRival && places.isSuperset(of: regressed), "\(rule) \(count)")
        found += regressed.count
        asked += places.count
        let finds = try screen.contains(rivalOf: side, where: regressed.contains)
        #expect(finds == !regressed.isEmpty, "\(rule) \(count)")
        try screen.append(side)
      }
      // It asks about few others: bounds of Student's t are tabled by eighths of a degree.
      #expect(found > 500 && asked <= found * 21 / 20, "\(found) of \(asked)")
    }
  }

  /// A side that is slower by the least factor that a decision calls regressed. The spreads are next
  /// to powers of two, where the bounds for a list are closest.
  @Test(arguments: [-20, -12, -4, -1, 0, 1])
  func theSlightestRegressionIsAskedAbout(exponent: Int) throws {
    let spread = scalbn(1.0, exponent) + 1e-14
    let baseline = [exp(-spread), exp(spread)]
    func isRegressed(_ distance: Double) throws -> Bool {
      try UnpairedDecision(
        baseline: baseline, candidate: baseline.map { $0 * exp(distance) }, rule: .cpuTime
      ).verdict == .regressed
    }
    var (low, high) = (0.0, 100.0)
    try #require(try isRegressed(high))
    while high - low > 1e-13 * high {
      let middle = low + (high - low) / 2
      if try isRegressed(middle) { high = middle } else { low = middle }
    }
    var screen = try #require(RegressionScreen(rule: .cpuTime))
    try screen.append(baseline)
    let slower = baseline.map { $0 * exp(high) }
    #expect(try screen.contains(rivalOf: slower) { $0 == 0 }, "\(high)")
  }

  @Test func aRuleForTwoRunsHasNone() throws {
    let sides = sides(40, seed: 9)
    var rule = UnpairedRule.cpuTime
    rule.runs = RunPairSpread(zip(sides, sides.reversed()).map { ($0, $1) })
    #expect(RegressionScreen(rule: rule) == nil)
  }

  @Test func launchesThatAllowNoRatioAreRefused() throws {
    var screen = try #require(RegressionScreen(rule: .cpuTime))
    for launches in [[], [1], [1, 0], [1, .infinity]] {
      #expect(throws: SampleError.self) { try screen.append(launches) }
      #expect(throws: SampleError.self) {
        try screen.contains(rivalOf: launches) { _ in true }
      }
    }
  }
}
