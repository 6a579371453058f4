import Changesets
import Layouts

extension CollectionView {
  /// Has the data source fill again the cells of items that are shown or parked (N-3).
  ///
  /// - Returns: The first error; the others are filled all the same, and the next pass asks again for
  ///   those that failed.
  func reconfigure(_ paths: [ItemPath], _ map: ChangesetMap) -> CollectionViewError? {
    var failure: CollectionViewError?
    var done: Set<ItemPath> = []
    for source in paths where !map.isReloaded(source) && transaction?.isReload != true {
      guard done.insert(source).inserted else { continue }
      guard let path = map.item(source) else { continue }
      do {
        unfilledCells[path] = nil
        try reconfigure(path)
      } catch {
        failure = failure ?? error
        if let cell = cellForItem(at: path) { unfilledCells[path] = ObjectIdentifier(cell) }
      }
    }
    return failure
  }

  /// Has the cells filled again for which the data source threw.
  ///
  /// A cell that is no longer bound to its item has been filled anew, or will be.
  ///
  /// - Throws: The first error; the cells that are left are due in the next pass.
  func fillUnfilledCells() throws(CollectionViewError) {
    for path in unfilledCells.keys.sorted() {
      guard let cell = unfilledCells[path] else { continue }
      if let bound = cellForItem(at: path), ObjectIdentifier(bound) == cell { try reconfigure(path) }
      unfilledCells[path] = nil
    }
  }

  /// Gives the cells that are due to be filled again the paths after an update.
  func moveUnfilledCells(by map: ChangesetMap) {
    guard !unfilledCells.isEmpty else { return }
    var moved: [ItemPath: ObjectIdentifier] = [:]
    for (path, cell) in unfilledCells where !map.isReloaded(path) {
      if let target = map.item(path) { moved[target] = cell }
    }
    unfilledCells = moved
  }

  private func reconfigure(_ path: ItemPath) throws(CollectionViewError) {
    guard let cell = cellForItem(at: path),
      let attributes = collectionViewLayout.layoutAttributesForItem(at: path)
    else { return }
    request.reconfigured = cell
    defer { request.reconfigured = nil }
    let returned = try dequeueView(for: attributes)
    guard returned === cell else {
      putBack(returned)
      throw .otherCell(path)
    }
    if cell.place == .live { try fit(cell, attributes) }
  }
}
