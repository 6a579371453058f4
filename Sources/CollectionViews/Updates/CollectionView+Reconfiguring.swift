import Changesets
import Layouts

extension CollectionView {
  /// Has the data source fill again the cells of items that are shown or parked (N-3).
  ///
  /// - Returns: The first error; the others are filled all the same.
  func reconfigure(_ paths: [ItemPath], _ map: ChangesetMap) -> CollectionViewError? {
    var failure: CollectionViewError?
    var done: Set<ItemPath> = []
    for source in paths where !map.isReloaded(source) && transaction?.isReload != true {
      guard done.insert(source).inserted else { continue }
      do {
        if let path = map.item(source) { try reconfigure(path) }
      } catch {
        failure = failure ?? error
      }
    }
    return failure
  }

  private func reconfigure(_ path: ItemPath) throws(CollectionViewError) {
    guard let cell = boundCell(path),
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
