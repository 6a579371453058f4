import Benchmarking
import Changesets
import Diffing
import ItemStores

/// The project's own differ.
struct DifferMethod<Key: DiffKey>: SectionedDiffMethod {
  private var differ = Differ()

  init() {}

  mutating func changeset(from source: [Key], to target: [Key]) throws -> Changeset {
    try differ.changeset(from: source, to: target, by: Key.Identity.self)
  }

  mutating func changeset(
    from source: SectionedStore<Int, NestedArrayStore<Key>>,
    to target: SectionedStore<Int, NestedArrayStore<Key>>
  ) throws -> Changeset {
    try differ.changeset(from: source, to: target, by: Key.Identity.self)
  }

  var counts: [OperationCount] { differ.statistics.counts }
}

extension DiffStatistics {
  /// The costs of a comparison, as exact metrics.
  var counts: [OperationCount] {
    [
      OperationCount(name: "hashes", value: hashes),
      OperationCount(name: "visited_nodes", value: visitedNodes),
      OperationCount(name: "shared_items", value: sharedItems, isGate: false, isHigherBetter: true),
    ]
  }
}

/// The standard library's differ: collects insertions and removals, and infers moves from them.
///
/// Source: E. W. Myers 1986, doi:10.1007/BF01840446.
struct DifferenceMethod<Key: DiffKey>: DiffMethod {
  init() {}

  mutating func changeset(from source: [Key], to target: [Key]) -> Changeset {
    var deleted: [ItemPath] = []
    var inserted: [ItemPath] = []
    var moved: [Changeset.Move<ItemPath>] = []
    for change in target.difference(from: source).inferringMoves() {
      switch change {
      case .remove(let offset, _, nil): deleted.append(ItemPath(section: 0, item: offset))
      case .remove(let offset, _, let end?):
        let path = ItemPath(section: 0, item: offset)
        moved.append(Changeset.Move(from: path, to: ItemPath(section: 0, item: end)))
      case .insert(let offset, _, nil): inserted.append(ItemPath(section: 0, item: offset))
      case .insert: break
      }
    }
    return Changeset(deletedItems: deleted, insertedItems: inserted, movedItems: moved)
  }
}
