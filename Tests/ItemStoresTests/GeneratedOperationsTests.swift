import ItemStores
import StressTesting
import TestSupport
import Testing

/// Generated operations for as long as `CVBENCH_STRESS_SECONDS` says; half a second without it.
@Suite(.serialized) struct GeneratedOperationsTests {
  /// Each store in turn, under a new seed in each round, until the time is up.
  @Test func storesMatchTheModel() throws {
    let operations = 500
    var run = try StressRun("stores", filter: "GeneratedOperationsTests", usualSeconds: 0.5)
    run.forEachSeed { seed in
      try check(NestedArrayStore<Int>.self, operations, seed)
      try check(FlatIndexedStore<Int>.self, operations, seed)
      try check(BTreeStore<Int>.self, operations, seed)
      try check(SmallBTreeStore<Int, 2, 3>.self, operations, seed)
      try check(SmallBTreeStore<Int, 6, 4>.self, operations, seed)
      // Few items fill nodes of as many entries as there is room for.
      try check(SmallBTreeStore<Int, 2, 16>.self, operations, seed)
      try check(MinimalStore<Int>.self, operations, seed)
    }
    run.summarize("\(run.sequences * 7 * operations) operations on 7 stores")
  }

  private func check<Store: ItemStore<Int>>(
    _ store: Store.Type, _ operations: Int, _ seed: UInt64
  ) throws {
    try StoreConformance.check(store, maxItems: 0, operations: operations, seed: seed)
  }
}
