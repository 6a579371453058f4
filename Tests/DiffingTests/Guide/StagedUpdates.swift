import Changesets
import Foundation

/// The methods of `UICollectionView` that a staged update calls.
@MainActor
protocol StagedUpdating: AnyObject {
  func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)?)
  func deleteSections(_ sections: IndexSet)
  func insertSections(_ sections: IndexSet)
  func moveSection(_ section: Int, toSection newSection: Int)
  func reloadSections(_ sections: IndexSet)
  func deleteItems(at indexPaths: [IndexPath])
  func insertItems(at indexPaths: [IndexPath])
  func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath)
  func reloadItems(at indexPaths: [IndexPath])
  func reconfigureItems(at indexPaths: [IndexPath])
}

extension StagedUpdating {
  /// Shows `target` in the place of `source`, in as many batches as the view needs: five at most.
  ///
  /// Each batch changes the data inside of its block: `setData` puts the sections in between where the
  /// data source finds them.
  func show<Item>(
    _ target: [[Item]], insteadOf source: [[Item]], by changeset: Changeset,
    setData: @escaping ([[Item]]) -> Void
  ) {
    var data = source
    for stage in changeset.staged() {
      data = stage.sections(from: data, to: target)
      let between = data
      performBatchUpdates(
        {
          setData(between)
          self.tell(stage.changeset)
        }, completion: nil)
    }
  }

  /// Says what one stage does, in the view's words.
  private func tell(_ changes: Changeset) {
    if !changes.deletedSections.isEmpty { deleteSections(IndexSet(changes.deletedSections)) }
    if !changes.insertedSections.isEmpty { insertSections(IndexSet(changes.insertedSections)) }
    for move in changes.movedSections { moveSection(move.source, toSection: move.target) }
    if !changes.reloadedSections.isEmpty { reloadSections(IndexSet(changes.reloadedSections)) }
    if !changes.deletedItems.isEmpty { deleteItems(at: changes.deletedItems.map(IndexPath.init)) }
    if !changes.insertedItems.isEmpty {
      insertItems(at: changes.insertedItems.map(IndexPath.init))
    }
    for move in changes.movedItems {
      moveItem(at: IndexPath(move.source), to: IndexPath(move.target))
    }
    if !changes.reloadedItems.isEmpty {
      reloadItems(at: changes.reloadedItems.map(IndexPath.init))
    }
    if !changes.reconfiguredItems.isEmpty {
      reconfigureItems(at: changes.reconfiguredItems.map(IndexPath.init))
    }
  }
}

extension IndexPath {
  /// The same section and item.
  init(_ path: ItemPath) { self.init(indexes: [path.section, path.item]) }
}
