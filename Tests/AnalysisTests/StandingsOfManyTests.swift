import Analysis
import BasicAlgorithms
import Foundation
import RunRecords
import Statistics
import Testing

/// Standings of many contenders, which do not compare each pair.
@Suite struct StandingsOfManyTests {
  /// Contenders in a random order, of which many are as good as others.
  private func contenders(_ count: Int, seed: UInt64) -> [CaseRecord] {
    var random = SplitMix64(seed: seed)
    func unit() -> Double { Double(random.next(below: 1_000_001)) / 1_000_000 }
    return (0..<count).map { number in
      let level = 100 * exp(0.1 * unit())
      let spread = exp(-8 * unit())
      let launches = (0..<random.number(in: 3...5)).map { _ in
        level * exp(spread * (unit() - 0.5))
      }
      return Samples.time("storage-\(number)", 1_000, launches)
    }
  }

  /// Those that some contender with a better figure beats, by comparing every pair.
  private func beaten(_ cases: [CaseRecord], _ metric: String, _ rule: UnpairedRule) -> [String] {
    func value(_ result: CaseRecord) -> Double { Reading(metric, in: result).value ?? 0 }
    return cases.filter { worse in
      let isHigherBetter = worse.metric(metric)?.better == .higher
      return cases.contains { better in
        guard isHigherBetter ? value(better) > value(worse) : value(better) < value(worse) else {
          return false
        }
        return FigureComparison(
          baseline: better, candidate: worse, metric: metric, rule: rule,
          names: SideNames(baseline: "", candidate: "")
        )?.verdict == .regressed
      }
    }.map(\.params.storage)
  }

  private func check(
    _ cases: [CaseRecord], _ metric: String = "cpu_time", _ rule: UnpairedRule = .cpuTime,
    at location: SourceLocation = #_sourceLocation
  ) {
    let found = Standings(
      items: 1_000, contenders: cases.map { ($0.params.storage, $0) }, metric: metric, rule: rule)
    let expected = beaten(cases, metric, rule)
    #expect(found.beaten == expected, sourceLocation: location)
    let best = cases.map(\.params.storage).filter { !expected.contains($0) }
    #expect(found.best == best, sourceLocation: location)
    for (name, place) in found.places {
      let isBest = best.contains(name)
      #expect(
        place == (isBest ? best.count == 1 ? .winner : .tied : .beaten), sourceLocation: location)
    }
    #expect(found.places.count == cases.count, sourceLocation: location)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func thoseAreBeatenThatAnyPairTells(seed: UInt64) {
    let cases = contenders(80, seed: seed)
    check(cases)
    var rule = UnpairedRule.cpuTime
    rule.prior = UnpairedDecision.prior(of: cases.compactMap { $0.metric("cpu_time")?.launches })
    check(cases, "cpu_time", rule)
    // The same figures as rates.
    check(
      cases.map { result in
        var result = result
        result.metrics[0].better = .higher
        return result
      })
    // A leader that hides nobody: it beats none, for its launches lie far apart.
    check([Samples.time("wild", 1_000, [1, 50, 10_000])] + cases)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func countsAreBeatenByAnyThatIsLess(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let cases = (0..<60).map { number in
      var result = Samples.time("storage-\(number)", 1_000, 100)
      result.metrics = [ExactMetric.allocations.record(random.next(below: 12))]
      return result
    }
    check(cases, "allocations")
  }

  /// A time and a count of one name do not compare; the first such pair is told.
  @Test func aTimeAndACountDoNotCompare() {
    var cases = contenders(20, seed: 7)
    var count = ExactMetric.allocations.record(90)
    count.name = "cpu_time"
    cases[4].metrics = [count]
    let found = Standings(
      items: 1_000, contenders: cases.map { ($0.params.storage, $0) }, metric: "cpu_time",
      rule: .cpuTime)
    guard case .cannotTell(let reason) = found.outcome else {
      Issue.record("\(found.outcome)")
      return
    }
    #expect(reason.hasPrefix("the launches allow no ratio"))
    #expect(found.beaten.isEmpty && found.factors.count == 20)
  }
}
