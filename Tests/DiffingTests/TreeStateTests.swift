import BasicAlgorithms
import Changesets
import Datasets
import Diffing
import ItemStores
import TestSupport
import Testing

/// States of one tree whose sections came, went and moved: what they share in memory is passed over,
/// and the changes are those that a comparison of the same contents in two memories finds.
struct TreeStateTests {
  /// Calls `check` with the script of seed after seed, and one differ.
  private func run(
    _ name: String, share: Double, _ check: (inout TreeScript, inout Differ) throws -> Void
  ) throws {
    var run = try StressRun(name, filter: "TreeStateTests", usualSeconds: 1, share: share)
    var differ = Differ()
    run.forEachSeed { seed in
      var script = TreeScript(seed: seed)
      try check(&script, &differ)
    }
    run.summarize("\(run.sequences) trees")
  }

  @Test(arguments: [true, false])
  func statesAreComparedAsSeparateStores(_ keepsNames: Bool) throws {
    try run("differences of states with sections", share: 0.2) { script, differ in
      for _ in 0..<4 {
        let before = script.tree
        script.edit(keepsNames: keepsNames)
        let after = script.tree
        let (source, target) = (before.deck, after.deck)
        let shared = try differ.changeset(from: before, to: after)
        let statistics = differ.statistics
        let problem = problem(shared, from: source, to: target)
        try #require(problem == nil, "\(problem ?? "")")
        let apart = try differ.changeset(
          from: source.stored(in: FlatIndexedStore<Card>.self),
          to: target.stored(in: FlatIndexedStore<Card>.self))
        try #require(statistics.matchedItems == differ.statistics.matchedItems)
        try #require(
          counts(of: shared, movesCount: !script.mayRepeat)
            == counts(of: apart, movesCount: !script.mayRepeat))
      }
    }
  }

  /// Returns the number of operations of each kind. The moves of a repeated identifier depend on
  /// how its occurrences match.
  private func counts(of changeset: Changeset, movesCount: Bool) -> [Int] {
    let sections = [
      changeset.deletedSections.count, changeset.insertedSections.count,
      changeset.movedSections.count,
    ]
    guard movesCount else { return sections }
    return sections + [
      changeset.deletedItems.count, changeset.insertedItems.count, changeset.movedItems.count,
      changeset.reloadedItems.count + changeset.reconfiguredItems.count,
    ]
  }

  /// No more is looked at than the chunks that edits have written and the sections concerned.
  @Test func unwrittenMemoryIsSkipped() throws {
    try run("shared memory of states", share: 0.1) { script, differ in
      let before = script.tree
      script.edit(keepsNames: true)
      _ = try differ.changeset(from: before, to: script.tree)
      let compared = before.store.itemCount - differ.statistics.sharedItems
      try #require(compared <= script.touchedItems)
    }
  }

  /// Behind the place that it has left, chunks stand where they stood, as if all between were
  /// others; an item is edited there.
  @Test func aMovedSectionLeavesTheOthersShared() throws {
    let (count, length, capacity) = (12, 75, 16)
    var before = SectionedStore(
      sectionIDs: Array(0..<count),
      store: BTreeStore<Int>(chunkCapacity: capacity, nodeCapacity: 16))
    for section in before.sectionIDs {
      before.store.insertSection((0..<length).map { section * length + $0 }, at: section)
    }
    var differ = Differ()
    for source in 0..<count - 1 {
      for target in 0..<count - 1 where target != source {
        var after = before
        after.sectionIDs.insert(after.sectionIDs.remove(at: source), at: target)
        after.store.moveSection(from: source, to: target)
        after.store.replace(at: Self.path(max(source, target) + 1, length - 1), with: -1)
        let changeset = try differ.changeset(from: before, to: after, by: ValueIdentity<Int>.self)
        #expect(changeset.count == 3 && changeset.movedSections.count == 1)
        let compared = before.store.itemCount - differ.statistics.sharedItems
        // The moved items are looked at where they are now, and on one side hashed at most.
        #expect(compared >= length, "\(source) to \(target): \(compared)")
        #expect(compared <= length + 4 * capacity, "\(source) to \(target): \(compared)")
        #expect(differ.statistics.hashes <= length + 2 * count, "\(source) to \(target)")
      }
    }
  }

  // MARK: Large trees

  private static func tree(sections: Int, of count: Int) -> SectionedStore<Int, BTreeStore<Int>> {
    SectionedStore(
      sectionIDs: Array(0..<sections),
      store: BTreeStore(
        sections: (0..<sections).map { Array(($0 * count)..<(($0 + 1) * count)) }))
  }

  private static func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  /// A section goes, comes or moves among a thousand, and three items are edited elsewhere.
  @Test(arguments: ["delete", "insert", "move"])
  func aChangedSectionCostsNoOtherSection(_ operation: String) throws {
    let before = Self.tree(sections: 1_000, of: 100)
    var after = before
    after.store.remove(at: Self.path(50, 3))
    after.store.insert(-1, at: Self.path(500, 7))
    after.store.replace(at: Self.path(950, 1), with: -2)
    switch operation {
    case "delete":
      after.sectionIDs.remove(at: 300)
      after.store.removeSection(at: 300)
    case "insert":
      after.sectionIDs.insert(-1, at: 300)
      after.store.insertSection((0..<100).map { -100 - $0 }, at: 300)
    default:
      after.sectionIDs.insert(after.sectionIDs.remove(at: 300), at: 700)
      after.store.moveSection(from: 300, to: 700)
    }
    var differ = Differ()
    let changeset = try differ.changeset(from: before, to: after, by: ValueIdentity<Int>.self)
    #expect(changeset.deletedItems.count == 2)
    #expect(changeset.insertedItems.count == 2)
    #expect(changeset.movedItems.isEmpty)
    #expect(changeset.count == 5)
    #expect(differ.statistics.visitedNodes < 100, "\(differ.statistics)")
    // At most eight chunks of 512 have been written.
    #expect(differ.statistics.sharedItems > 100_000 - 8 * 512, "\(differ.statistics)")
    // Those that have come and gone; what has moved with its section is compared in its place.
    let gone = operation == "move" ? 0 : 100
    #expect(differ.statistics.hashes <= gone + 20, "\(differ.statistics)")
  }

  /// Half of the sections go from the front, and the last item of all is another.
  @Test func aLongDeletedBlockIsSkipped() throws {
    let before = Self.tree(sections: 400, of: 1_000)
    var after = before
    after.sectionIDs.removeFirst(200)
    for _ in 0..<200 { after.store.removeSection(at: 0) }
    after.store.replace(at: Self.path(199, 999), with: -1)
    var differ = Differ()
    let changeset = try differ.changeset(from: before, to: after, by: ValueIdentity<Int>.self)
    #expect(changeset.deletedSections == Array(0..<200))
    #expect(changeset.deletedItems == [Self.path(399, 999)])
    #expect(changeset.insertedItems == [Self.path(199, 999)])
    #expect(changeset.count == 202)
    // The deleted half is not shared.
    #expect((200_000 - 8 * 512..<200_000).contains(differ.statistics.sharedItems))
  }

  /// Sections of one length that have changed names share their memory out of step.
  @Test func swappedSectionIdentifiersAreFound() throws {
    let before = Self.tree(sections: 40, of: 50)
    var after = before
    after.sectionIDs.swapAt(10, 11)
    var differ = Differ()
    let changeset = try differ.changeset(from: before, to: after, by: ValueIdentity<Int>.self)
    // One of the two moves; then the items of both are in the other's place.
    #expect(changeset.movedSections.count == 1)
    #expect(changeset.movedItems.count == 100)
    #expect(changeset.count == 101)
    #expect(differ.statistics.sharedItems == 38 * 50, "\(differ.statistics)")
  }
}

/// A tree with named sections, some of them long and many of one length, that is being edited.
struct TreeScript {
  /// The sections' names and items.
  private(set) var tree: SectionedStore<Int, BTreeStore<Card>>
  /// The most items that edits have written: whole chunks, and inserted or deleted sections.
  private(set) var touchedItems = 0
  private let capacity: Int
  private let hasTwins: Bool
  private var random: SplitMix64
  private var nextID = 1_000

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    capacity = 2 + random.next(below: 30)
    hasTwins = random.next(below: 3) == 0
    tree = SectionedStore(
      sectionIDs: [],
      store: BTreeStore(chunkCapacity: capacity, nodeCapacity: 2 + random.next(below: 15)))
    let length = 1 + random.next(below: 60)
    for name in 0..<random.next(below: 60) {
      tree.sectionIDs.append(name)
      let items = section(usualLength: length)
      tree.store.insertSection(items, at: name)
    }
    touchedItems = 0
  }

  /// A Boolean value that indicates whether identifiers may repeat.
  var mayRepeat: Bool { hasTwins }

  private mutating func number(below bound: Int) -> Int { random.next(below: bound) }

  private mutating func card() -> Card {
    if hasTwins, number(below: 4) == 0 { return Card(id: number(below: 30)) }
    nextID += 1
    return Card(id: nextID)
  }

  private mutating func section(usualLength: Int) -> [Card] {
    let length =
      switch number(below: 10) {
      case 0: 0
      case 1: number(below: 400)
      case 2, 3: number(below: 6)
      default: usualLength
      }
    return (0..<length).map { _ in card() }
  }

  // MARK: Edits

  /// Edits items and sections; where `keepsNames`, no section gets the name of another.
  mutating func edit(keepsNames: Bool) {
    for _ in 0..<number(below: 12) {
      if tree.sectionIDs.isEmpty || number(below: 3) == 0 {
        editSections(keepsNames)
      } else {
        editItem()
      }
    }
  }

  private mutating func place() -> ItemPath {
    let section = number(below: tree.store.sectionCount)
    return ItemPath(
      section: section, item: number(below: tree.store.itemCount(inSection: section) + 1))
  }

  private mutating func editItem() {
    touchedItems += 6 * capacity
    let path = place()
    guard path.item < tree.store.itemCount(inSection: path.section), number(below: 3) > 0 else {
      tree.store.insert(card(), at: path)
      return
    }
    var card = tree.store[path]
    switch number(below: 3) {
    case 0: tree.store.remove(at: path)
    case 1:
      card.revision += 1
      tree.store.replace(at: path, with: card)
    default:
      tree.store.remove(at: path)
      let goal = place()
      tree.store.insert(card, at: goal)
    }
  }

  private mutating func editSections(_ keepsNames: Bool) {
    let count = tree.sectionIDs.count
    let place = number(below: count + 1)
    guard place < count, number(below: 4) > 0 else {
      let length = count > 0 ? tree.store.itemCount(inSection: number(below: count)) : 5
      let items = section(usualLength: length)
      nextID += 1
      touchedItems += 6 * capacity + items.count
      tree.sectionIDs.insert(nextID, at: place)
      tree.store.insertSection(items, at: place)
      return
    }
    touchedItems += 6 * capacity + 2 * tree.store.itemCount(inSection: place)
    switch number(below: keepsNames ? 4 : 6) {
    case 0:
      tree.sectionIDs.remove(at: place)
      tree.store.removeSection(at: place)
    case 1, 2:
      let goal = number(below: count)
      touchedItems += 2 * tree.store.itemCount(inSection: goal)
      tree.sectionIDs.insert(tree.sectionIDs.remove(at: place), at: goal)
      tree.store.moveSection(from: place, to: goal)
    case 3:
      var items = (0..<tree.store.itemCount(inSection: place)).map {
        tree.store[ItemPath(section: place, item: $0)]
      }
      if number(below: 2) == 0 { items = items.map { _ in card() } }
      tree.store.replaceSection(at: place, with: items)
    case 4:
      // Names change places and items do not.
      tree.sectionIDs.swapAt(place, number(below: count))
    default:
      tree.sectionIDs.insert(tree.sectionIDs.remove(at: place), at: number(below: count))
    }
  }
}

extension SectionedStore where SectionID == Int, Store == BTreeStore<Card> {
  /// The content of the store.
  var deck: Deck {
    var deck = Deck(store)
    deck.names = sectionIDs
    return deck
  }
}
