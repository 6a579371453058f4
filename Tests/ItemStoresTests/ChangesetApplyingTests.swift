import BasicAlgorithms
import Changesets
import Datasets
import ItemStores
import Testing

/// Updates of every mix, applied to each store and to arrays of arrays.
@Suite struct ChangesetApplyingTests {
  @Test func storesApplyChangesetsAsArraysDo() throws {
    var numbers = SplitMix64(seed: 11)
    var legal = 0
    for number in 0..<40_000 {
      // Every fifth is large enough for a pass over everything.
      let most = number % 5 == 0 ? 150 : 5
      let sections = (0..<numbers.next(below: 4)).map { section in
        (0..<numbers.next(below: most)).map { 1_000 * section + $0 }
      }
      let changeset = numbers.changeset(for: sections.map(\.count))
      guard Self.isLegal(changeset, for: sections.map(\.count)) else { continue }
      legal += 1
      let expected = sections.applying(
        changeset, newItem: Self.newItem, newSection: Self.newSection)
      Self.check(NestedArrayStore<Int>.self, sections, changeset, expected)
      Self.check(FlatIndexedStore<Int>.self, sections, changeset, expected)
      Self.check(BTreeStore<Int>.self, sections, changeset, expected)
    }
    #expect(legal > 8_000)
  }

  /// A few edits in many items, of one of which a copy is held: what is shared is not written to.
  @Test func applyingLeavesCopiesUnchanged() {
    func check<Store: ItemStore<String>>(_: Store.Type) {
      var numbers = SplitMix64(seed: 5)
      for _ in 0..<200 {
        let sections = (0..<3).map { section in
          (0..<60 + numbers.next(below: 60)).map { "item \(section) of some length, \($0)" }
        }
        var store = Store(sections: sections)
        var copies: [(Store, [[String]])] = []
        var model = sections
        for step in 0..<4 {
          if numbers.next(below: 2) == 0 { copies.append((store, model)) }
          let section = numbers.next(below: 3)
          let count = model[section].count
          let places = Set((0..<3).map { _ in numbers.next(below: count) }).sorted()
          let other = (section + 1) % 3
          let changeset = Changeset(
            deletedItems: places.dropFirst().map { ItemPath(section: section, item: $0) },
            insertedItems: (0..<numbers.next(below: 4)).map {
              ItemPath(section: other, item: 7 * $0)
            },
            movedItems: [
              .init(
                from: ItemPath(section: section, item: places[0]),
                to: ItemPath(section: other, item: 30))
            ])
          let newItem = { (path: ItemPath) in "new item in step \(step), \(path)" }
          model = model.applying(changeset, newItem: newItem, newSection: { _ in [] })
          store.apply(changeset, newItem: newItem, newSection: { _ in [] })
          store.checkInvariants()
          #expect(store.sections() == model, "\(Store.self), step \(step)")
        }
        for (copy, items) in copies { #expect(copy.sections() == items, "\(Store.self)") }
      }
    }
    check(NestedArrayStore<String>.self)
    check(FlatIndexedStore<String>.self)
    check(BTreeStore<String>.self)
  }

  private static func newItem(_ path: ItemPath) -> Int { 10_000 + 100 * path.section + path.item }
  private static func newSection(_ section: Int) -> [Int] { [20_000 + section, 30_000 + section] }

  private static func isLegal(_ changeset: Changeset, for before: [Int]) -> Bool {
    do throws(ChangesetError) {
      var after = try changeset.legalSectionCounts(after: before)
      let map = ChangesetMap(changeset)
      let reloaded = changeset.reloadedSections.compactMap { map.section($0) }
      for section in changeset.insertedSections + reloaded {
        after[section] += newSection(section).count
      }
      try changeset.validate(sectionCountsBefore: before, sectionCountsAfter: after)
      return true
    } catch {
      return false
    }
  }

  private static func check<Store: ItemStore<Int>>(
    _: Store.Type, _ sections: [[Int]], _ changeset: Changeset, _ expected: [[Int]]
  ) {
    var store = Store(sections: sections)
    store.apply(changeset, newItem: newItem, newSection: newSection)
    store.checkInvariants()
    let found = (0..<store.sectionCount).map { section in
      (0..<store.itemCount(inSection: section)).map {
        store[ItemPath(section: section, item: $0)]
      }
    }
    #expect(found == expected, "\(Store.self), \(sections), \(changeset)")
  }
}

extension SplitMix64 {
  /// A few operations at random places, legal or not.
  fileprivate mutating func changeset(for counts: [Int]) -> Changeset {
    let sections = counts.count
    func rarely(_ numbers: inout SplitMix64) -> Int { max(0, numbers.next(below: 6) - 3) }
    func item(_ numbers: inout SplitMix64) -> ItemPath {
      let section = numbers.next(below: max(1, sections))
      let count = section < sections ? counts[section] : 1
      return ItemPath(section: section, item: numbers.next(below: max(1, count)))
    }
    func section(_ numbers: inout SplitMix64) -> Int { numbers.next(below: sections + 1) }
    let movesSections = next(below: 2) == 0
    return Changeset(
      deletedSections: (0..<rarely(&self)).map { _ in section(&self) },
      insertedSections: (0..<rarely(&self)).map { _ in section(&self) },
      movedSections: (0..<(movesSections ? rarely(&self) : 0)).map { _ in
        .init(from: section(&self), to: section(&self))
      },
      reloadedSections: (0..<max(0, rarely(&self) - 1)).map { _ in section(&self) },
      deletedItems: (0..<rarely(&self)).map { _ in item(&self) },
      insertedItems: (0..<rarely(&self)).map { _ in item(&self) },
      movedItems: (0..<rarely(&self)).map { _ in .init(from: item(&self), to: item(&self)) },
      reloadedItems: (0..<rarely(&self)).map { _ in item(&self) },
      reconfiguredItems: (0..<rarely(&self)).map { _ in item(&self) })
  }
}
