import Changesets
import CollectionViews
import DataSources
import Geometry
import Layouts
import Testing

/// A cell that shows a name.
private final class NameCell: CollectionViewCell {
  var name = ""
}

private enum Album: Hashable {
  case favourites, holidays
}

@Suite struct DiffableGuideTests {
  @Test func snapshotsAreAppliedAndShown() throws {
    // Snapshots contain identifiers; the app keeps the models.
    var names = [1: "beach", 2: "harbour", 3: "hills"]
    let view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: ListLayout())
    let source = DiffableDataSource<Album, Int>(
      for: view,
      cells: CellRegistration<NameCell, Int> { cell, _, id in cell.name = names[id] ?? "" })

    var snapshot = source.snapshot()
    try snapshot.appendSections([.favourites, .holidays])
    try snapshot.appendItems([1], toSection: .favourites)
    try snapshot.appendItems([2, 3])
    try source.apply(snapshot, animatingDifferences: false)
    try view.layoutIfNeeded()
    #expect(view.visibleCells.map { ($0 as? NameCell)?.name } == ["beach", "harbour", "hills"])

    // The next state: one item moves to the other section, and one has another name.
    names[2] = "old harbour"
    try snapshot.moveItem(3, beforeItem: 1)
    try snapshot.reconfigureItems([2])
    var isShown = false
    try source.apply(snapshot) { isShown = true }
    #expect(view.visibleCells.map { ($0 as? NameCell)?.name } == ["hills", "beach", "old harbour"])
    #expect(source.itemPath(for: 1) == ItemPath(section: 0, item: 1))
    #expect(source.itemIdentifier(for: ItemPath(section: 1, item: 0)) == 2)

    // The completion comes with the end of the animations.
    view.clock.advance(by: view.animationDuration)
    #expect(isShown)

    // A mistake changes nothing.
    #expect(throws: DiffableSnapshotError.alreadyThere(.item, "2")) {
      try snapshot.appendItems([2], toSection: .favourites)
    }
  }
}
