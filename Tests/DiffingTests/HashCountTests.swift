import BasicAlgorithms
import Changesets
import Diffing
import ItemStores
import Synchronization
import Testing

/// How many identifiers a comparison hashes, and that it counts them.
struct HashCountTests {
  private func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  /// Twelve items that come and go between unchanged ones, or fewer, and then one that comes, one that
  /// goes, or one whose content changes.
  @Test(arguments: [1, 2, 3, 20])
  func aFewEditsAreFoundWithoutAHash(unchanged: Int) throws {
    let last = Card(id: 1_000)
    var changed = last
    changed.revision = 1
    var differ = Differ()
    for going in 0...12 {
      for coming in 0...(12 - going) where going + coming > 0 {
        let old = (0..<going).map { Card(id: 100 + $0) }
        let new = (0..<coming).map { Card(id: 200 + $0) }
        let common = (1..<unchanged).map { Card(id: $0) }
        let deleted = (0..<going).map { path(1 + $0) }
        let inserted = (0..<coming).map { path(1 + $0) }
        let (source, target) = ([Card(id: 0)] + old + common, [Card(id: 0)] + new + common)
        let context = "\(going) go and \(coming) come"
        let change = try differ.changeset(from: source + [last], to: target + [changed])
        #expect(
          change
            == Changeset(
              deletedItems: deleted, insertedItems: inserted, reloadedItems: [path(source.count)]),
          "\(context)")
        #expect(differ.statistics.hashes == 0, "\(context)")
        guard unchanged > 2 else { continue }
        let insert = try differ.changeset(from: source, to: target + [last])
        #expect(
          insert
            == Changeset(deletedItems: deleted, insertedItems: inserted + [path(target.count)]),
          "\(context)")
        #expect(differ.statistics.hashes == 0, "\(context)")
        let delete = try differ.changeset(from: source + [last], to: target)
        #expect(
          delete
            == Changeset(deletedItems: deleted + [path(source.count)], insertedItems: inserted),
          "\(context)")
        #expect(differ.statistics.hashes == 0, "\(context)")
      }
    }
  }

  /// Items are compared in parts; the content of the last one changed.
  @Test(arguments: [65_535, 65_536, 65_537, 131_073])
  func aLongRunIsNotHashed(count: Int) throws {
    let source = (0..<count).map { Card(id: $0) }
    var target = source
    target[count - 1].revision = 1
    let expected = Changeset(reloadedItems: [path(count - 1)])
    var differ = Differ()
    #expect(try differ.changeset(from: source, to: target) == expected)
    #expect(differ.statistics.hashes == 0)
    let stored = try differ.changeset(
      from: FlatIndexedStore(sections: [source]), to: FlatIndexedStore(sections: [target]),
      by: RevisionIdentity<Card>.self)
    #expect(stored == expected)
    #expect(differ.statistics.hashes == 0)
    let chunked = try differ.changeset(
      from: BTreeStore(sections: [source]), to: BTreeStore(sections: [target]),
      by: RevisionIdentity<Card>.self)
    #expect(chunked == expected)
    #expect(differ.statistics.hashes == 0)
  }

  /// Items come in front of a section that is long or short, in a store of small chunks.
  @Test(arguments: [1, 255, 256, 257, 300, 511, 512, 513, 1_000])
  func anUnchangedEndIsNotHashed(count: Int) throws {
    func store(_ items: [Int]) -> BTreeStore<Int> {
      var store = BTreeStore<Int>(chunkCapacity: 100, nodeCapacity: 8)
      store.insertSection(items, at: 0)
      return store
    }
    let (end, new) = (Array(0..<count), (1...500).map { -$0 })
    var differ = Differ()
    let insert = try differ.changeset(
      from: store(end), to: store(new + end), by: ValueIdentity<Int>.self)
    #expect(insert == Changeset(insertedItems: new.indices.map(path)))
    #expect(differ.statistics.hashes == 0)
    let delete = try differ.changeset(
      from: store(new + end), to: store(end), by: ValueIdentity<Int>.self)
    #expect(delete == Changeset(deletedItems: new.indices.map(path)))
    #expect(differ.statistics.hashes == 0)
  }

  /// The way to the unchanged items leads through a block that is much longer than they are, on one
  /// side or the other.
  @Test(arguments: [(150, 5_200, 1_500), (20_000, 200_000, 20_000)])
  func aRunIsFoundBehindALongerBlock(unchanged: Int, block: Int, most: Int) throws {
    let short = Array(0..<unchanged)
    let long = (1...block).map { -$0 } + short + [unchanged]
    var differ = Differ()
    let insert = try differ.changeset(from: short, to: long, by: ValueIdentity<Int>.self)
    #expect(insert == Changeset(insertedItems: (Array(0..<block) + [long.count - 1]).map(path)))
    #expect(differ.statistics.hashes < most, "\(differ.statistics)")
    let delete = try differ.changeset(from: long, to: short, by: ValueIdentity<Int>.self)
    #expect(delete == Changeset(deletedItems: (Array(0..<block) + [long.count - 1]).map(path)))
    #expect(differ.statistics.hashes < most, "\(differ.statistics)")
  }

  #if !DEBUG
    /// So far behind, samples have become sparser again and again. A debug build takes long to get
    /// there.
    @Test func aRunIsFoundBehindMillionsOfOthers() throws {
      let (old, new, unchanged) = (2_050_000, 2_050_300, 200_000)
      let common = Array(0..<unchanged)
      let source = (1...old).map { -$0 } + common + [unchanged]
      let target = (1...new).map { -old - $0 } + common + [unchanged + 1]
      var differ = Differ()
      let changeset = try differ.changeset(from: source, to: target, by: ValueIdentity<Int>.self)
      #expect(changeset.count == old + new + 2)
      #expect(differ.statistics.hashes < old + new + unchanged / 2, "\(differ.statistics)")
    }
  #endif

  /// Items that moved into a block that comes lie nearer than where both sides go on, and are few.
  @Test func aFewMovedItemsDoNotHideALongRun() throws {
    let source = Array(0..<20_000)
    let moved = 4_960..<5_000
    var target = source
    target.removeSubrange(moved)
    target = (1...180).map { -$0 } + moved + (181...10_000).map { -$0 } + target + [20_000]
    var differ = Differ()
    let changeset = try differ.changeset(from: source, to: target, by: ValueIdentity<Int>.self)
    #expect(changeset.movedItems.map(\.source) == moved.map(path))
    #expect(changeset.count == 10_001 + moved.count)
    #expect(differ.statistics.hashes < 13_000, "\(differ.statistics)")
    let back = try differ.changeset(from: target, to: source, by: ValueIdentity<Int>.self)
    #expect(back.movedItems.map(\.target).sorted() == moved.map(path))
    #expect(back.count == 10_001 + moved.count)
    #expect(differ.statistics.hashes < 13_000, "\(differ.statistics)")
  }

  /// One sample alone finds the run between the others, wherever it lies in a table.
  @Test(arguments: [1, 3, .max])
  func hashesDoNotDecideWhichRunIsFound(kinds: Int) throws {
    let source = Array(100..<170) + (0..<18) + (200..<230)
    let target = Array(300..<401) + (0..<18) + (500..<505)
    var differ = Differ()
    let changeset = try differ.changeset(from: source, to: target, by: ValueIdentity<Int>.self)
    #expect(changeset.count == 100 + 106)
    let statistics = differ.statistics
    let counter = HashCounter()
    for round in 0..<(kinds == .max ? 600 : 1) {
      func items(_ numbers: [Int]) -> [HashedNumber] {
        numbers.map { HashedNumber(number: $0 + 1_000 * round, kinds: kinds, counter: counter) }
      }
      let same = try differ.changeset(
        from: items(source), to: items(target), by: ValueIdentity<HashedNumber>.self)
      #expect(same == changeset)
      #expect(differ.statistics == statistics)
    }
  }

  /// Of items that moved together, behind a shuffled part, each leads to the next: only one side is
  /// hashed.
  @Test(arguments: [true, false])
  func itemsThatMovedTogetherAreHashedOnOneSide(isReversed: Bool) throws {
    var random = SplitMix64(seed: 3)
    let (mixed, block) = (Array(0..<500), Array(1_000..<9_000))
    // Of two halves that change places, one stays.
    let moved = isReversed ? block.reversed() : Array(block[4_000...] + block[..<4_000])
    let movedCount = isReversed ? 8_000 : 4_000
    var differ = Differ()
    let changeset = try differ.changeset(
      from: mixed + block, to: moved + mixed.shuffled(using: &random), by: ValueIdentity<Int>.self)
    #expect(changeset.count == changeset.movedItems.count)
    #expect(differ.statistics.matchedItems == 8_500)
    #expect(differ.statistics.hashes < movedCount + 3_500, "\(differ.statistics)")
  }

  @Test(arguments: [1, 7, .max])
  func itemsWhoseHashesCollideAreMatched(kinds: Int) throws {
    let counter = HashCounter()
    var random = SplitMix64(seed: 9)
    let source = (0..<300).map { HashedNumber(number: $0, kinds: kinds, counter: counter) }
    var differ = Differ()
    // Where all hashes differ, it depends on them which items meet in a table.
    for _ in 0..<(kinds == .max ? 50 : 1) {
      let target = source.shuffled(using: &random)
      let changeset = try differ.changeset(
        from: source, to: target, by: ValueIdentity<HashedNumber>.self)
      #expect(changeset.count == 300 - longestIncreasing(target.map(\.number)))
      #expect(changeset.count == changeset.movedItems.count)
    }
  }

  // MARK: The statistics

  @Test(arguments: ["reversed", "shuffled", "repeating", "replaced", "hardly in common"])
  func everyHashIsCounted(kind: String) throws {
    let counter = HashCounter()
    var random = SplitMix64(seed: 5)
    let source = Array(0..<2_000)
    let target =
      switch kind {
      case "reversed": Array(source.reversed())
      case "shuffled": source.shuffled(using: &random)
      case "repeating": source.map { $0 % 40 }.shuffled(using: &random)
      case "replaced": source.map { -1 - $0 }
      default: source.map { $0 % 400 == 7 ? 1_999 - $0 : -1 - $0 }
      }
    var differ = Differ()
    _ = try differ.changeset(
      from: source.map { HashedNumber(number: $0, counter: counter) },
      to: target.map { HashedNumber(number: $0, counter: counter) },
      by: ValueIdentity<HashedNumber>.self)
    #expect(differ.statistics.hashes == counter.count)
    #expect(counter.count > 1_000)
  }

  /// Samples of a section do not tell that its items are in the other one, which the filter does,
  /// before it has read all of them.
  @Test func hashesOfAFilterThatGivesUpAreCounted() throws {
    let counter = HashCounter()
    func store(_ numbers: [Range<Int>]) -> NestedArrayStore<HashedNumber> {
      NestedArrayStore(
        sections: numbers.map { $0.map { HashedNumber(number: $0, counter: counter) } })
    }
    var differ = Differ()
    _ = try differ.changeset(
      from: store([0..<1_000, 1_000..<2_000]), to: store([1_000..<2_000, 0..<1_000]),
      by: ValueIdentity<HashedNumber>.self)
    #expect(differ.statistics.matchedItems == 2_000)
    #expect(differ.statistics.hashes == counter.count)
    #expect(counter.count > 4_000)
  }

  @Test func hashesOfSectionsAreCountedWithThoseOfItems() throws {
    let counter = HashCounter()
    func store(
      _ names: [Int], _ shift: Int
    ) -> SectionedStore<HashedNumber, NestedArrayStore<HashedNumber>> {
      SectionedStore(
        sectionIDs: names.map { HashedNumber(number: $0, counter: counter) },
        store: NestedArrayStore(
          sections: names.map { name in
            (0..<7).map { HashedNumber(number: 10 * name + $0 + shift, counter: counter) }
          }))
    }
    let names = Array(0..<30)
    var differ = Differ()
    _ = try differ.changeset(
      from: store(names, 0), to: store(names.reversed(), 2),
      by: ValueIdentity<HashedNumber>.self)
    #expect(differ.statistics.hashes == counter.count)
    #expect(counter.count > 30)
  }
}

/// Counts hashes.
private final class HashCounter: Sendable {
  private let made = Atomic<Int>(0)

  var count: Int { made.load(ordering: .relaxed) }

  func step() { made.add(1, ordering: .relaxed) }
}

/// A number that counts how often it is hashed.
private struct HashedNumber: Hashable {
  let number: Int
  /// The number of hashes that differ.
  var kinds = Int.max
  let counter: HashCounter

  static func == (left: HashedNumber, right: HashedNumber) -> Bool { left.number == right.number }

  func hash(into hasher: inout Hasher) {
    counter.step()
    hasher.combine(number % kinds)
  }
}
