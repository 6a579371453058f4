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

  /// If it gave the array back, the next item would take its memory, and keep it.
  @Test func aWalkCopiesItemsToOneArray() {
    let addresses = StoreOfMadeItems().chunkAddresses
    #expect(addresses.count == 4)
    #expect(Set(addresses).count == 1)
  }

  /// The array has room for as many as there are, which an allocator rounds up, and does not double.
  @Test func theItemsOfASectionAreCopiedAtOnce() {
    func expectNoRoom<Store: ItemStore<Int>>(_: Store.Type) {
      let items = Store(sections: [0..<1_100]).items(inSection: 0)
      #expect(items == Array(0..<1_100))
      #expect(items.capacity < 1_100 * 3 / 2, "\(Store.self)")
    }
    expectNoRoom(MinimalStore<Int>.self)
    expectNoRoom(FlatIndexedStore<Int>.self)
    expectNoRoom(BTreeStore<Int>.self)
  }

  @Test func aWrongPathOfAnItemStopsTheProgram() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var store = StoreOfMadeItems()
      store.checkInvariants()
      store.lostIndex = 199
      store.checkInvariants()
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      message.contains(
        "StoreOfMadeItems.checkInvariants(): global index 199 of [0, 199] has path [0, 198]"),
      "\(message)")
  }

  @Test func runsAreSingleEdits() {
    let store = MinimalStore(sections: [0..<50])
    #expect(store.prefersSingleEdits(atSorted: (0..<50).map { ItemPath(section: 0, item: $0) }))
  }
}

/// A section of arrays that are made when they are asked for, each as large as a chunk of them.
private struct StoreOfMadeItems: ItemStore {
  /// An item that is taken for the one before it.
  var lostIndex: Int?

  var sectionCount: Int { 1 }
  func itemCount(inSection section: Int) -> Int { 200 }
  subscript(path: ItemPath) -> [Int] { Array(repeating: path.item, count: 64) }

  func path(ofGlobalIndex index: Int) -> ItemPath {
    ItemPath(section: 0, item: index == lostIndex ? index - 1 : index)
  }

  mutating func insert(_ item: [Int], at path: ItemPath) {}
  mutating func remove(at path: ItemPath) -> [Int] { [] }
  mutating func insertSection<Items: Sequence<[Int]>>(_ items: Items, at section: Int) {}
  mutating func removeSection(at section: Int) {}
}
