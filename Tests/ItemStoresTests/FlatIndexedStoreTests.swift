import Changesets
import ItemStores
import Testing

/// What the conformance check cannot see: where items lie, and how much room they take.
@Suite struct FlatIndexedStoreTests {
  @Test func aWalkShowsOneChunk() {
    let store = FlatIndexedStore(sections: [[1, 2], [], [3], [4, 5]])
    var chunks: [[Int]] = []
    store.forEachChunk { chunk in chunks.append(chunk.indices.map { chunk[$0] }) }
    #expect(chunks == [[1, 2, 3, 4, 5]])
  }

  @Test func anEditOfItsOwnStoreMovesNoArray() {
    var store = FlatIndexedStore(sections: (0..<10).map { Array(0..<$0 * 10) })
    let removed = [ItemPath(section: 3, item: 2), ItemPath(section: 9, item: 0)]
    let address = store.address
    let items = store.remove(atSorted: removed)
    #expect(store.address == address, "removals were not gathered in place")
    store.insert(items, atSorted: removed)
    #expect(store.address == address, "insertions were not gathered in place")
    store.moveSection(from: 2, to: 7)
    store.move(from: ItemPath(section: 9, item: 1), to: ItemPath(section: 0, item: 0))
    #expect(store.address == address)
  }

  @Test func anEditOfASharedStoreLeavesTheOtherItsArray() {
    var store = FlatIndexedStore(sections: [[1, 2, 3, 4]])
    let copy = store
    let address = copy.address
    #expect(store.address == address)
    store.remove(atSorted: [ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 3)])
    #expect(store.address != address)
    #expect(copy.address == address)
    #expect(copy.sections() == [[1, 2, 3, 4]])
    #expect(store.sections() == [[2, 3]])
  }

  @Test func sectionsOfUnknownSizeAreLoadedWhole() {
    for count in [0, 1, 7, 8, 9, 127, 128, 129, 1_000] {
      let sizes = (0..<count).map { ($0 * 7_919) % 23 }
      let expected = sizes.map { size in (0..<size).map { $0 + size } }
      #expect(FlatIndexedStore(sections: expected).sections() == expected)
      #expect(FlatIndexedStore(sections: expected.lazy.map { $0 }).sections() == expected)
      let unknown = expected.lazy.filter { _ in true }.map { $0.lazy.filter { _ in true } }
      #expect(FlatIndexedStore(sections: unknown).sections() == expected)
    }
  }
}
