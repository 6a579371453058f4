import BasicAlgorithms

import Benchmarking
import Changesets
import Datasets
import Diffing
import ItemStores

/// The scenarios that compare two snapshots of one store: a copy, and the original after some
/// edits.
struct DiffSnapshots<Store: ItemStore & SendableMetatype> where Store.Item == Int {
  private static var edits: Int { 100 }

  /// Returns the scenarios of a store under the name `storage`.
  static func scenarios(_ storage: String) -> [Scenario] {
    [
      scenario(
        "diff-snapshots", "A store and a copy of it, 100 edits apart", storage, isHeadline: true
      ) { _, _ in },
      scenario(
        "diff-snapshots-sections",
        "The same with names for sections, of which one has gone, one come and one moved", storage
      ) { editSections(&$0, $1) },
    ]
  }

  private static func scenario(
    _ name: String, _ summary: String, _ storage: String, isHeadline: Bool = false,
    editingSections: @escaping @Sendable (inout SectionedStore<Int, Store>, DiffCollection) -> Void
  ) -> Scenario {
    Scenario(
      name, summary: summary + "; the differ is the built-in one.", storage: storage,
      payload: Int.payloadName, maximumItems: DiffCases.mostItems,
      bytesPerItem: DiffCases.bytesPerItem(of: Int.self), isHeadline: isHeadline,
      headlineMaximumItems: DiffCases.headlineMaximumItems
    ) { context in
      let collection = try DiffCollection(context)
      let sections = collection.sections(ofSize: nil).map { $0.map(Int.init) }
      let source = SectionedStore(
        sectionIDs: Array(sections.indices), store: Store(sections: sections))
      var edited = source
      edit(&edited.store, collection)
      editingSections(&edited, collection)
      let target = edited
      let truth = try DiffTruth(
        sections, arrays(target.store), sourceIDs: source.sectionIDs,
        targetIDs: target.sectionIDs)
      let family = DiffScenarios<SnapshotMethod<Store>>(
        storage: storage, cost: .items, isKept: false, findsFewestMoves: true)
      // Section identifiers are compared only in the scenario that edits sections.
      if source.sectionIDs == target.sectionIDs {
        return try family.measurement(truth) { method in
          try method.changeset(from: source.store, to: target.store)
        }
      }
      return try family.measurement(truth) { method in
        try method.changeset(from: source, to: target)
      }
    }
  }

  /// Deletes a section, moves one to the front, and appends one of ten items; with fewer than three
  /// sections it only appends.
  private static func editSections(
    _ target: inout SectionedStore<Int, Store>, _ collection: DiffCollection
  ) {
    let count = target.sectionIDs.count
    let moved = 2 * count / 3
    let items = collection.newItems(10).map(Int.init)
    var changeset = Changeset(insertedSections: [count])
    if count >= 3 {
      changeset = Changeset(
        deletedSections: [count / 3], insertedSections: [count - 1],
        movedSections: [.init(from: moved, to: 0)])
      let id = target.sectionIDs.remove(at: moved)
      target.sectionIDs.remove(at: count / 3)
      target.sectionIDs.insert(id, at: 0)
    }
    target.sectionIDs.append(count)
    target.store.apply(changeset, newItem: { _ in 0 }, newSection: { _ in items })
  }

  /// Deletes, inserts and moves items at random; every other move stays in its section.
  private static func edit(_ store: inout Store, _ collection: DiffCollection) {
    var generator = collection.generator(for: "diff-snapshots")
    let edits = DiffEdits(Self.edits, ofItems: collection.seeds.count)
    for _ in 0..<edits.deletes {
      store.remove(at: path(in: store, &generator))
    }
    for number in 0..<edits.moves where store.itemCount > 0 {
      let source = path(in: store, &generator)
      let item = store.remove(at: source)
      let section =
        number.isMultiple(of: 2) ? source.section : generator.next(below: store.sectionCount)
      let end = store.itemCount(inSection: section)
      let place = ItemPath(section: section, item: generator.next(below: end + 1))
      store.insert(item, at: place)
    }
    for item in collection.newItems(edits.inserts) {
      let section = generator.next(below: store.sectionCount)
      let end = store.itemCount(inSection: section)
      let place = ItemPath(section: section, item: generator.next(below: end + 1))
      store.insert(Int(item), at: place)
    }
  }

  private static func path(in store: Store, _ generator: inout SplitMix64) -> ItemPath {
    store.path(ofGlobalIndex: generator.next(below: store.itemCount))
  }

  private static func arrays(_ store: Store) -> [[Int]] {
    (0..<store.sectionCount).map { section in
      (0..<store.itemCount(inSection: section)).map {
        store[ItemPath(section: section, item: $0)]
      }
    }
  }
}

/// The built-in differ on two stores of one type.
private struct SnapshotMethod<Store: ItemStore>: DiffMethod where Store.Item == Int {
  private var differ = Differ()

  init() {}

  mutating func changeset(from source: [Int], to target: [Int]) throws -> Changeset {
    try differ.changeset(from: source, to: target, by: ValueIdentity<Int>.self)
  }

  mutating func changeset(from source: Store, to target: Store) throws -> Changeset {
    try differ.changeset(from: source, to: target, by: ValueIdentity<Int>.self)
  }

  mutating func changeset(
    from source: SectionedStore<Int, Store>, to target: SectionedStore<Int, Store>
  ) throws -> Changeset {
    try differ.changeset(from: source, to: target, by: ValueIdentity<Int>.self)
  }

  var counts: [OperationCount] { differ.statistics.counts }
}
