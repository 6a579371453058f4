import Benchmarking
import Changesets
package import CollectionViews
import DataSources
import Geometry
import ItemStores
import Layouts

/// A store and an extent index under their common name in case ids.
package struct ReplayStorage: Sendable {
  let name: String
  let extents: ExtentStrategy
  let makeSource: @Sendable (UpdateScript, CollectionView, ReplaySections) -> ReplaySource

  init<Store: ItemStore & SendableMetatype>(
    _ name: String, _ store: Store.Type, extents: ExtentStrategy
  ) where Store.Item == ReplayItem {
    self.name = "\(name)-\(extents.name)"
    self.extents = extents
    makeSource = { script, view, sections in
      ReplaySource(Store(sections: script.initial.sections), view, sections)
    }
  }

  /// A Boolean value that indicates whether the quick preset measures it at all sizes.
  var isCompared: Bool { Scenario.comparedPairs.contains(name) }

  /// Every store with every index.
  package static let all: [ReplayStorage] = {
    let extents: [ExtentStrategy] = [.nested, .flat, .tree]
    return extents.map { ReplayStorage("nested", NestedArrayStore<ReplayItem>.self, extents: $0) }
      + extents.map { ReplayStorage("flat", FlatIndexedStore<ReplayItem>.self, extents: $0) }
      + extents.map { ReplayStorage("btree", BTreeStore<ReplayItem>.self, extents: $0) }
  }()
}

/// The ids of the store's sections, which headers show.
final class ReplaySections {
  var ids: [UInt64] = []
}

/// A data source over some store, with additional access for a replay.
struct ReplaySource {
  let dataSource: any CollectionViewDataSource
  /// Applies a batch to the store and the view, in one update.
  let apply: (ReplayBatch) throws(CollectionViewError) -> Void
  /// Restores the initial store.
  let rewind: () -> Void
  /// Returns the item at a path.
  let item: (ItemPath) -> ReplayItem
  /// Returns the content of the store.
  let contents: () -> [[ReplayItem]]

  init<Store: ItemStore>(_ store: Store, _ view: CollectionView, _ sections: ReplaySections)
  where Store.Item == ReplayItem {
    let cells = CellRegistration<ReplayCell, ReplayItem> { cell, _, item in cell.item = item }
    let source = StoreDataSource(store, for: view, cells: cells) {
      view, kind, path throws(CollectionViewError) in
      let header = try view.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: ReplayHeader.identifier, for: path)
      (header as? ReplayHeader)?.sectionID = sections.ids[path.section]
      return header
    }
    dataSource = source
    apply = { batch throws(CollectionViewError) in
      // Nothing is due, so the first header that is asked for is one after the batch.
      sections.ids = batch.after.sectionIDs
      try source.apply(
        batch.changeset, newItem: { batch.items[$0] ?? ReplayItem(id: .max, revision: 0) },
        newSection: { batch.sections[$0] ?? [] })
    }
    rewind = { source.reload(with: store) }
    item = { source.store[$0] }
    contents = {
      let store = source.store
      return (0..<store.sectionCount).map { section in
        (0..<store.itemCount(inSection: section)).map {
          store[ItemPath(section: section, item: $0)]
        }
      }
    }
  }
}

/// A collection view that replays a script over one store and one extent index.
package final class ReplayRig {
  let view: CollectionView
  let source: ReplaySource
  let script: UpdateScript
  let layout: ReplayLayout
  /// A Boolean value that indicates whether the view scrolls to the changes of a batch before it
  /// applies them.
  let isFollowing: Bool
  private let sections = ReplaySections()
  private let rows = ReplayRowExtents()
  private var before = Tally()

  /// Creates a view of the initial collection.
  ///
  /// - Throws: The view's error.
  package init(
    _ script: UpdateScript, _ storage: ReplayStorage, _ layout: ReplayLayout, isFollowing: Bool
  ) throws(CollectionViewError) {
    self.script = script
    self.layout = layout
    self.isFollowing = isFollowing
    view = CollectionView(
      frame: Rect(origin: .zero, size: ReplayLayout.screen),
      collectionViewLayout: layout.make(storage.extents, rows: rows))
    view.animationsEnabled = false
    view.isPrefetchingEnabled = false
    view.register(
      ReplayHeader.self, forSupplementaryViewOfKind: .sectionHeader,
      withReuseIdentifier: ReplayHeader.identifier)
    source = storage.makeSource(script, view, sections)
    rows.item = source.item
    try rewind()
  }

  /// Returns to the initial collection and offset.
  package func rewind() throws(CollectionViewError) {
    sections.ids = script.initial.sectionIDs
    source.rewind()
    view.setContentOffset(.zero)
    try view.layoutIfNeeded()
  }

  /// Applies batch `number`, after the one before it.
  @inline(__always)
  package func perform(_ number: Int) throws(CollectionViewError) {
    let batch = script.batches[number]
    if isFollowing, let offset = offset(before: number) {
      view.setContentOffset(Point(x: 0, y: offset))
      try view.layoutIfNeeded()
    }
    try source.apply(batch)
    try view.layoutIfNeeded()
  }

  /// Returns the offset of a following view before batch `number`; nil to stay.
  private func offset(before number: Int) -> Double? { offsets[number] }

  private lazy var offsets: [Double?] = script.batches.indices.map { number in
    let state = script.state(before: number)
    guard let place = script.batches[number].firstPlace else { return nil }
    return layout.offset(layout.top(of: place, in: state) - 100, within: state)
  }

  /// Replays all batches, and returns the digest of the visible rows.
  func perform() throws(CollectionViewError) -> UInt64 {
    try rewind()
    for number in script.batches.indices { try perform(number) }
    return visible
  }

  // MARK: Answers

  /// The digest of the visible rows.
  var visible: UInt64 {
    view.itemPathsForVisibleItems.reduce(0) { sum, path in
      sum &+ Self.digest(path, (view.cellForItem(at: path) as? ReplayCell)?.item)
    }
  }

  /// The right digest of the visible rows at the end.
  var answer: UInt64 {
    var offset = 0.0
    for (number, batch) in script.batches.enumerated() {
      if isFollowing { offset = offsets[number] ?? offset }
      offset = layout.offset(offset, within: batch.after)
    }
    let state = script.state(before: script.batches.count)
    return layout.visible(of: state, from: offset).items.reduce(0) { sum, item in
      sum &+ Self.digest(item.path, state.sections[item.path.section][item.path.item])
    }
  }

  private static func digest(_ path: ItemPath, _ item: ReplayItem?) -> UInt64 {
    guard let item else { return 0x9e37_79b9_7f4a_7c15 }
    var sum = UInt64(truncatingIfNeeded: path.section)
    for value in [UInt64(truncatingIfNeeded: path.item), item.id, UInt64(item.revision)] {
      sum = (sum ^ value) &* 0xd6e8_feb8_6659_fd93
      sum ^= sum >> 32
    }
    return sum
  }

  // MARK: Counts

  private struct Tally {
    var work = CollectionViewWork()
    var created = 0
  }

  private var tally: Tally { Tally(work: view.work, created: view.reuseStatistics.created) }

  /// Starts the counts, at the end of a set-up.
  func beginCounting() { before = tally }

  /// The work since `beginCounting()`, as exact metrics.
  var counts: [OperationCount] {
    let now = tally
    func count(_ name: String, _ value: (Tally) -> Int) -> OperationCount {
      OperationCount(name: name, value: value(now) - value(before))
    }
    return [
      OperationCount(name: "commits", value: script.batches.count, isGate: false),
      OperationCount(name: "update_operations", value: script.operationCount, isGate: false),
      count("views_created", \.created), count("count_calls", \.work.countCalls),
      count("view_calls", \.work.viewCalls), count("layout_preparations", \.work.preparations),
      count("views_applied", \.work.applied),
    ]
  }
}

/// A delegate that derives the extent of each row from its item's id.
private final class ReplayRowExtents: ListLayoutDelegate {
  var item: (ItemPath) -> ReplayItem = { _ in ReplayItem(id: 0, revision: 0) }

  var providedMetrics: ListLayoutMetrics { .itemExtent }

  func extentForItem(at path: ItemPath) -> Double { ReplayLayout.rowExtent(of: item(path).id) }
}

extension ReplayRig {
  /// Replays the script, untimed, and checks store and view against the model after every batch.
  ///
  /// - Returns: The number of batches after which something differs: 0.
  /// - Throws: `UpdateDivergence` with the first such batch, or the view's error.
  /// - Complexity: O(*n*) for each batch, of *n* items.
  package func verify() throws -> Int {
    var divergence: UpdateDivergence?
    try rewind()
    for number in script.batches.indices {
      try perform(number)
      let batch = script.batches[number]
      guard let problem = problem(with: batch.after) else { continue }
      let place = "after batch \(number + 1), commit \(batch.name), in \(layout.rawValue)"
      divergence = divergence ?? UpdateDivergence(first: "\(place): \(problem)")
      divergence?.count += 1
    }
    if let divergence { throw divergence }
    return 0
  }

  /// Returns the first difference from `state`; nil if there is none.
  package func problem(with state: ReplayState) -> String? {
    storeProblem(state) ?? countProblem(state) ?? view.firstViolation() ?? visibleProblem(state)
  }

  private func storeProblem(_ state: ReplayState) -> String? {
    let found = source.contents()
    if found == state.sections { return nil }
    guard found.count == state.sections.count else {
      return "the store has \(found.count) sections, not \(state.sections.count)"
    }
    let section = found.indices.first { found[$0] != state.sections[$0] } ?? 0
    return "the store's section \(section) holds \(found[section]), not \(state.sections[section])"
  }

  private func countProblem(_ state: ReplayState) -> String? {
    guard view.numberOfSections == state.sections.count else {
      return "the view has \(view.numberOfSections) sections, not \(state.sections.count)"
    }
    for section in state.sections.indices {
      let (found, expected) = (
        view.numberOfItems(inSection: section), state.sections[section].count
      )
      guard found == expected else {
        return "the view's section \(section) has \(found) items, not \(expected)"
      }
    }
    let (found, expected) = (view.contentSize.height, layout.extent(of: state))
    // Extents are eighths of a point, so sums are exact in any order.
    return found == expected ? nil : "the content is \(found) points high, not \(expected)"
  }

  private func visibleProblem(_ state: ReplayState) -> String? {
    let start = view.contentOffset.y
    guard layout.offset(start, within: state) == start else {
      return "the view stands at \(start) points, beyond the content's \(layout.extent(of: state))"
    }
    let expected = layout.visible(of: state, from: start)
    let paths = view.itemPathsForVisibleItems
    guard paths == expected.items.map(\.path) else {
      return "the view shows the items \(paths), not \(expected.items.map(\.path))"
    }
    for (path, top) in expected.items {
      let item = state.sections[path.section][path.item]
      let cell = view.cellForItem(at: path) as? ReplayCell
      guard cell?.item == item else {
        return "the cell at \(path) shows \(cell.map { "\($0.item)" } ?? "nothing"), not \(item)"
      }
      guard let found = cell?.frame.origin.y, found == top else {
        return "the cell at \(path) is at \(cell.map { "\($0.frame)" } ?? "none"), not at \(top)"
      }
    }
    let headers = view.elementPathsForVisibleSupplementaryElements(ofKind: .sectionHeader)
    guard headers == expected.sections.map({ ElementPath(section: $0.section) }) else {
      return "the view shows the headers \(headers), not those of \(expected.sections)"
    }
    for (section, _) in expected.sections {
      let header =
        view.supplementaryView(
          forElementOfKind: .sectionHeader, at: ElementPath(section: section)) as? ReplayHeader
      guard header?.sectionID == state.sectionIDs[section] else {
        return "section \(section) has the header of \(header?.sectionID ?? .max), not of "
          + "\(state.sectionIDs[section])"
      }
    }
    return nil
  }
}
