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
      isTimed: false
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

extension StoreScenarios {
  /// A copy, one edit of the copy, and the copy dropped: what a diffable snapshot costs.
  @inlinable
  var snapshots: [Scenario] { [snapshotAndEdit, snapshotEditAndLookUp] }

  @inlinable
  var snapshotAndEdit: Scenario {
    scenario(
      "snapshot-edit", "Copies the store, inserts an item into the copy, drops it.",
      isHeadline: true
    ) { context, collection in
      let store = try sharedStore(context, collection)
      let paths = collection.keys(.random).paths
      let items: [Item] = collection.newItems(count: collection.snapshotsPerCall(reach))
      var calls = CallSequence(keys: paths.count, ofAtMost: items.count) {
        items[$0 % items.count].id
      }
      return Measurement(operationsPerCall: calls.length, expectedAnswer: calls.answer) {
        let keys = paths.span.extracting(calls.next())
        var sum: UInt64 = 0
        for key in keys.indices {
          var copy = store
          copy.insert(items[key], at: keys[key])
          sum &+= copy[keys[key]].id
        }
        return calls.answer(for: sum)
      }
    }
  }

  @inlinable
  var snapshotEditAndLookUp: Scenario {
    scenario(
      "snapshot-edit-look-up",
      "Copies the store, inserts into the copy, reads a random global index of it, drops it."
    ) { context, collection in
      let store = try sharedStore(context, collection)
      let stream = collection.keys(.random)
      let paths = stream.paths
      let probes = stream.farAhead(stream.globalIndexes)
      let items: [Item] = collection.newItems(count: collection.snapshotsPerCall(reach))
      let ids = collection.idsAfterInsertions(in: stream, of: items.map(\.id), at: probes)
      var calls = CallSequence(keys: stream.count, ofAtMost: items.count) { ids[$0] }
      return Measurement(operationsPerCall: calls.length, expectedAnswer: calls.answer) {
        let range = calls.next()
        var sum: UInt64 = 0
        for key in range {
          var copy = store
          copy.insert(items[key - range.lowerBound], at: paths[key])
          sum &+= copy.item(atGlobalIndex: probes[key]).id
        }
        return calls.answer(for: sum)
      }
    }
  }
}
