package import Changesets

/// A data source that makes all insertions, deletions and moves of its view itself (L-2).
package protocol UpdateControllingDataSource: CollectionViewDataSource {
  /// A Boolean value that indicates whether the view refuses such updates by others.
  var controlsUpdates: Bool { get }
}

extension CollectionView {
  /// Notes whether the data source controls the updates.
  ///
  /// Called whenever it may have changed, so that an operation reads one flag.
  package func dataSourceControlDidChange() {
    let source = dataSource as? any UpdateControllingDataSource
    updates.isControlled = source?.controlsUpdates ?? false
  }

  /// Applies a whole update by the data source that controls the updates.
  ///
  /// - Throws: As `performBatchUpdates(_:completion:)`.
  package func applyControlled(_ changeset: Changeset) throws(CollectionViewError) {
    try applyUnguarded { $0.add(changeset) }
  }

  /// Returns the error of a call that inserts, deletes or moves; nil if the view allows it.
  func controlError(of call: StaticString) -> CollectionViewError? {
    // A data source that is gone controls nothing.
    guard updates.isControlled, let dataSource else { return nil }
    return .controlled(by: "\(type(of: dataSource))", call: "\(call)")
  }
}

extension Changeset {
  /// A Boolean value that indicates whether an operation inserts, deletes or moves.
  var changesPaths: Bool {
    !(deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty
      && deletedItems.isEmpty && insertedItems.isEmpty && movedItems.isEmpty)
  }
}
