package import Benchmarking
package import Changesets
package import Datasets
package import ItemStores

/// The collection that the cases of one process edit, and what is at which place before and after:
/// right answers come from here, hence from the dataset and maps, never from a store.
package final class ApplyCollection {
  package let dataset: Dataset
  let sectionSizes: [Int]
  /// The global index at which each section starts, and the item count behind the last.
  private let sectionStarts: [Int]

  /// The collection of `context`, made by whoever asks first.
  ///
  /// - Throws: What the dataset throws, or `ApplyError`.
  package static func shared(in context: ScenarioContext) throws -> ApplyCollection {
    try context.shared("apply/collection") { try ApplyCollection(context) }
  }

  private init(_ context: ScenarioContext) throws {
    dataset = try Dataset(spec: context.dataset, items: context.items, seed: context.seed)
    if let checksum = context.checksum, dataset.checksum != checksum {
      throw ApplyError.changed(dataset: context.dataset)
    }
    sectionSizes = dataset.sectionSizes
    var starts = [0]
    starts.reserveCapacity(sectionSizes.count + 1)
    for size in sectionSizes { starts.append(starts[starts.count - 1] + size) }
    sectionStarts = starts
    if starts[sectionSizes.count] == 0 { throw ApplyError.noItems(dataset: context.dataset) }
  }

  var itemCount: Int { sectionStarts[sectionSizes.count] }

  /// The path of the item at global index `index`. O(log sections).
  package func path(ofGlobalIndex index: Int) -> ItemPath {
    var (low, high) = (0, sectionSizes.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if sectionStarts[middle] <= index { low = middle } else { high = middle }
    }
    return ItemPath(section: low, item: index - sectionStarts[low])
  }

  /// The item that is at `path` before all updates.
  @inline(__always)
  func item(at path: ItemPath) -> Item8 {
    Item8(dataset.seed(atGlobalIndex: sectionStarts[path.section] + path.item))
  }

  /// The item that is at `path` after an update. O(log edits).
  func item(at path: ItemPath, after map: ChangesetMap) -> Item8 {
    map.sourceItem(path).map { item(at: $0) } ?? Self.newItem(at: path)
  }

  /// As many items for each of `sections` as it has before all updates, by section.
  func sections(_ sections: [Int], _ item: (ItemPath) -> Item8) -> [Int: [Item8]] {
    Dictionary(
      uniqueKeysWithValues: sections.map { section in
        let items = 0..<sectionSizes[section]
        return (section, items.map { item(ItemPath(section: section, item: $0)) })
      })
  }

  /// The item that an update inserts at `path`; none of the dataset's.
  @inline(__always)
  package static func newItem(at path: ItemPath) -> Item8 {
    let place = UInt64(truncatingIfNeeded: path.section) &<< 32 ^ UInt64(path.item)
    return Item8(
      ItemSeed(id: ~SplitMix64.mix(place), revision: 0, sizeClass: 0, reuseKind: 0))
  }
}

/// An update, the one that takes it back, and what a measured call answers with.
package struct ApplyUpdate {
  package let forth: Changeset
  let back: Changeset
  /// The items of the sections that come, forth and back, by index after.
  let newSections: [Int: [Item8]]
  let oldSections: [Int: [Item8]]
  /// At most two places at edits, as they are between the two: all that a measured call looks up,
  /// so that its time is that of the updates.
  let between: [ItemPath]
  let answerBetween: UInt64
  /// The same for before and after.
  let around: [ItemPath]
  let answerAround: UInt64

  /// An update of `collection` that deletes and inserts items.
  init(deleted: [ItemPath], inserted: [ItemPath], _ collection: ApplyCollection) {
    let forth = Changeset(deletedItems: deleted, insertedItems: inserted)
    let places = [forth.deletedItems.first, forth.insertedItems.last].compactMap(\.self)
    self.init(forth, between: places, around: places, collection)
  }

  /// An update of `collection`, and a place or two at edits between the two updates and around them.
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

  /// The places as they are; where a section is shorter, its last item; none of one without items.
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

  /// The items of the section that comes to `section` when the update is carried out.
  package func newSection(_ section: Int) -> [Item8] { newSections[section, default: []] }

  /// Both answers, as a call gives them.
  var answer: UInt64 { answerBetween &* 3 &+ answerAround }

  static func digest(
    _ paths: [ItemPath], _ count: Int, _ item: (ItemPath) -> Item8
  ) -> UInt64 {
    paths.reduce(SplitMix64.mix(UInt64(count))) { sum, path in sum &* 3 &+ item(path).id }
  }
}

// MARK: Checks

extension ApplyUpdate {
  /// Throws unless `store` holds what it has to when the update has been carried out.
  ///
  /// - Throws: `ApplyError.wrong`.
  /// - Complexity: as `check(_:_:_:)`.
  package func checkBetween<Store: ItemStore>(
    _ store: Store, _ collection: ApplyCollection
  ) throws(ApplyError) where Store.Item == Item8 {
    let map = ChangesetMap(forth)
    let counts = Self.sectionCounts(after: forth, newSections, collection.sectionSizes)
    try check(store, counts, forth.insertedItems) {
      collection.item(at: $0, after: map)
    }
  }

  /// Throws unless `store` holds what it has to when the update has been taken back.
  ///
  /// - Throws: `ApplyError.wrong`.
  /// - Complexity: as `check(_:_:_:)`.
  package func checkAround<Store: ItemStore>(
    _ store: Store, _ collection: ApplyCollection
  ) throws(ApplyError) where Store.Item == Item8 {
    try check(store, collection.sectionSizes, forth.deletedItems, collection.item(at:))
  }

  /// Looks at the number of sections and of items, each section's, the items at all edits and
  /// beside them, and 100,000 items or more spread evenly: all, where there are no more.
  ///
  /// - Complexity: O(sections + edits) look-ups, and as many as are spread.
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
  /// As many edits as are named, scattered evenly: every other one deletes an item, and the others
  /// insert one, each half as far in its section, where there are items whatever is deleted.
  package static func scattered(_ count: Int, _ collection: ApplyCollection) -> ApplyUpdate {
    var (deleted, inserted): ([ItemPath], Set<ItemPath>) = ([], [])
    for number in 0..<max(1, count) {
      let path = collection.path(ofGlobalIndex: number * collection.itemCount / max(1, count))
      if number % 2 == 0 {
        deleted.append(path)
      } else {
        inserted.insert(ItemPath(section: path.section, item: path.item / 2))
      }
    }
    return ApplyUpdate(deleted: deleted, inserted: inserted.sorted(), collection)
  }

  /// A hundredth of all items goes from the middle, a thousand at most; as many come in front.
  package static func block(_ collection: ApplyCollection) -> ApplyUpdate {
    let count = min(1_000, max(1, collection.itemCount / 100))
    let middle = (collection.itemCount - count) / 2
    let first = collection.path(ofGlobalIndex: 0)
    return ApplyUpdate(
      deleted: (middle..<middle + count).map { collection.path(ofGlobalIndex: $0) },
      inserted: (0..<count).map { ItemPath(section: first.section, item: $0) }, collection)
  }

  /// As many sections as are named go, as many move to where those were, and as many new ones come
  /// to where these were, all scattered evenly among those that have items; where there are too few,
  /// a new one for each that goes.
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

  /// One item is deleted in the middle.
  package static func one(_ collection: ApplyCollection) -> ApplyUpdate {
    ApplyUpdate(
      deleted: [collection.path(ofGlobalIndex: collection.itemCount / 2)], inserted: [],
      collection)
  }
}

/// Why a scenario of these cannot be set up.
package enum ApplyError: Error, CustomStringConvertible {
  case noItems(dataset: String)
  case changed(dataset: String)
  case wrong

  package var description: String {
    switch self {
    case .noItems(let dataset):
      "dataset \(dataset) has no items, and updates edit items; give it at least one"
    case .changed(let dataset):
      "dataset \(dataset) has changed since the run began; figures of both cannot stand in one "
        + "record. Measure a copy that nothing writes to"
    case .wrong:
      "after an update the store or the view does not hold what it has to; please report it"
    }
  }
}
