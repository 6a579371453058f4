public import Benchmarking
public import Changesets
public import Datasets
public import ItemStores

// Each look-up stands in its own loop: a closure for one key is called for each where a store's
// look-up is long, and would be measured with it.

extension StoreScenarios {
  /// An item by its path, as `cellForItem` asks for it.
  @inlinable
  var itemReads: [Scenario] {
    [
      itemReads(.random, isHeadline: true), itemReads(.sequential), itemReads(.reverse),
      itemReads(.skewed), dependentItemReads, unpackedItemReads, existentialItemReads,
    ]
  }

  @inlinable
  func itemReads(
    _ order: KeyOrder, isHeadline: Bool = false, maximumItems: Int = .max
  ) -> Scenario {
    reads(
      "item-\(order.rawValue)", "The item at a path; \(order.summary).",
      isHeadline: isHeadline, maximumItems: maximumItems, order: order
    ) { store, _, stream in
      LookupKeys.measurement(of: stream.paths, answers: stream.ids) { keys in
        var sum: UInt64 = 0
        for key in keys.indices { sum &+= store[keys[key]].id }
        return sum
      }
    }
  }

  @inlinable
  var dependentItemReads: Scenario {
    reads(
      "item-random-dependent", "The item at a path that is known once the last item is read.",
      isHeadline: true
    ) { store, collection, stream in
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

  /// An item for a caller that has two numbers, as one has that walks sections and items.
  @inlinable
  var unpackedItemReads: Scenario {
    reads(
      "item-random-made", "The item at a section and an item, by a path that is made for each call."
    ) { store, _, stream in
      LookupKeys.measurement(of: stream.places, answers: stream.ids) { keys in
        var sum: UInt64 = 0
        for key in keys.indices {
          let place = keys[key]
          sum &+= store[ItemPath(section: place.section, item: place.item)].id
        }
        return sum
      }
    }
  }

  /// The one scenario with an existential inside its loop: what specialisation saves.
  @inlinable
  var existentialItemReads: Scenario {
    reads(
      "item-random-existential", "The item at a random path through `any ItemStore`."
    ) { specialised, _, stream in
      let store: any ItemStore<Item> = specialised
      return LookupKeys.measurement(of: stream.paths, answers: stream.ids) { keys in
        var sum: UInt64 = 0
        for key in keys.indices { sum &+= store[keys[key]].id }
        return sum
      }
    }
  }
}

extension StoreScenarios {
  /// The numbers of sections and of items in each, which a reload asks first.
  @inlinable
  var counts: [Scenario] { [countsOfAll, countsAtRandom] }

  @inlinable
  var countsOfAll: Scenario {
    scenario("counts-all", "The section count, then the item count of every section in order.") {
      context, collection in
      let store = try sharedStore(context, collection)
      let sizes = collection.sectionSizes
      let passes = collection.passes(of: sizes.count)
      let answer = (0..<sizes.count).reduce(0 as UInt64) {
        $0 &+ UInt64(sizes[$1]) &* UInt64($1 &+ 1)
      }
      return Measurement(
        operationsPerCall: passes * sizes.count, expectedAnswer: answer &* UInt64(passes)
      ) {
        var sum: UInt64 = 0
        for _ in 0..<passes {
          for section in 0..<store.sectionCount {
            // The factor tells sections apart: the plain sum would be the item count anyway.
            sum &+= UInt64(store.itemCount(inSection: section)) &* UInt64(section &+ 1)
          }
        }
        return sum
      }
    }
  }

  @inlinable
  var countsAtRandom: Scenario {
    scenario("counts-random", "The item count of sections at random.") { context, collection in
      let store = try sharedStore(context, collection)
      let sections = collection.randomSections
      let sizes = collection.sectionSizes
      let answers = sections.map { UInt64(sizes[$0]) }
      return LookupKeys.measurement(of: sections, answers: answers) { keys in
        var sum: UInt64 = 0
        for key in keys.indices { sum &+= UInt64(store.itemCount(inSection: keys[key])) }
        return sum
      }
    }
  }
}

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
    reads(
      "global-random", "The item at a random global index.", isHeadline: true
    ) { store, _, stream in
      LookupKeys.measurement(of: stream.globalIndexes, answers: stream.ids) { keys in
        var sum: UInt64 = 0
        for key in keys.indices { sum &+= store.item(atGlobalIndex: keys[key]).id }
        return sum
      }
    }
  }

  @inlinable
  var dependentItemsOfGlobalIndexes: Scenario {
    reads(
      "global-random-dependent",
      "The item at a global index that is known once the last item is read.",
      isHeadline: true
    ) { store, collection, stream in
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
    reads("path-of-global", "The path of a random global index.") { store, _, stream in
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
    reads("global-of-path", "The global index of a random path.") { store, _, stream in
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
    reads(
      "section-of-global", "The section of a random global index.", isHeadline: true
    ) { store, _, stream in
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

extension StoreScenarios {
  /// Everything from front to back, in chunks.
  @inlinable
  var iterations: [Scenario] { [iterate(isHeadline: true), iterateBySections] }

  @inlinable
  func iterate(isHeadline: Bool = false, maximumItems: Int = .max) -> Scenario {
    scenario(
      "iterate", "Every item, in the longest chunks that the store has.", isHeadline: isHeadline,
      maximumItems: maximumItems
    ) { context, collection in
      let store = try sharedStore(context, collection)
      let count = collection.itemCount
      return collection.passes { passes in
        var sum: UInt64 = 0
        for _ in 0..<passes { sum &+= Self.sumOfIDs(in: store, 0..<count) }
        return sum
      }
    }
  }

  @inlinable
  var iterateBySections: Scenario {
    scenario("iterate-sections", "Every item, one section after the other.") {
      context, collection in
      let store = try sharedStore(context, collection)
      return collection.passes { passes in
        var sum: UInt64 = 0
        for _ in 0..<passes {
          for section in 0..<store.sectionCount {
            sum &+= Self.sumOfIDs(in: store, store.globalRange(ofSection: section))
          }
        }
        return sum
      }
    }
  }

  /// The sum of the ids at global indexes `range`; one vector loop a chunk.
  @inlinable
  static func sumOfIDs(in store: Store, _ range: Range<Int>) -> UInt64 {
    var sum: UInt64 = 0
    store.forEachChunk(inGlobalRange: range) { chunk in
      // A separate sum stays in registers: `sum` is shared with the caller.
      var chunkSum: UInt64 = 0
      for position in chunk.indices { chunkSum &+= chunk[position].id }
      sum &+= chunkSum
    }
    return sum
  }
}
