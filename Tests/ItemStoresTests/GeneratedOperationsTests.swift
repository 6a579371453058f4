import Foundation
import ItemStores
import StressTesting
import Testing

/// Generated operations for as long as `CVBENCH_STRESS_SECONDS` says; half a second without it.
@Suite(.serialized) struct GeneratedOperationsTests {
  /// Each store in turn, under a new seed in each round, until the time is up.
  @Test func storesHoldAgainstTheModel() throws {
    let variable = ProcessInfo.processInfo.environment["CVBENCH_STRESS_SECONDS"]
    let seconds = try #require(Double(variable ?? "0.5"), "CVBENCH_STRESS_SECONDS is no number")
    let firstSeed = UInt64(Date.now.timeIntervalSince1970)
    let operations = 500
    let end = ContinuousClock.now + .seconds(seconds)
    var rounds: UInt64 = 0
    repeat {
      let seed = firstSeed &+ rounds
      try check(NestedArrayStore<Int>.self, operations, seed)
      try check(FlatIndexedStore<Int>.self, operations, seed)
      try check(BTreeStore<Int>.self, operations, seed)
      try check(SmallBTreeStore<Int, 2, 3>.self, operations, seed)
      try check(SmallBTreeStore<Int, 6, 4>.self, operations, seed)
      rounds += 1
    } while ContinuousClock.now < end
    print("stress: \(rounds * 5 * UInt64(operations)) generated operations from seed \(firstSeed)")
  }

  private func check<Store: ItemStore<Int>>(
    _ store: Store.Type, _ operations: Int, _ seed: UInt64
  ) throws {
    try StoreConformance.check(store, maxItems: 0, operations: operations, seed: seed)
  }
}
