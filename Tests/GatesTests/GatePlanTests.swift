import Benchmarking
import Foundation
import Gates
import RunRecords
import Statistics
import Testing

struct GatePlanTests {
  private func side(_ name: GatedBuild.Role, _ twins: Int) -> GatedBuild {
    GatedBuild(
      name, executable: URL(filePath: "/build"),
      relinked: (0..<twins).map { URL(filePath: "/twin\($0)") })
  }

  @Test func confirmingPairsUpEveryLayoutWithEveryOther() {
    let (base, head) = (side(.base, 2), side(.head, 2))
    let pairs = (0..<9).map { number in
      [base, head].map { $0.executable(inPair: number, isConfirming: true).path }
    }
    #expect(Set(pairs).count == 9)
    #expect(base.executable(inPair: 9, isConfirming: true).path == "/build")
  }

  @Test func screeningTakesTheBuildItself() {
    for number in 0..<5 {
      let screened = side(.head, 3).executable(inPair: number, isConfirming: false)
      #expect(screened.path == "/build")
      #expect(side(.head, 0).executable(inPair: number, isConfirming: true).path == "/build")
    }
  }

  @Test func aCaseTakesLongerWithTimesInstructionsAndItems() throws {
    let cases = [planned("a"), planned("b", items: 1_000_000)]
    var timed = try plan(cases)
    timed.instructionCases = [cases[1].id]
    #expect(timed.estimatedSeconds(of: cases[0]) == 5 + 1e-5)
    #expect(timed.estimatedSeconds(of: cases[1]) == 5 + 1 + 7)
    timed.isExactOnly = true
    #expect(timed.estimatedSeconds(of: cases[0]) == 0.1 + 1e-5)
  }

  @Test func aPlanHasDefaults() throws {
    let rule = try PairedRule()
    let usual = GatePlan(
      cases: [], seed: 1, sampling: SamplingPlan(budgetSeconds: 0.1), rule: rule, screen: rule)
    #expect(usual.answerTimeoutSeconds == 60 && usual.roundsPerPair == 6)
    #expect(!usual.isExactOnly && !usual.gatesEqualCode && !usual.explainsCounts)
  }

  /// Commits with the same code are compared, and instructions only where they are asked for.
  @Test(arguments: [10, 100_000_000]) func commitsArePlanned(items: Int) throws {
    let (one, rule) = (planned("a", items: items), try PairedRule(leastPairs: 4, mostPairs: 6))
    let times = try GatedCommits.plan(one, seed: 7, measuring: .times(rule))
    let (few, all) = (
      try GatedCommits.plan(one, seed: 7, measuring: .counts(withInstructions: false)),
      try GatedCommits.plan(one, seed: 7, measuring: .counts(withInstructions: true))
    )
    for plan in [times, few, all] {
      #expect(plan.cases.map(\.id) == [one.id] && plan.seed == 7 && plan.gatesEqualCode)
    }
    #expect(times.rule.mostPairs == 6 && times.screen.mostPairs == 6)
    #expect([times, few, all].map(\.isExactOnly) == [false, true, true])
    #expect([times, few, all].map(\.instructionCases) == [[], [], [one.id]])
    #expect(all.instructionItemLimit == max(items, times.instructionItemLimit))
  }

  /// The shards of a plan have its cases among them, and share the digest of plan and division.
  @Test func shardsArePartsOfTheirPlan() throws {
    let cases = ["a", "b", "c", "d"].map { planned($0) }
    var whole = try plan(cases)
    whole.instructionCases = [cases[0].id, cases[2].id]
    func parts(_ count: Int) -> [GatePlan] {
      let assignment = ShardAssignment(of: cases, count: count, whole.estimatedSeconds(of:))
      return (0..<count).map { whole.part($0, of: assignment) }
    }
    let (halves, quarters) = (parts(2), parts(4))
    for parts in [halves, quarters] {
      #expect(parts.flatMap(\.cases).map(\.id).sorted() == cases.map(\.id).sorted())
      #expect(parts.allSatisfy { !$0.cases.isEmpty })
      for (index, part) in parts.enumerated() {
        #expect(part.shard == RunIdentity.Shard(index: index, total: parts.count))
        #expect(part.instructionCases == whole.instructionCases.intersection(part.cases.map(\.id)))
      }
      #expect(Set(parts.map(\.digestOfWhole)).count == 1)
    }
    #expect(whole.shard == .whole)
    let digests = [whole, halves[0], quarters[0]].map(\.digestOfWhole)
    #expect(Set(digests).count == 3)
  }

  /// A plan with another rule, seed or selection of cases has another digest.
  @Test func anotherRuleIsAnotherPlan() throws {
    let cases = [planned("a"), planned("b")]
    let first = try plan(cases)
    #expect(try plan(cases).digestOfWhole == first.digestOfWhole)
    let changes: [(inout GatePlan) throws -> Void] = [
      { $0.seed += 1 }, { $0.sampling.budgetSeconds += 1 },
      { $0.rule = try PairedRule(margin: 0.5) }, { $0.screen = try PairedRule(margin: 0.5) },
      { $0.isExactOnly = true }, { $0.gatesEqualCode = true }, { $0.roundsPerPair += 1 },
      { $0.instructionItemLimit += 1 }, { $0.cases.removeLast() },
      { $0.cases.swapAt(0, 1) }, { $0.instructionCases = [cases[0].id] },
    ]
    for (number, change) in changes.enumerated() {
      var other = first
      try change(&other)
      #expect(other.digestOfWhole != first.digestOfWhole, "\(number)")
    }
  }
}
