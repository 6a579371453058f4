import BasicAlgorithms
import Changesets
import Diffing
import ItemStores
import Testing

/// Lists that have hardly an item in common.
struct ReplacedListTests {
  /// A few items are on both sides, some of them several times or with other content.
  @Test(arguments: 0..<60)
  func theFewCommonItemsAreMatched(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    var source = (0..<generator.next(below: 4_000)).map { Card(id: $0) }
    var target = (0..<generator.next(below: 4_000)).map { Card(id: 1_000_000 + $0) }
    for id in 1...1 + generator.next(below: 5) {
      for _ in 0...generator.next(below: 3) {
        source.insert(Card(id: -id), at: generator.next(below: source.count + 1))
      }
      for revision in 0...generator.next(below: 3) {
        target.insert(
          Card(id: -id, revision: UInt32(revision)), at: generator.next(below: target.count + 1))
      }
    }
    var differ = Differ()
    let changeset = try differ.changeset(from: source, to: target)
    let found = problem(
      changeset, from: Deck(names: [0], sections: [source]),
      to: Deck(names: [0], sections: [target]))
    #expect(found == nil, "seed \(seed)")
    // Each kind of identifier and of memory gives the same changes.
    let stored = try differ.changeset(
      from: NestedArrayStore(sections: [source]), to: NestedArrayStore(sections: [target]),
      by: RevisionIdentity<Card>.self)
    #expect(stored == changeset, "seed \(seed)")
    let numbers = try differ.changeset(
      from: source.map(\.id), to: target.map(\.id), by: ValueIdentity<Int>.self)
    let texts = try differ.changeset(
      from: source.map { "item number \($0.id)" }, to: target.map { "item number \($0.id)" },
      by: ValueIdentity<String>.self)
    #expect(numbers == texts, "seed \(seed)")
    #expect(numbers.deletedItems == changeset.deletedItems, "seed \(seed)")
  }

  /// The strings of the two lists are in different memory.
  @Test func oneReplacedItemIsFoundInAListOfAnyLength() throws {
    func list(_ count: Int) -> [String] { (0..<count).map { "a string of many bytes, \($0)" } }
    var differ = Differ()
    for count in 1...40 {
      for place in 0..<count {
        let numbers = Array(0..<count)
        let (texts, path) = (list(count), ItemPath(section: 0, item: place))
        let replaced = Changeset(deletedItems: [path], insertedItems: [path])
        var (newNumbers, newTexts) = (numbers, list(count))
        newNumbers[place] = -1
        newTexts[place] = "another one"
        #expect(
          try differ.changeset(from: numbers, to: newNumbers, by: ValueIdentity<Int>.self)
            == replaced, "\(place) of \(count)")
        #expect(
          try differ.changeset(from: texts, to: newTexts, by: ValueIdentity<String>.self)
            == replaced, "\(place) of \(count)")
        #expect(
          try differ.changeset(
            from: NestedArrayStore(sections: [texts]), to: NestedArrayStore(sections: [newTexts]),
            by: ValueIdentity<String>.self) == replaced, "\(place) of \(count)")
      }
    }
  }

  @Test(arguments: [(10, 300_000), (300_000, 10), (1, 100_000)])
  func aShortListBecomesALongOne(count: Int, newCount: Int) throws {
    // One item stays.
    let source = [0] + (1..<count)
    let target = (1..<newCount).map { -$0 } + [0]
    var differ = Differ()
    let changeset = try differ.changeset(from: source, to: target, by: ValueIdentity<Int>.self)
    #expect(differ.statistics.matchedItems == 1)
    #expect(changeset.deletedItems.count == source.count - 1)
    #expect(changeset.insertedItems.count == newCount - 1)
  }

  /// One item stays, in the middle of what comes.
  @Test(arguments: 1...5)
  func aFewItemsBecomeMany(count: Int) throws {
    let source = Array(1...count)
    var target = (1..<10_000).map { -$0 }
    target.insert(count, at: 5_050)
    var differ = Differ()
    let changeset = try differ.changeset(from: source, to: target, by: ValueIdentity<Int>.self)
    #expect(differ.statistics.matchedItems == 1)
    #expect(changeset.deletedItems.count == count - 1)
    #expect(changeset.insertedItems.count == 9_999)
    #expect(changeset.count == count - 1 + 9_999)
  }

  /// Every section has other items than before, and all items are on both sides.
  @Test func sectionsThatExchangeTheirItemsMoveThem() throws {
    let (first, second) = (Array(0..<1_000), Array(1_000..<2_000))
    var differ = Differ()
    let changeset = try differ.changeset(
      from: NestedArrayStore(sections: [first, second]),
      to: NestedArrayStore(sections: [second, first]), by: ValueIdentity<Int>.self)
    #expect(differ.statistics.matchedItems == 2_000)
    #expect(changeset.movedItems.count == 2_000)
    #expect(changeset.deletedItems.isEmpty && changeset.insertedItems.isEmpty)
  }

  @Test func everyItemOfAReplacedListIsDeletedAndInserted() throws {
    var differ = Differ()
    let changeset = try differ.changeset(
      from: Array(0..<1_000), to: Array(2_000..<2_500), by: ValueIdentity<Int>.self)
    let paths = (0..<1_000).map { ItemPath(section: 0, item: $0) }
    #expect(
      changeset == Changeset(deletedItems: paths, insertedItems: Array(paths.prefix(500))))
    #expect(differ.statistics.matchedItems == 0)
  }

  // MARK: Samples and the filter

  /// Behind half a million items of one identifier, rows of samples are as long as they get. The first
  /// of those that differ stands at one place of a row or another.
  @Test(arguments: [512, 768, 1_536])
  func sampleTablesDoNotGrowWhereverNewItemsBegin(offset: Int) throws {
    let target = Array(repeating: 0, count: 1 << 19 + offset) + Array(1...150_000)
    var differ = Differ()
    let changeset = try differ.changeset(from: [-1], to: target, by: ValueIdentity<Int>.self)
    #expect(changeset.count == target.count + 1)
    #expect((65...16_384).contains(differ.sampleSlotCount), "\(differ.sampleSlotCount)")
  }

  /// Each comparison begins with an empty filter. Old hashes in it would let more items pass, which are
  /// hashed once more.
  @Test func listsThatAreReplacedAgainAndAgainCostTheSame() throws {
    var differ = Differ()
    var hashes: Set<Int> = []
    for round in 0..<40 {
      let source = Array(10_000 * round..<10_000 * round + 1_000)
      _ = try differ.changeset(
        from: source, to: source.map { -1 - $0 }, by: ValueIdentity<Int>.self)
      hashes.insert(differ.statistics.hashes)
    }
    #expect(hashes.count == 1, "\(hashes)")
  }

  /// Eight to sixteen places for each hash, and a word of them at least. A place has 32 bits at most,
  /// as a hash has.
  @Test func aFilterHasPlacesForItsHashes() {
    for count in [1, 2, 7, 8, 9, 15, 16, 17, 1_000, 1 << 20, 1 << 28] {
      let places = 1 << HashFilter.placeBits(count: count)
      #expect(places >= max(64, 8 * count) && places < max(65, 16 * count), "\(count)")
    }
    for count in [1 << 29, 1 << 29 + 1, Int(Int32.max)] {
      #expect(HashFilter.placeBits(count: count) == 32)
    }
  }
}
