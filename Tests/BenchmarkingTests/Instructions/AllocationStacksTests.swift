import Foundation
import RunRecords
import Profiles
import Testing

import Benchmarking

struct AllocationStacksTests {
  @Test func callsAreCountedByWhatLedToThem() {
    let stacks = AllocationStacks(
      CallgrindProfile(
        selfCosts: [:],
        callCounts: [
          "malloc'swift_slowAlloc'swift_allocObject'grow'append'cvbench_measured'run'main": 3,
          "malloc'grow'$s4workTA'append'$s4workTR'cvbench_measured'other": 1,
          // A function that calls itself, and a stack that is longer than what is told apart.
          "calloc'2'walk'3'visit": 2,
          // One entry point that asks another one, and what is none.
          "malloc'realloc'grow'cvbench_measured": 5,
          "realloc'grow'cvbench_measured": 5,
          "posix_memalign'swift_slowAlloc'cvbench_measured": 1,
          "free'grow'cvbench_measured": 9, "grow": 4,
        ]))
    #expect(
      stacks.counts == [["grow", "append"]: 4, ["walk", "visit"]: 2, ["grow"]: 5, []: 1])
    #expect(stacks.total == 12)
  }

  @Test func theLargestDifferencesComeFirst() {
    let before = AllocationStacks(counts: [["a"]: 1, ["b", "c"]: 7, ["gone"]: 3, ["same"]: 2])
    let after = AllocationStacks(counts: [["a"]: 2, ["b", "c"]: 1, ["new"]: 3, ["same"]: 2])
    let changes = before.changes(to: after)
    #expect(changes.map(\.stack) == [["b", "c"], ["gone"], ["new"], ["a"]])
    #expect(changes.map(\.difference) == [-6, -3, 3, 1])
    #expect(changes.reduce(0) { $0 + $1.difference } == after.total - before.total)
    #expect(before.changes(to: before).isEmpty)
  }
}

extension InstructionCountTests {
  private func profiled(
    _ scenario: String, injected: InjectedRegression? = nil,
    separatingCallersOf functions: Callgrind.Separated = .functions([])
  ) throws -> CallgrindProfile {
    let job = job([scenario])
    let call = try ProcessLauncher(executable: worker).profile(
      job.cases[0], seed: job.seed, sampling: job.sampling, injected: injected,
      separatingCallersOf: functions, timeoutSeconds: 600, isToStop: { false })
    return try #require(call.profile)
  }

  private func allocations(_ scenario: String) throws -> Int? {
    try run(job([scenario], pass: .allocations)).entries.first?.exact
      .first { $0.name == "allocations" }?.value
  }

  @Test(arguments: ["allocates-apart", "allocates"])
  func stacksAddUpToTheAllocations(scenario: String) throws {
    let stacks = AllocationStacks(
      try profiled(scenario, separatingCallersOf: .functions(AllocationStacks.entryPoints)))
    // Without jemalloc nothing else counts them.
    if let allocations = try allocations(scenario) { #expect(stacks.total == allocations) }
    guard scenario == "allocates-apart" else { return }
    func count(_ function: String) -> Int {
      stacks.counts.filter { $0.key.contains { SymbolName.readable($0).contains(function) } }
        .reduce(0) { $0 + $1.value }
    }
    #expect(count(".makeTwo(") == 2, "\(stacks.counts)")
    #expect(count(".makeOne(") == 1, "\(stacks.counts)")
    #expect(stacks.total == 3)
    #expect(!stacks.counts.keys.joined().contains("swift_allocObject"))
    #expect(!stacks.counts.keys.joined().contains("cvbench_measured"))
  }

  @Test(arguments: [1, 2, 1_001, 50_000])
  func injectedInstructionsAreCounted(count: Int) throws {
    let difference =
      try profiled("sum", injected: .instructions(count)).total - profiled("sum").total
    #if DEBUG
      #expect((count..<(count + 1_000)).contains(difference), "\(difference)")
    #else
      #expect((count..<(count + 300)).contains(difference), "\(difference)")
    #endif
  }
}
