import BasicAlgorithms
import Foundation
import Statistics
import TestSupport
import Testing

/// Two generated runs: the oracle knows which cases of the second are slower.
private struct RunPair {
  /// The scatter of a machine's launches.
  struct Machine {
    /// The middle of the cases' deviations; they differ by a factor of four.
    var deviation: Double
    /// The share of launches that take 1.3 to 1.9 times the time.
    var wildShare = 0.0
    /// The deviation that moves every case of a run by itself.
    var caseDrift = 0.0
    /// The deviation that moves a whole run.
    var runDrift = 0.0
  }

  var launches: [(baseline: [Double], candidate: [Double])] = []

  init(
    _ machine: Machine, cases: Int, launchCount: Int, slower: Set<Int> = [], by factor: Double = 1,
    using generator: inout SplitMix64
  ) {
    let drift = machine.runDrift * normalSamples(1, using: &generator)[0]
    for number in 0..<cases {
      let centre = exp(Double.random(in: 1...8, using: &generator))
      let deviation = machine.deviation * exp(Double.random(in: -0.7...0.7, using: &generator))
      func side(_ centre: Double) -> [Double] {
        normalSamples(launchCount, using: &generator).map { normal in
          let isWild = Double.random(in: 0..<1, using: &generator) < machine.wildShare
          let wild = isWild ? Double.random(in: 1.3...1.9, using: &generator) : 1
          return centre * wild * exp(deviation * normal)
        }
      }
      let own = machine.caseDrift * normalSamples(1, using: &generator)[0]
      launches.append(
        (
          side(centre),
          side(centre * exp(drift + own) * (slower.contains(number) ? factor : 1))
        ))
    }
  }

  func verdicts() throws -> [Verdict] {
    var rule = try UnpairedRule(equivalenceMargin: 0.05)
    rule.runs = RunPairSpread(launches)
    return try launches.map {
      try UnpairedDecision(baseline: $0.baseline, candidate: $0.candidate, rule: rule).verdict
    }
  }
}

@Suite struct RunPairSpreadTests {
  /// Calm, usual, with wild launches, drifting case by case, drifting as a whole, and all of it.
  private static let machines = [
    RunPair.Machine(deviation: 0.005), .init(deviation: 0.015),
    .init(deviation: 0.015, wildShare: 0.1), .init(deviation: 0.01, caseDrift: 0.03),
    .init(deviation: 0.01, runDrift: 0.1),
    .init(deviation: 0.03, wildShare: 0.1, caseDrift: 0.05, runDrift: 0.05),
  ]

  /// Two runs of one build: an alarm anywhere in a comparison is rare, on whatever machine.
  @Test(arguments: machines.indices, [3, 5])
  func oneBuildRaisesNoAlarm(machine: Int, launches: Int) throws {
    var generator = SplitMix64(seed: 101)
    var alarms = 0
    for cases in [12, 40] {
      for _ in 0..<50 {
        let pair = RunPair(
          Self.machines[machine], cases: cases, launchCount: launches, using: &generator)
        let verdicts = try pair.verdicts()
        if verdicts.contains(.regressed) || verdicts.contains(.improved) { alarms += 1 }
      }
    }
    // The rule says one in a hundred, of launches that scatter normally.
    #expect(alarms <= 4, "\(alarms) of 100 comparisons")
  }

  @Test(arguments: [3, 5])
  func mostCasesOfACalmMachineAreTheSame(launches: Int) throws {
    var generator = SplitMix64(seed: 102)
    var same = 0
    for _ in 0..<50 {
      let pair = RunPair(Self.machines[0], cases: 18, launchCount: launches, using: &generator)
      same += try pair.verdicts().count { $0 == .equivalent }
    }
    #expect(same > 900 * 8 / 10, "\(same) of 900")
  }

  /// A slow-down of a tenth in two cases is found on a calm machine, and never called the same.
  @Test(arguments: machines.indices, [3, 5])
  func aTenthMoreIsFoundOrLeftOpen(machine: Int, launches: Int) throws {
    var generator = SplitMix64(seed: 103)
    var counts: [Verdict: Int] = [:]
    for _ in 0..<50 {
      let pair = RunPair(
        Self.machines[machine], cases: 18, launchCount: launches, slower: [3, 11], by: 1.1,
        using: &generator)
      let verdicts = try pair.verdicts()
      for number in [3, 11] { counts[verdicts[number], default: 0] += 1 }
    }
    #expect(counts[.equivalent, default: 0] <= 4, "\(counts)")
    #expect(counts[.improved, default: 0] == 0, "\(counts)")
    if machine == 0 { #expect(counts[.regressed, default: 0] >= 80, "\(counts)") }
  }

  @Test func theDeviationBetweenRunsIsFoundWhereAFewCasesChanged() {
    var generator = SplitMix64(seed: 104)
    let machine = RunPair.Machine(deviation: 0.005, caseDrift: 0.04)
    let found = (0..<50).map { _ in
      RunPairSpread(
        RunPair(
          machine, cases: 60, launchCount: 5, slower: Set(0..<9), by: 2, using: &generator
        ).launches
      ).runDeviation
    }
    let middle = found.sorted()[25]
    #expect((0.035...0.065).contains(middle), "\(middle)")
  }

  @Test func everythingSlowerAlikeIsTheMachineOrFarTooMuch() throws {
    var generator = SplitMix64(seed: 105)
    for (factor, verdict) in [(1.2, Verdict.inconclusive), (30, .regressed)] {
      let pair = RunPair(
        .init(deviation: 0.005), cases: 40, launchCount: 3, slower: Set(0..<40), by: factor,
        using: &generator)
      #expect(try pair.verdicts().allSatisfy { $0 == verdict }, "\(factor)")
    }
  }

  @Test func fewCasesAssumeADeviationBetweenRuns() throws {
    let few = RunPairSpread([([100, 101, 102], [110, 111, 112])])
    #expect(few.runDeviation == RunPairSpread.assumedRunDeviation && few.prior == nil)
    #expect(few.caseCount == 1)
    // Figures without a ratio are left out.
    #expect(RunPairSpread([([0, 1], [1, 2]), ([1], [1, 2])]).caseCount == 0)
  }

  /// From the least number of cases on the deviation is an estimate: 0 where both runs are the same.
  @Test func theLeastNumberOfCasesIsEnough() {
    let launches: [Double] = [100, 101, 102]
    for (fewer, deviation) in [(0, 0), (1, RunPairSpread.assumedRunDeviation)] {
      let count = RunPairSpread.leastCases - fewer
      let pairs = Array(repeating: (baseline: launches, candidate: launches), count: count)
      #expect(RunPairSpread(pairs).runDeviation == deviation)
    }
  }

  /// One wild launch on either side moves neither the ratio nor the verdict "same".
  @Test func theRatioIsThatOfTheMedians() throws {
    var generator = SplitMix64(seed: 106)
    var pair = RunPair(
      .init(deviation: 0.003), cases: 20, launchCount: 3, using: &generator)
    pair.launches[0] = ([100, 100.2, 250], [100.1, 99.9, 100])
    var rule = try UnpairedRule(equivalenceMargin: 0.05)
    rule.runs = RunPairSpread(pair.launches)
    let decision = try UnpairedDecision(
      baseline: pair.launches[0].baseline, candidate: pair.launches[0].candidate, rule: rule)
    #expect(agree(decision.ratio, 100 / 100.2))
    #expect(decision.verdict == .equivalent)
  }
}
