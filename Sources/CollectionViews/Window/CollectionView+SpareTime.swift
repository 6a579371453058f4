package import Changesets
import Geometry
import Layouts

/// A clock that measures how long cells take to make and to fill, and what a frame has left.
///
/// An app's clock reads the system's. The clock of a model advances by what each cell costs.
public protocol WorkClock: AnyObject {
  /// The time in nanoseconds since any fixed moment; it never goes back.
  var nanoseconds: Int { get }
}

/// Cells that are made ahead between frames (RU-25 to RU-28).
extension CollectionView {
  /// Makes cells ahead of the scroll direction in the time that a frame has left.
  ///
  /// For a policy whose `prefetchTime` is not `.layoutPass`: call it once after each frame's
  /// `layoutIfNeeded()`.
  ///
  ///     try view.layoutIfNeeded()
  ///     try view.prepareCellsAhead(until: nextFrame)
  ///
  /// It does nothing without a `workClock`, while a layout pass is due or under way, and inside of a
  /// request or an update. It ends early where a data source invalidates the layout or moves the
  /// content.
  ///
  /// - Parameter deadline: The moment at which the next frame begins, by `workClock`.
  /// - Returns: The number of cells that are ready now and were not before.
  /// - Complexity: O(*p*) for *p* candidates that have a cell already, and what the cells cost.
  /// - Throws: The errors of a request for a cell. The item is passed over until the candidates are
  ///   looked for again.
  @discardableResult
  public func prepareCellsAhead(until deadline: Int) throws(CollectionViewError) -> Int {
    guard let clock = workClock, !makesAheadInPass, isPrefetchingEnabled, !isMovingItem,
      !pass.isRunning, !pass.isDue, updates.open == nil, request.kind == .none, !bounds.isEmpty
    else { return 0 }
    pass.isRunning = true
    defer {
      pass.isRunning = false
      scroll.spareTimeOffset = bounds.origin
    }
    let (moment, before) = (counts.invalidations, work.prefetched)
    let room = reusePolicy.prefetchLimit - offscreen.count(prefetched: true)
    var left = min(room, reusePolicy.prefetchesPerPass)
    while left > 0, !pass.isDue, isCurrent(moment), let path = scroll.candidates.takeNext() {
      guard let attributes = attributesAhead(of: path) else { continue }
      switch readiness(of: attributes, at: path, until: deadline, by: clock) {
      case .inTime:
        guard !pass.isDue, isCurrent(moment) else { return work.prefetched - before }
        if try makeAhead(path, attributes) { left -= 1 }
      case .tooLate:
        scroll.candidates.putBackLast()
        left = 0
      case .madeOnly(let number):
        scroll.candidates.putBackLast()
        left = 0
        if !pass.isDue, isCurrent(moment) { try makeWaitingCell(number, attributes) }
      }
    }
    return work.prefetched - before
  }

  /// A Boolean value that indicates whether layout passes make cells ahead.
  var makesAheadInPass: Bool {
    reusePolicy.prefetchTime == .layoutPass || !measuresWork
  }

  /// A choice about a cell before the next frame begins.
  private enum Readiness {
    /// It is made and filled.
    case inTime
    /// It is made and waits: there is no time to fill it (RU-27).
    case madeOnly(queue: Int)
    /// Nothing is begun.
    case tooLate
  }

  private func readiness(
    of attributes: LayoutAttributes, at path: ItemPath, until deadline: Int,
    by clock: any WorkClock
  ) -> Readiness {
    guard reusePolicy.prefetchTime == .estimatedSpareTime else {
      return clock.nanoseconds < deadline ? .inTime : .tooLate
    }
    // The next frame would have to do it anyway.
    if isShownNext(attributes.frame) { return .inTime }
    let identifier = dataSource?.collectionView(self, reuseIdentifierForItemAt: path)
    let number = identifier.flatMap { pool.registeredNumber(ofCell: $0) }
    let estimate = pool.estimate(forCellOf: number)
    let now = clock.nanoseconds
    func fits(_ duration: Int, after start: Int) -> Bool {
      duration == 0 || start + duration < deadline
    }
    if estimate.needsMaking, !fits(estimate.making, after: now) { return .tooLate }
    let made = estimate.needsMaking ? now + estimate.making : now
    if fits(estimate.filling, after: made) { return .inTime }
    guard estimate.needsMaking, let number, pool.reusesViews, reusePolicy.queueLimit != 0
    else { return .tooLate }
    return .madeOnly(queue: number)
  }

  /// Returns a Boolean value that indicates whether an item is shown if the content moves on as far
  /// as it did since cells were made ahead before.
  ///
  /// It has not moved where this is the first frame that leaves time.
  private func isShownNext(_ frame: Rect) -> Bool {
    let x = max(frame.minX - bounds.maxX, bounds.minX - frame.maxX, 0)
    let y = max(frame.minY - bounds.maxY, bounds.minY - frame.maxY, 0)
    let before = scroll.spareTimeOffset ?? bounds.origin
    return x + y < abs(bounds.minX - before.x) + abs(bounds.minY - before.y)
  }

  /// Makes a cell that waits in queue `number`.
  private func makeWaitingCell(
    _ number: Int, _ attributes: LayoutAttributes
  ) throws(CollectionViewError) {
    let cell = try makeView(number, frame: attributes.inline.bounds)
    work.madeToWait += 1
    putBack(cell)
  }

  // MARK: Measuring

  /// The moment of `workClock`; nil where nothing is measured.
  var workTime: Int? { measuresWork ? workClock?.nanoseconds : nil }

  /// Notes the time that making a view took, since `start`.
  func noteMaking(of number: Int, since start: Int) {
    guard let now = workTime else { return }
    pool.noteMaking(now - start, of: number)
    request.makingNanoseconds += now - start
  }

  /// Notes the time that filling a cell took: that of its request, without making the cell.
  ///
  /// - Precondition: The view is of this collection view.
  func noteFilling(of view: CollectionReusableView, since start: Int, until end: Int) {
    guard let number = view.queue else { return }
    pool.noteFilling(end - start - request.makingNanoseconds, of: number)
  }

  // MARK: For models and tools

  /// The cells that are bound to items and not shown, in the order in which they came.
  package var offscreenItems: [(path: ItemPath, isPrefetched: Bool)] {
    offscreen.cells.map { ($0.path, $0.isPrefetched) }
  }

  /// The averages of the cells of `identifier`, in nanoseconds: of making one, and of filling one.
  package func workAverages(ofCell identifier: String) -> (making: Int, filling: Int) {
    let estimate = pool.estimate(forCellOf: pool.registeredNumber(ofCell: identifier))
    return (estimate.making, estimate.filling)
  }
}
