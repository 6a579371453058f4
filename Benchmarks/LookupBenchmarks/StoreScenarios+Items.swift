public import Benchmarking
public import Changesets
public import Datasets
public import ItemStores

extension StoreScenarios {
  /// An item by its path, as `cellForItem` asks for it.
  @inlinable
  var itemReads: [Scenario] {
    [
      itemReads(.random, isHeadline: true), itemReads(.sequential), itemReads(.reverse),
      itemReads(.skewed), dependentItemReads, existentialItemReads,
    ]
  }

  @inlinable
  func itemReads(
    _ order: KeyOrder, isHeadline: Bool = false, maximumItems: Int = .max
  ) -> Scenario {
    scenario(
      "item-\(order.rawValue)", "The item at a path; \(order.summary).", isHeadline: isHeadline,
      maximumItems: maximumItems
    ) { context, collection in
      let store = sharedStore(context, collection)
      let stream = collection.keys(order)
      let paths = stream.paths
      var calls = CallSequence(keys: stream.count) { stream.ids[$0] }
      return Measurement(operationsPerCall: calls.length, expectedAnswer: calls.answer) {
        let keys = paths.span.extracting(calls.next())
        var sum: UInt64 = 0
        for key in keys.indices { sum &+= store[keys[key]].id }
        return calls.answer(for: sum)
      }
    }
  }

  @inlinable
  var dependentItemReads: Scenario {
    scenario(
      "item-random-dependent", "The item at a path that is known once the last item is read.",
      isHeadline: true
    ) { context, collection in
      let store = sharedStore(context, collection)
      let stream = collection.keys(.random)
      let paths = stream.paths
      let noBits = collection.noBits
      var calls = CallSequence(keys: stream.count) { stream.ids[$0] }
      return Measurement(operationsPerCall: calls.length, expectedAnswer: calls.answer) {
        let keys = paths.span.extracting(calls.next())
        var sum: UInt64 = 0
        var shift = 0
        for key in keys.indices {
          let path = keys[key]
          let id = store[ItemPath(section: path.section &+ shift, item: path.item &+ shift)].id
          sum &+= id
          shift = Int(truncatingIfNeeded: id & noBits)
        }
        return calls.answer(for: sum)
      }
    }
  }

  /// The one scenario with an existential inside its loop: what specialisation saves.
  @inlinable
  var existentialItemReads: Scenario {
    scenario(
      "item-random-existential", "The item at a random path through `any ItemStore`."
    ) { context, collection in
      let store: any ItemStore<Item> = sharedStore(context, collection)
      let stream = collection.keys(.random)
      let paths = stream.paths
      var calls = CallSequence(keys: stream.count) { stream.ids[$0] }
      return Measurement(operationsPerCall: calls.length, expectedAnswer: calls.answer) {
        let keys = paths.span.extracting(calls.next())
        var sum: UInt64 = 0
        for key in keys.indices { sum &+= store[keys[key]].id }
        return calls.answer(for: sum)
      }
    }
  }
}
