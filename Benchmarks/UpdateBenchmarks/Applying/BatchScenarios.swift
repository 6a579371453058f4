import BasicAlgorithms
import Benchmarking
import Changesets
import CollectionViews
import DataSources
import Datasets
import Geometry
import ItemStores
import Layouts

/// The scenarios that apply a batch of edits to the store, the layout and the visible views.
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
    // Untimed, and twice: the first edit of a copy copies, and later ones reuse the capacity.
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

/// An update of a list, and its visible effect, by arithmetic.
struct BatchUpdate {
  let update: ApplyUpdate
  /// The digests of the visible rows between the update and its inverse, and around them.
  let seenBetween: UInt64
  let seenAround: UInt64
  /// The answer of a measured call: counts alone, which the view knows.
  let answer: UInt64

  /// The height of the visible part of the list, in points.
  static let height = 844.0

  /// Creates an update of `edits` edits: ten at most are visible, the others are scattered evenly
  /// behind.
  init(edits: Int, _ collection: ApplyCollection) {
    var (deleted, inserted): ([ItemPath], Set<ItemPath>) = ([], [])
    let seen = min(edits, 10)
    for number in 0..<edits {
      let behind = (number - seen) * (collection.itemCount - 20) / max(1, edits - seen)
      let path = collection.offsets.path(ofGlobalIndex: number < seen ? 2 * number : 20 + behind)
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

  /// Returns the height of the row of an item inserted at `path`, in quarters of a point.
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

  /// Returns the part of the answer for the counts of all sections.
  static func digest(of counts: [Int], updates: Int) -> UInt64 {
    digest(counts[0], counts[counts.count - 1], counts.count, updates: updates)
  }

  /// Returns the same for the counts of the first and last section, the number of sections and the
  /// updates of the call.
  static func digest(_ first: Int, _ last: Int, _ sections: Int, updates: Int) -> UInt64 {
    let counts = SplitMix64.mix(SplitMix64.mix(UInt64(first)) ^ UInt64(last))
    return SplitMix64.mix(SplitMix64.mix(counts ^ UInt64(sections)) ^ UInt64(updates))
  }

  /// Returns the digest of a visible cell. Digests are added, since the order of views has no
  /// meaning.
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

  /// Applies the update and its inverse, and returns a digest of the view's counts after each.
  func perform(
    _ update: BatchUpdate, _ collection: ApplyCollection
  ) throws(CollectionViewError) -> UInt64 {
    let updates = view.work.updates
    try apply(update)
    let between = counted(since: updates)
    try rollBack(update, collection)
    return between &* 3 &+ counted(since: updates)
  }

  /// Applies both too, and checks the visible rows and the store after each.
  ///
  /// - Throws: `ApplyError.wrong`, or the view's error.
  func rehearse(_ update: BatchUpdate, _ collection: ApplyCollection) throws {
    try apply(update)
    guard seen == update.seenBetween else { throw ApplyError.wrong }
    try update.update.checkBetween(source.store, collection)
    try rollBack(update, collection)
    guard seen == update.seenAround else { throw ApplyError.wrong }
    try update.update.checkAround(source.store, collection)
  }

  @inline(__always)
  private func apply(_ update: BatchUpdate) throws(CollectionViewError) {
    try source.apply(update.update.forth, newItem: { ApplyCollection.newItem(at: $0) })
    try view.layoutIfNeeded()
  }

  @inline(__always)
  private func rollBack(
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
    view.itemPathsForVisibleItems.reduce(0) { sum, path in
      sum &+ BatchUpdate.digest(path, (view.cellForItem(at: path) as? BatchCell)?.id ?? 0)
    }
  }

  func beginCounting() { before = view.work }

  var counts: [OperationCount] { OperationCount.ofUpdates(view.work, since: before) }
}

extension OperationCount {
  /// Returns the work of a view for updates since `before`.
  static func ofUpdates(
    _ now: CollectionViewWork, since before: CollectionViewWork
  ) -> [OperationCount] {
    [
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

/// A cell that knows the id of its item.
final class BatchCell: CollectionViewCell {
  var id: UInt64 = 0
}
