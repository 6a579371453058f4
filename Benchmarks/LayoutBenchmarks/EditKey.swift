internal import Changesets
internal import Datasets
internal import Geometry

/// Where one item is edited, its size, and the size that comes.
struct EditKey {
  let path: ItemPath
  let size: Size
  let newSize: Size

  /// `count` places, every item as likely as any other.
  static func random(
    _ count: Int, _ pattern: SizePattern, _ collection: LayoutCollection
  ) -> [EditKey] {
    let indexes = collection.randomIndexes(count, for: 3)
    return indexes.indices.map { number in
      EditKey(
        path: collection.path(ofGlobalIndex: indexes[number]),
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

  /// `count` updates of 50 deletions and 50 insertions each, of fewer where there are not that many
  /// items.
  static func random(
    _ count: Int, _ pattern: SizePattern, _ collection: LayoutCollection
  ) -> [EditBatch] {
    var generator = collection.generator(for: 4)
    let size = max(1, min(50, collection.itemCount / 2))
    return (0..<count).map { batch in
      var chosen: Set<Int> = []
      while chosen.count < size { chosen.insert(generator.next(below: collection.itemCount)) }
      let indexes = chosen.sorted()
      let deleted = indexes.map { collection.path(ofGlobalIndex: $0) }
      // As many go into each section as leave it, so that a place after the update is one before.
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
