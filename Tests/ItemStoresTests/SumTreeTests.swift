import Changesets
import ItemStores
import Testing

/// The trees of running sums in which stores look sections up, while their nodes get empty, merge and
/// fill again.
@Suite struct SumTreeTests {
  /// The first node of each level has a full neighbor, and takes some of its entries.
  @Test func sectionsInFrontCanGoOneByOne() {
    for count in [460, 500, 680] {
      var counts = (0..<count).map { $0 % 3 }
      var store = BTreeStore<Int>(sections: counts.map { 0..<$0 })
      let (before, countsBefore) = (store, counts)
      while counts.count > 1 {
        counts.removeFirst()
        store.removeSection(at: 0)
        store.checkInvariants()
        expect(store, toHaveSectionsOf: counts)
      }
      before.checkInvariants()
      expect(before, toHaveSectionsOf: countsBefore)
    }
  }

  /// The first leaf of each takes entries of its neighbor. Nodes of other trees lie all around.
  @Test func manyTreesSideBySideKeepTheirSections() {
    let counts = (0..<31).map { $0 % 3 }
    var stores = (0..<40).map { _ in BTreeStore<Int>(sections: counts.map { 0..<$0 }) }
    for number in stores.indices {
      for _ in 0..<12 { stores[number].removeSection(at: 0) }
    }
    for store in stores {
      store.checkInvariants()
      expect(store, toHaveSectionsOf: Array(counts.dropFirst(12)))
    }
  }

  /// The root has two children with a section each, of which the second gets all that come.
  @Test func aTreeThatHasBecomeThinFillsAgain() {
    for capacity in 3...5 {
      var counts = Array(repeating: 0, count: 256)
      var store = BTreeStore<Int>(chunkCapacity: 5, nodeCapacity: capacity)
      for section in counts.indices { store.insertSection([], at: section) }
      while counts.count > 2 {
        counts.remove(at: 1)
        store.removeSection(at: 1)
      }
      for number in 0..<250 {
        counts.append(number % 3)
        store.insertSection(0..<number % 3, at: counts.count - 1)
        expect(store, toHaveSectionsOf: counts)
      }
      store.checkInvariants()
    }
  }

  /// Sections of one item, few of which are left, share a node with some of four million.
  @Test func itemsAreFoundInANodeOfSmallAndLargeSections() {
    let (small, large): ([UInt8], [UInt8]) = ([0], Array(repeating: 0, count: 1 << 22))
    var store = NestedArrayStore(
      sections: Array(repeating: small, count: 15) + Array(repeating: large, count: 10))
    for _ in 0..<12 { store.removeSection(at: 2) }
    for section in 3..<13 {
      for item in [0, 1, 1 << 21, 1 << 22 - 1] {
        let index = 3 + (section - 3) << 22 + item
        #expect(store.path(ofGlobalIndex: index) == ItemPath(section: section, item: item))
      }
    }
    #expect(store.path(ofGlobalIndex: 2) == ItemPath(section: 2, item: 0))
  }

  /// A guess of where the last items are would be behind all nodes.
  @Test func itemsOfASectionSixteenTimesAsLargeAreFound() {
    let count = 126_322_567
    let store = BTreeStore<UInt8>(repeating: 0, sectionCounts: [count, 16 * count])
    for index in [0, count - 1, count, 2 * count, 17 * count - 1] {
      let section = index / count > 0 ? 1 : 0
      #expect(
        store.path(ofGlobalIndex: index)
          == ItemPath(section: section, item: index - section * count))
    }
  }

  @Test func aTreeHoldsAsManyItemsAsItCanCount() {
    let most = Int(Int32.max)
    var items = BTreeStore<UInt8>(repeating: 0, sectionCounts: [most - 1])
    items.insert(1, at: ItemPath(section: 0, item: 5))
    items.checkInvariants()
    #expect(items.itemCount == most && items.item(atGlobalIndex: 5) == 1)
    #expect(items.path(ofGlobalIndex: most - 1) == ItemPath(section: 0, item: most - 1))
  }

  /// For the next test: the same in a size that can be checked.
  @Test(arguments: [17, 273, 1_001, 4_369])
  func aTreeOfEmptySectionsHasAsManyAsItIsToldTo(count: Int) {
    let store = BTreeStore<Int>(emptySections: count)
    store.checkInvariants()
    expect(store, toHaveSectionsOf: Array(repeating: 0, count: count))
  }

  #if !InvariantChecks  // A check of all nodes takes minutes.
    @Test func aTreeHoldsAsManySectionsAsItCanCount() {
      let most = Int(Int32.max)
      var sections = BTreeStore<UInt8>(emptySections: most - 2)
      sections.insertSection([1], at: 1_000_000_000)
      sections.insertSection([2, 3], at: most - 1)
      #expect(sections.sectionCount == most && sections.itemCount == 3)
      #expect(sections.globalRange(ofSection: 1_000_000_000) == 0..<1)
      #expect(sections.path(ofGlobalIndex: 2) == ItemPath(section: most - 1, item: 1))
      #expect(sections.itemCount(inSection: most - 2) == 0)
    }
  #endif

  private func expect(_ store: BTreeStore<Int>, toHaveSectionsOf counts: [Int]) {
    var start = 0
    var wrong: [Int] = []
    for (section, count) in counts.enumerated() {
      if store.globalRange(ofSection: section) != start..<start + count { wrong.append(section) }
      start += count
    }
    #expect(wrong.isEmpty && store.sectionCount == counts.count, "\(wrong) of \(counts)")
  }
}
