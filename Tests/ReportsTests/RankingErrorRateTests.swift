import Analysis
import BasicAlgorithms
import Foundation
import Reports
import RunRecords
import Statistics
import TestSupport
import Testing

/// The rate at which chance alone names a winner.
///
/// Each draw is a record of four scenarios and four sizes. `METHODOLOGY.md` has the rates of many
/// more draws; these notice large drifts only.
@Suite struct RankingErrorRateTests {
  /// Of how many sizes in a hundred a winner is named, and one storage or more is left behind.
  private struct Rates: CustomStringConvertible {
    var winner = 0.0
    var beaten = 0.0

    var description: String { "winner \(winner) %, beaten \(beaten) %" }
  }

  /// How launches scatter on the logarithm: normally, and slow ones beside.
  private struct Scatter {
    /// The standard deviation of a case's launches, drawn for each case.
    var deviation: (inout SplitMix64) -> Double
    /// The share of processes that take 1.3 to 1.9 times the time, in all scenarios that they run.
    var slowProcesses = 0.0
  }

  /// As many of each, and the quick preset's, where every other case is costly.
  private static let launchRules = [
    LaunchRule(fewest: 3), LaunchRule(fewest: 5), LaunchRule(fewest: 2, most: 3),
  ]

  private static func normal(_ generator: inout SplitMix64) -> Double {
    // G. Box, M. Muller 1958, doi:10.1214/aoms/1177706645.
    let radius = (-2 * log(Double.random(in: .leastNonzeroMagnitude..<1, using: &generator)))
      .squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &generator))
  }

  /// The spreads of a committed record: variances as those of single samples scatter, around 1.4 %.
  private static func unequal(_ generator: inout SplitMix64) -> Double {
    min(0.4, max(0.0001, 0.014 / abs(normal(&generator))))
  }

  private static func rates(
    storages: Int, launches: LaunchRule, _ scatter: Scatter, lead: Double = 0
  ) -> Rates {
    var generator = SplitMix64(seed: 1)
    var rates = Rates()
    let records = 20
    for _ in 0..<records {
      var cases: [CaseRecord] = []
      for items in [10, 100, 1_000, 10_000] {
        for storage in 0..<storages {
          let slow = (0..<launches.most).map { _ in
            Double.random(in: 0..<1, using: &generator) < scatter.slowProcesses
              ? Double.random(in: log(1.3)...log(1.9), using: &generator) : 0
          }
          for scenario in 0..<4 {
            let deviation = scatter.deviation(&generator)
            let isCostly = !scenario.isMultiple(of: 2)
            var times: [Double] = []
            for delay in slow where launches.asksForAnother(after: times.count, isCostly: isCostly)
            {
              times.append(
                100 * exp(delay + deviation * normal(&generator) + (storage == 0 ? 0 : lead)))
            }
            cases.append(
              SampleRecord.result(
                "item-\(scenario)", "storage-\(storage)", items: items,
                metrics: [SampleRecord.cpuTime(launches: times)]))
          }
        }
      }
      let sizes = Ranking(SampleRecord.record(cases)).families.flatMap(\.series).flatMap(\.sizes)
      let share = 100 / Double(sizes.count * records)
      for size in sizes {
        if size.best.count == 1 { rates.winner += share }
        if size.best.count < storages { rates.beaten += share }
      }
    }
    return rates
  }

  @Test(arguments: [2, 3], RankingErrorRateTests.launchRules)
  func equalStoragesSeldomHaveAWinner(storages: Int, launches: LaunchRule) {
    let rates = Self.rates(storages: storages, launches: launches, Scatter { _ in 0.1 })
    #expect(rates.winner <= 2 && rates.beaten <= 4, "\(rates)")
  }

  /// A storage whose three launches happen to agree looks surer than it is.
  @Test(arguments: [2, 3], RankingErrorRateTests.launchRules)
  func unequalSpreadsSeldomMakeAWinner(storages: Int, launches: LaunchRule) {
    let rates = Self.rates(
      storages: storages, launches: launches, Scatter(deviation: Self.unequal))
    #expect(rates.winner <= 3 && rates.beaten <= 6, "\(rates)")
  }

  @Test(arguments: [2, 3], RankingErrorRateTests.launchRules)
  func slowProcessesSeldomMakeAWinner(storages: Int, launches: LaunchRule) {
    let rates = Self.rates(
      storages: storages, launches: launches,
      Scatter(deviation: Self.unequal, slowProcesses: 0.1))
    #expect(rates.winner <= 2 && rates.beaten <= 5, "\(rates)")
  }

  /// Less than a per cent is no lead, however close the launches lie.
  @Test func aLeadWithinTheMarginIsNone() {
    let rates = Self.rates(
      storages: 2, launches: LaunchRule(fewest: 3), Scatter { _ in 0.002 }, lead: log(1.005))
    #expect(rates.winner == 0, "\(rates)")
  }

  /// What the caution costs: by each case's own three launches it would be about half.
  @Test func mostLeadsOfAThirdAreFound() {
    let rates = Self.rates(
      storages: 2, launches: LaunchRule(fewest: 3), Scatter(deviation: Self.unequal), lead: log(1.3)
    )
    #expect(rates.winner >= 60, "\(rates)")
  }
}
