import BasicAlgorithms
import Foundation
import Statistics
import Testing

@Suite struct RegressionScreenTests {
  /// Launches of many sides, of all spreads and counts, some without any spread.
  private func sides(_ count: Int, seed: UInt64) -> [[Double]] {
    var random = SplitMix64(seed: seed)
    func unit() -> Double { Double(random.next(below: 1_000_001)) / 1_000_000 }
    return (0..<count).map { _ in
      let level = 100 * exp(0.2 * unit())
      let spread = random.next(below: 8) == 0 ? 0 : exp(-10 * unit())
      return (0..<random.number(in: 2...6)).map { _ in level * exp(spread * (unit() - 0.5)) }
    }
  }

  /// A search through what the screen asks about finds what a search through all sides does.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func nothingThatRegressedIsLeftOut(seed: UInt64) throws {
    let sides = sides(100, seed: seed)
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
