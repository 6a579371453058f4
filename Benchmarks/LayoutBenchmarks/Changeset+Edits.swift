internal import Changesets

extension Changeset {
  /// The update that takes items out and puts others in.
  static func edits(deleting: [ItemPath] = [], inserting: [ItemPath] = []) -> Changeset {
    Changeset(deletedItems: deleting, insertedItems: inserting)
  }
}
