import Changesets
import Datasets
import ItemStores
import Testing

/// Updates of every mix, applied to each store and to arrays of arrays.
@Suite struct ChangesetApplyingTests {
  @Test func storesDoWhatArraysDo() throws {
    var numbers = SplitMix64(seed: 11)
    var legal = 0
    for _ in 0..<6_000 {
      let sections = (0..<numbers.next(below: 4)).map { section in
        (0..<numbers.next(below: 5)).map { 100 * section + $0 }
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
    #expect(legal > 1_000)
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
      reloadedItems: (0..<rarely(&self)).map { _ in item(&self) })
  }
}
