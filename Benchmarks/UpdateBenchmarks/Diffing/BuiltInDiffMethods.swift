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

/// A yardstick: enters all keys of one side into a dictionary of the standard library, and looks up
/// those of the other.
///
/// Every differ that knows nothing but the keys does this, without producing an answer. A differ
/// that skips equal ends, or knows what two stores share, can be faster.
struct DiffFloor<Key: DiffKey> {
  static var scenarios: [Scenario] {
    let arrays = DiffCases.shapes(of: Key.self).map { shape in
      floor(shape.name, shape.summary, shape.isHeadline, shape.fullPresetSizes) { context in
        let pair = try DiffPair<Key>(shape, context)
        return measurement(pair.source, pair.target, pair.truth)
      }
    }
    let sections = DiffSections<Key>.shapes(of: Key.self).map { shape in
      floor(shape.name, shape.summary, shape.isHeadline, []) { context in
        let truth = try DiffSections<Key>(shape, context).truth
        return measurement(Array(truth.source.joined()), Array(truth.target.joined()), truth)
      }
    }
    return arrays + sections
  }

  private static func floor(
    _ name: String, _ summary: String, _ isHeadline: Bool, _ fullPresetSizes: [Int],
    setUp: @escaping @Sendable (ScenarioContext) throws -> Measurement
  ) -> Scenario {
    Scenario(
      name, summary: summary, storage: "floor-dictionary", payload: Key.payloadName, role: .floor,
      maximumItems: DiffCases.mostItems, fullPresetSizes: fullPresetSizes,
      bytesPerItem: DiffCases.bytesPerItem(of: Key.self),
      isHeadline: isHeadline && DiffCases.isHeadline(Key.self),
      headlineMaximumItems: DiffCases.headlineMaximumItems, setUp: setUp)
  }

  /// Returns the look-ups as a measured call. It expects a differ's answer, so that all are in one
  /// table; the answer is off by the error in the number of found keys.
  private static func measurement(
    _ source: [Key], _ target: [Key], _ truth: DiffTruth<Key>
  ) -> Measurement {
    let right = truth.matchedItems
    let answer = truth.answer
    return Measurement(operationsPerCall: 1, expectedAnswer: answer) {
      answer &+ UInt64(truncatingIfNeeded: keysFound(source, target) - right)
    }
  }

  private static func keysFound(_ source: [Key], _ target: [Key]) -> Int {
    var places: [Key.Identity.ID: Int] = [:]
    places.reserveCapacity(source.count)
    for (place, key) in source.enumerated() { places[Key.Identity.id(of: key)] = place }
    var found = 0
    for key in target where places[Key.Identity.id(of: key)] != nil { found += 1 }
    return found
  }
}
