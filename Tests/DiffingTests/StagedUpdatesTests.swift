import Changesets
import Diffing
import Foundation
import ItemStores
import TestSupport
import Testing

/// An item as an app has it.
private struct Photo: RevisionedItem, Equatable {
  let id: Int
  var revision: UInt32 = 0
}

/// Stands for a view of UIKit's: holds each batch against the data, and against what such views are
/// known to misread.
private final class StrictView: StagedUpdating {
  var data: [[Photo]]
  private(set) var batchCount = 0
  private(set) var problems: [String] = []
  private var open = Changeset()

  init(_ data: [[Photo]]) { self.data = data }

  func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)?) {
    let before = data.map(\.count)
    open = Changeset()
    updates?()
    batchCount += 1
    do {
      try open.validate(sectionCountsBefore: before, sectionCountsAfter: data.map(\.count))
    } catch {
      problems.append("batch \(batchCount): \(error)")
    }
    let reloads = [open.reloadedItems, open.reconfiguredItems].contains { !$0.isEmpty }
    let moves = !open.movedSections.isEmpty || !open.movedItems.isEmpty
    if reloads || !open.reloadedSections.isEmpty, moves { problems.append("reloads with moves") }
    let editsItems = !(open.deletedItems.isEmpty && open.insertedItems.isEmpty)
    if !open.movedSections.isEmpty, editsItems || !open.movedItems.isEmpty {
      problems.append("moves of sections with changes of items")
    }
    completion?(true)
  }

  private func add(_ changes: Changeset) { open = open + changes }

  private func paths(_ paths: [IndexPath]) -> [ItemPath] {
    paths.map { ItemPath(section: $0[0], item: $0[1]) }
  }

  func deleteSections(_ sections: IndexSet) { add(Changeset(deletedSections: Array(sections))) }
  func insertSections(_ sections: IndexSet) { add(Changeset(insertedSections: Array(sections))) }
  func moveSection(_ section: Int, toSection newSection: Int) {
    add(Changeset(movedSections: [.init(from: section, to: newSection)]))
  }
  func reloadSections(_ sections: IndexSet) { add(Changeset(reloadedSections: Array(sections))) }
  func deleteItems(at indexPaths: [IndexPath]) { add(Changeset(deletedItems: paths(indexPaths))) }
  func insertItems(at indexPaths: [IndexPath]) { add(Changeset(insertedItems: paths(indexPaths))) }
  func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    let ends = paths([indexPath, newIndexPath])
    add(Changeset(movedItems: [.init(from: ends[0], to: ends[1])]))
  }
  func reloadItems(at indexPaths: [IndexPath]) { add(Changeset(reloadedItems: paths(indexPaths))) }
  func reconfigureItems(at indexPaths: [IndexPath]) {
    add(Changeset(reconfiguredItems: paths(indexPaths)))
  }
}

/// The code that the guide shows, driven by differences of random collections.
@MainActor struct StagedUpdatesTests {
  private typealias Named = SectionedStore<Int, NestedArrayStore<Photo>>

  @Test func differencesLeadToTheTarget() throws {
    var differ = Differ()
    var numbers = CollectionGenerator(seed: 11)
    var batchCounts: Set<Int> = []
    var (source, ids) = ([[Photo]](), [Int]())
    for step in 0..<500 {
      let (target, targetIDs) = numbers.collection()
      let changes = try differ.changeset(
        from: Named(sectionIDs: ids, store: NestedArrayStore(sections: source)),
        to: Named(sectionIDs: targetIDs, store: NestedArrayStore(sections: target)))
      let view = StrictView(source)
      view.show(target, insteadOf: source, by: changes) { view.data = $0 }
      #expect(view.problems.isEmpty, "step \(step): \(view.problems)")
      #expect(changes.isEmpty == (source == target && ids == targetIDs), "step \(step)")
      #expect(view.data == target, "step \(step)")
      batchCounts.insert(view.batchCount)
      (source, ids) = (target, targetIDs)
    }
    #expect(batchCounts.contains(5) && batchCounts.max() == 5, "\(batchCounts)")
  }
}

/// Random collections that share items and sections.
private struct CollectionGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func number(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func collection() -> ([[Photo]], [Int]) {
    var ids = Array(0..<6)
    for index in ids.indices { ids.swapAt(index, number(below: ids.count)) }
    ids.removeLast(number(below: 5))
    var photos: [Photo] = (0..<14).map { Photo(id: $0, revision: UInt32(number(below: 3) / 2)) }
    for index in photos.indices { photos.swapAt(index, number(below: photos.count)) }
    photos.removeLast(number(below: 10))
    var sections = [[Photo]](repeating: [], count: ids.count)
    for photo in photos { sections[number(below: ids.count)].append(photo) }
    return (sections, ids)
  }
}
