import Foundation
import Profiles
import RunRecords
import Testing

import Benchmarking

extension InstructionCountTests {
  private func profiler(
    _ scenario: String, items: Int = 1_000, injected: InjectedRegression? = nil,
    timeoutSeconds: Double = 600
  ) -> CaseProfiler {
    let job = job([scenario], items: items)
    return CaseProfiler(
      ProcessLauncher(executable: worker), of: job.cases[0], seed: job.seed,
      sampling: job.sampling, injected: injected, timeoutSeconds: timeoutSeconds,
      isToStop: { false })
  }

  private func tree(_ profile: StackProfile) -> CallTree {
    var names = FunctionNames()
    return CallTree(profile, naming: &names)
  }

  @Test func stacksAddUpToTheInstructionsAndAreTheSameTwice() throws {
    let stacks = try (0..<2).map { _ in try profiler("steps").instructions().stacks }
    #expect(stacks[0].total == (try count(steps: 1_000)))
    #expect(stacks[0] == stacks[1])
    #expect(tree(stacks[0]).folded == tree(stacks[1]).folded)
    #expect(!stacks[0].weights.keys.joined().contains { $0.symbol == "[callers unknown]" })
  }

  @Test(arguments: ["allocates", "allocates-apart"])
  func recordedStacksAddUpToTheAllocations(scenario: String) throws {
    let counted = try #require(run(job([scenario], pass: .allocations)).entries.first).exact
    let metric = try #require(counted.first { $0.name == "allocations" })
    guard let allocations = metric.value else {
      // Without jemalloc nothing else counts them.
      #expect(metric.absent != nil)
      return
    }
    let bytes = counted.first { $0.name == "allocated_bytes" }?.value
    let found: AllocatedStacks
    do {
      found = try profiler(scenario).allocations().stacks
    } catch {
      // The library is not built beside these tests.
      #expect("\(error)".contains("AllocationInterposer"))
      return
    }
    #expect(found.calls.total == allocations)
    #expect(found.bytes.total == bytes)
    #expect(found.countedCalls == allocations)
    #expect(found.lostCalls == 0)
    let costs = tree(found.calls).costs
    let objects = costs.first { $0.function.isType && $0.function.text.hasSuffix("Object") }
    #expect(objects?.total == allocations)
    if scenario == "allocates-apart" {
      #expect(costs.first { $0.function.text.hasSuffix("makeTwo()") }?.ownWeight == 2)
      #expect(costs.first { $0.function.text.hasSuffix("makeOne()") }?.ownWeight == 1)
    }
  }

  @Test(arguments: [SamplingEngine.timer, .clock])
  func samplesFallIntoTheMeasuredCallsOnly(engine: SamplingEngine) throws {
    let request = SamplingRequest(engines: [engine], seconds: 0.5, rate: 500)
    let stacks: SampledStacks
    do {
      stacks = try profiler("steps", items: 1_000_000).sample(request)
    } catch {
      // The system forbids events of the kernel; a timer it cannot forbid.
      #expect(engine == .clock && "\(error)".contains("no call stacks can be sampled"))
      return
    }
    #expect(stacks.engine == engine)
    #expect(stacks.observationCount > 0)
    #expect(stacks.profile.total >= stacks.observationCount)
    #expect(stacks.operationCount > 0 && stacks.cpuNanoseconds > 0)
    #expect(stacks.rootlessWeight * 5 <= stacks.profile.total)
    #expect(!stacks.profile.weights.keys.joined().contains { $0.symbol == "cvbench_measured" })
    #expect(stacks.hotFunctions.first.map { $0.start < $0.end } == true)
  }

  @Test func withoutAnEngineTheReasonIsGiven() throws {
    #expect(throws: WorkerError.unable(reason: "no call stacks can be sampled: ")) {
      try profiler("steps").sample(SamplingRequest(engines: [], seconds: 0.1, rate: 100))
    }
  }

  /// A cost of 5 % that was planted stands among the first three of the difference.
  @Test(arguments: ["sum", "steps", "counts"])
  func aPlantedCostStandsAtTheTop(scenario: String) throws {
    let before = try profiler(scenario, injected: .instructions(0)).instructions().stacks
    let after = try profiler(scenario, injected: .instructions(max(20, before.total / 20)))
      .instructions().stacks
    func pass(_ stacks: StackProfile) -> CaseProfile.Pass {
      CaseProfile.Pass(.instructions, tree: tree(stacks), origin: "", unitsPerWeight: 1)
    }
    let changes = CallTreeDifference(base: pass(before), head: pass(after)).changes
    #expect(
      changes.prefix(3).contains { $0.function.text == "cprocess_spend_instructions" },
      "\(changes.prefix(5))")
  }

  @Test func passesThatCannotBeTakenAreAbsentWithTheReason() throws {
    var names = FunctionNames()
    let job = job(["steps"])
    let old = CaseProfiler(
      ProcessLauncher(executable: worker), of: job.cases[0], seed: job.seed,
      sampling: job.sampling, version: 2, timeoutSeconds: 600, isToStop: { false })
    let plan = ProfileCollector.Plan(
      measures: [.time, .allocations, .bytes],
      sampling: SamplingRequest(engines: [.timer], seconds: 0.1, rate: 100))
    let profile = try ProfileCollector(plan, isToStop: { false }).collect(
      job.cases[0], by: old, build: "old", naming: &names)
    #expect(profile.passes.isEmpty)
    #expect(profile.answer == nil)
    #expect(profile.absences.map(\.measures) == [[.time], [.allocations, .bytes]])
    #expect(profile.absences.allSatisfy { $0.reason.contains("older") })
    let stopped = try ProfileCollector(plan, isToStop: { true }).collect(
      job.cases[0], by: profiler("steps"), build: "", naming: &names)
    #expect(stopped.absences.map(\.reason) == ["interrupted before it", "interrupted before it"])
  }

  @Test(arguments: ["fails", "wrong", "crashes", "complains"])
  func aCaseThatGoesWrongEndsTheProfile(scenario: String) throws {
    var names = FunctionNames()
    let plan = ProfileCollector.Plan(
      measures: Set(CaseProfile.Measure.allCases),
      sampling: SamplingRequest(engines: [.timer], seconds: 0.1, rate: 100))
    #expect(throws: WorkerError.self) {
      try ProfileCollector(plan, isToStop: { false }).collect(
        job([scenario]).cases[0], by: profiler(scenario), build: "", naming: &names)
    }
  }
}
