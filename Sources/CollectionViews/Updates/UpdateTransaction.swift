import Changesets
import Layouts

/// What an app has asked for inside of an update's block, until its outermost end (b.3).
struct UpdateTransaction {
  /// In the order in which the blocks end: inner before outer (BU-20).
  var completions: [(Bool) -> Void] = []
  /// Whether `reloadData()` was called: everything else then counts for nothing.
  var isReload = false
  /// Whether the operations are being carried out.
  var isCommitting = false
  /// The layouts that a lenient rule installs after the update.
  var laterLayouts: [(CollectionViewLayout, Bool, ((Bool) -> Void)?)] = []
  /// The error that ended an inner block.
  var failure: CollectionViewError?

  var deletedSections: [Int] = []
  var insertedSections: [Int] = []
  var movedSections: [Changeset.Move<Int>] = []
  var reloadedSections: [Int] = []
  var deletedItems: [ItemPath] = []
  var insertedItems: [ItemPath] = []
  var movedItems: [Changeset.Move<ItemPath>] = []
  var reloadedItems: [ItemPath] = []
  /// Items whose cells are filled anew and kept, by path before (N-3).
  var reconfiguredItems: [ItemPath] = []

  var changeset: Changeset {
    Changeset(
      deletedSections: deletedSections, insertedSections: insertedSections,
      movedSections: movedSections, reloadedSections: reloadedSections,
      deletedItems: deletedItems, insertedItems: insertedItems, movedItems: movedItems,
      reloadedItems: reloadedItems)
  }
}
