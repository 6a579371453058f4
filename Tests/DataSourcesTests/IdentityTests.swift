import Changesets
import CollectionViews
import DataSources
import Geometry
import ItemStores
import Layouts
import Testing

/// An item that says who it is.
private struct Row: Identifiable {
  let id: Int
}

/// Stores whose items have identifiers are audited without more.
@Suite struct IdentityTests {
  private func view() -> CollectionView {
    let view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 50, height: 100), collectionViewLayout: ListLayout())
    view.auditsItemIdentities = true
    return view
  }

  private func at(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  @Test func anUpdateThatDiffersFromTheStoresEditIsFound() throws {
    let view = view()
    let rows = [[1, 2, 3].map(Row.init)]
    let source = StoreDataSource(
      BTreeStore<Row>(sections: rows), for: view,
      cells: CellRegistration<CollectionViewCell, Row> { _, _, _ in })
    try view.layoutIfNeeded()
    try source.insert(Row(id: 9), at: at(1))
    try source.remove(at: at(0))
    try source.move(from: at(0), to: at(2))
    #expect((0..<3).map { source.store[at($0)].id } == [2, 3, 9])
    let changeset = Changeset(deletedItems: [at(0)])
    #expect(
      throws: CollectionViewError.itemIdentity(at(0), before: at(1), found: "2", expected: "3")
    ) { try source.update(changeset) { store in _ = store.remove(at: at(2)) } }
    // The store is as it was, and goes on.
    #expect((0..<3).map { source.store[at($0)].id } == [2, 3, 9])
    try source.remove(at: at(2))
    #expect(view.numberOfItems(inSection: 0) == 2)
    view.checkInvariants()
  }

  @Test func itemsWithoutIdentifiersAreNotAudited() throws {
    let view = view()
    let source = StoreDataSource(
      BTreeStore<Int>(sections: [[1, 2, 3]]), for: view,
      cells: CellRegistration<CollectionViewCell, Int> { _, _, _ in })
    try view.layoutIfNeeded()
    let changeset = Changeset(deletedItems: [at(0)])
    try source.update(changeset) { store in _ = store.remove(at: at(2)) }
    #expect(view.numberOfItems(inSection: 0) == 2)
  }
}
