import BasicAlgorithms
import Foundation
import Reports
import RunRecords
import TestSupport
import Testing

/// How often chance alone names a winner.
@Suite struct SizeComparisonTests {
  /// Of how many draws in a hundred a winner is named, and one storage or more is left behind.
  private struct Rates {
    var winner = 0.0
    var beaten = 0.0
  }

  /// Launches of storages that are equally fast, whose logarithms scatter normally by `spread`.
  private static func rates(storages: Int, launches: Int, spread: Double) -> Rates {
    var generator = SplitMix64(seed: 1)
    func launch() -> Double {
      // G. Box, M. Muller 1958, doi:10.1214/aoms/1177706645.
      let radius = (-2 * log(Double.random(in: .leastNonzeroMagnitude..<1, using: &generator)))
        .squareRoot()
      return exp(spread * radius * cos(2 * .pi * Double.random(in: 0..<1, using: &generator)))
    }
    let drawCount = 4_000
    var rates = Rates()
    for _ in 0..<drawCount {
      let cases = (0..<storages).map { storage in
        SampleRecord.result(
          "item", "storage-\(storage)", items: 10,
          metrics: [SampleRecord.cpuTime(launches: (0..<launches).map { _ in 100 * launch() })])
      }
      let size = SizeComparison(items: 10, cases: cases, measure: .cpuTime)
      if size.best.count == 1 { rates.winner += 100 / Double(drawCount) }
      if size.best.count < storages { rates.beaten += 100 / Double(drawCount) }
    }
    return rates
  }

  /// The figures of `METHODOLOGY.md`, as far as fewer draws show them.
  @Test func equalStoragesSeldomHaveAWinner() {
    let two = Self.rates(storages: 2, launches: 3, spread: 0.03)
    #expect((10.5...13.5).contains(two.winner), "\(two)")
    let three = Self.rates(storages: 3, launches: 3, spread: 0.03)
    #expect((3.5...6).contains(three.winner) && (23...27).contains(three.beaten), "\(three)")
    let twoOfFive = Self.rates(storages: 2, launches: 5, spread: 0.03)
    #expect((0.4...1.6).contains(twoOfFive.winner), "\(twoOfFive)")
    let threeOfFive = Self.rates(storages: 3, launches: 5, spread: 0.03)
    #expect(threeOfFive.winner < 0.5 && (1.8...3.4).contains(threeOfFive.beaten), "\(threeOfFive)")
    #expect(Self.rates(storages: 2, launches: 3, spread: 0.002).winner == 0)
  }
}
