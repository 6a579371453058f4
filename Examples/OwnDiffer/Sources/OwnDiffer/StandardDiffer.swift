import Changesets
import UpdateBenchmarks

/// The standard library's differ, as a strategy: what a differ of your own has to have.
struct StandardDiffer<Key: DiffKey>: DiffMethod {
  func changeset(from source: [Key], to target: [Key]) -> Changeset {
    func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }
    var deleted: [ItemPath] = []
    var inserted: [ItemPath] = []
    var moved: [Changeset.Move<ItemPath>] = []
    for change in target.difference(from: source).inferringMoves() {
      switch change {
      case .remove(let item, _, let end?): moved.append(.init(from: path(item), to: path(end)))
      case .remove(let item, _, nil): deleted.append(path(item))
      case .insert(let item, _, nil): inserted.append(path(item))
      case .insert: break  // The other end of a move.
      }
    }
    return Changeset(deletedItems: deleted, insertedItems: inserted, movedItems: moved)
  }
}
