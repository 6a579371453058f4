public import BasicAlgorithms
public import Benchmarking
public import Datasets
public import ItemStores

extension StoreScenarios {
  /// The costs of loading and keeping a store.
  ///
  /// Each closure leaves its store in a box and empties it first: after the first call the live
  /// bytes have grown by what the store holds, and time includes giving the last one back.
  @inlinable
  var builds: [Scenario] { [build, memoryAfterEdits] }

  @inlinable
  var build: Scenario {
    scenario(
      "build", "Generates every item and loads it; live bytes are the store's.", isHeadline: true
    ) { _, collection in
      let dataset = collection.dataset
      let probes = collection.probes
      let box = StoreBox<Store>()
      return Measurement(
        operationsPerCall: collection.itemCount, expectedAnswer: collection.sumOfProbes
      ) {
        box.store = nil
        let store = Store(sections: dataset.sections(of: Item.self))
        box.store = store
        var sum = UInt64(store.itemCount)
        for index in probes { sum &+= store.item(atGlobalIndex: index).id }
        return sum
      }
    }
  }

  /// As many edits as items, to the million, and to about three seconds of moving items.
  @inlinable
  var memoryAfterEdits: Scenario {
    scenario(
      "memory-after-edits", "Loads, then inserts and deletes at random; live bytes are what stays.",
      passes: [.allocations]
    ) { _, collection in
      let dataset = collection.dataset
      let most = min(1_000_000, (1 << 34) / collection.itemsMoved(reach))
      let pairs = max(1, min(collection.itemCount, most) / 2)
      let box = StoreBox<Store>()
      return Measurement(
        operationsPerCall: 2 * pairs, expectedAnswer: collection.sumOfIDs
      ) {
        box.store = nil
        var store = Store(sections: dataset.sections(of: Item.self))
        var generator = collection.generator(for: 1)
        var sum: UInt64 = 0
        for pair in 0..<pairs {
          let target = store.path(ofGlobalIndex: generator.next(below: store.itemCount))
          let item = Item(LookupCollection.newSeed(pair))
          store.insert(item, at: target)
          sum &-= item.id
          let source = store.path(ofGlobalIndex: generator.next(below: store.itemCount))
          sum &+= store.remove(at: source).id
        }
        sum &+= Self.sumOfIDs(in: store, 0..<store.itemCount)
        box.store = store
        return sum
      }
    }
  }
}

/// One store that outlives the call that built it.
@usableFromInline
final class StoreBox<Store> {
  @usableFromInline var store: Store?

  @inlinable
  init() {}
}
