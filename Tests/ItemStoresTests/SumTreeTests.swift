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
