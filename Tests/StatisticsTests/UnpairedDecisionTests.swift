import BasicAlgorithms
import Foundation
import Statistics
import TestSupport
import Testing

@Suite struct UnpairedDecisionTests {
  private typealias Verdict = Statistics.Verdict

  private func decide(_ baseline: [Double], _ candidate: [Double]) throws -> UnpairedDecision {
    try UnpairedDecision(baseline: baseline, candidate: candidate, rule: UnpairedRule())
  }

  /// Expected figures: SciPy 1.17 and NumPy: with `r = ttest_ind(log(b), log(a), equal_var=False)`,
  /// `exp(r.confidence_interval(.99))`, `exp(r.confidence_interval(.9))` and
  /// `expm1(log1p(.01) + d * se)`, where `d` is from `StudentTTests`.
  @Test func figuresAgreeWithSciPy() throws {
    let decision = try decide([101, 99.5, 100.2], [108, 109.5, 107.1])
    #expect(agree(decision.ratio, 1.0794562779904011))
    #expect(agree(decision.interval.lowerBound, 1.0375317333999576, within: 1e-9))
    #expect(agree(decision.interval.upperBound, 1.1230749080555669, within: 1e-9))
    #expect(agree(decision.equivalenceInterval.lowerBound, 1.0609523873039073, within: 1e-9))
    #expect(agree(decision.equivalenceInterval.upperBound, 1.0982828918967444, within: 1e-9))
    #expect(agree(decision.smallestDetectableEffect, 0.07805692941487156, within: 1e-9))
    #expect(decision.verdict == .regressed)
  }

  @Test func verdictsAreThoseOfTheRule() throws {
    func launches(_ centre: Double, _ spread: Double) -> [Double] {
      [centre * (1 - spread), centre, centre * (1 + spread)]
    }
    let expected: [(ratio: Double, spread: Double, verdict: Verdict)] = [
      (1, 1e-4, .equivalent), (1.009, 1e-4, .equivalent), (1.012, 1e-4, .regressed),
      (1 / 1.012, 1e-4, .improved), (1.2, 0.01, .regressed), (1 / 1.2, 0.01, .improved),
      (1.02, 0.01, .inconclusive), (1, 0.05, .inconclusive), (1.2, 0.1, .inconclusive),
    ]
    for (ratio, spread, verdict) in expected {
      let decision = try decide(launches(100, spread), launches(100 * ratio, spread))
      #expect(decision.verdict == verdict, "\(ratio), \(spread)")
    }
    // Without any spread the margins alone decide.
    #expect(try decide([5, 5], [5, 5]).verdict == .equivalent)
    #expect(agree(try decide([5, 5], [5, 5]).smallestDetectableEffect, 0.01))
  }

  @Test func swappingTheSidesMirrorsTheVerdict() throws {
    var generator = SplitMix64(seed: 31)
    var seen: Set<Verdict> = []
    for _ in 0..<400 {
      let ratio = Double.random(in: 0.9...1.1, using: &generator)
      let spread = Double.random(in: 1e-5...0.02, using: &generator)
      let (left, right) = (
        normalSamples(3, using: &generator).map { 100 * (1 + spread * $0) },
        normalSamples(4, using: &generator).map { 100 * ratio * (1 + spread * $0) }
      )
      let decision = try decide(left, right)
      let swapped = try decide(right, left)
      let mirror: [Verdict: Verdict] = [.regressed: .improved, .improved: .regressed]
      #expect(swapped.verdict == mirror[decision.verdict] ?? decision.verdict)
      #expect(agree(swapped.ratio * decision.ratio, 1))
      #expect(agree(swapped.interval.lowerBound * decision.interval.upperBound, 1))
      #expect(swapped.smallestDetectableEffect == decision.smallestDetectableEffect)
      #expect(try decide(left, left).verdict != .regressed)
      #expect(try decide(left, left).verdict != .improved)
      seen.insert(decision.verdict)
    }
    #expect(seen.count == Verdict.allCases.count)
  }

  /// Launches of one binary raise an alarm about as seldom as the rule says.
  @Test func falseAlarmsAreAsRareAsTheRuleSays() throws {
    var generator = SplitMix64(seed: 32)
    var alarms = 0
    let rule = try UnpairedRule(margin: 0, alpha: 0.05)
    for _ in 0..<5_000 {
      let sides = (0..<2).map { _ in
        normalSamples(3, using: &generator).map { 100 * (1 + 0.02 * $0) }
      }
      let decision = try UnpairedDecision(baseline: sides[0], candidate: sides[1], rule: rule)
      if decision.verdict == .regressed { alarms += 1 }
    }
    // Welch's test errs on the safe side with three samples each.
    #expect((125...290).contains(alarms), "\(alarms) of 5000")
  }

  /// A slow-down of the size that three launches a side say, in the middle, is found 87 times of 100
  /// by a simulation with NumPy: less than 95, as so few say their own spread roughly.
  @Test func theSmallestDetectableEffectIsFoundMostly() throws {
    var generator = SplitMix64(seed: 33)
    let rule = try UnpairedRule()
    var found = 0
    var smallest: [Double] = []
    for _ in 0..<2_000 {
      let baseline = normalSamples(3, using: &generator).map { 100 * (1 + 0.01 * $0) }
      let candidate = normalSamples(3, using: &generator).map { 108.513 * (1 + 0.01 * $0) }
      let decision = try UnpairedDecision(baseline: baseline, candidate: candidate, rule: rule)
      if decision.verdict == .regressed { found += 1 }
      smallest.append(decision.smallestDetectableEffect)
    }
    #expect((1_690...1_810).contains(found), "\(found) of 2000")
    let middle = try Quantiles.median(smallest)
    #expect((0.080...0.090).contains(middle), "\(middle)")
  }

  @Test func theDefaultRuleIsThatForCPUTime() throws {
    #expect(try UnpairedRule() == UnpairedRule.cpuTime)
    #expect(try UnpairedRule(margin: 0.02) == UnpairedRule.wallTime)
    let paired = try PairedRule()
    let rule = UnpairedRule.cpuTime
    #expect(rule.margin == paired.margin && rule.alpha == paired.alpha)
    #expect(rule.alphaPerCase == rule.alpha && rule.power == paired.power)
    #expect(rule.equivalenceMargin == paired.equivalenceMargin)
    #expect(rule.equivalenceConfidence == paired.equivalenceConfidence)
  }

  /// A change by just the margin passes, and an interval may fill the one for equivalence.
  @Test func marginsBelongToWhatPasses() {
    func verdict(_ bounds: ClosedRange<Double>, _ equivalence: ClosedRange<Double>) -> Verdict {
      Verdict(bounds: bounds, equivalence: equivalence, margin: 0.01, equivalenceMargin: 0.02)
    }
    let (margin, limit) = (log1p(0.01), log1p(0.02))
    #expect(verdict(margin...1, -limit...limit) == .equivalent)
    #expect(verdict(-1 ... -margin, -limit...limit) == .equivalent)
    #expect(verdict(margin.nextUp...1, -limit...limit) == .regressed)
    #expect(verdict(-1 ... -margin.nextUp, -limit...limit) == .improved)
    #expect(verdict(0...0, -limit...limit.nextUp) == .inconclusive)
    #expect(verdict(0...0, -limit.nextUp...limit) == .inconclusive)
  }

  @Test func refusesWhatHasNoRatio() throws {
    #expect(throws: SampleError.tooFew(found: 1, needed: 2)) { try decide([1], [1, 2]) }
    #expect(throws: SampleError.notPositive(index: 1, value: 0)) { try decide([1, 2], [1, 0]) }
    #expect(throws: SampleError.notPositive(index: 0, value: -1)) { try decide([-1, 2], [1, 2]) }
    #expect(throws: SampleError.notFinite(index: 0, value: "inf")) {
      try decide([.infinity, 2], [1, 2])
    }
    #expect(throws: SampleError.self) { try UnpairedRule(margin: -0.1) }
    #expect(throws: SampleError.self) { try UnpairedRule(alpha: 0.5) }
    #expect(throws: SampleError.self) { try UnpairedRule(equivalenceMargin: 0) }
    #expect(throws: SampleError.self) { try UnpairedRule(equivalenceConfidence: 1) }
    #expect(throws: SampleError.self) { try UnpairedRule(power: 1) }
  }
}
