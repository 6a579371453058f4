public import Benchmarking
public import Datasets
public import ItemStores

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
      let store = sharedStore(context, collection)
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
      let store = sharedStore(context, collection)
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
