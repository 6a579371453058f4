import BasicAlgorithms
import Statistics
import TestSupport
import Testing

@Suite struct PairedDecisionTests {
  private typealias Verdict = Statistics.Verdict

  /// Logarithms around a centre: normal, with a standard deviation of `deviation`.
  private func pairs(
    _ count: Int, around centre: Double, deviation: Double, _ generator: inout SplitMix64
  ) -> [Double] {
    normalSamples(count, using: &generator).map { centre + deviation * $0 }
  }

  /// Expected figures: SciPy 1.17 and NumPy: with `m = trim_mean(x, .2)`,
  /// `se = mstats.trimmed_stde(x, (.2, .2))` and `t = t.ppf(.995, 15)`,
  /// `exp(m)`, `exp(m ± t * se)`, `exp(m ± t.ppf(.95, 15) * se)`, `expm1(t * se)` and
  /// `expm1(log1p(.01) + (t + t.ppf(.95, 15)) * se)`.
  @Test func figuresAgreeWithSciPy() throws {
    let decision = try PairedDecision(logRatios: pairSamples, rule: PairedRule())
    #expect(agree(decision.ratio, 1.0196276381417728))
    #expect(agree(decision.interval.lowerBound, 0.9967378869000977))
    #expect(agree(decision.interval.upperBound, 1.0430430448429142))
    #expect(agree(decision.equivalenceInterval.lowerBound, 1.005947552967968))
    #expect(agree(decision.equivalenceInterval.upperBound, 1.0334937615735469))
    #expect(agree(decision.halfWidth, 0.022964664574819556))
    #expect(agree(decision.smallestDetectableEffect, 0.04724493059618656))
    #expect(decision.verdict == .inconclusive)
    #expect(!decision.isPreciseEnough)
  }

  @Test func verdictsAreThoseOfTheRule() throws {
    // Twenty-one even steps: their error moves none of these verdicts, which the centre decides.
    let spread = (-10...10).map { Double($0) * 1e-4 }
    let expected: [(centre: Double, verdict: Verdict)] = [
      (0, .equivalent), (0.009, .equivalent), (-0.009, .equivalent), (0.012, .regressed),
      (-0.012, .improved), (0.05, .regressed), (-0.05, .improved),
    ]
    for (centre, verdict) in expected {
      let decision = try PairedDecision(
        logRatios: spread.map { centre + $0 }, rule: PairedRule())
      #expect(decision.verdict == verdict, "\(centre)")
      #expect(decision.isPreciseEnough)
    }
    let wide = (-10...10).map { Double($0) * 1e-2 }
    for centre in [0, 0.02, -0.02] {
      let decision = try PairedDecision(logRatios: wide.map { centre + $0 }, rule: PairedRule())
      #expect(decision.verdict == .inconclusive, "\(centre)")
    }
    // Equal pairs have no spread: between the two margins nothing but the margin decides.
    let even = try PairedDecision(
      logRatios: [Double](repeating: 0.015, count: 20), rule: PairedRule(margin: 0.018))
    #expect(even.verdict == .equivalent)
    #expect(agree(even.smallestDetectableEffect, 0.018))
    let beyond = try PairedDecision(
      logRatios: [Double](repeating: 0.025, count: 20), rule: PairedRule(margin: 0.03))
    #expect(beyond.verdict == .inconclusive)
  }

  /// The verdict is what its interval says, for every kind of pairs.
  @Test func verdictFollowsFromTheIntervals() throws {
    var generator = SplitMix64(seed: 21)
    var seen: Set<Verdict> = []
    let rule = try PairedRule()
    for _ in 0..<400 {
      let centre = Double.random(in: -0.06...0.06, using: &generator)
      let deviation = Double.random(in: 0.001...0.05, using: &generator)
      let decision = try PairedDecision(
        logRatios: pairs(24, around: centre, deviation: deviation, &generator), rule: rule)
      let expected: Verdict =
        if decision.interval.lowerBound > 1.01 {
          .regressed
        } else if decision.interval.upperBound < 1 / 1.01 {
          .improved
        } else if decision.equivalenceInterval.lowerBound >= 1 / 1.02,
          decision.equivalenceInterval.upperBound <= 1.02
        {
          .equivalent
        } else {
          .inconclusive
        }
      #expect(decision.verdict == expected)
      #expect(decision.interval.contains(decision.ratio))
      seen.insert(expected)
    }
    #expect(seen.count == Verdict.allCases.count)
  }

  @Test func negationSwapsRegressedAndImproved() throws {
    var generator = SplitMix64(seed: 22)
    let rule = try PairedRule()
    for _ in 0..<200 {
      let centre = Double.random(in: -0.05...0.05, using: &generator)
      let logRatios = pairs(22, around: centre, deviation: 0.02, &generator)
      let decision = try PairedDecision(logRatios: logRatios, rule: rule)
      let negated = try PairedDecision(logRatios: logRatios.map { -$0 }, rule: rule)
      let expected: Verdict =
        switch decision.verdict {
        case .regressed: .improved
        case .improved: .regressed
        case .equivalent: .equivalent
        case .inconclusive: .inconclusive
        }
      #expect(negated.verdict == expected)
      #expect(agree(negated.ratio * decision.ratio, 1))
      #expect(agree(negated.interval.lowerBound * decision.interval.upperBound, 1))
      #expect(agree(negated.halfWidth, decision.halfWidth))
      #expect(agree(negated.smallestDetectableEffect, decision.smallestDetectableEffect))
    }
  }

  @Test func orderDoesNotMatter() throws {
    var generator = SplitMix64(seed: 23)
    let decision = try PairedDecision(logRatios: pairSamples, rule: PairedRule())
    for _ in 0..<20 {
      let shuffled = pairSamples.shuffled(using: &generator)
      #expect(try PairedDecision(logRatios: shuffled, rule: PairedRule()) == decision)
    }
  }

  /// A wider margin never makes a change of what was none, nor one direction of the other.
  @Test func verdictIsMonotoneInTheMargin() throws {
    var generator = SplitMix64(seed: 24)
    for _ in 0..<100 {
      let centre = Double.random(in: -0.08...0.08, using: &generator)
      let logRatios = pairs(21, around: centre, deviation: 0.02, &generator)
      var last: PairedDecision?
      for margin in [0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1] {
        let decision = try PairedDecision(logRatios: logRatios, rule: PairedRule(margin: margin))
        if let last {
          let isChange = decision.verdict == .regressed || decision.verdict == .improved
          #expect(!isChange || decision.verdict == last.verdict)
          #expect(decision.interval == last.interval)
          #expect(decision.smallestDetectableEffect > last.smallestDetectableEffect)
        }
        last = decision
      }
    }
  }

  @Test func adjacentShiftsRaiseTheVerdict() throws {
    // From improved, over none, to regressed, as every pair grows by the same.
    let order: [Verdict: Int] = [.improved: 0, .inconclusive: 1, .equivalent: 1, .regressed: 2]
    var last = 0
    for step in -60...60 {
      let decision = try PairedDecision(
        logRatios: pairSamples.map { $0 + Double(step) * 2e-3 }, rule: PairedRule())
      let place = try #require(order[decision.verdict])
      #expect(place >= last, "\(step)")
      last = place
    }
    #expect(last == 2)
  }

  @Test func stopsOnPrecisionOrOnTheMostPairs() throws {
    var generator = SplitMix64(seed: 25)
    let calm = pairs(240, around: 0, deviation: 0.01, &generator)
    let noisy = pairs(240, around: 0, deviation: 0.5, &generator)
    let rule = try PairedRule()
    for count in [19, 20, 60, 239, 240] {
      let first = try PairedDecision(logRatios: Array(calm.prefix(count)), rule: rule)
      #expect(first.isPreciseEnough == (count >= 20) && first.halfWidth < 0.02, "\(count)")
      let second = try PairedDecision(logRatios: Array(noisy.prefix(count)), rule: rule)
      #expect(second.isPreciseEnough == (count >= 240) && second.halfWidth > 0.02, "\(count)")
    }
  }

  @Test func theWantedPrecisionItselfIsEnough() throws {
    let width = try PairedDecision(logRatios: pairSamples, rule: PairedRule()).halfWidth
    for (precision, isEnough) in [(width, true), (width.nextDown, false)] {
      let rule = try PairedRule(precision: precision)
      let decision = try PairedDecision(logRatios: pairSamples, rule: rule)
      #expect(decision.isPreciseEnough == isEnough)
    }
  }

  @Test func fewerThanTheLeastPairsDecideNothing() throws {
    let spread = (0..<20).map { Double($0) * 1e-4 }
    for (centre, verdict) in [(0.05, Verdict.regressed), (-0.05, .improved), (0, .equivalent)] {
      let logRatios = spread.map { centre + $0 }
      let enough = try PairedDecision(logRatios: logRatios, rule: PairedRule())
      #expect(enough.verdict == verdict)
      let few = try PairedDecision(logRatios: Array(logRatios.dropLast()), rule: PairedRule())
      #expect(few.verdict == .inconclusive && !few.isPreciseEnough)
    }
  }

  /// A slow-down of the smallest detectable effect is found about as often as the power says, and
  /// one of the margin about as seldom as alpha does.
  @Test func findsTheSmallestDetectableEffect() throws {
    var generator = SplitMix64(seed: 26)
    let rule = try PairedRule()
    // Each run promises its own effect; their mean is planted, on an error of about 0.5 %.
    var effects = 0.0
    for _ in 0..<500 {
      let logRatios = pairs(40, around: 0, deviation: 0.03, &generator)
      effects += try PairedDecision(logRatios: logRatios, rule: rule).smallestDetectableEffect
    }
    var found = 0
    var alarms = 0
    for _ in 0..<2_000 {
      let noise = pairs(40, around: 0, deviation: 0.03, &generator)
      // ln(1 + x) by its series: the tests import no libm.
      let effect = effects / 500
      let planted = effect - effect * effect / 2 + effect * effect * effect / 3
      let slower = try PairedDecision(logRatios: noise.map { $0 + planted }, rule: rule)
      if slower.verdict == .regressed { found += 1 }
      let within = try PairedDecision(logRatios: noise.map { $0 + 0.00995033 }, rule: rule)
      if within.verdict == .regressed { alarms += 1 }
    }
    // Standard errors: 10 of 2,000 for what is found, 3 for false alarms.
    #expect((1_850...1_950).contains(found), "\(found) of 2000")
    #expect((1...24).contains(alarms), "\(alarms) of 2000")
  }

  /// Half-width 2 % and margin 1 % at the most pairs: what a gate at its limit can see.
  @Test func theDefaultRuleSeesFourPercentAtItsPrecision() throws {
    var generator = SplitMix64(seed: 27)
    let logRatios = pairs(240, around: 0, deviation: 1, &generator)
    let wide = try PairedDecision(logRatios: logRatios, rule: PairedRule())
    let scale = 0.0198026 / (try wide.estimate.halfWidth(confidence: 0.99))
    let decision = try PairedDecision(
      logRatios: logRatios.map { $0 * scale }, rule: PairedRule())
    #expect(agree(decision.halfWidth, 0.02, within: 1e-7))
    #expect((0.042..<0.0435).contains(decision.smallestDetectableEffect))
  }

  @Test func refusesWhatHasNoSpread() throws {
    let rule = try PairedRule()
    #expect(throws: SampleError.tooFew(found: 0, needed: 2)) {
      try PairedDecision(logRatios: [], rule: rule)
    }
    #expect(throws: SampleError.tooFew(found: 1, needed: 2)) {
      try PairedDecision(logRatios: [0.1], rule: rule)
    }
    #expect(throws: SampleError.notFinite(index: 1, value: "-inf")) {
      try PairedDecision(logRatios: [0.1, -.infinity], rule: rule)
    }
  }
}
