package import Changesets
package import Datasets
package import Diffing
import Foundation
import ItemStores

/// The paths and columns of two files to compare.
struct FilePair: Hashable, Codable {
  let before: String
  let after: String
  let columns: CSVSnapshotColumns
  /// The copies of the files that a run reads instead; nil before they are made.
  private(set) var copies: Copies?

  /// The paths of copies of both files.
  struct Copies: Hashable, Codable {
    let before: String
    let after: String
  }

  init(before: String, after: String, columns: CSVSnapshotColumns) {
    (self.before, self.after, self.columns) = (before, after, columns)
  }

  /// The pair as JSON, which cases receive as their collection.
  var spec: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts always encode.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension FilePair {
  /// Decodes a pair from the `spec` of a case; nil for any other collection.
  init?(spec: String) {
    // With copies, the pair is in the place of a snapshot's path.
    let prefix = "snapshot:"
    let text = spec.hasPrefix(prefix) ? String(spec.dropFirst(prefix.count)) : spec
    guard let pair = try? JSONDecoder().decode(FilePair.self, from: Data(text.utf8)) else {
      return nil
    }
    self = pair
  }

  /// Reads both files, or their copies where there are some.
  ///
  /// - Throws: `DatasetError`.
  func snapshots() throws(DatasetError) -> SnapshotPair {
    SnapshotPair(
      before: try snapshot(of: before, copy: copies?.before),
      after: try snapshot(of: after, copy: copies?.after))
  }

  private func snapshot(
    of path: String, copy: String?
  ) throws(DatasetError) -> CSVSnapshot {
    guard let copy else { return try CSVSnapshot(path: path, columns: columns) }
    return try CSVSnapshot(
      contents: try InputSnapshot(path: copy).contents, path: path, columns: columns)
  }

  /// Reads both files once, and has `snapshots` copy them for the processes of a run.
  ///
  /// - Throws: `ToolError.dataset`, or `.noSnapshot` for a run that is resumed without its copies.
  mutating func read(into snapshots: InputSnapshots) throws(ToolError) -> SnapshotPair {
    // A file that cannot be opened has the same error as a CSV file.
    func copied(_ path: String) throws(ToolError) -> (snapshot: CSVSnapshot, copy: String) {
      let (contents, copy) = try snapshots.trace(at: path)
      return (
        try ToolError.wrap(
          try CSVSnapshot(contents: contents, path: path, columns: columns),
          as: ToolError.dataset), copy
      )
    }
    let (source, target) = (try copied(before), try copied(after))
    copies = Copies(before: source.copy, after: target.copy)
    return SnapshotPair(before: source.snapshot, after: target.snapshot)
  }
}

/// Two files' content.
package struct SnapshotPair {
  let before: CSVSnapshot
  let after: CSVSnapshot

  package init(before: CSVSnapshot, after: CSVSnapshot) {
    self.before = before
    self.after = after
  }

  /// A number that differs for other contents of either.
  var checksum: UInt64 { before.checksum &* 0x9e37_79b9_7f4a_7c15 ^ after.checksum }

  /// Both as what a differ compares.
  var inputs: (before: DiffInput, after: DiffInput) { (Self.input(before), Self.input(after)) }

  /// A file's rows with the names of their sections.
  typealias DiffInput = SectionedStore<String, NestedArrayStore<CSVSnapshot.Item>>

  /// The changes that lead from the one to the other.
  package func changeset(with differ: inout Differ) throws(DiffingError) -> Changeset {
    try differ.changeset(from: inputs.before, to: inputs.after, by: RowIdentity.self)
  }

  /// The changes that lead back.
  func inverse(with differ: inout Differ) throws(DiffingError) -> Changeset {
    try differ.changeset(from: inputs.after, to: inputs.before, by: RowIdentity.self)
  }

  private static func input(_ snapshot: CSVSnapshot) -> DiffInput {
    DiffInput(sectionIDs: snapshot.sectionIDs, store: NestedArrayStore(sections: snapshot.sections))
  }
}

/// Rows told apart by their ids, and their states by their revisions.
enum RowIdentity: ItemIdentity {
  static func id(of item: CSVSnapshot.Item) -> String { item.id }

  static func isUnchanged(_ source: CSVSnapshot.Item, _ target: CSVSnapshot.Item) -> Bool {
    source.revision == target.revision
  }
}

/// A changeset with the items that it inserts, ready to apply to a store.
struct LoadedChangeset {
  let changeset: Changeset
  private let target: [[CSVSnapshot.Item]]
  /// The items of each section that is inserted, but for those that move there.
  private let newSections: [Int: [CSVSnapshot.Item]]

  init(_ changeset: Changeset, to target: [[CSVSnapshot.Item]]) {
    self.changeset = changeset
    self.target = target
    let moved = Set(changeset.movedItems.map(\.target))
    var newSections: [Int: [CSVSnapshot.Item]] = [:]
    for section in changeset.insertedSections {
      let own = target[section].indices.filter {
        !moved.contains(ItemPath(section: section, item: $0))
      }
      newSections[section] = own.map { target[section][$0] }
    }
    self.newSections = newSections
  }

  /// Applies the changeset to `store`.
  func apply<Store: ItemStore>(to store: inout Store) where Store.Item == CSVSnapshot.Item {
    store.apply(
      changeset, newItem: { target[$0.section][$0.item] }, newSection: { newSections[$0] ?? [] })
  }
}
