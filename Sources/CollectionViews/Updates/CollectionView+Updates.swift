public import Changesets
import Geometry

extension CollectionView {
  /// Carries several operations out together, as one animation (F-8).
  ///
  /// Deletes, reloads and the sources of moves count as before the whole update; inserts and the
  /// targets of moves as after it (BU-1). The order of the calls means nothing (BU-3). Change the
  /// data inside of the block; counts are asked once after it, and once before it if they are not
  /// known (b.2). Blocks nest; the outermost carries everything out.
  ///
  /// - Parameters:
  ///   - updates: Calls the methods that insert, delete, move and reload.
  ///   - completion: Called exactly once when the animations have ended, inner before outer: with
  ///     false if a reload or another layout ended them early (BU-20, BU-21). Not called where the
  ///     update throws before anything is carried out.
  /// - Complexity: O(*e* log *e* + *s*) for *e* operations and *s* sections, what the layout does, and
  ///   O(visible).
  /// - Throws: `.changeset` where the operations are illegal or do not lead to the data source's
  ///   counts; nothing is then applied, and the counts are as before: change the data back or call
  ///   `reloadData()`. `.reentrant` from inside of a request. What the block throws. What a data
  ///   source got wrong about the views that appear, or the layout about the offset that it chose: the
  ///   update has been carried out then, and the next pass asks again.
  public func performBatchUpdates(
    _ updates: () throws(CollectionViewError) -> Void, completion: ((Bool) -> Void)? = nil
  ) throws(CollectionViewError) {
    if transaction != nil, transaction?.isCommitting == false {
      return try performNested(updates, completion)
    }
    try beginUpdate(laysOut: true)
    do {
      try updates()
    } catch {
      abandonUpdate()
      throw error
    }
    if let completion { transaction?.completions.append(completion) }
    try commitUpdate()
  }

  private func performNested(
    _ updates: () throws(CollectionViewError) -> Void, _ completion: ((Bool) -> Void)?
  ) throws(CollectionViewError) {
    do {
      try updates()
    } catch {
      // The inner block's operations may be half recorded: the outer one cannot go on without them.
      if transaction?.failure == nil { transaction?.failure = error }
      throw error
    }
    if let completion { transaction?.completions.append(completion) }
  }

  /// Begins an update; where it has a block, what is due is laid out first, so that the animations
  /// start from there.
  ///
  /// An operation outside of a block comes after the data have changed: nothing can be asked about
  /// what was before.
  private func beginUpdate(laysOut: Bool) throws(CollectionViewError) {
    if let during = request.described { throw .reentrant(during: during) }
    if isInPass || transaction != nil { throw .reentrant(during: .layoutPass) }
    noticeLostDataSource()
    if laysOut, counts.isValid, hasShownElements, needsLayout { try layoutIfNeeded() }
    // They may have become stale in that pass.
    if !counts.isValid { try askCounts() }
    var open = UpdateTransaction()
    let isUnseen = !hasShownElements || bounds.isEmpty
    open.isReload = isUnseen && unseenUpdateRule == .reloadInstead
    transaction = open
  }

  /// Whether the block of an update is running.
  package var isInUpdateBlock: Bool { transaction?.isCommitting == false }

  // MARK: Whole updates

  /// Carries a whole update out: the data are as after it by now, or will be at the end of the block
  /// that this is called in.
  ///
  /// What `performBatchUpdates` and one call for each operation do, at once. Indexes that do not exist
  /// are `.changeset` here, negative ones too.
  ///
  /// - Parameters:
  ///   - changeset: The operations; `reconfiguredItems` are as in `reconfigureItems(at:)`.
  ///   - completion: Called exactly once when the animations have ended; see `performBatchUpdates`.
  /// - Complexity: As `performBatchUpdates`; the operations are neither copied nor sorted again.
  /// - Throws: As `performBatchUpdates(_:completion:)`.
  public func apply(
    _ changeset: Changeset, completion: ((Bool) -> Void)? = nil
  ) throws(CollectionViewError) {
    try record {
      $0.add(changeset)
      if let completion { $0.completions.append(completion) }
    }
  }

  /// The same by a data source that makes its own changes, has checked them, and says all of them: of
  /// the counts, only those of sections that the update names are asked again.
  ///
  /// - Complexity: O(*e* log *e*) for *e* operations, and O(*s*) for *s* sections where sections come,
  ///   go or move; what the layout does, and O(visible).
  package func apply(_ exact: NamedSections) throws(CollectionViewError) {
    try record { $0.add(exact.map.changeset, exact) }
  }

  // MARK: Operations

  /// Inserts items at paths as they are after the update (F-2).
  ///
  /// - Throws: As `performBatchUpdates(_:completion:)`; `.negativeIndex`.
  public func insertItems(at paths: [ItemPath]) throws(CollectionViewError) {
    try record(paths, .insertItems(paths))
  }

  /// Deletes the items at paths as they are before the update (F-3).
  ///
  /// - Throws: As `performBatchUpdates(_:completion:)`; `.negativeIndex`.
  public func deleteItems(at paths: [ItemPath]) throws(CollectionViewError) {
    try record(paths, .deleteItems(paths))
  }

  /// Moves an item from its path before the update to its path after; its cell goes with it (F-4).
  ///
  /// - Throws: As `performBatchUpdates(_:completion:)`; `.negativeIndex`.
  public func moveItem(at source: ItemPath, to target: ItemPath) throws(CollectionViewError) {
    try record([source, target], .moveItem(Changeset.Move(from: source, to: target)))
  }

  /// Has the items' cells asked for anew, by their paths before the update (F-6).
  ///
  /// - Throws: As `performBatchUpdates(_:completion:)`; `.negativeIndex`.
  public func reloadItems(at paths: [ItemPath]) throws(CollectionViewError) {
    try record(paths, .reloadItems(paths))
  }

  /// Has the items' cells filled anew and kept: the data source gets back the cell it has when it
  /// dequeues for the item with the same identifier (N-3).
  ///
  /// - Throws: As `performBatchUpdates(_:completion:)`; `.negativeIndex`; `.otherCell`.
  public func reconfigureItems(at paths: [ItemPath]) throws(CollectionViewError) {
    try record(paths, .reconfigureItems(paths))
  }

  /// Inserts sections at indexes as they are after the update, with all their items (F-5).
  ///
  /// - Throws: As `performBatchUpdates(_:completion:)`; `.negativeIndex`.
  public func insertSections(_ sections: some Sequence<Int>) throws(CollectionViewError) {
    let sections = Array(sections)
    try record(sections: sections, .insertSections(sections))
  }

  /// Deletes the sections at indexes as they are before the update.
  ///
  /// - Throws: As `performBatchUpdates(_:completion:)`; `.negativeIndex`.
  public func deleteSections(_ sections: some Sequence<Int>) throws(CollectionViewError) {
    let sections = Array(sections)
    try record(sections: sections, .deleteSections(sections))
  }

  /// Moves a section from its index before the update to its index after.
  ///
  /// - Throws: As `performBatchUpdates(_:completion:)`; `.negativeIndex`.
  public func moveSection(_ source: Int, toSection target: Int) throws(CollectionViewError) {
    try record(
      sections: [source, target], .moveSection(Changeset.Move(from: source, to: target)))
  }

  /// Has the sections' counts and views asked for anew, by their indexes before the update.
  ///
  /// - Throws: As `performBatchUpdates(_:completion:)`; `.negativeIndex`.
  public func reloadSections(_ sections: some Sequence<Int>) throws(CollectionViewError) {
    let sections = Array(sections)
    try record(sections: sections, .reloadSections(sections))
  }

  private func record(
    _ paths: [ItemPath], _ operation: UpdateTransaction.Operation
  ) throws(CollectionViewError) {
    for path in paths {
      guard path.section >= 0 else { throw fail(.negativeIndex(path.section, section: nil)) }
      guard path.item >= 0 else {
        throw fail(.negativeIndex(path.item, section: path.section))
      }
    }
    try record { $0.add(operation) }
  }

  private func record(
    sections: [Int], _ operation: UpdateTransaction.Operation
  ) throws(CollectionViewError) {
    for section in sections where section < 0 {
      throw fail(.negativeIndex(section, section: nil))
    }
    try record { $0.add(operation) }
  }

  /// An operation outside of a block is an update of its own (F-7, BU-5).
  private func record(
    _ add: (inout UpdateTransaction) -> Void
  ) throws(CollectionViewError) {
    if transaction?.isCommitting == false {
      if var open = transaction.take() {
        add(&open)
        transaction = open
      }
      return
    }
    try beginUpdate(laysOut: false)
    if var open = transaction.take() {
      add(&open)
      transaction = open
    }
    try commitUpdate()
  }

  /// An update whose block has asked for nonsense is not carried out, whatever the block does then.
  private func fail(_ error: CollectionViewError) -> CollectionViewError {
    if transaction?.isCommitting == false, transaction?.failure == nil {
      transaction?.failure = error
    }
    return error
  }
}
