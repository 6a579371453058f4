import Changesets
import Geometry
import Layouts

extension CollectionView {
  /// A Boolean value that indicates whether cells linger after they leave, and cells are made ahead
  /// of the scroll direction (RU-20).
  ///
  /// If it is false, only the queue limit of `reusePolicy` applies.
  public var isPrefetchingEnabled: Bool {
    get { offscreen.isEnabled }
    set {
      offscreen.isEnabled = newValue
      if !newValue { dropOffscreenCells() }
    }
  }

  /// The limits on the cells that linger, are made ahead, or wait in a queue.
  public var reusePolicy: ReusePolicy {
    get { offscreen.policy }
    set {
      offscreen.policy = newValue
      let surplus = pool.setLimit(newValue.queueLimit)
      withExtendedLifetime(surplus) {}
      trimOffscreenCells()
    }
  }

  /// Keeps a cell that has left bound to its item; the one that has lingered longest makes room.
  ///
  /// - Parameters:
  ///   - element: What has left.
  ///   - moment: The number of invalidations before it was told of that.
  func keepOffscreen(_ element: VisibleElement, _ moment: Int) {
    guard let cell = element.view as? CollectionViewCell, let path = element.attributes.itemPath
    else { return putBack(element.view) }
    // A callback that learnt of it may have selected something.
    synchronizeState(of: cell, at: path)
    guard isCurrent(moment) else { return putBack(cell) }
    cell.place = .offscreen
    offscreen.add(cell, at: path, isPrefetched: false)
    if offscreen.count(prefetched: false) > reusePolicy.lingeringLimit,
      let oldest = offscreen.takeOldest(prefetched: false)
    {
      putBack(oldest.view)
    }
  }

  /// Queues every cell that lingers or was made ahead, and cancels what was announced.
  func dropOffscreenCells() {
    scroll.candidates.removeAll()
    if !offscreen.isEmpty { for cell in offscreen.takeAll() { putBack(cell.view) } }
    if !scroll.announced.isEmpty { cancelAnnounced { _ in true } }
  }

  /// Queues the cells that are more than the policy keeps, the oldest first.
  func trimOffscreenCells() {
    for (isPrefetched, limit) in [
      (false, reusePolicy.lingeringLimit), (true, reusePolicy.prefetchLimit),
    ] {
      while offscreen.count(prefetched: isPrefetched) > limit,
        let oldest = offscreen.takeOldest(prefetched: isPrefetched)
      {
        putBack(oldest.view)
      }
    }
  }

  /// Makes cells ahead of the scroll direction, a few in each pass, and announces their items.
  ///
  /// The layout is asked what lies ahead once in half a screen of scrolling. In between a pass looks
  /// at the next candidates only, and at nothing where enough cells are ready.
  func prefetch() throws(CollectionViewError) {
    // Each step of a movement changes which items lie ahead.
    guard isPrefetchingEnabled, !isMovingItem, let direction = scroll.direction, direction != .zero,
      reusePolicy.prefetchLimit > 0 || prefetchDataSource != nil
    else { return }
    if !scroll.candidates.isGood(for: bounds, direction) { refillCandidates(direction) }
    let room = reusePolicy.prefetchLimit - offscreen.count(prefetched: true)
    var left = makesAheadInPass ? min(room, reusePolicy.prefetchesPerPass) : 0
    let moment = counts.invalidations
    while left > 0, isCurrent(moment), let path = scroll.candidates.takeNext() {
      if let attributes = attributesAhead(of: path), try makeAhead(path, attributes) { left -= 1 }
    }
  }

  /// Looks at the screen that comes next: its items are announced and become candidates.
  private func refillCandidates(_ direction: Point) {
    var rect = bounds
    rect.origin.x += direction.x * bounds.size.width
    rect.origin.y += direction.y * bounds.size.height
    scroll.candidates.begin(rect, from: bounds, direction)
    dropPrefetched(outside: rect)
    if !query.covers(rect) {
      askLayout(about: query.rect(covering: rect, with: bounds, movingIn: direction))
    }
    scroll.cellsAhead.removeAll(keepingCapacity: true)
    for index in answer.indices
    where answer[index].category == .cell && answer[index].frame.overlaps(rect) {
      scroll.cellsAhead.append(answer[index])
    }
    sortByDistance()
    for attributes in scroll.cellsAhead {
      guard let path = attributes.itemPath, window.place(ofCell: path) == nil else { continue }
      scroll.candidates.add(path)
    }
    announce(rect)
  }

  /// Returns the attributes of a candidate; nil if it has a cell or is no longer ahead.
  func attributesAhead(of path: ItemPath) -> LayoutAttributes? {
    guard counts.has(path), window.place(ofCell: path) == nil, offscreen.index(of: path) == nil,
      let attributes = collectionViewLayout.shownItem(at: path),
      attributes.frame.overlaps(scroll.candidates.rect), showsHiddenElements || !attributes.isHidden
    else { return nil }
    return attributes
  }

  /// Makes the cell of a candidate.
  ///
  /// - Returns: `true` if it is kept, and `false` if a reload has come in between.
  func makeAhead(
    _ path: ItemPath, _ attributes: LayoutAttributes
  ) throws(CollectionViewError) -> Bool {
    let moment = counts.invalidations
    let view = try dequeueView(for: attributes, from: dataSource ?? NoDataSource.shared)
    if isCurrent(moment) { settle(view, attributes) }
    guard isCurrent(moment), let cell = view as? CollectionViewCell else {
      putBack(view)
      return false
    }
    cell.place = .offscreen
    offscreen.add(cell, at: path, isPrefetched: true)
    work.prefetched += 1
    return true
  }

  /// Queues the cells made ahead that are no longer ahead.
  private func dropPrefetched(outside rect: Rect) {
    // By index: a loop over the cells would hold them, and taking one out would copy them all.
    var index = 0
    while index < offscreen.cells.count {
      let cell = offscreen.cells[index]
      let frame = collectionViewLayout.shownItem(at: cell.path)?.frame
      if !cell.isPrefetched || frame?.overlaps(rect) == true || frame?.overlaps(bounds) == true {
        index += 1
      } else if let view = offscreen.take(cell.path) {
        putBack(view)
      }
    }
  }

  /// Puts the nearest to the visible area first, and of equally near ones the first item (RU-22).
  private func sortByDistance() {
    let bounds = self.bounds
    func distance(_ attributes: LayoutAttributes) -> Double {
      let frame = attributes.frame
      let x = max(frame.minX - bounds.maxX, bounds.minX - frame.maxX, 0)
      let y = max(frame.minY - bounds.maxY, bounds.minY - frame.maxY, 0)
      return x * x + y * y
    }
    func isNearer(_ left: LayoutAttributes, _ right: LayoutAttributes) -> Bool {
      let (near, far) = (distance(left), distance(right))
      return near != far ? near < far : left.path < right.path
    }
    // Layouts mostly answer in order, and sorting needs memory.
    let isSorted = scroll.cellsAhead.indices.dropFirst().allSatisfy {
      !isNearer(scroll.cellsAhead[$0], scroll.cellsAhead[$0 - 1])
    }
    if !isSorted { scroll.cellsAhead.sort(by: isNearer) }
  }

  /// Tells the prefetch data source of items that it does not know of, and of those that are no
  /// longer ahead.
  private func announce(_ rect: Rect) {
    guard prefetchDataSource != nil else { return scroll.announced.removeAll() }
    var paths: [ItemPath] = []
    for path in scroll.candidates.paths where scroll.announced.insert(path).inserted {
      paths.append(path)
    }
    cancelAnnounced { path in
      let frame = collectionViewLayout.shownItem(at: path)?.frame
      return frame.map { !$0.overlaps(rect) && !$0.overlaps(bounds) } ?? true
    }
    if !paths.isEmpty { prefetchDataSource?.collectionView(self, prefetchItemsAt: paths) }
  }

  /// Forgets the announced items of which `isOver` holds; tells of those that are not shown.
  func cancelAnnounced(where isOver: (ItemPath) -> Bool) {
    let over = scroll.announced.filter(isOver)
    guard !over.isEmpty else { return }
    scroll.announced.subtract(over)
    let unseen = over.filter { window.place(ofCell: $0) == nil }.sorted()
    if !unseen.isEmpty {
      prefetchDataSource?.collectionView(self, cancelPrefetchingForItemsAt: unseen)
    }
  }
}

/// Cells that are bound to items which are not shown: those that linger after they have left, and
/// those made ahead of the scroll direction (RU-20, RU-21).
///
/// A handful, so that it is searched in order; the oldest is first.
struct OffscreenCells {
  private(set) var cells: [OffscreenCell] = []
  /// A Boolean value that indicates whether cells linger and are made ahead.
  var isEnabled = true
  var policy = ReusePolicy.prefetching

  struct OffscreenCell {
    var path: ItemPath
    let view: CollectionViewCell
    /// A Boolean value that indicates whether the cell was made ahead and has not been shown since.
    let isPrefetched: Bool
  }

  var isEmpty: Bool { cells.isEmpty }

  func index(of path: ItemPath) -> Int? { cells.firstIndex { $0.path == path } }

  /// Returns the number of cells that are ready ahead, or that linger.
  func count(prefetched: Bool) -> Int {
    var count = 0
    for cell in cells where cell.isPrefetched == prefetched { count += 1 }
    return count
  }

  /// Takes the cell of the item at `path` out; nil if it has none here.
  mutating func take(_ path: ItemPath) -> CollectionViewCell? {
    guard !cells.isEmpty, let index = index(of: path) else { return nil }
    return cells.remove(at: index).view
  }

  mutating func add(_ view: CollectionViewCell, at path: ItemPath, isPrefetched: Bool) {
    cells.append(OffscreenCell(path: path, view: view, isPrefetched: isPrefetched))
  }

  /// Takes out the cell that came first of its sort.
  mutating func takeOldest(prefetched: Bool) -> OffscreenCell? {
    guard let index = cells.firstIndex(where: { $0.isPrefetched == prefetched }) else {
      return nil
    }
    return cells.remove(at: index)
  }

  /// Takes out everything.
  mutating func takeAll() -> [OffscreenCell] {
    let all = cells
    cells.removeAll(keepingCapacity: true)
    return all
  }

  /// Gives the cells the paths that their items have after an update; returns those whose items are
  /// gone or reloaded (RU-24).
  mutating func move(by map: ChangesetMap) -> [OffscreenCell] {
    var gone: [OffscreenCell] = []
    var kept: [OffscreenCell] = []
    for var cell in cells {
      if let path = map.item(cell.path), !map.isReloaded(cell.path) {
        cell.path = path
        kept.append(cell)
      } else {
        gone.append(cell)
      }
    }
    cells = kept
    return gone
  }
}

/// The items that come next in the scroll direction, as of the last look: the candidates for
/// prefetching.
struct PrefetchCandidates {
  /// The rectangle that was looked at.
  private(set) var rect = Rect.zero
  private var bounds = Rect.zero
  private var direction = Point.zero
  /// Its items that were not shown, the nearest first; keeps its memory.
  private(set) var paths: [ItemPath] = []
  private var next = 0
  private var isValid = false

  /// Returns a Boolean value that indicates whether the candidates still come next: less than half
  /// a screen has gone by since.
  func isGood(for newBounds: Rect, _ newDirection: Point) -> Bool {
    isValid && direction == newDirection && bounds.size == newBounds.size
      && 2 * abs(newBounds.minX - bounds.minX) < bounds.size.width
      && 2 * abs(newBounds.minY - bounds.minY) < bounds.size.height
  }

  mutating func begin(_ rect: Rect, from bounds: Rect, _ direction: Point) {
    removeAll()
    self.rect = rect
    self.bounds = bounds
    self.direction = direction
    isValid = true
  }

  mutating func add(_ path: ItemPath) { paths.append(path) }

  mutating func takeNext() -> ItemPath? {
    guard next < paths.count else { return nil }
    next += 1
    return paths[next - 1]
  }

  /// Makes the candidate that was taken last the next one again.
  mutating func putBackLast() { if next > 0 { next -= 1 } }

  /// Forgets what was seen: items or layout are others.
  mutating func removeAll() {
    paths.removeAll(keepingCapacity: true)
    next = 0
    isValid = false
  }
}
