import BasicAlgorithms
public import Benchmarking
public import Changesets
import Diffing
import ItemStores

/// The changes between two collections, computed without a differ.
@usableFromInline
package struct DiffTruth<Key: DiffKey>: Sendable {
  let source: [[Key]]
  let target: [[Key]]
  package private(set) var counts = DiffCounts()
  /// The number of items in both collections.
  package private(set) var matchedItems = 0
  /// The fewest possible moves of items.
  package private(set) var fewestMoves = 0
  /// The fewest possible moves of sections.
  package private(set) var fewestSectionMoves = 0
  private let sourceIDs: [Int]
  private let targetIDs: [Int]

  /// Computes the changes of one section.
  package init(_ source: [Key], _ target: [Key]) throws {
    try self.init([source], [target], sourceIDs: [0], targetIDs: [0])
  }

  /// Computes the changes of sections with identifiers.
  ///
  /// - Throws: `DiffCaseError.repeated` if an identifier repeats.
  package init(_ source: [[Key]], _ target: [[Key]], sourceIDs: [Int], targetIDs: [Int]) throws {
    self.source = source
    self.target = target
    self.sourceIDs = sourceIDs
    self.targetIDs = targetIDs
    let sections = Dictionary(zip(targetIDs, targetIDs.indices)) { first, _ in first }
    guard sections.count == targetIDs.count, Set(sourceIDs).count == sourceIDs.count else {
      throw DiffCaseError.repeated
    }
    let targetOf = sourceIDs.map { sections[$0] }
    let kept = targetOf.compactMap(\.self)
    counts.deletedSections = sourceIDs.count - kept.count
    counts.insertedSections = targetIDs.count - kept.count
    fewestSectionMoves = kept.count - kept.longestIncreasingSubsequenceCount()
    try countItems(targetOf, kept: Set(kept))
  }

  /// Counts the changes of items, given the target of each section and the sections that were kept.
  private mutating func countItems(_ targetOf: [Int?], kept: Set<Int>) throws {
    var places: [Key.Identity.ID: ItemPath] = [:]
    places.reserveCapacity(source.reduce(0) { $0 + $1.count })
    for (section, items) in source.enumerated() {
      for (item, key) in items.enumerated() {
        let path = ItemPath(section: section, item: item)
        guard places.updateValue(path, forKey: Key.Identity.id(of: key)) == nil else {
          throw DiffCaseError.repeated
        }
      }
    }
    for (section, items) in target.enumerated() {
      var stayed: [Int] = []
      for key in items {
        // Removed from the table, so that the remaining items are the deleted ones.
        guard let place = places.removeValue(forKey: Key.Identity.id(of: key)) else {
          if kept.contains(section) { counts.insertedItems += 1 }
          continue
        }
        matchedItems += 1
        if !Key.Identity.isUnchanged(source[place.section][place.item], key) {
          counts.changedItems += 1
        }
        if targetOf[place.section] == section {
          stayed.append(place.item)
        } else {
          fewestMoves += 1
        }
      }
      fewestMoves += stayed.count - stayed.longestIncreasingSubsequenceCount()
    }
    counts.deletedItems = places.values.count { targetOf[$0.section] != nil }
  }
}

extension DiffTruth {
  /// Throws unless `changeset` leads from the source to the target without superfluous operations;
  /// extra moves count if the fewest are promised.
  ///
  /// - Throws: `DiffCaseError`.
  @usableFromInline
  func check(_ changeset: Changeset, findsFewestMoves: Bool) throws {
    do {
      try changeset.validate(
        sectionCountsBefore: source.map(\.count), sectionCountsAfter: target.map(\.count))
    } catch {
      throw DiffCaseError.illegal(error)
    }
    var store = NestedArrayStore(sections: source)
    let moved = Dictionary(grouping: changeset.movedItems, by: \.target.section).mapValues {
      Set($0.map(\.target.item))
    }
    store.apply(
      changeset, newItem: { target[$0.section][$0.item] },
      newSection: { section in
        let moved = moved[section] ?? []
        return target[section].indices.filter { !moved.contains($0) }.map { target[section][$0] }
      })
    for section in target.indices {
      let isRight = target[section].indices.allSatisfy {
        store[ItemPath(section: section, item: $0)] == target[section][$0]
      }
      guard isRight else { throw DiffCaseError.wrongTarget(section: section) }
    }
    try checkCounts(changeset, findsFewestMoves)
  }

  private func checkCounts(_ changeset: Changeset, _ findsFewestMoves: Bool) throws {
    guard DiffCounts(changeset) == counts else {
      throw DiffCaseError.wrongCounts(found: DiffCounts(changeset), right: counts)
    }
    let (items, sections) = (changeset.movedItems.count, changeset.movedSections.count)
    guard items >= fewestMoves, sections >= fewestSectionMoves else {
      throw DiffCaseError.wrongMoves(items: items, sections: sections, fewest: fewest)
    }
    guard !findsFewestMoves || items == fewestMoves && sections == fewestSectionMoves else {
      throw DiffCaseError.wrongMoves(items: items, sections: sections, fewest: fewest)
    }
  }

  private var fewest: DiffCaseError.Fewest {
    DiffCaseError.Fewest(items: fewestMoves, sections: fewestSectionMoves)
  }

  /// The answer of each measured call.
  @usableFromInline
  var answer: UInt64 { counts.digest }

  /// Returns the metrics of a case whose last call found `changeset`.
  @usableFromInline
  func metrics(of changeset: Changeset?) -> [OperationCount] {
    guard let changeset else { return [] }
    var metrics = [
      OperationCount(name: "operations", value: changeset.count),
      OperationCount(name: "moves", value: changeset.movedItems.count),
      OperationCount(name: "minimum_moves", value: fewestMoves, isGate: false),
    ]
    if sourceIDs.count > 1 {
      metrics += [
        OperationCount(name: "section_moves", value: changeset.movedSections.count),
        OperationCount(name: "minimum_section_moves", value: fewestSectionMoves, isGate: false),
      ]
    }
    return metrics
  }
}

/// An error in the set-up of a comparison, or in its result.
package enum DiffCaseError: Error, CustomStringConvertible {
  case repeated
  case illegal(ChangesetError)
  case wrongTarget(section: Int)
  case wrongCounts(found: DiffCounts, right: DiffCounts)
  case wrongMoves(items: Int, sections: Int, fewest: Fewest)

  package struct Fewest {
    let items: Int
    let sections: Int
  }

  package var description: String {
    switch self {
    case .repeated:
      "an identifier occurs twice, and what has changed is then not one thing; measure a collection "
        + "whose identifiers differ"
    case .illegal(let error): "the changeset is illegal: \(error)"
    case .wrongTarget(let section):
      "the changeset does not lead to the target: section \(section) differs"
    case .wrongCounts(let found, let right):
      "the changeset has \(found); right is \(right)"
    case .wrongMoves(let items, let sections, let fewest):
      "the changeset moves \(items) items and \(sections) sections, and the fewest are "
        + "\(fewest.items) and \(fewest.sections)"
    }
  }
}

/// The number of operations of each kind in a changeset.
@usableFromInline
package struct DiffCounts: Hashable, Sendable {
  package var deletedItems = 0
  package var insertedItems = 0
  /// The number of items whose content changed, moved or not.
  var changedItems = 0
  package var deletedSections = 0
  package var insertedSections = 0

  package init() {}

  /// Counts the operations of `changeset`, except moves.
  init(_ changeset: Changeset) {
    deletedItems = changeset.deletedItems.count
    insertedItems = changeset.insertedItems.count
    changedItems = changeset.reloadedItems.count + changeset.reconfiguredItems.count
    deletedSections = changeset.deletedSections.count
    insertedSections = changeset.insertedSections.count
  }

  /// A hash of the counts: the answer of a measured call.
  ///
  /// It ignores moves, since a differ that finds superfluous moves is right too.
  var digest: UInt64 {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    Self.add(deletedItems, to: &digest)
    Self.add(insertedItems, to: &digest)
    Self.add(changedItems, to: &digest)
    Self.add(deletedSections, to: &digest)
    Self.add(insertedSections, to: &digest)
    return digest
  }

  private static func add(_ count: Int, to digest: inout UInt64) {
    digest = (digest ^ UInt64(truncatingIfNeeded: count)) &* 0x9e37_79b9_7f4a_7c15
  }

  /// Returns the digest of `changeset`; no allocation.
  @usableFromInline
  static func digest(of changeset: Changeset) -> UInt64 { DiffCounts(changeset).digest }
}

extension DiffCounts: CustomStringConvertible {
  @usableFromInline
  package var description: String {
    "\(deletedItems) items deleted, \(insertedItems) inserted, \(changedItems) changed, "
      + "\(deletedSections) sections deleted, \(insertedSections) inserted"
  }
}
