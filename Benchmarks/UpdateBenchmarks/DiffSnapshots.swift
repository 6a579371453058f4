internal import Benchmarking
internal import Changesets
internal import Datasets
internal import Diffing
internal import ItemStores

/// Two snapshots of one store compared: what a copy and some edits lead to.
struct DiffSnapshots<Store: ItemStore & SendableMetatype> where Store.Item == Int {
  private static var edits: Int { 100 }

  /// The scenario of a store under the name `storage`.
  static func scenario(_ storage: String) -> Scenario {
    Scenario(
      "diff-snapshots",
      summary: "A store and a copy of it, 100 edits apart; the differ is the built-in one.",
      storage: storage, payload: Int.payloadName, maximumItems: DiffCases.mostItems,
      bytesPerItem: DiffCases.bytesPerItem(of: Int.self), isHeadline: true,
      headlineMaximumItems: DiffCases.headlineMaximumItems
    ) { context in
      let collection = try DiffCollection(context)
      let sections = collection.sections(ofSize: nil).map { $0.map(Int.init) }
      let source = Store(sections: sections)
      var target = source
      edit(&target, collection)
      let ids = Array(sections.indices)
      let truth = try DiffTruth(sections, arrays(target), sourceIDs: ids, targetIDs: ids)
      let family = DiffScenarios<SnapshotMethod<Store>>(
        storage: storage, cost: .items, isKept: false, findsFewestMoves: true)
      let after = target
      return try family.measurement(truth) { method in
        try method.changeset(from: source, to: after)
      }
    }
  }

  /// Deletes, inserts and moves at random; every other move ends in the section where it began.
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

  var counts: [OperationCount] { differ.statistics.counts }
}
