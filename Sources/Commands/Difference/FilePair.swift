import Changesets
package import Datasets
import Diffing
import Foundation
import ItemStores

/// The paths and columns of two files to compare.
struct FilePair: Hashable, Codable {
  let before: String
  let after: String
  let columns: CSVSnapshotColumns

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
    guard let pair = try? JSONDecoder().decode(FilePair.self, from: Data(spec.utf8)) else {
      return nil
    }
    self = pair
  }

  /// Reads both files.
  ///
  /// - Throws: `DatasetError`.
  func snapshots() throws(DatasetError) -> SnapshotPair {
    SnapshotPair(
      before: try CSVSnapshot(path: before, columns: columns),
      after: try CSVSnapshot(path: after, columns: columns))
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
  func changeset(with differ: inout Differ) throws(DiffingError) -> Changeset {
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
