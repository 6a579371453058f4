internal import Changesets

extension Changeset {
  /// The update that takes items out and puts others in.
  static func edits(deleting: [ItemPath] = [], inserting: [ItemPath] = []) -> Changeset {
    var changeset = Changeset()
    changeset.deletedItems = deleting
    changeset.insertedItems = inserting
    return changeset
  }
}
