import BasicAlgorithms
import Changesets
import Datasets
import ItemStores
import TestSupport
import Testing

#if DEBUG
  /// Each case is carried out a dozen times; a debug build is thirty times as slow.
  private let caseCount = 300
#else
  private let caseCount = 6_000
#endif

/// Legal updates with many edits of sections, in every way that a store has for them.
@Suite struct SectionEditsTests {
  /// How often each way was taken of a store's own accord.
  private struct Ways {
    var inPlace = 0
    var byPass = 0
    var oneByOne = 0
    var inOnePass = 0
  }

  @Test func storesApplyChangesetsAsArraysDo() throws {
    var numbers = SplitMix64(seed: 29)
    var ways = Ways()
    for _ in 0..<caseCount {
      let update = LegalChangeset(ChangesetMix(&numbers), &numbers)
      let (before, changeset, after) = (update.before, update.changeset, update.after)
      #expect(throws: Never.self, "\(before.map(\.count)), \(changeset)") {
        try changeset.validate(
          sectionCountsBefore: before.map(\.count), sectionCountsAfter: after.map(\.count))
      }
      try check(NestedArrayStore(sections: before), update, after)
      try check(MinimalStore(sections: before), update, after)
      try check(SmallBTreeStore<Int, 2, 2>(sections: before), update, after)
      try check(flat: before, update, after, &ways)
      try check(tree: before, update, after, &ways)
    }
    #expect(ways.inPlace > 20 && ways.byPass > 20, "\(ways)")
    #expect(ways.inOnePass > 20, "\(ways)")
  }

  /// A store alone with its items, and one of which a copy is held; both ways.
  private func check(
    flat before: [[Int]], _ update: LegalChangeset, _ after: [[Int]], _ ways: inout Ways
  ) throws {
    var store = FlatIndexedStore(sections: before)
    let address = store.address
    store.apply(update.changeset, newItem: update.newItem, newSection: update.newSection)
    try check(store, after, update, "by itself")
    if let address, let now = store.address, update.changeset.changesSections {
      if address == now { ways.inPlace += 1 } else { ways.byPass += 1 }
    }
    try check(FlatIndexedStore(sections: before), update, after)
    guard update.changeset.replacesNothing else { return }
    for inPlace in [true, false] {
      var store = FlatIndexedStore(sections: before)
      store.exchangeSections(
        update.changeset, inPlace: inPlace, newItem: update.newItem,
        newSection: update.newSection)
      try check(store, after, update, "in place: \(inPlace)")
    }
  }

  private func check(
    tree before: [[Int]], _ update: LegalChangeset, _ after: [[Int]], _ ways: inout Ways
  ) throws {
    var tree = BTreeStore<Int>(chunkCapacity: 5, nodeCapacity: 3)
    for section in before { tree.insertSection(section, at: tree.sectionCount) }
    if update.changeset.changesSections {
      if tree.appliesSingleEdits(update.changeset) {
        ways.oneByOne += 1
      } else {
        ways.inOnePass += 1
      }
    }
    try check(tree, update, after)
    try check(BTreeStore(sections: before), update, after)
    guard update.changeset.replacesNothing else { return }
    for inOnePass in [true, false] {
      let copy = tree
      var store = tree
      store.exchangeSections(
        update.changeset, inOnePass: inOnePass, newItem: update.newItem,
        newSection: update.newSection)
      try check(store, after, update, "in one pass: \(inOnePass)")
      try check(copy, before, update, "a copy, in one pass: \(inOnePass)")
    }
  }

  /// Applies `update` to a copy of `store` and then to the store itself.
  private func check<Store: ItemStore<Int>>(
    _ store: Store, _ update: LegalChangeset, _ after: [[Int]]
  ) throws {
    var alone = store
    do {
      var copy = store
      copy.apply(update.changeset, newItem: update.newItem, newSection: update.newSection)
      try check(copy, after, update, "a copy")
      try check(store, update.before, update, "what was copied")
    }
    alone = Store(sections: update.before)
    alone.apply(update.changeset, newItem: update.newItem, newSection: update.newSection)
    try check(alone, after, update, "alone")
    var taking = Store(sections: update.before)
    taking.apply(update.changeset, target: after)
    try check(taking, after, update, "from the target")
    // What a store has become can be edited on.
    if let section = after.indices.last {
      alone.insert(-1, at: ItemPath(section: section, item: 0))
      alone.insertSection([-2], at: 0)
      let expected = [[-2]] + after.dropLast() + [[-1] + after[section]]
      try check(alone, expected, update, "edited on")
    }
  }

  private func check<Store: ItemStore<Int>>(
    _ store: Store, _ expected: [[Int]], _ update: LegalChangeset, _ what: String
  ) throws {
    store.checkInvariants()
    try #require(
      store.sections() == expected,
      "\(Store.self), \(what): \(update.before), \(update.changeset)")
  }

  /// Few edits among many sections, and many: what a nested store does one by one and in a pass.
  @Test func fewAndManyEditsAmongManySectionsMatchArrays() throws {
    var numbers = SplitMix64(seed: 37)
    var ways = Ways()
    for round in 0..<60 {
      var mix = ChangesetMix(&numbers)
      mix.sections = 200...400
      mix.items = 0...4
      let share = [0, 1, 3, 10, 30][round % 5]
      (mix.deletedSections, mix.insertedSections) = (share, share)
      (mix.movedSections, mix.reloadedSections) = (share, share)
      let update = LegalChangeset(mix, &numbers)
      try check(NestedArrayStore(sections: update.before), update, update.after)
      try check(FlatIndexedStore(sections: update.before), update, update.after)
      try check(tree: update.before, update, update.after, &ways)
    }
    #expect(ways.oneByOne > 2 && ways.inOnePass > 20, "\(ways)")
  }

  /// Objects are neither lost nor kept, and asked for once each.
  @Test func noObjectIsLostOrKept() throws {
    var numbers = SplitMix64(seed: 31)
    for _ in 0..<caseCount / 3 {
      let update = LegalChangeset(ChangesetMix(&numbers), &numbers)
      try checkObjects(NestedArrayStore<Tracked>.self, update)
      try checkObjects(FlatIndexedStore<Tracked>.self, update)
      try checkObjects(BTreeStore<Tracked>.self, update)
      try checkObjects(SmallBTreeStore<Tracked, 4, 3>.self, update)
    }
  }

  private func checkObjects<Store: ItemStore<Tracked>>(
    _: Store.Type, _ update: LegalChangeset
  ) throws {
    let census = Census()
    func objects(_ sections: [[Int]]) -> [[Tracked]] {
      sections.map { $0.map { Tracked($0, in: census) } }
    }
    do {
      var (items, sections) = (Set<ItemPath>(), Set<Int>())
      var store = Store(sections: objects(update.before))
      for _ in 0..<2 {
        let copy = store
        (items, sections) = ([], [])
        store.apply(update.changeset) { path in
          #expect(items.insert(path).inserted, "\(Store.self) asks twice for \(path)")
          return Tracked(update.newItem(path), in: census)
        } newSection: { section in
          #expect(sections.insert(section).inserted, "\(Store.self) asks twice for \(section)")
          return objects([update.newSection(section)])[0]
        }
        try #require(store.sections() == objects(update.after), "\(Store.self), \(update)")
        try #require(copy.sections() == objects(update.before), "\(Store.self), \(update)")
        store = Store(sections: objects(update.before))
      }
    }
    #expect(census.living == 0, "\(Store.self) leaks or keeps objects: \(update.changeset)")
  }

  @Test func allSectionsGoAndTheFirstComeFromNothing() throws {
    func check<Store: ItemStore<Int>>(_: Store.Type) {
      var store = Store(sections: [[1, 2], [], [3]])
      store.apply(
        Changeset(deletedSections: [0, 1, 2]), newItem: { _ in 0 }, newSection: { _ in [] })
      store.checkInvariants()
      #expect(store.sectionCount == 0 && store.itemCount == 0, "\(Store.self)")
      store.apply(
        Changeset(insertedSections: [0, 1]), newItem: { _ in 0 }, newSection: { _ in [] })
      store.checkInvariants()
      #expect(store.sections() == [[], []], "\(Store.self)")
      store.apply(Changeset(deletedSections: [0, 1]), newItem: { _ in 0 }, newSection: { _ in [] })
      #expect(store.sections() == [], "\(Store.self)")
      store.apply(
        Changeset(insertedSections: [0, 1, 2]), newItem: { _ in 0 },
        newSection: { Array(repeating: $0, count: $0) })
      store.checkInvariants()
      #expect(store.sections() == [[], [1], [2, 2]], "\(Store.self)")
      store.apply(
        Changeset(
          deletedSections: [0, 1, 2], insertedSections: [0],
          movedItems: [
            .init(from: ItemPath(section: 2, item: 1), to: ItemPath(section: 0, item: 1))
          ]),
        newItem: { _ in 0 }, newSection: { _ in [7, 8] })
      store.checkInvariants()
      #expect(store.sections() == [[7, 2, 8]], "\(Store.self)")
      store.apply(
        Changeset(deletedSections: [0], insertedSections: [0]), newItem: { _ in 0 },
        newSection: { _ in [9] })
      store.apply(
        Changeset(deletedSections: [0], insertedSections: [0]), newItem: { _ in 0 },
        newSection: { _ in [] })
      store.checkInvariants()
      #expect(store.sections() == [[]], "\(Store.self)")
    }
    check(NestedArrayStore<Int>.self)
    check(FlatIndexedStore<Int>.self)
    check(BTreeStore<Int>.self)
    check(SmallBTreeStore<Int, 2, 2>.self)
    check(MinimalStore<Int>.self)
  }
}

extension Changeset {
  fileprivate var replacesNothing: Bool { reloadedItems.isEmpty && reconfiguredItems.isEmpty }
}
