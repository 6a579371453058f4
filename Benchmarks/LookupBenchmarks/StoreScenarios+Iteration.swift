public import Benchmarking
public import ItemStores

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
      let store = sharedStore(context, collection)
      let count = collection.itemCount
      let passes = collection.passesOverItems
      return Measurement(
        operationsPerCall: passes * count,
        expectedAnswer: collection.sumOfIDs &* UInt64(passes)
      ) {
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
      let store = sharedStore(context, collection)
      let count = collection.itemCount
      let passes = collection.passesOverItems
      return Measurement(
        operationsPerCall: passes * count,
        expectedAnswer: collection.sumOfIDs &* UInt64(passes)
      ) {
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
      // A sum of its own, which stays in registers: `sum` is shared with the caller.
      var chunkSum: UInt64 = 0
      for position in chunk.indices { chunkSum &+= chunk[position].id }
      sum &+= chunkSum
    }
    return sum
  }
}
