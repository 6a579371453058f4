import BasicAlgorithms
import CProcess
import Changesets
import ItemStores
import TestSupport
import Testing

/// The memory of nodes and chunks, which is raw: no `deinit` shows a leak.
@Suite struct StoreMemoryTests {
  /// Whether a process can tell its peak, and nobody keeps what has been given back.
  private static let canMeasure = cprocess_peak_resident_bytes() > 0 && !Sanitizer.isLinked

  /// In a process of its own, whose peak nothing else moves. A block of the least size left behind in
  /// each round comes to 2.6 MiB. What the kernel says is off by pages for each processor: by 256 KiB
  /// on two.
  @Test(.enabled(if: canMeasure))
  func storesGiveBackTheirMemory() async {
    await #expect(processExitsWith: .success) {
      var numbers = SplitMix64(seed: 1)
      for _ in 0..<100 { makeAndDropStores(&numbers) }
      let peak = cprocess_peak_resident_bytes()
      for _ in 0..<24_000 { makeAndDropStores(&numbers) }
      let growth = cprocess_peak_resident_bytes() - peak
      require(growth < 1_536 << 10, "24,000 rounds of dropped stores left \(growth) bytes behind")
    }
  }

  /// *S* sections take 8·*S* + 4 bytes for hints at most, also where there were more of them. The
  /// stores kept had hints of 256 KiB.
  @Test(.enabled(if: canMeasure))
  func hintsOfSectionsThatAreGoneGiveTheirMemoryBack() async {
    await #expect(processExitsWith: .success) {
      for removal in SectionRemoval.allCases {
        var kept = (0..<2).map { _ in removal.storeOfOneSection() }
        let peak = cprocess_peak_resident_bytes()
        for _ in 0..<8 { kept.append(removal.storeOfOneSection()) }
        let growth = cprocess_peak_resident_bytes() - peak
        require(growth < 1 << 20, "\(removal): stores of one section hold \(growth) bytes")
        require(kept.allSatisfy { $0.sections() == [[1], [0]] }, "\(removal): wrong items")
      }
    }
  }

  /// A leaf of fifteen sections has 112 bytes, and a node above fifteen leaves 320. The 262,144
  /// sections kept come to 2.3 MiB.
  @Test(.enabled(if: canMeasure))
  func sectionsTakeSixteenBytesAtMostInAnIndex() async {
    await #expect(processExitsWith: .success) {
      let count = 1 << 15
      func store() -> BTreeStore<Int> {
        BTreeStore(sections: repeatElement(EmptyCollection(), count: count))
      }
      var kept = (0..<2).map { _ in store() }
      let peak = cprocess_peak_resident_bytes()
      for _ in 0..<8 { kept.append(store()) }
      let growth = cprocess_peak_resident_bytes() - peak
      require(growth < 16 * 8 * count, "\(8 * count) sections take \(growth) bytes")
      require(kept.allSatisfy { $0.sectionCount == count }, "sections are missing")
    }
  }
}

private func makeAndDropStores(_ numbers: inout SplitMix64) {
  // The last leaf of an index of 33 sections is nearly empty, and takes some of its neighbor's.
  var nested = NestedArrayStore(sections: repeatElement(EmptyCollection<Int>(), count: 33))
  let copy = nested
  for section in (30..<33).reversed() { nested.removeSection(at: section) }
  nested.insertSection([copy.itemCount], at: 0)

  var tree = BTreeStore<Int>(chunkCapacity: 4, nodeCapacity: 3)
  for section in 0..<8 { tree.insertSection(0..<section % 5, at: section) }
  edit(&tree, &numbers)
}

/// Edits a tree and copies of it in every way, and leaves it empty.
private func edit(_ tree: inout BTreeStore<Int>, _ numbers: inout SplitMix64) {
  for number in 0..<6 {
    let section = numbers.next(below: 8)
    let item = numbers.next(below: tree.itemCount(inSection: section) + 1)
    tree.insert(number, at: ItemPath(section: section, item: item))
  }
  let run = (0..<20).map { ItemPath(section: 2, item: $0) }
  tree.insert(Array(0..<20), atSorted: run)
  var copy = tree
  tree.remove(atSorted: run)
  copy.replace(at: run[9], with: 1)
  for path in run.reversed() { copy.remove(at: path) }
  tree.replaceSection(at: 3, with: 0..<9)
  tree.replaceSection(at: 4, with: EmptyCollection())
  tree.moveSection(from: 3, to: 6)
  let update = Changeset(
    deletedSections: [1, 7], insertedSections: [4], movedSections: [.init(from: 6, to: 2)])
  for inOnePass in [false, true] {
    copy = tree
    copy.exchangeSections(
      update, inOnePass: inOnePass, newItem: { _ in 2 }, newSection: { _ in [3, 4] })
  }
  for store in [copy, tree] {
    var store = store
    while store.sectionCount > 0 {
      store.removeSection(at: numbers.next(below: store.sectionCount))
    }
    store.insertSection([5], at: 0)
  }
}

/// A way to take most sections out of a flat store.
private enum SectionRemoval: CaseIterable {
  case oneByOne, asRun, asUpdate

  /// A store that had 2¹⁶ sections of an item, in arrays that are as small as what is left.
  func storeOfOneSection() -> FlatIndexedStore<UInt8> {
    var store = FlatIndexedStore<UInt8>(sections: repeatElement([0], count: 1 << 16))
    let gone = Array(1..<1 << 16)
    switch self {
    case .oneByOne: for section in gone.reversed() { store.removeSection(at: section) }
    case .asRun: store.removeSections(atSorted: gone)
    case .asUpdate:
      store.exchangeSections(
        Changeset(deletedSections: gone), newItem: { _ in 1 }, newSection: { _ in [] })
    }
    // An edit of a copy makes new arrays of items and starts, with no more room than they need.
    var copy = store
    copy.insertSections([[1]], atSorted: [0])
    return withExtendedLifetime(store) { copy }
  }
}
