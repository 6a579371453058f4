package import Changesets
internal import CollectionViews
internal import Geometry

/// A file as a store holds it: which one, and the state of its content.
package struct ReplayItem: RevisionedItem, Hashable, Sendable {
  /// The number that its id in the trace stands for.
  package let id: UInt64
  package let revision: UInt32

  package init(id: UInt64, revision: UInt32) {
    self.id = id
    self.revision = revision
  }

  /// The shape's name in case ids: what it takes with its padding.
  static let payloadName = "item16"
}

/// A cell that knows the item it shows.
final class ReplayCell: CollectionViewCell {
  var item = ReplayItem(id: 0, revision: 0)

  required init(frame: Rect) { super.init(frame: frame) }
}

/// A header that knows the id of its section.
final class ReplayHeader: CollectionReusableView {
  static let identifier = "header"

  var sectionID: UInt64 = 0
}

/// A collection in plain arrays: what a view has to show of it is found by adding up.
///
/// The model that replays are held against: it knows no store and no layout.
package struct ReplayState {
  /// The ids of the sections.
  package var sectionIDs: [UInt64] = []
  /// The items of each.
  package var sections: [[ReplayItem]] = []

  var itemCount: Int { sections.reduce(0) { $0 + $1.count } }
}

/// What an update does, and what it leads to.
package struct ReplayBatch {
  /// The commit's hash.
  package let name: String
  package let changeset: Changeset
  /// What comes, and what has new content, by path after.
  package let items: [ItemPath: ReplayItem]
  /// What sections that come hold, by index after.
  package let sections: [Int: [ReplayItem]]
  /// The collection after.
  package let after: ReplayState
  /// The first place of the collection before that the update names; nil where it names none.
  package let firstPlace: ItemPath?

  package init(
    name: String, changeset: Changeset, items: [ItemPath: ReplayItem],
    sections: [Int: [ReplayItem]], after: ReplayState, firstPlace: ItemPath?
  ) {
    self.name = name
    self.changeset = changeset
    self.items = items
    self.sections = sections
    self.after = after
    self.firstPlace = firstPlace
  }
}
