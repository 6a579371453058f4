internal import Benchmarking
public import Changesets

/// How many operations of each kind a changeset is of.
@usableFromInline
package struct DiffCounts: Hashable, Sendable {
  package var deletedItems = 0
  package var insertedItems = 0
  /// Items whose content has changed, wherever they are.
  var changedItems = 0
  package var deletedSections = 0
  package var insertedSections = 0

  package init() {}

  /// The operations of `changeset`, moves left out.
  init(_ changeset: Changeset) {
    deletedItems = changeset.deletedItems.count
    insertedItems = changeset.insertedItems.count
    changedItems = changeset.reloadedItems.count + changeset.reconfiguredItems.count
    deletedSections = changeset.deletedSections.count
    insertedSections = changeset.insertedSections.count
  }

  /// A number that differs between other counts: what a measured call answers.
  ///
  /// Without moves: a differ that finds more of them than necessary is right too.
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

  /// The digest of `changeset`; no allocation.
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
