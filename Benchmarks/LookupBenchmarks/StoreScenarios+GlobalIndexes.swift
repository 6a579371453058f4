public import Benchmarking
public import Changesets
public import Datasets
public import ItemStores

extension StoreScenarios {
  /// Look-ups by the position in the whole collection, and between the two kinds of address.
  @inlinable
  var globalReads: [Scenario] {
    [
      itemsOfGlobalIndexes, dependentItemsOfGlobalIndexes, pathsOfGlobalIndexes,
      globalIndexesOfPaths, sectionsOfGlobalIndexes,
    ]
  }

  @inlinable
  var itemsOfGlobalIndexes: Scenario {
    scenario("global-random", "The item at a random global index.", isHeadline: true) {
      context, collection in
      let store = sharedStore(context, collection)
      let stream = collection.keys(.random)
      return LookupKeys.measurement(of: stream.globalIndexes, answers: stream.ids) { keys in
        var sum: UInt64 = 0
        for key in keys.indices { sum &+= store.item(atGlobalIndex: keys[key]).id }
        return sum
      }
    }
  }

  @inlinable
  var dependentItemsOfGlobalIndexes: Scenario {
    scenario(
      "global-random-dependent",
      "The item at a global index that is known once the last item is read.", isHeadline: true
    ) { context, collection in
      let store = sharedStore(context, collection)
      let stream = collection.keys(.random)
      let noBits = collection.noBits
      return LookupKeys.measurement(of: stream.globalIndexes, answers: stream.ids) { keys in
        var sum: UInt64 = 0
        var shift = 0
        for key in keys.indices {
          let id = store.item(atGlobalIndex: keys[key] &+ shift).id
          sum &+= id
          shift = Int(truncatingIfNeeded: id & noBits)
        }
        return sum
      }
    }
  }

  @inlinable
  var pathsOfGlobalIndexes: Scenario {
    scenario("path-of-global", "The path of a random global index.") { context, collection in
      let store = sharedStore(context, collection)
      let stream = collection.keys(.random)
      let answers = stream.paths.map { Self.digest($0) }
      return LookupKeys.measurement(of: stream.globalIndexes, answers: answers) { keys in
        var sum: UInt64 = 0
        for key in keys.indices { sum &+= Self.digest(store.path(ofGlobalIndex: keys[key])) }
        return sum
      }
    }
  }

  /// A number that differs between paths of fewer than 2³² sections and items.
  @inlinable
  static func digest(_ path: ItemPath) -> UInt64 {
    UInt64(truncatingIfNeeded: path.section) &<< 32 &+ UInt64(truncatingIfNeeded: path.item)
  }

  @inlinable
  var globalIndexesOfPaths: Scenario {
    scenario("global-of-path", "The global index of a random path.") { context, collection in
      let store = sharedStore(context, collection)
      let stream = collection.keys(.random)
      let answers = stream.globalIndexes.map { UInt64($0) }
      return LookupKeys.measurement(of: stream.paths, answers: answers) { keys in
        var sum: UInt64 = 0
        for key in keys.indices {
          sum &+= UInt64(truncatingIfNeeded: store.globalIndex(of: keys[key]))
        }
        return sum
      }
    }
  }

  @inlinable
  var sectionsOfGlobalIndexes: Scenario {
    scenario("section-of-global", "The section of a random global index.", isHeadline: true) {
      context, collection in
      let store = sharedStore(context, collection)
      let stream = collection.keys(.random)
      let answers = stream.paths.map { UInt64($0.section) }
      return LookupKeys.measurement(of: stream.globalIndexes, answers: answers) { keys in
        var sum: UInt64 = 0
        for key in keys.indices {
          sum &+= UInt64(truncatingIfNeeded: store.section(ofGlobalIndex: keys[key]))
        }
        return sum
      }
    }
  }
}
