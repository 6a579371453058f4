import Benchmarking
import Changesets
import CollectionViews
import Datasets
import Geometry
import Layouts

/// One workload on one pair of store and index.
final class WorkloadRun {
  let rig: ScrollRig
  private let rows: WorkloadRows
  private let workload: AppWorkload
  private let collection: ScrollCollection
  private let offsets: [Double]
  private let forth: Changeset
  private let back: Changeset
  private var isUpdated = false
  /// The farthest that an update has moved what stays in view; in points.
  private var drift = 0.0

  init(
    _ workload: AppWorkload, _ storage: ScrollStorage, _ context: ScenarioContext,
    _ collection: ScrollCollection
  ) throws {
    self.workload = workload
    self.collection = collection
    (forth, back) = workload.update(collection)
    var setting = ScrollSetting()
    setting.cells = workload.cells
    rig = try ScrollRig(
      setting, storage, context, collection, observer: ScrollObserver(digestsPlaces: false))
    rows = WorkloadRows(rig.source)
    let layout = rig.source.makeLayout?() ?? workload.layout(rows, storage.extents)
    try rig.view.setCollectionViewLayout(layout, animated: false)
    try rig.view.layoutIfNeeded()
    let extent = rig.view.contentSize.height
    var offsets: [Double] = []
    for kind in workload.traces {
      let start = offsets.last ?? (workload.isOpenedAtEnd ? extent : extent / 2)
      let trace = ScrollTrace(
        kind, contentExtent: extent, viewportExtent: Screen.upright.height, startOffset: start,
        seed: collection.seed)
      offsets += trace.offsets
    }
    self.offsets = offsets
  }

  var frameCount: Int { offsets.count }

  // MARK: Frames

  /// Shows all frames, with their updates, and says what they showed.
  func perform() throws -> UInt64 {
    try begin()
    var sum = rig.observer.visible
    for frame in 1..<offsets.count {
      try show(frame)
      sum = ElementDigest.adding(rig.observer.visible, to: sum)
      if isUpdateDue(frame) { sum = ElementDigest.adding(rig.visible, to: sum) }
    }
    return sum
  }

  /// Goes to the first frame, with the collection as it was before any update.
  func begin() throws {
    if isUpdated { try update() }
    guard workload.isOpenedAtEnd else { return try rig.show(ScrollFrame(offset: offsets[0])) }
    // From the top each time, or it would measure what was on the screen last.
    rig.view.setContentOffset(.zero)
    rig.view.reloadData()
    try rig.view.layoutIfNeeded()
    let last = collection.offsets.path(ofGlobalIndex: collection.itemCount - 1)
    try rig.view.scrollToItem(at: last, at: .bottom)
    try rig.view.layoutIfNeeded()
  }

  /// Shows a frame behind the first, after the update that is due.
  func show(_ frame: Int) throws {
    if isUpdateDue(frame) { try update() }
    var offset = offsets[frame]
    if workload.isOpenedAtEnd {
      offset += rig.view.contentOffset.y - offsets[frame - 1]
    }
    try rig.show(ScrollFrame(offset: offset))
  }

  private func isUpdateDue(_ frame: Int) -> Bool {
    frame.isMultiple(of: workload.framesPerUpdate)
  }

  // MARK: Updates

  /// Applies the update, or its inverse.
  private func update() throws {
    let collection = collection
    let map = ChangesetMap(isUpdated ? back : forth)
    // In a short collection, what goes again may be seen.
    let anchor =
      workload.isOpenedAtEnd
      ? rig.view.itemPathsForVisibleItems.first { map.item($0) != nil } : nil
    let before = anchor.flatMap(screenPosition)
    if isUpdated {
      try rig.source.apply(back) {
        collection.dataset.seed(atGlobalIndex: collection.offsets.globalIndex(of: $0))
      }
    } else {
      try rig.source.apply(forth) { path in
        ItemSeed(
          id: ~UInt64(truncatingIfNeeded: path.item), revision: 0, sizeClass: 0, reuseKind: 0)
      }
    }
    if let anchor, let before {
      let after = map.item(anchor).flatMap(screenPosition)
      drift = max(drift, after.map { abs($0 - before) } ?? .infinity)
    }
    isUpdated.toggle()
  }

  /// Returns the leading edge of the item at `path` on the screen, in points.
  private func screenPosition(_ path: ItemPath) -> Double? {
    rig.view.layoutAttributesForItem(at: path).map { $0.frame.minY - rig.view.contentOffset.y }
  }

  // MARK: Counts

  /// Counts from here on: called at the end of a set-up.
  func beginCounting() {
    rig.beginCounting()
    drift = 0
  }

  /// The exact metrics since `beginCounting()`.
  var counts: [OperationCount] {
    rig.counts
      + (workload.isOpenedAtEnd ? [OperationCount(name: "anchor_drift", points: drift)] : [])
  }
}
