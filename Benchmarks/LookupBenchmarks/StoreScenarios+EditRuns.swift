public import Benchmarking
public import Changesets
public import ItemStores

extension StoreScenarios {
  /// Sorted runs of edits: a batch update takes items out, another puts them back.
  @inlinable
  var editRuns: [Scenario] { EditShare.all.map { editRun($0) } }

  @inlinable
  func editRun(_ share: EditShare) -> Scenario {
    scenario(
      "edit-run-\(share.name)", "Takes \(share.name) of the items out in one run, puts them back.",
      isHeadline: share.isHeadline
    ) { _, collection in
      var store = editableStore(collection)
      let plan = EditRunPlan(share, of: collection)
      let runs = plan.runs.map { run in run.map { collection.path(ofGlobalIndex: $0) } }
      var calls = plan.calls
      return Measurement(operationsPerCall: plan.operationsPerCall, expectedAnswer: calls.answer) {
        let sum = Self.removeAndInsert(runs, calls.next(), in: &store)
        return calls.answer(for: sum)
      }
    }
  }

  @inlinable
  static func removeAndInsert(
    _ runs: [[ItemPath]], _ range: Range<Int>, in store: inout Store
  ) -> UInt64 {
    var sum: UInt64 = 0
    for run in range {
      let removed = store.remove(atSorted: runs[run])
      for item in removed { sum &+= item.id }
      store.insert(removed, atSorted: runs[run])
    }
    return sum
  }
}
