import Changesets
import ItemStores
import TestSupport
import Testing

/// What a store has that defines no more than it must.
@Suite struct StoreDefaultsTests {
  @Test func aWalkShowsSixtyFourItemsAtATime() {
    let store = MinimalStore(sections: [0..<50, 50..<50, 50..<150])
    var (sizes, items) = ([Int](), [Int]())
    store.forEachChunk { chunk in
      sizes.append(chunk.count)
      for index in chunk.indices { items.append(chunk[index]) }
    }
    #expect(sizes == [64, 64, 22])
    #expect(items == Array(0..<150))
  }

  @Test func runsAreSingleEdits() {
    let store = MinimalStore(sections: [0..<50])
    #expect(store.prefersSingleEdits(atSorted: (0..<50).map { ItemPath(section: 0, item: $0) }))
  }
}
