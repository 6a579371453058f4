public import Benchmarking
public import ItemStores

extension StoreScenarios {
  /// The numbers of sections and of items in each, which a reload asks first.
  @inlinable
  var counts: [Scenario] { [countsOfAll, countsAtRandom] }

  @inlinable
  var countsOfAll: Scenario {
    scenario("counts-all", "The section count, then the item count of every section in order.") {
      context, collection in
      let store = sharedStore(context, collection)
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
      let store = sharedStore(context, collection)
      let sections = collection.randomSections
      let sizes = collection.sectionSizes
      let answers = sections.map { UInt64(sizes[$0]) }
      return LookupKeys.measurement(of: sections, answers: answers) { keys in
        var sum: UInt64 = 0
        for key in keys.indices {
          sum &+= UInt64(store.itemCount(inSection: keys[key]))
        }
        return sum
      }
    }
  }
}
