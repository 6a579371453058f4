import Changesets
import ItemStores
import Testing

/// Which chunks two states of a B-tree are found to share, wherever they stand in each.
struct SharedChunkTests {
  private static let chunkCapacity = 4

  private static var empty: BTreeStore<Int> {
    BTreeStore(chunkCapacity: chunkCapacity, nodeCapacity: 16)
  }

  /// The chunks of two states, by number. Each holds a section, and all but one are full.
  private struct Lists {
    /// The number of the chunk that has a single item.
    static let small = 0

    var old: [Int] = []
    var new: [Int] = []
    /// Those that are to be found in both, in order.
    private(set) var shared: [Int] = []
    private var next = 1

    private mutating func numbers(_ count: Int) -> Range<Int> {
      defer { next += count }
      return next..<next + count
    }

    /// Adds chunks that have become others.
    mutating func exchange(_ gone: Int, for coming: Int) {
      old += numbers(gone)
      new += numbers(coming)
    }

    /// Adds chunks that stay.
    mutating func keep(_ count: Int = 1) {
      let kept = numbers(count)
      old += kept
      new += kept
      shared += kept
    }

    static func items(of chunk: Int) -> [Int] {
      Array(repeating: chunk, count: chunk == small ? 1 : chunkCapacity)
    }

    var before: BTreeStore<Int> {
      var store = empty
      for (section, chunk) in old.enumerated() {
        store.insertSection(Self.items(of: chunk), at: section)
      }
      return store
    }

    /// The store after an update in one pass, which makes new nodes and takes whole chunks
    /// over, wherever they go: a comparison has one list of chunks on either side.
    func after(_ before: BTreeStore<Int>) -> BTreeStore<Int> {
      var store = before
      store.exchangeSections(
        Changeset(
          deletedSections: old.indices.filter { !new.contains(old[$0]) },
          insertedSections: new.indices.filter { !old.contains(new[$0]) },
          movedSections: new.indices.compactMap { target in
            old.firstIndex(of: new[target]).map { Changeset.Move(from: $0, to: target) }
          }),
        inOnePass: true, newItem: { $0.item }, newSection: { Self.items(of: new[$0]) })
      return store
    }

    /// The ranges between the chunks that both have.
    var changes: [UnsharedRanges.Change] {
      var changes: [UnsharedRanges.Change] = []
      var (source, target) = (0, 0)
      let end = -1
      for chunk in shared + [end] {
        let here = old.prefix { $0 != chunk }.reduce(0) { $0 + Self.items(of: $1).count }
        let there = new.prefix { $0 != chunk }.reduce(0) { $0 + Self.items(of: $1).count }
        if here > source || there > target {
          changes.append(.init(source: source..<here, target: target..<there))
        }
        source = here + Self.items(of: chunk).count
        target = there + Self.items(of: chunk).count
      }
      return changes
    }
  }

  /// Expects these changes of items from one state to the other, and their reverse on the way back.
  private func expect(
    _ changes: [UnsharedRanges.Change], from before: BTreeStore<Int>, to after: BTreeStore<Int>,
    _ comment: Comment? = nil, at place: SourceLocation = #_sourceLocation
  ) throws {
    let ranges = try #require(after.unsharedRanges(from: before))
    #expect(ranges.items == changes, comment, sourceLocation: place)
    let back = try #require(before.unsharedRanges(from: after))
    #expect(
      back.items == changes.map { .init(source: $0.target, target: $0.source) }, comment,
      sourceLocation: place)
  }

  private func expectTheShared(
    of lists: Lists, _ comment: Comment? = nil, at place: SourceLocation = #_sourceLocation
  ) throws {
    let before = lists.before
    let after = lists.after(before)
    #expect(after.sections() == lists.new.map(Lists.items), comment, sourceLocation: place)
    try expect(lists.changes, from: before, to: after, comment, at: place)
  }

  // MARK: One list

  /// However many chunks have gone in front of it, and come, and whether there are more behind it.
  @Test func aChunkThatStaysBehindAGapIsShared() throws {
    let counts = [0, 1, 2, 3, 4, 5, 6, 9, 13, 17, 20]
    for (gone, coming) in counts.flatMap({ gone in counts.map { (gone, $0) } }) {
      for (goneBehind, comingBehind) in [(0, 1), (1, 0), (1, 1)] {
        var lists = Lists()
        lists.exchange(gone, for: coming)
        lists.keep()
        lists.exchange(goneBehind, for: comingBehind)
        try expectTheShared(
          of: lists, "\(gone) for \(coming), then \(goneBehind) for \(comingBehind)")
      }
    }
  }

  /// Several neighbors have become one other each, and the first, a small one, has moved: what it has
  /// passed is shared.
  @Test(arguments: [(1, 1), (3, 2), (4, 3), (5, 3), (9, 8), (27, 3)])
  func neighborsOfChangedChunksStaySharedIfOneMovesPastThem(changed: Int, passed: Int) throws {
    for isLast in [true, false] {
      var lists = Lists()
      lists.old.append(Lists.small)
      lists.exchange(changed - 1, for: changed)
      lists.keep(passed)
      lists.new.append(Lists.small)
      if !isLast {
        lists.keep()
        lists.exchange(1, for: 1)
      }
      try expectTheShared(of: lists, "is last: \(isLast)")
    }
  }

  /// The other one stands behind as many chunks before and after.
  @Test func aChunkBehindMoreChunksThanBeforeIsSharedBesidesAnotherOne() throws {
    for (gone, coming, goneBehind, comingBehind) in [(1, 4, 4, 1), (10, 20, 17, 7)] {
      var lists = Lists()
      lists.exchange(gone, for: coming)
      lists.keep()
      lists.exchange(goneBehind, for: comingBehind)
      lists.keep()
      lists.exchange(1, for: 1)
      try expectTheShared(of: lists, "\(gone) for \(coming)")
    }
  }

  /// The last one stands behind as many chunks before and after, the one in front of it does not.
  @Test func theLastChunkHidesNoneInFrontOfIt() throws {
    var lists = Lists()
    lists.exchange(1, for: 4)
    lists.keep()
    lists.exchange(3, for: 0)
    lists.keep()
    try expectTheShared(of: lists)
  }

  // MARK: Several leaves

  /// A store with sections of two chunks each; its leaves have 14 chunks, and the last the others.
  private func pairs(_ count: Int) -> BTreeStore<Int> {
    var store = Self.empty
    for section in 0..<count { store.insertSection(section * 8..<section * 8 + 8, at: section) }
    return store
  }

  /// Moves a section with its chunks.
  private func move(_ source: Int, to target: Int, in store: inout BTreeStore<Int>) {
    store.exchangeSections(
      Changeset(movedSections: [.init(from: source, to: target)]), inOnePass: false,
      newItem: { $0.item }, newSection: { _ in [] })
  }

  /// To number 12 of the first leaf; the third one keeps 12 chunks, as they were or not.
  @Test(arguments: [false, true])
  func aSectionThatMovesToTheFirstLeafIsOneChangeThere(changesItsOldLeaf: Bool) throws {
    let before = pairs(21)
    var after = before
    for section in 14..<20 where changesItsOldLeaf {
      for item in [0, 4] { after.replace(at: ItemPath(section: section, item: item), with: -1) }
    }
    move(20, to: 6, in: &after)
    let gone: UnsharedRanges.Change =
      changesItsOldLeaf
      ? .init(source: 112..<168, target: 120..<168) : .init(source: 160..<168, target: 168..<168)
    try expect([.init(source: 48..<48, target: 48..<56), gone], from: before, to: after)
  }

  /// From number 12 of the first leaf to the end, behind the last of 12 chunks, which has changed.
  @Test func aSectionThatMovesBehindAChangedChunkIsOneChangeWithIt() throws {
    let before = pairs(20)
    var after = before
    after.replace(at: ItemPath(section: 19, item: 7), with: -1)
    move(6, to: 19, in: &after)
    try expect(
      [.init(source: 48..<56, target: 48..<48), .init(source: 156..<160, target: 148..<160)],
      from: before, to: after)
  }

  // MARK: Trees of different heights

  /// A store of 450 sections in as many chunks, with 15 in each of 30 leaves, below two nodes and a
  /// root; and so are the numbers of items in the sections.
  private var tall: BTreeStore<Int> {
    var store = Self.empty
    store.exchangeSections(
      Changeset(insertedSections: Array(0..<450)), inOnePass: true, newItem: { $0.item },
      newSection: { Lists.items(of: $0 + 1) })
    return store
  }

  /// Of sections, three nodes are opened, and no leaf. Of chunks, all nodes are, and the empty one.
  @Test func aStoreThatSharesNothingHasEachNodeOpenedOnce() throws {
    let (tall, empty) = (tall, Self.empty)
    for (before, after) in [(tall, empty), (empty, tall)] {
      let ranges = try #require(after.unsharedRanges(from: before))
      #expect(ranges.visitedNodes == 3 + 33 + 1)
    }
    try expect([.init(source: 0..<0, target: 0..<1_800)], from: empty, to: tall)
  }

  @Test func theOnlyChunkLeftOfATallTreeIsShared() throws {
    let before = tall
    var after = before
    after.exchangeSections(
      Changeset(deletedSections: Array(1..<450)), inOnePass: true, newItem: { $0.item },
      newSection: { _ in [] })
    try expect([.init(source: 4..<1_800, target: 4..<4)], from: before, to: after)
    let ranges = try #require(after.unsharedRanges(from: before))
    #expect(ranges.sections == [.init(source: 0..<450, target: 0..<1)])
  }
}
