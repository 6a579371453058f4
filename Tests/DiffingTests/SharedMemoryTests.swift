import Changesets
import Diffing
import ItemStores
import Testing

/// Small trees, in every arrangement of a kind: what two states share in memory hides no change.
struct SharedMemoryTests {
  private func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  /// Returns sections with the names 0, 1, 2 and so on, whose items differ.
  private func tree(_ lengths: [Int], capacity: Int) -> SectionedStore<Int, BTreeStore<Card>> {
    var tree = SectionedStore(
      sectionIDs: Array(lengths.indices),
      store: BTreeStore<Card>(chunkCapacity: capacity, nodeCapacity: 4))
    for (section, length) in lengths.enumerated() {
      tree.store.insertSection((0..<length).map { Card(id: 100 * section + $0) }, at: section)
    }
    return tree
  }

  private func check(
    _ before: SectionedStore<Int, BTreeStore<Card>>, _ after: SectionedStore<Int, BTreeStore<Card>>,
    _ differ: inout Differ, _ context: String
  ) throws {
    let changeset = try differ.changeset(from: before, to: after)
    let problem = problem(changeset, from: before.deck, to: after.deck)
    #expect(problem == nil, "\(context)")
  }

  /// The other section has as many items, and its chunks may end where those before did. Behind it an
  /// item is replaced.
  @Test(arguments: 1...8)
  func aReplacedSectionHidesNoLaterEdit(length: Int) throws {
    var differ = Differ()
    for capacity in 2...8 {
      let before = tree(Array(repeating: length, count: 6), capacity: capacity)
      for replaced in 0..<5 {
        for edited in (replaced + 1)..<6 {
          var after = before
          after.sectionIDs[replaced] = -1
          after.store.replaceSection(at: replaced, with: (0..<length).map { Card(id: -1 - $0) })
          after.store.replace(at: path(edited, length - 1), with: Card(id: -100))
          try check(before, after, &differ, "\(capacity) in a chunk, \(replaced) and \(edited)")
        }
      }
    }
  }

  /// Some items go and as many come elsewhere in their section, so that its count stays. Whole chunks
  /// may go.
  @Test(arguments: 2...5)
  func itemsThatComeAndGoInOneSectionAreFound(capacity: Int) throws {
    var differ = Differ()
    let length = 9
    let before = tree([length, length, length], capacity: capacity)
    for count in 1...5 {
      for gone in 0...(length - count) {
        for come in 0...(length - count) {
          var after = before
          for _ in 0..<count { after.store.remove(at: path(1, gone)) }
          for number in 0..<count {
            after.store.insert(Card(id: -number), at: path(1, come + number))
          }
          try check(before, after, &differ, "\(count) at \(gone) go and come at \(come)")
        }
      }
    }
  }

  /// The sections and their items stay where they are; four of the names 0 to 4 are given to them.
  @Test(arguments: 0..<16)
  func everyOrderOfNamesIsFound(filled: Int) throws {
    var differ = Differ()
    let before = tree((0..<4).map { filled >> $0 & 1 == 1 ? 3 : 0 }, capacity: 4)
    for number in 0..<625 {
      let names = [number % 5, number / 5 % 5, number / 25 % 5, number / 125]
      guard Set(names).count == 4 else { continue }
      var after = before
      after.sectionIDs = names
      try check(before, after, &differ, "\(names)")
    }
  }

  /// As many items as a chunk has go, from one section or two.
  @Test func goneItemsLeaveTheOthersShared() throws {
    var differ = Differ()
    let (length, capacity) = (90, 16)
    let before = tree([length, length, length], capacity: capacity)
    for gone in length..<(2 * length) {
      var after = before
      for _ in 0..<capacity {
        after.store.remove(at: after.store.path(ofGlobalIndex: gone))
      }
      let changeset = try differ.changeset(from: before, to: after)
      #expect(changeset.deletedItems.count == capacity && changeset.count == capacity)
      let compared = before.store.itemCount - differ.statistics.sharedItems
      #expect((capacity...(4 * capacity)).contains(compared), "\(gone): \(compared)")
    }
  }

  /// An empty section moves past another one, whichever of the two the changes move.
  @Test func aSectionThatPassesAnEmptyOneIsShared() throws {
    var differ = Differ()
    for lengths in [[0, 50, 40], [50, 0, 40], [40, 0, 50], [40, 50, 0]] {
      let before = tree(lengths, capacity: 8)
      let empty = try #require(lengths.firstIndex(of: 0))
      for goal in [empty - 1, empty + 1] where lengths.indices.contains(goal) {
        var after = before
        after.sectionIDs.swapAt(empty, goal)
        after.store.moveSection(from: empty, to: goal)
        let changeset = try differ.changeset(from: before, to: after)
        #expect(changeset.count == 1 && changeset.movedSections.count == 1)
        #expect(differ.statistics.sharedItems == 90, "\(lengths), to \(goal)")
      }
    }
  }

  /// A section's items get another name, and its name goes to a new section at the end, so that it
  /// moves. An item comes behind its own, into a chunk of theirs.
  @Test func aSectionThatGivesItsNameAwayLeavesTheNextShared() throws {
    let before = tree([8, 80, 8], capacity: 4)
    var after = before
    after.store.insert(Card(id: -1), at: path(1, 0))
    after.store.insertSection((2..<10).map { Card(id: -$0) }, at: 3)
    after.sectionIDs = [9, 1, 2, 0]
    var differ = Differ()
    try check(before, after, &differ, "")
    #expect(differ.statistics.sharedItems == 80 + 8)
  }

  /// The first two sections get new names, and their old names go to new sections behind the third.
  /// So the third moves by name, though its items stay. An item is inserted in front of them, into a
  /// chunk that they share.
  @Test func aSectionThatMovesByItsNameAloneIsShared() throws {
    let before = tree([4, 4, 80, 8], capacity: 4)
    var after = before
    after.store.insert(Card(id: -1), at: path(2, 0))
    after.store.insertSection((2..<6).map { Card(id: -$0) }, at: 3)
    after.store.insertSection((6..<10).map { Card(id: -$0) }, at: 4)
    after.sectionIDs = [9, 8, 2, 0, 1, 3]
    var differ = Differ()
    try check(before, after, &differ, "")
    #expect(differ.statistics.sharedItems == 80 + 8)
  }
}
