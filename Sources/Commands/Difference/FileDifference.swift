import Benchmarking
import Changesets
import Datasets
import Diffing
import ItemStores

/// The suite behind `diff`: finding the changes between two files, and applying them to each store.
///
/// Only worker processes know this suite; `run` and `list` do not.
enum FileDifference {
  static let suite = Suite(
    "diff", summary: "Two files compared.",
    scenarios: [
      find("differ", isKept: false), find("differ-kept", isKept: true),
      apply("nested", NestedArrayStore<CSVSnapshot.Item>.self),
      apply("flat", FlatIndexedStore<CSVSnapshot.Item>.self),
      apply("btree", BTreeStore<CSVSnapshot.Item>.self),
    ])

  /// The cases for two files that have been read.
  static func cases(_ files: FilePair, _ pair: SnapshotPair) -> [PlannedCase] {
    let dataset = PlannedDataset(
      spec: FilePair(before: files.before, after: files.after, columns: files.columns).spec,
      name: "csv", items: max(pair.before.itemCount, pair.after.itemCount),
      sections: pair.after.sections.count, snapshot: files.copies == nil ? nil : files.spec,
      checksum: pair.checksum)
    return PlannedCase.all(in: [suite], on: [dataset])
  }

  private static func scenario(
    _ name: String, _ summary: String, _ storage: String,
    setUp: @escaping @Sendable (SnapshotPair) throws -> Measurement
  ) -> Scenario {
    Scenario(
      name, summary: summary, storage: storage, payload: "row", minimumItems: 0,
      // Two sides of two texts each, and tables of them.
      bytesPerItem: 512
    ) { context in
      guard let files = FilePair(spec: context.dataset) else { throw FileDifferenceError.noFiles }
      let pair = try context.shared("diff/files") { try files.snapshots() }
      guard pair.checksum == context.checksum else { throw FileDifferenceError.changed(files) }
      return try setUp(pair)
    }
  }

  // MARK: Finding

  private static func find(_ storage: String, isKept: Bool) -> Scenario {
    scenario(
      "find",
      isKept
        ? "Finds what has changed with a differ that has done so before."
        : "Finds what has changed with a new differ.", storage
    ) { pair in
      var rehearsed = Differ()
      let changeset = try pair.changeset(with: &rehearsed)
      try check(changeset, of: pair)
      let figures = ChangeFigures(changeset, of: pair)
      var differ = isKept ? rehearsed : Differ()
      var found: Changeset?
      let answer = digest(changeset)
      let inputs = pair.inputs
      return Measurement(
        operationsPerCall: 1, expectedAnswer: answer,
        counts: { counts(found, figures, differ.statistics) }
      ) {
        found = nil
        if !isKept { differ = Differ() }
        found = try? differ.changeset(from: inputs.before, to: inputs.after, by: RowIdentity.self)
        return found.map(digest) ?? ~answer
      }
    }
  }

  /// Throws unless the changeset leads from the one file to the other.
  private static func check(_ changeset: Changeset, of pair: SnapshotPair) throws {
    try changeset.validate(
      sectionCountsBefore: pair.before.sections.map(\.count),
      sectionCountsAfter: pair.after.sections.map(\.count))
    var store = NestedArrayStore(sections: pair.before.sections)
    LoadedChangeset(changeset, to: pair.after.sections).apply(to: &store)
    try check(store, holds: pair.after)
  }

  /// Throws unless every row of `file`, and nothing else, is in its place in `store`.
  private static func check<Store: ItemStore>(
    _ store: Store, holds file: CSVSnapshot
  ) throws(FileDifferenceError) where Store.Item == CSVSnapshot.Item {
    guard store.sectionCount == file.sections.count else { throw .wrong }
    for (section, rows) in file.sections.enumerated() {
      guard store.itemCount(inSection: section) == rows.count else { throw .wrong }
      for (item, row) in rows.enumerated() {
        guard store[ItemPath(section: section, item: item)] == row else { throw .wrong }
      }
    }
  }

  private static func counts(
    _ changeset: Changeset?, _ figures: ChangeFigures, _ statistics: DiffStatistics
  ) -> [OperationCount] {
    [
      OperationCount(name: "operations", value: changeset?.count ?? 0),
      OperationCount(name: "moves", value: changeset?.movedItems.count ?? 0),
      OperationCount(name: "minimum_moves", value: figures.fewestItemMoves, isGate: false),
      OperationCount(name: "section_moves", value: changeset?.movedSections.count ?? 0),
      OperationCount(
        name: "minimum_section_moves", value: figures.fewestSectionMoves, isGate: false),
      OperationCount(name: "hashes", value: statistics.hashes),
    ]
  }

  /// A number that differs between changesets of other counts; no allocation.
  private static func digest(_ changeset: Changeset) -> UInt64 {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ count: Int) {
      digest = (digest ^ UInt64(truncatingIfNeeded: count)) &* 0x9e37_79b9_7f4a_7c15
    }
    add(changeset.deletedSections.count)
    add(changeset.insertedSections.count)
    add(changeset.movedSections.count)
    add(changeset.deletedItems.count)
    add(changeset.insertedItems.count)
    add(changeset.movedItems.count)
    add(changeset.reloadedItems.count)
    add(changeset.reconfiguredItems.count)
    return digest
  }

  // MARK: Applying

  /// Applies the changes and their inverse, so that every call finds the same collection.
  private static func apply<Store: ItemStore & SendableMetatype>(
    _ storage: String, _ type: Store.Type
  ) -> Scenario where Store.Item == CSVSnapshot.Item {
    scenario("apply", "Applies the changes, then their inverse.", storage) { pair in
      var differ = Differ()
      let forth = LoadedChangeset(
        try pair.changeset(with: &differ), to: pair.after.sections)
      let back = LoadedChangeset(try pair.inverse(with: &differ), to: pair.before.sections)
      var store = Store(sections: pair.before.sections)
      // What a first edit alone costs is over: growing, and having been one with the file's rows.
      forth.apply(to: &store)
      try check(store, holds: pair.after)
      let there = probes(store)
      back.apply(to: &store)
      try check(store, holds: pair.before)
      let answer = there &* 3 &+ probes(store)
      return Measurement(operationsPerCall: 2, expectedAnswer: answer) {
        forth.apply(to: &store)
        let there = probes(store)
        back.apply(to: &store)
        return there &* 3 &+ probes(store)
      }
    }
  }

  /// The item count, with the ids in front, in the middle and at the end.
  private static func probes<Store: ItemStore>(_ store: Store) -> UInt64
  where Store.Item == CSVSnapshot.Item {
    let count = store.itemCount
    guard count > 0 else { return 0 }
    var digest = UInt64(count)
    for index in [0, count / 2, count - 1] {
      for byte in store.item(atGlobalIndex: index).id.utf8 {
        digest = (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
      }
    }
    return digest
  }
}

/// An error of the measurement of two files.
enum FileDifferenceError: Error, CustomStringConvertible {
  case noFiles
  case changed(FilePair)
  case wrong

  var description: String {
    switch self {
    case .noFiles: "these cases are for cvbench's own diff command"
    case .changed(let files):
      "'\(files.before)' or '\(files.after)' has changed since the run began; figures of two "
        + "collections cannot stand in one record. Compare copies that nothing writes to"
    case .wrong: "the changes found do not lead from the one file to the other; please report it"
    }
  }
}
