import BasicAlgorithms
import Changesets
import ItemStores
import Testing

/// How full the chunks of a B-tree are, which says how much memory it takes, and how many nodes a
/// comparison of two states looks at.
@Suite struct BTreeShapeTests {
  private static let chunkCapacity = 64

  private var empty: BTreeStore<Int> {
    BTreeStore(chunkCapacity: Self.chunkCapacity, nodeCapacity: 16)
  }

  /// The share of the room in the chunks that items take.
  private func fill(of store: BTreeStore<Int>) -> Double {
    Double(store.itemCount) / Double(sizes(of: store).count * Self.chunkCapacity)
  }

  /// The number of items in each chunk.
  private func sizes(of store: BTreeStore<Int>) -> [Int] {
    var sizes: [Int] = []
    store.forEachChunk { sizes.append($0.count) }
    return sizes
  }

  /// A chunk takes 4 KiB, and its entry in a leaf 18 bytes.
  @Test func itemsOfEightBytesTakeNineAfterABulkLoad() {
    for sectionSize in [1, 9, 700, 100_000] {
      let store = BTreeStore(
        sections: (0..<100_000 / sectionSize).map { _ in Array(0..<sectionSize) })
      var chunkCount = 0
      store.forEachChunk { _ in chunkCount += 1 }
      #expect(chunkCount * (4_096 + 18) <= 9 * store.itemCount, "sections of \(sectionSize)")
    }
  }

  @Test func insertionsInOrderFillChunks() {
    var (appended, prepended) = (empty, empty)
    appended.insertSection([], at: 0)
    prepended.insertSection([], at: 0)
    for number in 0..<10_000 {
      appended.insert(number, at: ItemPath(section: 0, item: number))
      prepended.insert(number, at: ItemPath(section: 0, item: 0))
    }
    #expect(fill(of: appended) > 0.9)
    #expect(fill(of: prepended) > 0.9)
  }

  /// A full chunk shares its items with a neighbour on either side before it splits.
  @Test func insertionsAnywhereLeaveChunksThreeQuartersFull() {
    var numbers = SplitMix64(seed: 3)
    var store = empty
    store.insertSection([], at: 0)
    for number in 0..<20_000 {
      store.insert(number, at: ItemPath(section: 0, item: numbers.next(below: number + 1)))
    }
    #expect(fill(of: store) > 0.75)
  }

  @Test func removalsAnywhereLeaveChunksHalfFull() {
    var numbers = SplitMix64(seed: 5)
    var store = empty
    store.insertSection(0..<20_000, at: 0)
    while store.itemCount > 2_000 {
      store.remove(at: ItemPath(section: 0, item: numbers.next(below: store.itemCount)))
    }
    #expect(fill(of: store) > 0.5)
    while store.itemCount > 0 {
      store.remove(at: ItemPath(section: 0, item: numbers.next(below: store.itemCount)))
      store.checkInvariants()
    }
  }

  @Test(arguments: [true, false])
  func aChunkThatGetsSmallMergesWithItsNeighborOnEitherSide(isFirst: Bool) {
    var store = empty
    store.insertSection(0..<120, at: 0)
    func remove(_ count: Int, first: Bool) {
      for _ in 0..<count {
        store.remove(at: ItemPath(section: 0, item: first ? 0 : store.itemCount - 1))
      }
    }
    remove(40, first: !isFirst)
    #expect(sizes(of: store).count == 2)
    remove(45, first: isFirst)
    #expect(sizes(of: store) == [35])
  }

  /// Runs long enough for a pass. Neighbors that are less full than this on average are merged.
  @Test func sortedRunsLeaveChunksNearlyHalfFull() {
    var numbers = SplitMix64(seed: 11)
    var store = empty
    store.insertSection(0..<10_000, at: 0)
    for count in [300, 2_000, 20_000] {
      let all = (0..<store.itemCount + count).shuffled(using: &numbers)
      let paths = all.prefix(count).sorted().map { ItemPath(section: 0, item: $0) }
      store.insert(Array(0..<count), atSorted: paths)
      store.checkInvariants()
      #expect(fill(of: store) > 7 / 16, "after \(count) insertions")
      store.remove(atSorted: paths)
      store.checkInvariants()
      #expect(fill(of: store) > 7 / 16, "after \(count) removals")
    }
    #expect(store.items(inSection: 0) == Array(0..<10_000))
  }

  @Test func editsOfSmallSectionsLeaveChunksHalfFull() {
    var numbers = SplitMix64(seed: 7)
    var store = empty
    for number in 0..<2_000 {
      store.insertSection(0..<3, at: numbers.next(below: number + 1))
    }
    #expect(fill(of: store) > 0.5, "after insertions")
    for _ in 0..<1_000 {
      let from = numbers.next(below: 2_000)
      store.moveSection(from: from, to: numbers.next(below: 2_000))
    }
    #expect(fill(of: store) > 0.5, "after moves")
    for _ in 0..<1_800 { store.removeSection(at: numbers.next(below: store.sectionCount)) }
    #expect(fill(of: store) > 0.5, "after removals")
  }

  /// A section that one chunk has room for moves in a new one, a longer one with its chunks, which
  /// are cut at both ends.
  @Test(arguments: [true, false])
  func movesOfSectionsInUpdatesLeaveChunksHalfFull(onlyLongOnes: Bool) throws {
    var numbers = SplitMix64(seed: 17)
    var store = empty
    var model = (0..<300).map { section in
      Array(repeating: section, count: section.isMultiple(of: 10) ? Self.chunkCapacity + 1 : 3)
    }
    for section in 0..<300 { store.insertSection(model[section], at: section) }
    for _ in 0..<2_000 {
      let sources = model.indices.filter { !onlyLongOnes || model[$0].count > 3 }
      let source = try #require(sources.randomElement(using: &numbers))
      let move = Changeset.Move(from: source, to: numbers.next(below: 300))
      model.insert(model.remove(at: move.source), at: move.target)
      store.exchangeSections(
        Changeset(movedSections: [move]), inOnePass: false, newItem: { _ in 0 },
        newSection: { _ in [] })
    }
    store.checkInvariants()
    #expect(store.sections() == model)
    #expect(fill(of: store) > 0.5)
  }

  @Test func theChunksOnBothSidesOfASectionThatMovesAwayMerge() {
    var store = empty
    for (section, items) in [0..<10, 10..<110, 110..<120].enumerated() {
      store.insertSection(items, at: section)
    }
    #expect(sizes(of: store).count == 3)
    store.exchangeSections(
      Changeset(movedSections: [.init(from: 1, to: 2)]), inOnePass: false, newItem: { _ in 0 },
      newSection: { _ in [] })
    store.checkInvariants()
    #expect(store.sections() == [Array(0..<10), Array(110..<120), Array(10..<110)])
    #expect(sizes(of: store).count == 3)
  }

  /// Four chunks become five: the one that the section began in is cut, and the one that it ended in,
  /// and the last one takes the section's first items.
  @Test func aLongSectionMergesWithTheChunkThatItMovesBehind() {
    let sections = [0..<40, 40..<140, 140..<200, 200..<210].map { Array($0) }
    var store = empty
    store.exchangeSections(
      Changeset(insertedSections: [0, 1, 2, 3]), inOnePass: true, newItem: { _ in 0 },
      newSection: { sections[$0] })
    #expect(sizes(of: store).count == 4)
    store.exchangeSections(
      Changeset(movedSections: [.init(from: 1, to: 3)]), inOnePass: false, newItem: { _ in 0 },
      newSection: { _ in [] })
    store.checkInvariants()
    #expect(store.sections() == [0, 2, 3, 1].map { sections[$0] })
    #expect(sizes(of: store).count == 5)
  }

  /// Items that come one by one fill chunks wherever their sections end.
  @Test func sectionsThatLieInSeveralChunksMoveWhole() {
    for capacity in 3...6 {
      for (from, to) in (0..<6).flatMap({ from in (0..<6).map { (from, $0) } }) {
        var store = BTreeStore<Int>(chunkCapacity: capacity, nodeCapacity: 3)
        var model = (0..<6).map { section in (0..<3).map { 10 * section + $0 } }
        for section in 0..<6 {
          store.insertSection([], at: section)
          for item in 0..<3 {
            store.insert(model[section][item], at: ItemPath(section: section, item: item))
          }
        }
        model.insert(model.remove(at: from), at: to)
        store.exchangeSections(
          Changeset(movedSections: [.init(from: from, to: to)]), inOnePass: false,
          newItem: { _ in 0 }, newSection: { _ in [] })
        store.checkInvariants()
        #expect(store.sections() == model, "\(from) to \(to) in chunks of \(capacity)")
      }
    }
  }

  // MARK: Updates in one pass

  /// What stays in order goes over to the new trees chunk by chunk. Around a cut, up to three chunks
  /// are written.
  @Test func anUpdateInOnePassSharesWholeChunks() throws {
    let before = BTreeStore(sections: (0..<100).map { _ in 0..<1_000 })
    var after = before
    after.exchangeSections(
      Changeset(deletedSections: [10, 50], insertedSections: [30, 70]), inOnePass: true,
      newItem: { _ in 0 }, newSection: { _ in Array(0..<100) })
    let ranges = try #require(after.unsharedRanges(from: before))
    let written = ranges.items.reduce(0) { $0 + $1.target.count }
    #expect(written <= 4 * 3 * 510, "\(written) items")
    // 209 chunks are in 14 leaves below a root, before and after.
    #expect(ranges.visitedNodes <= 2 * 20, "\(ranges.visitedNodes) nodes")
  }

  /// A chunk goes over as it is behind new items that fill three eighths of one or more. If they are
  /// fewer, both are divided evenly between two chunks.
  @Test func newItemsInFrontOfAChunkLeaveItAloneIfTheyFillThreeEighths() throws {
    for count in 2...60 {
      var before = empty
      before.insertSection(0..<60, at: 0)
      var after = before
      after.exchangeSections(
        Changeset(insertedSections: [0]), inOnePass: true, newItem: { _ in 0 },
        newSection: { _ in Array(100..<100 + count) })
      after.checkInvariants()
      #expect(after.sections() == [Array(100..<100 + count), Array(0..<60)])
      let ranges = try #require(after.unsharedRanges(from: before))
      let written = ranges.items.reduce(0) { $0 + $1.target.count }
      #expect(written == (count < 24 ? count + 60 : count), "\(count) new items")
      let half = (count + 60) / 2
      #expect(sizes(of: after) == (count < 24 ? [half, count + 60 - half] : [count, 60]))
    }
  }

  /// Full chunks before, with three eighths of their room filled at least after.
  @Test func anUpdateInOnePassLeavesNoChunkNearlyEmpty() {
    var numbers = SplitMix64(seed: 19)
    for _ in 0..<40 {
      var counts = (0..<200).map { _ in numbers.number(in: 1...600) }
      let itemsOfAChunk = 479
      counts.append(itemsOfAChunk - counts.reduce(0, +) % itemsOfAChunk)
      var store = BTreeStore(sections: counts.map { 0..<$0 })
      let sections = (0..<200).shuffled(using: &numbers)
      store.exchangeSections(
        Changeset(
          deletedSections: Array(sections[..<10]), insertedSections: Array(sections[10..<20]),
          movedSections: (20..<25).map { .init(from: sections[$0], to: sections[$0 + 5]) }),
        inOnePass: true, newItem: { _ in 0 }, newSection: { Array(0..<$0) })
      store.checkInvariants()
      let sizes = sizes(of: store)
      #expect(sizes.dropLast().allSatisfy { $0 >= 510 * 3 / 8 }, "\(sizes)")
    }
  }

  // MARK: Nodes

  /// Returns the number of nodes above the leaves of a store without items, all of which a comparison
  /// opens with a store that shares none, and the roots of both trees of chunks.
  private func innerNodeCount(of store: BTreeStore<Int>) throws -> Int {
    try #require(store.unsharedRanges(from: BTreeStore())).visitedNodes - 2
  }

  @Test func sectionsInOrderFillNodes() throws {
    var appended = BTreeStore<Int>()
    for section in 0..<3_000 { appended.insertSection([], at: section) }
    let loaded = BTreeStore<Int>(sections: repeatElement([], count: 3_000))
    #expect(try innerNodeCount(of: loaded) == 15)
    #expect(try innerNodeCount(of: appended) <= 18)
  }

  /// The root and one node below it are opened on both sides, the leaves are not: a bulk load leaves
  /// room in each, and one section less makes none small.
  @Test(arguments: [true, false])
  func anEditAfterABulkLoadCopiesOnePath(isInsertion: Bool) throws {
    let before = BTreeStore<Int>(sections: repeatElement([], count: 1_000))
    var after = before
    if isInsertion { after.insertSection([], at: 500) } else { after.removeSection(at: 500) }
    let ranges = try #require(after.unsharedRanges(from: before))
    #expect(ranges.visitedNodes == 4)
  }

  // MARK: Single chunks

  /// With the header of 16 bytes; and at least 16 items, however large.
  @Test func aChunkFillsFourKibibytes() {
    func capacity<Item>(_ item: Item) -> Int {
      var store = BTreeStore(sections: [[item]])
      while true {
        store.insert(item, at: ItemPath(section: 0, item: 0))
        var chunkCount = 0
        store.forEachChunk { _ in chunkCount += 1 }
        if chunkCount > 1 { return store.itemCount - 1 }
      }
    }
    #expect(capacity(UInt64(1)) == 510)
    #expect(capacity(UInt8(1)) == 4_080)
    #expect(capacity(SIMD64<UInt64>()) == 16)
  }

  @Test func anEditOfATreeByItselfCopiesNoChunk() {
    var store = BTreeStore(sections: [[1, 2, 3]])
    let address = store.address
    store.insert(4, at: ItemPath(section: 0, item: 1))
    store.replace(at: ItemPath(section: 0, item: 0), with: 5)
    store.remove(at: ItemPath(section: 0, item: 3))
    #expect(store.address == address)
    #expect(store.items(inSection: 0) == [5, 4, 2])
  }
}
