import RunRecords
import Statistics

/// Cases that are compared with each other: all storages and floors of a suite on one collection
/// with one payload.
///
/// A block stays on one machine, so that winners, crossovers of one size and ratios to a floor never
/// mix two. One that is too long for a part is taken apart by scenario: what remains together is
/// compared all the same.
package struct PlanBlock: Sendable {
  /// The properties that all cases of a block have in common.
  package struct Key: Hashable, Sendable {
    package let suite: String
    package let dataset: PlannedDataset
    package let payload: String
    /// Nil for all scenarios.
    package var scenario: String?
  }

  package let key: Key
  package let cases: [PlannedCase]

  /// `update/data=uniform-1000/payload=item8/items=10000`, with the scenario where there is one.
  package var name: String {
    let scenario = key.scenario.map { "/\($0)" } ?? ""
    return "\(key.suite)\(scenario)/data=\(key.dataset.name)/payload=\(key.payload)"
      + "/items=\(key.dataset.items)"
  }

  /// The blocks of `cases`, in the order of their first cases.
  ///
  /// - Complexity: O(cases).
  package static func blocks(of cases: [PlannedCase]) -> [PlanBlock] {
    grouped(cases) { planned in
      Key(suite: planned.suite, dataset: planned.dataset, payload: planned.scenario.payload)
    }
  }

  /// The number of pieces of `cases` that stay together in any case: scenarios of one collection.
  ///
  /// - Complexity: O(cases).
  package static func pieceCount(of cases: [PlannedCase]) -> Int {
    blocks(of: cases).reduce(0) { $0 + $1.scenarios.count }
  }

  /// The block's cases, each scenario by itself.
  ///
  /// - Complexity: O(cases).
  package var scenarios: [PlanBlock] {
    Self.grouped(cases) { planned in
      var key = key
      key.scenario = planned.scenario.name
      return key
    }
  }

  private static func grouped(_ cases: [PlannedCase], by key: (PlannedCase) -> Key) -> [PlanBlock] {
    var keys: [Key] = []
    var members: [Key: [PlannedCase]] = [:]
    for planned in cases {
      let key = key(planned)
      if members[key] == nil { keys.append(key) }
      members[key, default: []].append(planned)
    }
    return keys.map { PlanBlock(key: $0, cases: members[$0] ?? []) }
  }
}

extension RunPlan {
  /// The seconds that a case takes by the plan alone: the time of sampling, and a set-up for each
  /// piece that grows with the items.
  ///
  /// The constants are fitted to one run of the quick preset on two cores. They meet the durations of
  /// generated collections within a factor of two, but those of databases and of update traces take
  /// up to seventeen times as long: recorded durations are better.
  package func estimatedSeconds(of planned: PlannedCase) -> Double {
    let setUp = 0.02 + 1e-7 * Double(planned.dataset.items)
    return JournalEntry.Pass.allCases.filter { has($0, of: planned) }.reduce(0) { sum, pass in
      switch pass {
      case .time: sum + Double(launches.most) * (sampling.budgetSeconds + setUp)
      case .allocations: sum + 0.01 + setUp
      case .instructions: sum + (whyUncounted(planned.dataset) == nil ? 3 + 50 * setUp : 0)
      }
    }
  }
}
