import Changesets
import Layouts

extension CollectionView {
  /// Asks the data source to fill the cells of items again, shown or offscreen. `paths` are those
  /// before the update of `map`.
  ///
  /// - Returns: The first error; the others are filled all the same.
  func reconfigure(_ paths: [ItemPath], _ map: ChangesetMap) -> CollectionViewError? {
    var failure: CollectionViewError?
    var done: Set<ItemPath> = []
    for source in paths where updates.open?.isReload != true {
      guard done.insert(source).inserted, let path = map.item(source) else { continue }
      pass.unfilledCells[path] = nil
      if let error = fill(path) { failure = failure ?? error }
    }
    return failure
  }

  /// Fills the cells again for which the data source threw.
  ///
  /// A cell that is no longer bound to its item has been filled again, or will be.
  ///
  /// - Throws: The first error; the others are filled all the same.
  func fillUnfilledCells() throws(CollectionViewError) {
    var failure: CollectionViewError?
    for path in pass.unfilledCells.keys.sorted() {
      guard let cell = pass.unfilledCells.removeValue(forKey: path),
        let bound = cellForItem(at: path), ObjectIdentifier(bound) == cell, let error = fill(path)
      else { continue }
      failure = failure ?? error
    }
    if let failure { throw failure }
  }

  /// Fills the cell of the item at `path` again.
  ///
  /// - Returns: The error. The next pass tries again, but not where it would get another cell again.
  private func fill(_ path: ItemPath) -> CollectionViewError? {
    guard let cell = cellForItem(at: path),
      let attributes = collectionViewLayout.shownItem(at: path)
    else { return nil }
    do {
      request.reconfigured = cell
      defer { request.reconfigured = nil }
      let returned = try dequeueView(for: attributes, from: dataSource ?? NoDataSource.shared)
      guard returned === cell else {
        putBack(returned)
        return .otherCell(path)
      }
      if cell.hasConfigurations { configure(cell, at: path) }
      if cell.place == .live { try fit(cell, attributes) }
      return nil
    } catch {
      if let cell = cellForItem(at: path) { pass.unfilledCells[path] = ObjectIdentifier(cell) }
      return error
    }
  }
}
