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

/// The parts of a key stream that one call after the other goes through, with their right sums.
///
/// A scenario must give one answer, and the same with each strategy, however long its calls are:
/// what the first key alone adds. Each sum is shifted by what its part's right sum differs from
/// that, so that a wrong sum stays wrong by as much.
package struct CallParts {
  /// The number of keys of one call.
  let length: Int
  /// The answer of every call.
  package let answer: UInt64
  private let sums: [UInt64]
  private var part = -1

  /// Creates calls of `most` keys each, or of all keys if there are fewer. Keys left over at the
  /// end are unused.
  ///
  /// - Parameters:
  ///   - summands: The value that each key adds to the right sum; not empty.
  ///   - most: The maximum number of keys of one call, positive.
  package init(_ summands: [UInt64], ofAtMost most: Int) {
    let length = min(summands.count, most)
    self.length = length
    answer = summands[0]
    sums = (0..<summands.count / length).map { part in
      (part * length..<(part + 1) * length).reduce(0) { $0 &+ summands[$1] }
    }
  }

  /// Returns the keys of the next call; after the last part the first comes again.
  package mutating func next() -> Range<Int> {
    part = part + 1 == sums.count ? 0 : part + 1
    return part * length..<(part + 1) * length
  }

  /// Returns the answer of the latest call, whose sum is `sum`.
  package func answer(for sum: UInt64) -> UInt64 { sum &- sums[part] &+ answer }
}

extension Changeset {
  /// Returns the update that deletes and inserts items.
  static func edits(deleting: [ItemPath] = [], inserting: [ItemPath] = []) -> Changeset {
    Changeset(deletedItems: deleting, insertedItems: inserting)
  }
}
