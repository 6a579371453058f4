import BasicAlgorithms

import Changesets
import Datasets
import Geometry

/// The place of one edited item, its size, and its new size.
struct EditKey {
  let path: ItemPath
  let size: Size
  let newSize: Size

  /// Returns `count` places, every item as likely as any other.
  static func random(
    _ count: Int, _ pattern: SizePattern, _ collection: LayoutCollection
  ) -> [EditKey] {
    let indexes = collection.randomIndexes(count, for: 3)
    return indexes.indices.map { number in
      EditKey(
        path: collection.offsets.path(ofGlobalIndex: indexes[number]),
        size: pattern.size(at: indexes[number]), newSize: pattern.newSize(number))
    }
  }
}

/// Items that one update takes out, and as many that it puts into the same sections.
struct EditBatch {
  let deleted: [ItemPath]
  let deletedSizes: [Size]
  let inserted: [ItemPath]
  let insertedSizes: [Size]

  /// Returns `count` updates of 50 deletions and 50 insertions each; fewer in collections of less
  /// than 100 items.
  static func random(
    _ count: Int, _ pattern: SizePattern, _ collection: LayoutCollection
  ) -> [EditBatch] {
    var generator = collection.generator(for: 4)
    let size = max(1, min(50, collection.itemCount / 2))
    return (0..<count).map { batch in
      var chosen: Set<Int> = []
      while chosen.count < size { chosen.insert(generator.next(below: collection.itemCount)) }
      let indexes = chosen.sorted()
      let deleted = indexes.map { collection.offsets.path(ofGlobalIndex: $0) }
      // Each section gains as many items as it loses, so that every place after the update exists
      // before.
      var targets: Set<ItemPath> = []
      for path in deleted {
        let items = collection.sectionSizes[path.section]
        var target = path
        repeat { target.item = generator.next(below: items) } while targets.contains(target)
        targets.insert(target)
      }
      return EditBatch(
        deleted: deleted, deletedSizes: indexes.map { pattern.size(at: $0) },
        inserted: targets.sorted(),
        insertedSizes: (0..<size).map { pattern.newSize(batch * size + $0) })
    }
  }
}

extension Changeset {
  /// Returns the update that deletes and inserts items.
  static func edits(deleting: [ItemPath] = [], inserting: [ItemPath] = []) -> Changeset {
    Changeset(deletedItems: deleting, insertedItems: inserting)
  }
}
