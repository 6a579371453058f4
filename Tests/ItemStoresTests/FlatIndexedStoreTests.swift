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

  /// With as many items as fill a block of glibc's allocator.
  @Test func anEditOfItsOwnStoreMovesNoArray() {
    var store = FlatIndexedStore(sections: (0..<10).map { Array(0..<($0 < 9 ? $0 * 10 : 91)) })
    let removed = [ItemPath(section: 3, item: 2), ItemPath(section: 9, item: 0)]
    let address = store.address
    let items = store.remove(atSorted: removed)
    #expect(store.address == address, "removals were not gathered in place")
    store.insert(items, atSorted: removed)
    #expect(store.address == address, "insertions were not gathered in place")
    store.exchangeItems(
      taken: removed, moves: [.init(from: removed[0], to: removed[1])], inserted: [removed[0]],
      newItem: { _ in 0 })
    #expect(store.address == address, "items were not exchanged in place")
    store.moveSection(from: 2, to: 7)
    store.move(from: ItemPath(section: 9, item: 1), to: ItemPath(section: 0, item: 0))
    #expect(store.address == address)
  }

  /// An array that was only as large as its items would move in each of a hundred edits.
  @Test func roomDoublesWhenItGrows() {
    let added = (0..<10).map { ItemPath(section: 0, item: 3 * $0) }
    func expectFewMoves<Item>(
      of item: Item, _ edit: (inout FlatIndexedStore<Item>) -> Void,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      var store = FlatIndexedStore(sections: [repeatElement(item, count: 1_000)])
      var (moves, address) = (0, store.address)
      for _ in 0..<100 {
        edit(&store)
        if store.address != address { moves += 1 }
        address = store.address
      }
      #expect(store.itemCount == 2_000, sourceLocation: sourceLocation)
      #expect(moves <= 4, sourceLocation: sourceLocation)
    }
    expectFewMoves(of: 1) { $0.insert(Array(repeating: 2, count: 10), atSorted: added) }
    expectFewMoves(of: 1) {
      $0.exchangeItems(taken: [], moves: [], inserted: added, newItem: { _ in 2 })
    }
    // In place or by a pass, as the items' type has it.
    expectFewMoves(of: 1) {
      $0.exchangeSections(
        Changeset(insertedSections: [0]), newItem: { _ in 2 },
        newSection: { _ in Array(repeating: 2, count: 10) })
    }
    expectFewMoves(of: "1") {
      $0.exchangeSections(
        Changeset(insertedSections: [0]), newItem: { _ in "2" },
        newSection: { _ in Array(repeating: "2", count: 10) })
    }
  }

  /// Room doubles to 1,400 items on the way.
  @Test func aLoadGivesRoomBackThatIsLeftOver() {
    let sections = (0..<11).lazy.filter { _ in true }.map { _ in 0..<100 }
    var store = FlatIndexedStore(sections: sections)
    let address = store.address
    for _ in 0..<store.itemCount / 8 + 64 { store.insert(0, at: ItemPath(section: 0, item: 0)) }
    #expect(store.address != address)
  }

  /// To move all items for each section would take minutes.
  @Test func aLoadOfUnknownSizeMovesItemsSeldom() {
    let section = Array(0..<128)
    let sections = (0..<16_384).lazy.filter { _ in true }.map { _ in section }
    let store = FlatIndexedStore(sections: sections)
    #expect(store.itemCount == 16_384 * 128)
    #expect(store.items(inSection: 16_383) == section)
  }

  /// Fewer or more items than before, as many, and none at all.
  @Test func fewEditsOfManyObjectsLoseAndKeepNone() {
    let census = Census()
    do {
      var store = FlatIndexedStore(sections: [(0..<200).map { Tracked($0, in: census) }])
      var model = [Array(0..<200)]
      for taken in 0...3 {
        for inserted in 0...3 {
          let changeset = Changeset(
            deletedItems: (0..<taken).map { ItemPath(section: 0, item: 3 + $0 * $0) },
            insertedItems: (0..<inserted).map { ItemPath(section: 0, item: 4 + 5 * $0) })
          let newItem = { (path: ItemPath) in 1_000 + 100 * taken + 10 * inserted + path.item }
          model = model.applying(changeset, newItem: newItem, newSection: { _ in [] })
          store.apply(
            changeset, newItem: { Tracked(newItem($0), in: census) }, newSection: { _ in [] })
          store.checkInvariants()
          #expect(census.living == store.itemCount, "\(taken) out, \(inserted) in")
          #expect(store.sections() == model.map { $0.map { Tracked($0, in: census) } })
        }
      }
    }
    #expect(census.living == 0)
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

  /// Room is made for as many items as the first sections foretell, over and over.
  @Test func manySectionsOfAKnownNumberAreLoaded() {
    let (section, count) = ([UInt8](repeating: 7, count: 8), 1_500_000)
    let store = FlatIndexedStore(sections: repeatElement(section, count: count))
    #expect(store.sectionCount == count && store.itemCount == 8 * count)
  }

  @Test func emptyRunsCopyNoSharedArray() {
    var store = FlatIndexedStore(sections: [[1, 2], [3, 4]])
    store.exchangeItems(taken: [], moves: [], inserted: [], newItem: { _ in 0 })
    let copy = store
    store.insert([], atSorted: [])
    #expect(store.remove(atSorted: []) == [])
    store.replace(atSorted: [], with: [])
    store.insertSections([], atSorted: [])
    store.removeSections(atSorted: [])
    store.replaceSections(atSorted: [], with: [])
    store.checkInvariants()
    #expect(store.address == copy.address)
    #expect(store.sections() == copy.sections())
  }

  /// In place, an update reads and writes twice what moves, and once what stays in order but not in
  /// place. A pass writes everything, to memory that costs half as much again.
  @Test func anUpdateIsMadeInPlaceUnlessAPassCostsLess() {
    let sections = (0..<10).map { Array(repeating: $0, count: $0 < 9 ? 10 : 11) }
    func staysInPlace<Item>(_ changeset: Changeset, _ item: (Int) -> Item) -> Bool {
      var store = FlatIndexedStore(sections: sections.map { $0.map(item) })
      let address = store.address
      store.exchangeSections(
        changeset, newItem: { _ in item(0) },
        newSection: { Array(repeating: item($0), count: 10) })
      return store.address == address
    }
    func moves(_ sections: Range<Int>) -> [Changeset.Move<Int>] {
      zip(sections, (0..<10).suffix(sections.count)).map { .init(from: $0, to: $1) }
    }
    for (moved, isInPlace) in [(0..<5, true), (0..<6, false), (1..<7, true), (1..<8, false)] {
      let changeset = Changeset(movedSections: moves(moved))
      #expect(staysInPlace(changeset) { $0 } == isInPlace, "\(moved) to the end")
      #expect(staysInPlace(changeset) { "\($0)" }, "\(moved) of texts to the end")
    }
    for (moved, isInPlace) in [(2..<9, true), (2..<10, false)] {
      let changeset = Changeset(
        deletedSections: [0], insertedSections: [0], movedSections: moves(moved))
      #expect(staysInPlace(changeset) { $0 } == isInPlace, "\(moved) to the end, 0 replaced")
    }
  }

  @Test func aMoveFromAMissingSectionStopsTheProgram() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var store = FlatIndexedStore(sections: [0..<64])
      let move = Changeset.Move(
        from: ItemPath(section: 3, item: 0), to: ItemPath(section: 0, item: 0))
      store.exchangeItems(taken: [], moves: [move], inserted: [], newItem: { _ in 0 })
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      message.contains("FlatIndexedStore.exchangeItems(taken: [3, 0]): there are 1 sections"),
      "\(message)")
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
