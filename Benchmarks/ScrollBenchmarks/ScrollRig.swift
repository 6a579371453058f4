import Benchmarking
import Changesets
import CollectionViews
import Datasets
import Geometry
import Layouts

/// A collection view over one store and one extent index, with everything that it needs.
final class ScrollRig {
  let view: CollectionView
  let layout: ListLayout
  let source: ScrollSource
  let observer: ScrollObserver
  private let rows: RowExtents
  private let cells: ScrollCellPlan
  private var before = Tally()

  static let headerIdentifier = "header"

  /// A view that shows the content's beginning.
  ///
  /// - Throws: What the view and the items throw.
  init(
    _ setting: ScrollSetting, _ storage: ScrollStorage, _ context: ScenarioContext,
    _ collection: ScrollCollection, observer: ScrollObserver = ScrollObserver()
  ) throws {
    self.observer = observer
    rows = RowExtents(collection)
    layout = ListLayout(extents: storage.extents)
    layout.delegate = rows
    layout.headerExtent = setting.headers.extent
    layout.sectionHeadersPinToVisibleBounds = setting.headers == .sticky
    view = CollectionView(
      frame: Rect(origin: .zero, size: Screen.upright), collectionViewLayout: layout)
    view.isPrefetchingEnabled = setting.prefetches
    view.reusesViews = setting.reusesViews
    if let lookahead = setting.lookahead { view.layoutQueryLookahead = lookahead }
    view.animationsEnabled = false
    view.register(
      ScrollHeader.self, forSupplementaryViewOfKind: .sectionHeader,
      withReuseIdentifier: Self.headerIdentifier)
    cells = ScrollCellPlan(setting, collection)
    source = try storage.makeSource(context, collection, view, cells)
    view.delegate = observer
    try view.layoutIfNeeded()
  }

  // MARK: Frames

  /// Does one frame.
  @inline(__always)
  func show(_ frame: ScrollFrame) throws(CollectionViewError) {
    let size = frame.isTurned ? Screen.turned : Screen.upright
    if size != view.bounds.size { view.setBoundsSize(size) }
    view.setContentOffset(Point(x: 0, y: frame.offset))
    try view.layoutIfNeeded()
  }

  /// Does all frames, and says what they showed.
  func show(_ frames: [ScrollFrame]) throws(CollectionViewError) -> UInt64 {
    var sum: UInt64 = 0
    for number in frames.indices {
      try show(frames[number])
      sum = ElementDigest.adding(observer.visible, to: sum)
    }
    return sum
  }

  /// The digest of what is shown, by asking the view: for updates, after which cells that stay are
  /// at other paths than the observer was told.
  var visible: UInt64 {
    view.itemPathsForVisibleItems.reduce(0) { sum, path in
      sum &+ ElementDigest.cell(path, (view.cellForItem(at: path) as? ScrollCell)?.id ?? 0)
    }
  }

  // MARK: Counts

  private struct Tally {
    var work = CollectionViewWork()
    var reuse = ReuseStatistics()
    var preparations = 0
    var displayed = 0
    var ended = 0
  }

  private var tally: Tally {
    Tally(
      work: view.work, reuse: view.reuseStatistics, preparations: cells.preparations,
      displayed: observer.displayed, ended: observer.ended)
  }

  /// Counts from here on: called at the end of a set-up.
  func beginCounting() { before = tally }

  /// The exact metrics since `beginCounting()`.
  var counts: [OperationCount] {
    let now = tally
    // Another delegate is told in the observer's place.
    let isObserving = view.delegate === observer
    let told = [
      OperationCount(
        name: "will_display", value: now.displayed - before.displayed, isGate: false),
      OperationCount(
        name: "did_end_display", value: now.ended - before.ended, isGate: false),
    ]
    return OperationCount.of(now.reuse, since: before.reuse) + [
      OperationCount(
        name: "prepared_for_reuse", value: now.preparations - before.preparations, isGate: false)
    ] + (isObserving ? told : []) + OperationCount.of(now.work, since: before.work)
  }
}

extension OperationCount {
  /// Returns the views made and used again since `before`.
  static func of(_ reuse: ReuseStatistics, since before: ReuseStatistics) -> [OperationCount] {
    [
      OperationCount(name: "views_created", value: reuse.created - before.created),
      OperationCount(
        name: "views_reused", value: reuse.reused - before.reused, isGate: false,
        isHigherBetter: true),
    ]
  }

  /// Returns the work of a view since `before`.
  static func of(_ work: CollectionViewWork, since before: CollectionViewWork) -> [OperationCount] {
    [
      OperationCount(name: "count_calls", value: work.countCalls - before.countCalls),
      OperationCount(name: "view_calls", value: work.viewCalls - before.viewCalls),
      OperationCount(name: "layout_preparations", value: work.preparations - before.preparations),
      OperationCount(
        name: "attributes_returned",
        value: work.attributesReturned - before.attributesReturned, isGate: false),
      OperationCount(name: "views_applied", value: work.applied - before.applied),
      OperationCount(
        name: "cells_returned", value: work.returned - before.returned, isGate: false,
        isHigherBetter: true),
      OperationCount(
        name: "cells_prefetched", value: work.prefetched - before.prefetched, isGate: false),
      OperationCount(name: "views_animated", value: work.animated - before.animated),
    ]
  }
}

/// Gives a list layout the height of each row, by its place when the case began.
final class RowExtents: ListLayoutDelegate {
  private let collection: ScrollCollection

  init(_ collection: ScrollCollection) { self.collection = collection }

  var providedMetrics: ListLayoutMetrics { .itemExtent }

  func extentForItem(at path: ItemPath) -> Double {
    ScrollCollection.rowExtent(at: collection.offsets.globalIndex(of: path))
  }
}
