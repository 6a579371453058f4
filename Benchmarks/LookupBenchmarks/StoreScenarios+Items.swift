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
      return LookupKeys.measurement(of: stream.paths, answers: stream.ids) { keys in
        var sum: UInt64 = 0
        for key in keys.indices { sum &+= store[keys[key]].id }
        return sum
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
      let noBits = collection.noBits
      return LookupKeys.measurement(of: stream.paths, answers: stream.ids) { keys in
        var sum: UInt64 = 0
        var shift = 0
        for key in keys.indices {
          let path = keys[key]
          let id = store[ItemPath(section: path.section &+ shift, item: path.item &+ shift)].id
          sum &+= id
          shift = Int(truncatingIfNeeded: id & noBits)
        }
        return sum
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
      return LookupKeys.measurement(of: stream.paths, answers: stream.ids) { keys in
        var sum: UInt64 = 0
        for key in keys.indices { sum &+= store[keys[key]].id }
        return sum
      }
    }
  }
}
