import Changesets
import Geometry
import Layouts

extension CollectionView {
  /// Keeps a cell that has left bound to its item; the one that has lingered longest makes room.
  func park(_ element: LiveElement) {
    guard let cell = element.view as? CollectionViewCell, let path = element.attributes.itemPath
    else { return putBack(element.view) }
    cell.place = .parked
    parked.add(cell, at: path, isPrefetched: false)
    if parked.count(prefetched: false) > reusePolicy.lingeringLimit,
      let oldest = parked.takeOldest(prefetched: false)
    {
      putBack(oldest.view)
    }
  }

  /// Puts every cell back that lingers or was made ahead.
  func unparkAll() {
    guard !parked.isEmpty else { return }
    for cell in parked.takeAll() { putBack(cell.view) }
    if !scroll.announced.isEmpty { cancelAnnounced { _ in true } }
  }

  /// Makes cells ahead of the scroll direction, a few in each pass, and announces their items.
  func prefetch() throws(CollectionViewError) {
    guard isPrefetchingEnabled, reusePolicy.prefetchLimit > 0, let direction = scroll.direction
    else { return }
    // A step as long as the bounds ahead: what is there comes next.
    var ahead = bounds
    ahead.origin.x += direction.x * bounds.size.width
    ahead.origin.y += direction.y * bounds.size.height
    guard ahead != scroll.lastPrefetchRect else { return }
    var room = reusePolicy.prefetchLimit - parked.count(prefetched: true)
    if room <= 0 {
      room += dropPrefetched(outside: ahead)
      guard room > 0 else { return }
    }
    try prefetch(min(room, reusePolicy.prefetchesPerPass), in: ahead)
  }

  /// Puts back the cells made ahead that are no longer ahead, and says how many.
  private func dropPrefetched(outside rect: Rect) -> Int {
    var dropped = 0
    for cell in parked.cells where cell.isPrefetched {
      let attributes = collectionViewLayout.layoutAttributesForItem(at: cell.path)
      guard attributes?.frame.overlaps(rect) != true, let view = parked.take(cell.path) else {
        continue
      }
      putBack(view)
      dropped += 1
    }
    return dropped
  }

  private func prefetch(_ limit: Int, in rect: Rect) throws(CollectionViewError) {
    answer.removeAll(keepingCapacity: true)
    collectionViewLayout.layoutAttributesForElements(in: rect, into: &answer)
    sortByDistance()
    announce(rect)
    var made = 0
    for index in answer.indices where made < limit {
      let attributes = answer[index]
      guard attributes.category == .cell, let path = attributes.itemPath,
        window.place(ofCell: path) == nil, parked.index(of: path) == nil
      else { continue }
      guard let cell = try obtainView(for: attributes) as? CollectionViewCell else { continue }
      synchronizeState(of: cell, at: path)
      apply(attributes, to: cell)
      cell.place = .parked
      parked.add(cell, at: path, isPrefetched: true)
      work.prefetched += 1
      made += 1
    }
    if made == 0 { scroll.lastPrefetchRect = rect }
  }

  /// Puts the nearest to the bounds' middle first (RU-22).
  private func sortByDistance() {
    let center = bounds.center
    func distance(_ attributes: LayoutAttributes) -> Double {
      let (x, y) = (attributes.center.x - center.x, attributes.center.y - center.y)
      return x * x + y * y
    }
    answer.sort { distance($0) < distance($1) }
  }

  /// Tells the prefetch data source of items that it does not know of, and of those that are no
  /// longer ahead.
  private func announce(_ rect: Rect) {
    guard let prefetchDataSource else { return }
    var paths: [ItemPath] = []
    for attributes in answer where attributes.category == .cell {
      guard let path = attributes.itemPath, window.place(ofCell: path) == nil,
        scroll.announced.insert(path).inserted
      else { continue }
      paths.append(path)
    }
    if !paths.isEmpty { prefetchDataSource.collectionView(self, prefetchItemsAt: paths) }
    cancelAnnounced { path in
      let frame = collectionViewLayout.layoutAttributesForItem(at: path)?.frame
      return frame.map { !$0.overlaps(rect) && !$0.overlaps(bounds) } ?? true
    }
  }

  /// Forgets the announced items of which `isOver` holds; tells of those that were never shown.
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
