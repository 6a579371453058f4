import Changesets
import ItemStores
import Testing

@Suite struct NestedArrayStoreTests {
  @Test func aPassNeedsEightEditsOfOneSection() {
    let store = NestedArrayStore(sections: [0..<20, 0..<20])
    func prefersSingleEdits(_ first: Int, _ second: Int) -> Bool {
      store.prefersSingleEdits(
        atSorted: (0..<first).map { ItemPath(section: 0, item: $0) }
          + (0..<second).map { ItemPath(section: 1, item: $0) })
    }
    #expect(prefersSingleEdits(0, 0))
    #expect(prefersSingleEdits(7, 0))
    #expect(prefersSingleEdits(7, 7))
    #expect(!prefersSingleEdits(8, 0))
    #expect(!prefersSingleEdits(1, 8))
  }

  /// To move half of the items for each would take many seconds.
  @Test func manyEditsOfASectionTakeOnePass() {
    let count = 1 << 18
    var store = NestedArrayStore(sections: [0..<count])
    let paths = (0..<count).map { ItemPath(section: 0, item: 2 * $0) }
    store.insert(Array(count..<2 * count), atSorted: paths)
    #expect(store.items(inSection: 0) == (0..<count).flatMap { [count + $0, $0] })
    #expect(store.remove(atSorted: paths) == Array(count..<2 * count))
    #expect(store.items(inSection: 0) == Array(0..<count))
  }

  /// To move half of the arrays for each would take many seconds.
  @Test func manyEditsOfSectionsTakeOnePass() {
    let even = Array(stride(from: 0, to: 1 << 18, by: 2))
    var store = NestedArrayStore(sections: (0..<1 << 18).map { [$0] })
    store.apply(
      Changeset(deletedSections: even, insertedSections: even), newItem: { _ in 0 },
      newSection: { [-$0, $0] })
    #expect(store.sections() == (0..<1 << 18).map { $0 % 2 == 0 ? [-$0, $0] : [$0] })
  }

  @Test func anEmptyRangeHasNoChunks() {
    for count in [0, 1, 15, 40, 240, 2_000] {
      let store = NestedArrayStore(sections: (0..<count).map { 0..<$0 % 3 })
      var chunkCount = 0
      for index in 0...store.itemCount {
        store.forEachChunk(inGlobalRange: index..<index) { _ in chunkCount += 1 }
      }
      #expect(chunkCount == 0)
    }
  }

  /// In sections that share one array; `RequireTests` adds another item.
  @Test func aStoreHoldsAsManyItemsAsAnInt32Counts() {
    let store = NestedArrayStore.ofMostItems()
    #expect(store.itemCount == 1 << 31 - 1)
    #expect(store.path(ofGlobalIndex: 1 << 31 - 2) == ItemPath(section: 2_047, item: 1 << 20 - 2))
  }
}

extension NestedArrayStore<UInt8> {
  /// A store with 2³¹ − 1 items.
  static func ofMostItems() -> Self {
    let section = [UInt8](repeating: 0, count: 1 << 20)
    return NestedArrayStore(
      sections: Array(repeating: section, count: 2_047) + [Array(section.dropLast())])
  }
}
