import Analysis
import RunRecords
import Statistics
import Testing

@Suite struct StandingsTests {
  private func standings(_ cases: CaseRecord...) -> Standings {
    Standings(
      items: 1_000, contenders: cases.map { ($0.params.storage, $0) }, metric: "cpu_time",
      rule: .cpuTime)
  }

  @Test func aWinnerIsToldFromEveryOther() throws {
    let found = standings(
      Samples.time("nested", 1_000, 200), Samples.time("flat", 1_000, 100),
      Samples.time("btree", 1_000, 150))
    #expect(found.outcome == .winner("flat"))
    #expect(found.beaten == ["nested", "btree"])
    #expect(found.factors.map(\.name) == ["flat", "btree", "nested"])
    let lead = try #require(found.lead)
    #expect(lead.name == "btree" && abs(lead.ratio - 1.5) < 1e-9)
    #expect(try #require(lead.interval).contains(1.5))
    #expect(try #require(lead.interval).lowerBound > 1.4)
  }

  /// A noisy leader is beaten by nobody, and hides nobody that another one beats.
  @Test func aTieHoldsThoseThatNothingBeats() {
    let found = standings(
      Samples.time("nested", 1_000, 100, spread: 0.3), Samples.time("flat", 1_000, 105),
      Samples.time("btree", 1_000, 120))
    #expect(found.outcome == .tie(["nested", "flat"]))
    #expect(found.beaten == ["btree"], "flat beats it, although nested is not told from it")
    #expect(found.lead == nil)
  }

  @Test func aSingleLaunchAllowsNoJudgement() {
    let found = standings(
      Samples.time("nested", 1_000, [100]), Samples.time("flat", 1_000, 900))
    #expect(
      found.outcome == .cannotTell("nested has a single launch, which has no spread"))
    #expect(found.best.isEmpty && found.beaten.isEmpty)
  }

  @Test func storagesThatAnswerDifferentlyAreNotJudged() {
    var other = Samples.time("flat", 1_000, 50)
    other.checksum = "0000000000000002"
    let contenders = [("nested", Samples.time("nested", 1_000, 100)), ("flat", other)]
    let found = Standings(
      items: 1_000, contenders: contenders, metric: "cpu_time", rule: .cpuTime,
      answersMustAgree: true)
    #expect(found.outcome == .cannotTell("flat and nested answer differently"))
  }

  /// The others are judged, and the reason stands beside.
  @Test func aContenderWithASingleLaunchHidesNobody() {
    let found = standings(
      Samples.time("nested", 1_000, [100]), Samples.time("flat", 1_000, 900),
      Samples.time("btree", 1_000, 300))
    #expect(found.outcome == .winner("btree"))
    #expect(found.beaten == ["flat"])
    let reason = "nested has a single launch, which has no spread"
    #expect(found.excluded.map(\.name) == ["nested"])
    #expect(found.places["nested"] == .undecided(reason))
    #expect(found.places["btree"] == .winner && found.places["flat"] == .beaten)
    #expect(found.factors.map(\.name) == ["btree", "flat"])
  }

  @Test func aWrongAnswerHidesNobody() {
    var wrong = Samples.time("nested", 1_000, 10)
    wrong.checksum = "0000000000000002"
    let cases = [wrong, Samples.time("flat", 1_000, 900), Samples.time("btree", 1_000, 300)]
    func judge(_ cases: [CaseRecord]) -> Standings {
      Standings(
        items: 1_000, contenders: cases.map { ($0.params.storage, $0) }, metric: "cpu_time",
        rule: .cpuTime, answersMustAgree: true)
    }
    let found = judge(cases)
    #expect(found.outcome == .winner("btree"))
    #expect(found.excluded.map(\.reason) == ["nested answers differently from the others"])
    // Nobody knows who of two is right.
    #expect(
      judge(Array(cases.dropLast())).outcome == .cannotTell("nested and flat answer differently"))
    // One wrong, and one that cannot be told, leave nobody to compare.
    let single = Samples.time("btree", 1_000, [300])
    #expect(
      judge([cases[0], cases[1], single]).outcome
        == .cannotTell("nested answers differently from the others"))
  }

  @Test func twoZerosAreTheSame() {
    func count(_ storage: String, _ value: Int) -> CaseRecord {
      var result = Samples.time(storage, 1_000, 100)
      result.metrics = [ExactMetric.allocations.record(value)]
      return result
    }
    let cases = [count("nested", 0), count("flat", 0), count("btree", 3)]
    let found = Standings(
      items: 1_000, contenders: cases.map { ($0.params.storage, $0) }, metric: "allocations",
      rule: .cpuTime)
    #expect(found.outcome == .tie(["nested", "flat"]))
    #expect(found.factors.map(\.ratio) == [1, 1, .infinity])
  }

  @Test func factorsOfWhatIsBetterWhenHigherAreAboveOneToo() throws {
    func rate(_ storage: String, _ value: Double) -> CaseRecord {
      var result = Samples.time(storage, 1_000, value)
      result.metrics[0].better = .higher
      return result
    }
    let found = standings(rate("nested", 100), rate("flat", 300), rate("btree", 150))
    #expect(found.outcome == .winner("flat"))
    #expect(found.factors.map(\.name) == ["flat", "btree", "nested"])
    #expect(found.factors.map(\.ratio) == [1, 2, 3])
    #expect(try #require(found.lead?.interval).contains(2))
  }

  /// One slow launch moves the geometric mean, and not the median that reports show.
  @Test func orderAndFactorsAreThoseOfTheFiguresShown() {
    let found = standings(
      Samples.time("nested", 1_000, [299, 303, 505]),
      Samples.time("btree", 1_000, [320, 321, 322]),
      Samples.time("flat", 1_000, [206, 207, 208]))
    #expect(found.factors.map(\.name) == ["flat", "nested", "btree"])
    #expect(found.factors.map(\.ratio) == [1, 303.0 / 207, 321.0 / 207])
  }

  /// Three launches of two storages tell less than those of the whole record do.
  @Test func theRecordsOtherCasesModerateTheSpread() {
    func size(_ record: RunRecord) -> Ranking.Size? {
      Ranking(record).families[0].series[0].sizes.first
    }
    let pair = [
      Samples.time("flat", 10, [100, 110, 121]), Samples.time("btree", 10, [135, 150, 165]),
    ]
    #expect(size(Samples.record(pair))?.best == ["flat", "btree"])
    let others = (11...20).map { Samples.time("flat", $0, 100, spread: 0.03) }
    #expect(size(Samples.record(pair + others))?.best == ["flat"])
    // Floors are other code.
    let floors = (11...20).map { Samples.time("floor-flat", $0, 100, spread: 0.03) }
    #expect(size(Samples.record(pair + floors))?.best == ["flat", "btree"])
  }

  @Test func oneContenderHasNoRival() {
    var failed = Samples.time("flat", 1_000, 50)
    failed.status = .failed
    let found = standings(Samples.time("nested", 1_000, 100), failed)
    #expect(found.outcome == .uncontested && found.best.isEmpty)
  }

  /// The crossovers among times by storage: of one item first, then two, and so on.
  private func crossovers(_ times: KeyValuePairs<String, Double>...) -> [SizeCrossover] {
    crossovers(
      times.enumerated().map { size, times in
        times.map { Samples.time($0.key, size + 1, $0.value) }
      })
  }

  private func crossovers(_ sizes: [CaseRecord]...) -> [SizeCrossover] { crossovers(sizes) }

  private func crossovers(_ sizes: [[CaseRecord]]) -> [SizeCrossover] {
    sizes.map { cases in
      Standings(
        items: cases[0].params.items, contenders: cases.map { ($0.params.storage, $0) },
        metric: "cpu_time", rule: .cpuTime)
    }.crossovers
  }

  @Test func bothEndsOfACrossoverAreTold() {
    let found = crossovers(
      [Samples.time("flat", 1, 50), Samples.time("btree", 1, 70)],
      [Samples.time("flat", 2, 70, spread: 0.2), Samples.time("btree", 2, 70, spread: 0.2)],
      [Samples.time("flat", 3, [90]), Samples.time("btree", 3, [70])],
      [Samples.time("flat", 4, 110), Samples.time("btree", 4, 70)])
    #expect(
      found == [
        SizeCrossover(
          overtaken: ["flat"], overtaking: ["btree"], lowerItems: 1, upperItems: 4,
          undecidedItems: [2, 3])
      ])
  }

  @Test func aTieAtTheSmallestSizesIsNoCrossover() {
    #expect(crossovers(["flat": 50, "btree": 50], ["flat": 70, "btree": 50]).isEmpty)
  }

  /// Each of those that overtake has the size at which it was last beaten.
  @Test func contendersThatCatchUpAtDifferentSizesAreToldApart() {
    let found = crossovers(
      ["nested": 10, "flat": 20, "btree": 20], ["nested": 20, "flat": 20, "btree": 30],
      ["nested": 90, "flat": 20, "btree": 20])
    #expect(
      found == [
        SizeCrossover(
          overtaken: ["nested"], overtaking: ["flat"], lowerItems: 1, upperItems: 3,
          undecidedItems: [2]),
        SizeCrossover(
          overtaken: ["nested"], overtaking: ["btree"], lowerItems: 2, upperItems: 3),
      ])
  }

  @Test func aContenderThatWasNotMeasuredNeitherOvertakesNorIsOvertaken() {
    #expect(crossovers(["flat": 10, "nested": 20], ["nested": 20, "btree": 10]).isEmpty)
  }
}
