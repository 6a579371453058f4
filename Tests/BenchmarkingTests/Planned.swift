import Benchmarking
import Foundation
import RunRecords

/// Plans for tests, of scenarios that nobody runs.
enum Planned {
  static func scenario(
    _ name: String, storage: String = "flat", payload: String = "item8",
    minimumItems: Int = 1, maximumItems: Int = .max, datasets: Set<String>? = nil,
    isTimed: Bool = true, countsAllocations: Bool = true
  ) -> Scenario {
    Scenario(
      name, summary: name, storage: storage, payload: payload, minimumItems: minimumItems,
      maximumItems: maximumItems, datasets: datasets, isTimed: isTimed,
      countsAllocations: countsAllocations
    ) { _ in
      Measurement(operationsPerCall: 1) { 0 }
    }
  }

  static func dataset(_ items: Int, name: String = "uniform-10") -> PlannedDataset {
    PlannedDataset(spec: name, name: name, items: items)
  }

  static func suite(_ scenarios: [Scenario], name: String = "lookup") -> Suite {
    Suite(name, summary: name, scenarios: scenarios)
  }

  /// Two scenarios of three storages at two sizes.
  static func plan(
    seed: UInt64 = 1, preset: RunPreset = .full, launches: Int? = nil,
    caseBudgetSeconds: Double? = nil, caseTimeoutSeconds: Double? = nil,
    countingInstructionsOf text: String? = nil,
    instructionItemLimit: Int = RunPlan.defaultInstructionItemLimit
  ) -> RunPlan {
    let scenarios = ["nested", "flat", "btree"].flatMap { storage in
      ["read", "write"].map { scenario($0, storage: storage) }
    }
    let cases = PlannedCase.all(
      in: [suite(scenarios)], on: [dataset(1_000), dataset(100_000)])
    return RunPlan(
      cases: cases, preset: preset, seed: seed, launches: launches,
      caseBudgetSeconds: caseBudgetSeconds, caseTimeoutSeconds: caseTimeoutSeconds,
      instructionCases: Set(cases.map(\.id).filter { text.map($0.contains) ?? false }),
      instructionItemLimit: instructionItemLimit)
  }

  /// A job of scenarios of the suite for tests; a scenario that is not in it has no code there.
  static func job(
    _ names: [String], pass: JournalEntry.Pass, storage: String = "flat", items: Int = 10,
    launch: Int = 0, sampling: SamplingPlan = SamplingPlan(budgetSeconds: 0.002)
  ) -> WorkerJob {
    let dataset = PlannedDataset(spec: "none", name: "none", items: items)
    let cases = names.map { name in
      PlannedCase(suite: "tests", scenario: scenario(name, storage: storage), dataset: dataset)
    }
    return WorkerJob(
      cases, on: dataset, pass: pass, launch: launch, seed: 1, sampling: sampling)
  }
}
