import BasicAlgorithms
public import Benchmarking
public import Changesets
public import Datasets
public import ItemStores

/// The collection that the cases of one process edit, with the right answers before and after. They
/// come from the dataset and maps, never from a store.
@usableFromInline
package final class ApplyCollection {
  @usableFromInline package let dataset: Dataset
  package let offsets: SectionOffsets

  /// Returns the collection of `context`, created on first use.
  ///
  /// - Throws: `DatasetError`.
  @usableFromInline
  package static func shared(in context: ScenarioContext) throws -> ApplyCollection {
    try context.shared("apply/collection") { try ApplyCollection(context) }
  }

  private init(_ context: ScenarioContext) throws {
    dataset = try Dataset(
      planned: context.dataset, items: context.items, seed: context.seed,
      checksum: context.checksum)
    offsets = dataset.offsets
  }

  @usableFromInline var sectionSizes: [Int] { offsets.sizes }
  @usableFromInline var itemCount: Int { offsets.itemCount }

  /// Returns the item at `path` before all updates.
  @usableFromInline
  @inline(__always)
  func item(at path: ItemPath) -> Item8 {
    Item8(dataset.seed(atGlobalIndex: offsets.globalIndex(of: path)))
  }

  /// Returns the item at `path` after an update. O(log edits).
  func item(at path: ItemPath, after map: ChangesetMap) -> Item8 {
    map.sourceItem(path).map { item(at: $0) } ?? Self.newItem(at: path)
  }

  /// Returns as many items for each of `sections` as it has before all updates, by section.
  func sections(_ sections: [Int], _ item: (ItemPath) -> Item8) -> [Int: [Item8]] {
    Dictionary(
      uniqueKeysWithValues: sections.map { section in
        let items = 0..<sectionSizes[section]
        return (section, items.map { item(ItemPath(section: section, item: $0)) })
      })
  }

  /// Returns the item that an update inserts at `path`, which is not in the dataset.
  @usableFromInline
  @inline(__always)
  package static func newItem(at path: ItemPath) -> Item8 {
    let place = UInt64(truncatingIfNeeded: path.section) &<< 32 ^ UInt64(path.item)
    return Item8(
      ItemSeed(id: ~SplitMix64.mix(place), revision: 0, sizeClass: 0, reuseKind: 0))
  }
}

/// An update, its inverse, and the answer of a measured call.
@usableFromInline
package struct ApplyUpdate {
  @usableFromInline package let forth: Changeset
  @usableFromInline let back: Changeset
  /// The items of inserted sections, by index after the update and after its inverse.
  let newSections: [Int: [Item8]]
  @usableFromInline let oldSections: [Int: [Item8]]
  /// At most two places at edits, between the update and its inverse. A measured call looks up no
  /// more, so that it measures the updates.
  @usableFromInline let between: [ItemPath]
  let answerBetween: UInt64
  /// At most two places at edits, before the update and after its inverse.
  @usableFromInline let around: [ItemPath]
  let answerAround: UInt64

  /// Creates an update of `collection` that deletes and inserts items.
  init(deleted: [ItemPath], inserted: [ItemPath], _ collection: ApplyCollection) {
    let forth = Changeset(deletedItems: deleted, insertedItems: inserted)
    let places = [forth.deletedItems.first, forth.insertedItems.last].compactMap(\.self)
    self.init(forth, between: places, around: places, collection)
  }

  /// Creates an update of `collection`, with places at edits between the update and its inverse,
  /// and around them.
  private init(
    _ forth: Changeset, between: [ItemPath], around: [ItemPath], _ collection: ApplyCollection
  ) {
    self.forth = forth
    back = forth.inverted
    let before = collection.sectionSizes
    newSections = collection.sections(forth.insertedSections, ApplyCollection.newItem(at:))
    oldSections = collection.sections(forth.deletedSections, collection.item(at:))
    let after = Self.sectionCounts(after: forth, newSections, before)
    self.between = Self.nearest(between, after)
    self.around = Self.nearest(around, before)
    let map = ChangesetMap(forth)
    answerBetween = Self.digest(self.between, after.reduce(0, +)) {
      collection.item(at: $0, after: map)
    }
    answerAround = Self.digest(self.around, collection.itemCount, collection.item(at:))
  }

  /// Returns the places, with items clamped to their sections; drops places in empty sections.
  private static func nearest(_ places: [ItemPath], _ counts: [Int]) -> [ItemPath] {
    places.compactMap { place in
      let count = counts[place.section]
      return count == 0 ? nil : ItemPath(section: place.section, item: min(place.item, count - 1))
    }
  }

  private static func sectionCounts(
    after forth: Changeset, _ newSections: [Int: [Item8]], _ before: [Int]
  ) -> [Int] {
    forth.sectionCounts(after: before) { newSections[$0, default: []].count }
  }

  /// Returns the items of the section that the update inserts at `section`.
  @usableFromInline
  package func newSection(_ section: Int) -> [Item8] { newSections[section, default: []] }

  /// The answer of a measured call.
  @usableFromInline var answer: UInt64 { answerBetween &* 3 &+ answerAround }

  @usableFromInline
  static func digest(
    _ paths: [ItemPath], _ count: Int, _ item: (ItemPath) -> Item8
  ) -> UInt64 {
    paths.reduce(SplitMix64.mix(UInt64(count))) { sum, path in sum &* 3 &+ item(path).id }
  }
}

// MARK: Checks

extension ApplyUpdate {
  /// Throws unless `store` has the right content after the update.
  ///
  /// - Throws: `ApplyError.wrong`.
  /// - Complexity: as `check(_:_:_:)`.
  @usableFromInline
  package func checkBetween<Store: ItemStore>(
    _ store: Store, _ collection: ApplyCollection
  ) throws(ApplyError) where Store.Item == Item8 {
    let map = ChangesetMap(forth)
    let counts = Self.sectionCounts(after: forth, newSections, collection.sectionSizes)
    try check(store, counts, forth.insertedItems) {
      collection.item(at: $0, after: map)
    }
  }

  /// Throws unless `store` has the right content after the inverse.
  ///
  /// - Throws: `ApplyError.wrong`.
  /// - Complexity: as `check(_:_:_:)`.
  @usableFromInline
  package func checkAround<Store: ItemStore>(
    _ store: Store, _ collection: ApplyCollection
  ) throws(ApplyError) where Store.Item == Item8 {
    try check(store, collection.sectionSizes, forth.deletedItems, collection.item(at:))
  }

  /// Checks the numbers of sections and items, the size of each section, the items at and beside
  /// all edits, and 100,000 items or more spread evenly.
  ///
  /// - Complexity: O(sections + edits) look-ups, and one for each of the spread items.
  private func check<Store: ItemStore>(
    _ store: Store, _ counts: [Int], _ edits: [ItemPath], _ right: (ItemPath) -> Item8
  ) throws(ApplyError) where Store.Item == Item8 {
    let itemCount = counts.reduce(0, +)
    guard store.sectionCount == counts.count, store.itemCount == itemCount else { throw .wrong }
    let step = max(1, itemCount / 100_000)
    var next = 0
    for (section, count) in counts.enumerated() {
      guard store.itemCount(inSection: section) == count else { throw .wrong }
      while next < count {
        let path = ItemPath(section: section, item: next)
        guard store[path].id == right(path).id else { throw .wrong }
        next += step
      }
      next -= count
    }
    for edit in edits {
      for item in edit.item - 1...edit.item + 1 where (0..<counts[edit.section]).contains(item) {
        let path = ItemPath(section: edit.section, item: item)
        guard store[path].id == right(path).id else { throw .wrong }
      }
    }
  }
}

extension ApplyUpdate {
  /// Returns `count` edits, scattered evenly. Every other one deletes an item; the others insert
  /// one at half the position in a section, which exists whatever is deleted.
  @usableFromInline
  package static func scattered(_ count: Int, _ collection: ApplyCollection) -> ApplyUpdate {
    var (deleted, inserted): ([ItemPath], Set<ItemPath>) = ([], [])
    for number in 0..<max(1, count) {
      let path = collection.offsets.path(
        ofGlobalIndex: number * collection.itemCount / max(1, count))
      if number % 2 == 0 {
        deleted.append(path)
      } else {
        inserted.insert(ItemPath(section: path.section, item: path.item / 2))
      }
    }
    return ApplyUpdate(deleted: deleted, inserted: inserted.sorted(), collection)
  }

  /// Returns an update that deletes a hundredth of all items in the middle, a thousand at most, and
  /// inserts as many in front.
  @usableFromInline
  package static func block(_ collection: ApplyCollection) -> ApplyUpdate {
    let count = min(1_000, max(1, collection.itemCount / 100))
    let middle = (collection.itemCount - count) / 2
    let first = collection.offsets.path(ofGlobalIndex: 0)
    return ApplyUpdate(
      deleted: (middle..<middle + count).map { collection.offsets.path(ofGlobalIndex: $0) },
      inserted: (0..<count).map { ItemPath(section: first.section, item: $0) }, collection)
  }

  /// Returns an update that deletes `count` sections, moves as many to their places, and inserts as
  /// many at the places of those, all scattered evenly over sections with items. With too few
  /// sections, it only replaces deleted ones.
  @usableFromInline
  package static func sections(_ count: Int, _ collection: ApplyCollection) -> ApplyUpdate {
    let sizes = collection.sectionSizes
    let filled = sizes.indices.filter { sizes[$0] > 0 }
    let count = min(count, filled.count)
    let hasRoom = filled.count >= 2 * count
    let step = hasRoom ? 2 * count : count
    let edited = (0..<step).map { filled[$0 * filled.count / step] }
    let deleted = hasRoom ? edited.indices.filter { $0 % 2 == 0 }.map { edited[$0] } : edited
    let moved = hasRoom ? edited.indices.filter { $0 % 2 == 1 }.map { edited[$0] } : []
    let inserted = hasRoom ? moved : deleted
    let forth = Changeset(
      deletedSections: deleted, insertedSections: inserted,
      movedSections: zip(moved, deleted.reversed()).map { .init(from: $0, to: $1) })
    func first(_ section: Int?) -> [ItemPath] {
      section.map { [ItemPath(section: $0, item: 0)] } ?? []
    }
    return ApplyUpdate(
      forth, between: first(inserted.first) + first(forth.movedSections.last?.target),
      around: first(deleted.first) + first(forth.movedSections.last?.source), collection)
  }

  /// Returns an update that deletes one item in the middle.
  @usableFromInline
  package static func one(_ collection: ApplyCollection) -> ApplyUpdate {
    ApplyUpdate(
      deleted: [collection.offsets.path(ofGlobalIndex: collection.itemCount / 2)], inserted: [],
      collection)
  }
}

/// An error in the set-up of a scenario that applies updates.
@usableFromInline
package enum ApplyError: Error, CustomStringConvertible {
  /// The store or the view has the wrong content after an update.
  case wrong

  @usableFromInline
  package var description: String {
    switch self {
    case .wrong:
      "the store or the view has the wrong content after an update; check a store of your own with "
        + "StoreConformance, and report a built-in one"
    }
  }
}
