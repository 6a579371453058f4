import Benchmarking
import CollectionViews
import Geometry
import Layouts

/// A view of cells that work, under one policy, from when its screen opens.
final class ReuseRun {
  let worker: CellWorker
  private let trace: ReuseTrace
  private let view: CollectionView
  private let source: WorkingSource
  private let rows: RowExtents
  private let observer = ScrollObserver()

  /// A view that shows the first frame of `trace`.
  ///
  /// - Throws: What the view throws.
  init(
    _ contender: ReuseContender, _ worker: CellWorker, identifierCount: Int, _ trace: ReuseTrace,
    _ collection: ScrollCollection
  ) throws(CollectionViewError) {
    self.worker = worker
    self.trace = trace
    rows = RowExtents(collection)
    let layout = ListLayout(extents: .tree)
    layout.delegate = rows
    view = CollectionView(
      frame: Rect(origin: .zero, size: Screen.upright), collectionViewLayout: layout)
    view.animationsEnabled = false
    view.reusePolicy = contender.policy
    view.reuseOrder = contender.order
    view.workClock = worker
    source = WorkingSource(collection, worker, identifierCount: identifierCount, for: view)
    view.delegate = observer
    view.setContentOffset(Point(x: 0, y: trace.offsets[0]))
    view.dataSource = source
    try view.layoutIfNeeded()
  }

  /// The frames behind the first.
  var frameCount: Int { trace.offsets.count - 1 }

  /// The digest of what is shown.
  var visible: UInt64 { observer.visible }

  var reuse: ReuseStatistics { view.reuseStatistics }

  var work: CollectionViewWork { view.work }

  /// Shows a frame behind the first, counted from 0.
  func show(_ frame: Int) throws(CollectionViewError) {
    view.setContentOffset(Point(x: 0, y: trace.offsets[frame + 1]))
    try view.layoutIfNeeded()
  }

  /// Prepares cells for later frames until `moment` of the worker's clock.
  func prepareAhead(until moment: Int) throws(CollectionViewError) {
    try view.prepareCellsAhead(until: moment)
  }
}

/// The frames of a trace on the simulated clock: the cost model.
///
/// A frame costs what its cells cost: those that it makes, and those that it fills. It begins with
/// the screen's interval, or when the work between frames has ended, if that is later. It is late
/// if it ends after the interval. The next one then begins with the next interval. The time that
/// is left to it belongs to the policy. The view's own work costs nothing here.
struct FrameLedger {
  /// The frames that ended after their interval.
  private(set) var lateCount = 0
  /// The longest time from the begin of a frame's interval to its end, in nanoseconds.
  private(set) var longestNanoseconds = 0
  /// The work in frames, in nanoseconds.
  private(set) var workInFrames = 0
  /// The work between frames, in nanoseconds.
  private(set) var workBetweenFrames = 0
  /// The digest of all frames, the first included.
  private(set) var answer: UInt64

  /// Shows all frames of `run` behind the first.
  ///
  /// - Throws: What the view throws.
  init(_ run: ReuseRun, frameNanoseconds: Int) throws(CollectionViewError) {
    let worker = run.worker
    answer = ElementDigest.adding(run.visible, to: 0)
    var tick = worker.nanoseconds
    for frame in 0..<run.frameCount {
      worker.wait(until: tick)
      let start = worker.nanoseconds
      try run.show(frame)
      answer = ElementDigest.adding(run.visible, to: answer)
      let end = worker.nanoseconds
      workInFrames += end - start
      longestNanoseconds = max(longestNanoseconds, end - tick)
      if end - tick > frameNanoseconds { lateCount += 1 }
      tick = end + FrameReplay.SpareTime.left(after: end - tick, ofFrames: frameNanoseconds)
      try run.prepareAhead(until: tick)
      workBetweenFrames += worker.nanoseconds - end
    }
  }
}
