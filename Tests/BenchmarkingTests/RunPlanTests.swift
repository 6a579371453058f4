import BasicAlgorithms
import RunRecords
import Statistics
import Testing

import Benchmarking

struct RunPlanTests {
  @Test func anIDNamesEverythingThatAFigureDependsOn() {
    let planned = PlannedCase(
      suite: "lookup", scenario: Planned.scenario("item-random", storage: "btree"),
      dataset: PlannedDataset(spec: "directory:/usr", name: "directory", items: 4_321, sections: 7))
    #expect(
      planned.id == "lookup/item-random/storage=btree/data=directory/payload=item8")
    #expect(planned.parameters.sections == 7)
    #expect(planned.parameters.role == "strategy")
    #expect(planned.parameters.items == 4_321)
  }

  @Test func recordsDescribeImportedCollectionsOnly() {
    let datasets = [
      Planned.dataset(1_000),
      PlannedDataset(
        spec: "directory:/usr", name: "directory", items: 4_321, sections: 7,
        snapshot: "/x.snapshot", checksum: 0xabc),
    ]
    let scenarios = [Planned.scenario("a"), Planned.scenario("b")]
    #expect(
      PlannedCase.all(in: [Planned.suite(scenarios)], on: datasets).measuredDatasets == [
        MeasuredDataset(
          name: "directory", origin: "directory:/usr", items: 4_321, sections: 7,
          digest: "0000000000000abc")
      ])
  }

  /// The place of the copy is no part of a plan: a resumed run may name its record otherwise.
  @Test func scenariosReadTheCopy() {
    func plan(_ snapshot: String?) -> RunPlan {
      let dataset = PlannedDataset(
        spec: "csv:a.csv", name: "csv", items: 3, sections: 2, snapshot: snapshot, checksum: 1)
      return RunPlan(
        cases: PlannedCase.all(in: [Planned.suite([Planned.scenario("sum")])], on: [dataset]),
        preset: .smoke, seed: 1)
    }
    #expect(plan("a.snapshot").digest == plan(nil).digest)
    #expect(plan("a.snapshot").cases.map(\.dataset.source) == ["snapshot:a.snapshot"])
    #expect(plan(nil).cases.map(\.dataset.source) == ["csv:a.csv"])
  }

  @Test func sizesBeyondAScenarioAreLeftOut() {
    let scenarios = [
      Planned.scenario("small", maximumItems: 1_000), Planned.scenario("large"),
    ]
    let cases = PlannedCase.all(
      in: [Planned.suite(scenarios)], on: [Planned.dataset(1_000), Planned.dataset(1_001)])
    #expect(
      cases.map { "\($0.scenario.name) \($0.dataset.items)" } == [
        "small 1000", "large 1000", "large 1001",
      ])
  }

  /// Every pair of bounds and every choice of names, on every collection of a few.
  @Test func onlyCollectionsThatAScenarioRunsOnAreTaken() {
    let datasets = ["uniform-10", "one-section"].flatMap { name in
      (1...4).map { Planned.dataset($0, name: name) }
    }
    let choices: [Set<String>?] = [nil, [], ["one-section"], ["uniform-10", "other"]]
    for (least, most) in [(1, 4), (2, 3), (3, 3), (4, 2), (1, .max), (5, .max)] {
      for names in choices {
        let scenario = Planned.scenario(
          "jump", minimumItems: least, maximumItems: most, datasets: names)
        let expected = datasets.filter { dataset in
          (names ?? ["uniform-10", "one-section"]).contains(dataset.name)
            && dataset.items >= least && dataset.items <= most
        }
        let cases = PlannedCase.all(in: [Planned.suite([scenario])], on: datasets)
        #expect(cases.map(\.dataset) == expected, "\(least) to \(most) on \(names ?? ["any"])")
      }
    }
  }

  @Test func otherContentsMakeAnotherPlan() {
    func plan(_ checksum: UInt64?) -> RunPlan {
      let dataset = PlannedDataset(
        spec: "directory:/usr", name: "directory", items: 4_321, sections: 7, checksum: checksum)
      return RunPlan(
        cases: PlannedCase.all(in: [Planned.suite([Planned.scenario("sum")])], on: [dataset]),
        preset: .smoke, seed: 1)
    }
    #expect(plan(1).digest == plan(1).digest)
    #expect(plan(1).digest != plan(2).digest)
    #expect(plan(10).options["dataset"]?.contains("checksum a") == true)
  }

  @Test func aCaseOccursOnce() {
    let cases = Planned.plan().cases
    let plan = RunPlan(cases: cases + cases.reversed(), preset: .smoke, seed: 1)
    #expect(plan.cases.map(\.id) == cases.map(\.id))
  }

  @Test func everyPieceIsInOneGroup() {
    for preset in RunPreset.allCases {
      let plan = Planned.plan(preset: preset)
      var pieces: [String: Int] = [:]
      for group in plan.groups {
        for planned in group.cases {
          pieces["\(planned.id) \(group.pass) \(group.launch)", default: 0] += 1
          #expect(planned.scenario.storage == group.storage)
          #expect(planned.dataset == group.dataset)
        }
      }
      #expect(pieces.values.allSatisfy { $0 == 1 })
      #expect(pieces.count == plan.pieceCount)
      #expect(plan.pieceCount == 12 * (preset.launches.most + 1))
    }
  }

  @Test func aPassThatMakesNoSenseIsNotPlanned() {
    let scenarios = [
      Planned.scenario("memory", isTimed: false),
      Planned.scenario("chase", countsAllocations: false),
    ]
    let plan = RunPlan(
      cases: PlannedCase.all(in: [Planned.suite(scenarios)], on: [Planned.dataset(10)]),
      preset: .full, seed: 1)
    #expect(plan.pieceCount == 4)
    #expect(
      plan.groups.map { "\($0.pass) \($0.launch) \($0.cases.map(\.scenario.name))" } == [
        "time 0 [\"chase\"]", "allocations 0 [\"memory\"]", "time 1 [\"chase\"]",
        "time 2 [\"chase\"]",
      ])
  }

  @Test func theFirstTimesAndTheCountsComeFirst() {
    let rounds = Planned.plan(preset: .full, launches: 5).groups.map { "\($0.pass) \($0.launch)" }
    let expected = ["time 0", "allocations 0", "time 1", "time 2", "time 3", "time 4"]
    #expect(rounds == expected.flatMap { Array(repeating: $0, count: 6) })
  }

  @Test func oneSuiteIsMeasuredAfterTheOther() {
    let suites = ["lookup", "layout"].map { Planned.suite([Planned.scenario("s")], name: $0) }
    let plan = RunPlan(
      cases: PlannedCase.all(in: suites, on: [Planned.dataset(10)]), preset: .full, seed: 1)
    let rounds = ["time 0", "allocations 0", "time 1", "time 2"]
    #expect(
      plan.groups.map { "\($0.suite) \($0.pass) \($0.launch)" }
        == ["lookup", "layout"].flatMap { suite in rounds.map { "\(suite) \($0)" } })
    let inRounds = plan.groupsInRounds
    #expect(
      inRounds.map { "\($0.pass) \($0.launch)" } == rounds.flatMap { [$0, $0] })
    #expect(Set(inRounds.prefix(2).map(\.suite)) == ["lookup", "layout"])
  }

  @Test func countsOfOneCollectionAloneRunSideBySide() throws {
    let sizes = [1_000_000, 10_000_000]
    let cases = PlannedCase.all(
      in: [Planned.suite(["flat", "btree"].map { Planned.scenario("s", storage: $0) })],
      on: sizes.map { Planned.dataset($0) })
    let groups = RunPlan(cases: cases, preset: .full, seed: 1).groups
    var beside: Set<[String]> = []
    for (index, group) in groups.enumerated() {
      for other in groups[(index + 1)...] where group.canRunBeside(other) {
        #expect(group.pass == .allocations && other.pass == .allocations)
        #expect(group.dataset.items == 1_000_000 && other.dataset.items == 1_000_000)
        beside.insert([group.storage, other.storage].sorted())
      }
    }
    #expect(beside == [["btree", "flat"]])
  }

  @Test func instructionsAreCountedLastAndOnlyWhereTheyAreAskedFor() {
    let plan = Planned.plan(countingInstructionsOf: "/read/storage=flat/")
    #expect(plan.pieceCount == 12 * 4 + 2)
    let groups = plan.groups.filter { $0.pass == .instructions }
    #expect(plan.groups.suffix(2).map(\.pass) == [.instructions, .instructions])
    #expect(groups.flatMap { $0.cases.map(\.scenario.name) } == ["read", "read"])
    #expect(Set(groups.map(\.dataset.items)) == [1_000, 100_000])
    #expect(Planned.plan().groups.allSatisfy { $0.pass != .instructions })
  }

  @Test func instructionsMakeAnotherPlan() {
    let plans = [
      Planned.plan(), Planned.plan(countingInstructionsOf: "/read/"),
      Planned.plan(countingInstructionsOf: "/storage="),
      Planned.plan(countingInstructionsOf: "/read/", instructionItemLimit: 100_000),
    ]
    #expect(Set(plans.map(\.digest)).count == plans.count)
    #expect(plans[0].options["instructions"] == nil)
    #expect(plans[1].options["instructions"] == "of 6 cases on up to 10000 items")
    #expect(Planned.plan(instructionItemLimit: 5).digest == plans[0].digest)
  }

  @Test func theSeedDecidesTheOrder() {
    func order(_ seed: UInt64) -> [String] {
      Planned.plan(seed: seed).groups.flatMap { $0.cases.map(\.id) }
    }
    #expect(order(1) == order(1))
    #expect(order(1) != order(2))
    #expect(order(1).sorted() == order(2).sorted())
  }

  @Test func launchesHaveOrdersOfTheirOwn() {
    let groups = Planned.plan(preset: .full, launches: 5).groups
    let orders = Set(
      (0..<6).map { round in
        groups[(round * 6)..<(round * 6 + 6)].flatMap { $0.cases.map(\.id) }
      })
    #expect(orders.count == 6)
  }

  @Test func theDigestTellsPlansApart() {
    let plan = Planned.plan()
    #expect(plan.digest == Planned.plan().digest)
    #expect(plan.digest.count == 16)
    let others = [
      Planned.plan(seed: 2), Planned.plan(launches: 2), Planned.plan(preset: .quick),
      Planned.plan(caseBudgetSeconds: 3),
      RunPlan(cases: Array(plan.cases.dropLast()), preset: .full, seed: 1),
      RunPlan(
        cases: plan.cases.map { planned in
          var dataset = planned.dataset
          dataset.spec = "csv:other"
          return PlannedCase(suite: planned.suite, scenario: planned.scenario, dataset: dataset)
        }, preset: .full, seed: 1),
    ]
    #expect(Set(others.map(\.digest) + [plan.digest]).count == others.count + 1)
    // What only decides how long to wait does not count, nor the order of the arguments.
    #expect(Planned.plan(caseTimeoutSeconds: 1).digest == plan.digest)
    #expect(RunPlan(cases: plan.cases.reversed(), preset: .full, seed: 1).digest == plan.digest)
  }

  @Test func aCaseBudgetIsSharedByItsLaunches() {
    #expect(Planned.plan(launches: 4, caseBudgetSeconds: 2).sampling.budgetSeconds == 0.5)
    #expect(Planned.plan(launches: 0).launches == LaunchRule(fewest: 1))
    // A case that is costly has as many launches, as its budget is shared among them.
    let quick = Planned.plan(preset: .quick, caseBudgetSeconds: 3)
    #expect(quick.launches == LaunchRule(fewest: 3) && quick.sampling.budgetSeconds == 1)
    #expect(Planned.plan(preset: .quick, launches: 3).launches == LaunchRule(fewest: 3))
  }

  @Test func theGeneratorIsSplitMix() {
    var generator = SplitMix64(seed: 1_234_567, stream: 0)
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
  }
}
