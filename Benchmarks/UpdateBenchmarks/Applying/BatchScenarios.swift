import Benchmarking
import Changesets
import CollectionViews
import DataSources
import Datasets
import Geometry
import ItemStores
import Layouts

/// A batch of edits from end to end: the store, the layout and the views that are shown.
enum BatchScenarios {
  static func of<Store: ItemStore & SendableMetatype>(
    _ storage: String, _ store: Store.Type, _ extents: ExtentStrategy
  ) -> [Scenario] where Store.Item == Item8 {
    let isFlat = extents.name == "flat"
    return [(1, 40), (100, 1_000), (10_000, 100_000)].map { count, minimumItems in
      Scenario(
        "batch-\(count)",
        summary: count == 1
          ? "Deletes the first item of a list in a performBatchUpdates, and takes it back in another."
          : "Edits \(count) items of a list in a performBatchUpdates, some on the screen, and takes "
            + "them back in another.",
        storage: storage, payload: Item8.payloadName, minimumItems: minimumItems,
        maximumItems: 10_000_000, bytesPerItem: 64, isHeadline: count == 100,
        headlineMaximumItems: isFlat ? 100_000 : .max
      ) { context in
        let collection = try ApplyCollection.shared(in: context)
        let source = context.shared("apply/store/\(storage)") {
          Store(sections: collection.dataset.sections(of: Item8.self))
        }
        return try measurement(edits: count, collection, source, extents)
      }
    }
  }

  private static func measurement<Store: ItemStore>(
    edits: Int, _ collection: ApplyCollection, _ store: Store, _ extents: ExtentStrategy
  ) throws -> Measurement where Store.Item == Item8 {
    let update = BatchUpdate(edits: edits, collection)
    let rig = try BatchRig(store, extents)
    // Untimed, and twice: the first edit of a copy copies, and room that has been made stays.
    for _ in 1...2 { try rig.rehearse(update, collection) }
    rig.beginCounting()
    let answer = update.answer
    return Measurement(
      operationsPerCall: 2, expectedAnswer: answer, counts: { rig.counts }
    ) {
      do throws(CollectionViewError) { return try rig.perform(update, collection) } catch {
        return ~answer
      }
    }
  }
}

/// An update of a list, and what is seen of it, by arithmetic.
struct BatchUpdate {
  let update: ApplyUpdate
  /// What is seen between the two, and before and after them.
  let seenBetween: UInt64
  let seenAround: UInt64
  /// What a measured call answers with: counts alone, which the view has at hand.
  let answer: UInt64

  /// The height of a list's part that is seen, in points.
  static let height = 844.0

  /// As many edits as are named: ten at most on the screen, the others scattered evenly behind.
  init(edits: Int, _ collection: ApplyCollection) {
    var (deleted, inserted): ([ItemPath], Set<ItemPath>) = ([], [])
    let seen = min(edits, 10)
    for number in 0..<edits {
      let behind = (number - seen) * (collection.itemCount - 20) / max(1, edits - seen)
      let path = collection.path(ofGlobalIndex: number < seen ? 2 * number : 20 + behind)
      if number % 2 == 0 {
        deleted.append(path)
      } else {
        inserted.insert(ItemPath(section: path.section, item: path.item / 2))
      }
    }
    update = ApplyUpdate(deleted: deleted, inserted: inserted.sorted(), collection)
    let before = collection.sectionSizes
    let after = update.forth.sectionCounts(after: before)
    let map = ChangesetMap(update.forth)
    seenBetween = Self.seen(after) { path in
      guard let source = map.sourceItem(path) else {
        return (Self.extent(at: path), ApplyCollection.newItem(at: path))
      }
      return (Self.extent(at: source), collection.item(at: source))
    }
    seenAround = Self.seen(before) { (Self.extent(at: $0), collection.item(at: $0)) }
    answer =
      Self.digest(of: after, updates: 1) &* 3 &+ Self.digest(of: before, updates: 2)
  }

  /// How high the row of an item is that comes to `path`, in quarters of a point.
  static func extent(at path: ItemPath) -> Double {
    28 + Double(SplitMix64.mix(UInt64(path.section) &* 0x1_0001 &+ UInt64(path.item)) & 0x7f) / 4
  }

  private static func seen(
    _ counts: [Int], _ row: (ItemPath) -> (extent: Double, item: Item8)
  ) -> UInt64 {
    var (top, sum) = (0.0, UInt64(0))
    for section in counts.indices {
      for item in 0..<counts[section] {
        guard top < height else { return sum }
        let path = ItemPath(section: section, item: item)
        let (extent, shown) = row(path)
        sum &+= digest(path, shown.id)
        top += extent
      }
    }
    return sum
  }

  /// What a call answers with, of all sections' counts.
  static func digest(of counts: [Int], updates: Int) -> UInt64 {
    digest(counts[0], counts[counts.count - 1], counts.count, updates: updates)
  }

  /// The same of the first and the last section's counts, how many there are, and a call's updates.
  static func digest(_ first: Int, _ last: Int, _ sections: Int, updates: Int) -> UInt64 {
    let counts = SplitMix64.mix(SplitMix64.mix(UInt64(first)) ^ UInt64(last))
    return SplitMix64.mix(SplitMix64.mix(counts ^ UInt64(sections)) ^ UInt64(updates))
  }

  /// A shown cell, in sums: the order of views means nothing.
  static func digest(_ path: ItemPath, _ id: UInt64) -> UInt64 {
    let place = UInt64(path.section) &* 0x9e37_79b9_7f4a_7c15 ^ UInt64(path.item)
    return SplitMix64.mix(place ^ id)
  }
}

/// A list of rows over one store and one extent index.
private final class BatchRig<Store: ItemStore> where Store.Item == Item8 {
  private let view: CollectionView
  private let source: StoreDataSource<Store>
  private let rows = BatchRows()
  private var before = CollectionViewWork()

  init(_ store: Store, _ extents: ExtentStrategy) throws(CollectionViewError) {
    let layout = ListLayout(extents: extents)
    layout.delegate = rows
    view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 390, height: BatchUpdate.height),
      collectionViewLayout: layout)
    view.isPrefetchingEnabled = false
    view.animationsEnabled = false
    source = StoreDataSource(
      store, for: view,
      cells: CellRegistration<BatchCell, Item8> { cell, _, item in cell.id = item.id })
    try view.layoutIfNeeded()
  }

  /// Does the update and takes it back, and says how many items the view has after each.
  func perform(
    _ update: BatchUpdate, _ collection: ApplyCollection
  ) throws(CollectionViewError) -> UInt64 {
    let updates = view.work.updates
    try carryOut(update)
    let between = counted(since: updates)
    try takeBack(update, collection)
    return between &* 3 &+ counted(since: updates)
  }

  /// The same, and looks after each at all that is seen and at what the store holds.
  ///
  /// - Throws: `ApplyError.wrong`; what the view throws.
  func rehearse(_ update: BatchUpdate, _ collection: ApplyCollection) throws {
    try carryOut(update)
    guard seen == update.seenBetween else { throw ApplyError.wrong }
    try update.update.checkBetween(source.store, collection)
    try takeBack(update, collection)
    guard seen == update.seenAround else { throw ApplyError.wrong }
    try update.update.checkAround(source.store, collection)
  }

  @inline(__always)
  private func carryOut(_ update: BatchUpdate) throws(CollectionViewError) {
    try source.apply(update.update.forth, newItem: { ApplyCollection.newItem(at: $0) })
    try view.layoutIfNeeded()
  }

  @inline(__always)
  private func takeBack(
    _ update: BatchUpdate, _ collection: ApplyCollection
  ) throws(CollectionViewError) {
    try source.apply(update.update.back, newItem: { collection.item(at: $0) })
    try view.layoutIfNeeded()
  }

  private func counted(since updates: Int) -> UInt64 {
    let sections = view.numberOfSections
    return BatchUpdate.digest(
      view.numberOfItems(inSection: 0), view.numberOfItems(inSection: sections - 1), sections,
      updates: view.work.updates - updates)
  }

  private var seen: UInt64 {
    view.indexPathsForVisibleItems.reduce(0) { sum, path in
      sum &+ BatchUpdate.digest(path, (view.cellForItem(at: path) as? BatchCell)?.id ?? 0)
    }
  }

  func beginCounting() { before = view.work }

  var counts: [OperationCount] {
    let now = view.work
    return [
      OperationCount(name: "count_calls", value: now.countCalls - before.countCalls),
      OperationCount(name: "view_calls", value: now.viewCalls - before.viewCalls),
      OperationCount(name: "layout_preparations", value: now.preparations - before.preparations),
      OperationCount(name: "views_applied", value: now.applied - before.applied),
    ]
  }
}

private final class BatchRows: ListLayoutDelegate {
  var providedMetrics: ListLayoutMetrics { .itemExtent }
  func extentForItem(at path: ItemPath) -> Double { BatchUpdate.extent(at: path) }
}

private final class BatchCell: CollectionViewCell {
  var id: UInt64 = 0
}
