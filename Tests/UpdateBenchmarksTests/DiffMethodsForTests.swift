import Changesets
import Diffing
import ItemStores
import UpdateBenchmarks

private func paths(_ count: Int) -> [ItemPath] {
  (0..<count).map { ItemPath(section: 0, item: $0) }
}

/// A differ of a user's own: right, and it moves all that stays.
struct MovingDiff<Key: DiffKey>: DiffMethod {
  func changeset(from source: [Key], to target: [Key]) -> Changeset {
    let places = Dictionary(uniqueKeysWithValues: zip(target, target.indices))
    var deleted: [ItemPath] = []
    var moved: [Changeset.Move<ItemPath>] = []
    for (key, path) in zip(source, paths(source.count)) {
      if let place = places[key] {
        moved.append(Changeset.Move(from: path, to: ItemPath(section: 0, item: place)))
      } else {
        deleted.append(path)
      }
    }
    let ends = Set(moved.map(\.target))
    return Changeset(
      deletedItems: deleted, insertedItems: paths(target.count).filter { !ends.contains($0) },
      movedItems: moved)
  }
}

/// Finds nothing, ever.
struct IdleDiff: SectionedDiffMethod {
  func changeset(from source: [Int], to target: [Int]) -> Changeset { Changeset() }

  func changeset(
    from source: SectionedStore<Int, NestedArrayStore<Int>>,
    to target: SectionedStore<Int, NestedArrayStore<Int>>
  ) -> Changeset { Changeset() }
}

/// Replaces everything.
struct ReplacingDiff: DiffMethod {
  func changeset(from source: [Int], to target: [Int]) -> Changeset {
    Changeset(deletedItems: paths(source.count), insertedItems: paths(target.count))
  }
}

/// Gives up.
struct ThrowingDiff: SectionedDiffMethod {
  struct GaveUp: Error {}

  func changeset(
    from source: SectionedStore<Int, NestedArrayStore<Int>>,
    to target: SectionedStore<Int, NestedArrayStore<Int>>
  ) throws -> Changeset { throw GaveUp() }

  func changeset(from source: [Int], to target: [Int]) throws -> Changeset { throw GaveUp() }
}
