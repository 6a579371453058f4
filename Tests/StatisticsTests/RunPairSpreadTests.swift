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

  /// Launches by a formula, that other programs can repeat.
  private func launches(ofCase i: Int) -> (baseline: [Double], candidate: [Double]) {
    let baseline = (0..<(3 + i % 2)).map { j in
      1_000 + 50 * i + (i * 37 + j * 101 + i * j * i) % (20 + 15 * (i % 4))
    }
    let candidate = (0..<(3 + i % 3)).map { j in
      970 + 50 * i + (i * 29 + 11) % 90 + (i * 53 + j * 71 + 7 + j * i) % (25 + 20 * (i % 3))
    }
    return (baseline.map(Double.init), candidate.map(Double.init))
  }

  /// Expected figures: the sources' formulas with NumPy 2.4 and SciPy 1.17, `polygamma`, `t.ppf`, and
  /// `brentq` for what an equation has to give.
  @Test func figuresAgreeWithSciPy() throws {
    let cases = (0..<12).map { launches(ofCase: $0) }
    let spread = RunPairSpread(cases)
    #expect(agree(try #require(spread.prior).degreesOfFreedom, 1.4642869825088796, within: 1e-9))
    #expect(agree(try #require(spread.prior).variance / 3.0260623172072594e-05, 1, within: 1e-9))
    #expect(agree(spread.typicalDeviation, 0.010395748212906605))
    #expect(agree(spread.runDeviation, 0.037397594810144145))
    #expect(agree(spread.shift, 0.0027804099758332868))
    var rule = try UnpairedRule()
    rule.runs = spread
    // Ratio, error, degrees of freedom, both intervals and the smallest detectable effect.
    let expected = [
      0: [
        0.9870129870129876, 0.03798476118703081, 8.499324479562523, 0.8150416596539828,
        1.1952697447954794, 0.9216916940752482, 1.0569636710350625, 0.3119237409537464,
      ],
      2: [
        1.051372896368468, 0.03886455201293283, 9.258987813583657, 0.8706378179949857,
        1.2696266396557885, 0.9823794101227156, 1.1252118639987991, 0.30943176107455206,
      ],
      5: [
        1.0447210640656959, 0.03818576190153716, 8.682819377778426, 0.8634379953916169,
        1.2640654077395912, 0.9764141438724244, 1.117806525593677, 0.3110449722979285,
      ],
    ]
    for (number, figures) in expected {
      let decision = try UnpairedDecision(
        baseline: cases[number].baseline, candidate: cases[number].candidate, rule: rule)
      let found = [
        decision.ratio, decision.estimate.standardError, decision.estimate.degreesOfFreedom,
        decision.interval.lowerBound, decision.interval.upperBound,
        decision.equivalenceInterval.lowerBound, decision.equivalenceInterval.upperBound,
        decision.smallestDetectableEffect,
      ]
      for (one, other) in zip(found, figures) {
        #expect(agree(one, other, within: 1e-9), "case \(number): \(one), not \(other)")
      }
    }
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
      #expect(RunPairSpread(pair.launches).runDeviation == 0.25)
    }
  }

  @Test func fewCasesAssumeADeviationBetweenRuns() throws {
    let few = RunPairSpread([([100, 101, 102], [110, 111, 112])])
    #expect(few.runDeviation == 0.1 && few.prior == nil)
    #expect(few.caseCount == 1)
    // Figures without a ratio are left out.
    #expect(RunPairSpread([([0, 1], [1, 2]), ([1], [1, 2])]).caseCount == 0)
  }

  @Test func noCasesHaveNoShiftAndTheLeastDeviation() throws {
    let none = RunPairSpread([])
    #expect(none.caseCount == 0 && none.shift == 0 && none.typicalDeviation == 1e-4)
    var rule = try UnpairedRule()
    rule.runs = none
    #expect(rule.alphaPerCase == rule.alpha)
  }

  /// Two launches far apart, beside which the rest is nothing, have one degree of freedom.
  @Test func twoWildLaunchesLeaveOneDegreeOfFreedom() throws {
    var rule = try UnpairedRule()
    rule.runs = RunPairSpread([([1, 1e9], [5, 5])])
    let decision = try UnpairedDecision(baseline: [1, 1e9], candidate: [5, 5], rule: rule)
    #expect(agree(decision.estimate.degreesOfFreedom, 1, within: 1e-3))
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
