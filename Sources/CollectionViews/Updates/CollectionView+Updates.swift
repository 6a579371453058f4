public import Changesets
import Geometry

extension CollectionView {
  /// Applies several operations together, as one animation.
  ///
  /// Change the data and call the operations inside the block:
  ///
  ///     try view.performBatchUpdates {
  ///       names.removeFirst()
  ///       view.deleteItems(at: [ItemPath(section: 0, item: 0)])
  ///     }
  ///
  /// Deletes, reloads and the sources of moves are paths before the whole update; inserts and the
  /// targets of moves are paths after it (BU-1). The order of the calls does not matter (BU-3). The view
  /// asks for the counts once after the block, and once before it if it does not know them (b.2).
  /// Blocks nest; the outermost applies everything.
  ///
  /// - Parameters:
  ///   - updates: Calls the methods that insert, delete, move and reload.
  ///   - completion: Called exactly once when the animations have ended, inner before outer: with
  ///     false if a reload or another layout ended them early (BU-20, BU-21). Not called if the
  ///     update throws before it changes anything.
  /// - Complexity: O(*e* log *e* + *s*) for *e* operations and *s* sections, what the layout does, and
  ///   O(visible).
  /// - Throws: The first error of an operation in the block, or what the block throws. `.changeset` if
  ///   the operations are illegal or do not lead to the data source's counts, `.count` for a count
  ///   that is none, `.layout` if the layout cannot be prepared, `.reentrant` from inside a request.
  ///   After each of these nothing is applied: change the data back or call `reloadData()`. An error
  ///   of a view that appears or of the offset that the layout chose, and `.unsettled`, are thrown
  ///   after the update is applied, and the next pass tries again. `lastUpdateWasApplied` tells which.
  public func performBatchUpdates(
    _ updates: () throws(CollectionViewError) -> Void, completion: ((Bool) -> Void)? = nil
  ) throws(CollectionViewError) {
    let isOutermost = try openBlock()
    do {
      try updates()
    } catch {
      throw abandonBlock(isOutermost, error)
    }
    try closeBlock(isOutermost, completion)
  }

  /// Applies the operations of a block that may throw errors of the app.
  ///
  /// As the method whose block throws no other errors than `CollectionViewError`. An error of the app
  /// abandons the whole update and is thrown on as it is.
  ///
  /// - Throws: As the other method.
  public func performBatchUpdates(
    _ updates: () throws -> Void, completion: ((Bool) -> Void)? = nil
  ) throws {
    let isOutermost = try openBlock()
    do {
      try updates()
    } catch {
      let known = error as? CollectionViewError
      let first = abandonBlock(isOutermost, known ?? .updateBlock(threw: "\(error)"))
      if known != nil { throw first }
      throw error
    }
    try closeBlock(isOutermost, completion)
  }

  /// Opens a block of operations, inside another one or as an update.
  ///
  /// - Returns: A Boolean value that indicates whether the block is the outermost.
  private func openBlock() throws(CollectionViewError) -> Bool {
    if isInUpdateBlock { return false }
    try beginUpdate(laysOut: true)
    return true
  }

  private func closeBlock(
    _ isOutermost: Bool, _ completion: ((Bool) -> Void)?
  ) throws(CollectionViewError) {
    if let completion { updates.open?.completions.append(completion) }
    if isOutermost { try commitUpdate() }
  }

  /// Ends a block that threw: an outer block cannot go on without operations that may be missing.
  ///
  /// - Returns: The first error of the update.
  private func abandonBlock(
    _ isOutermost: Bool, _ error: CollectionViewError
  ) -> CollectionViewError {
    let first = updates.open?.failure ?? error
    updates.open?.failure = first
    if isOutermost { abandonUpdate() }
    updates.note(first)
    return first
  }

  /// Begins an update; where it has a block, what is due is laid out first, so that the animations
  /// start from there.
  ///
  /// An operation outside of a block comes after the data have changed: nothing can be asked about
  /// what was before.
  private func beginUpdate(laysOut: Bool) throws(CollectionViewError) {
    updates.isApplied = false
    try throwHeldUpdateError()
    do {
      try openTransaction(laysOut: laysOut)
    } catch {
      updates.note(error)
      throw error
    }
  }

  private func openTransaction(laysOut: Bool) throws(CollectionViewError) {
    updates.begin(isApplied: false)
    try refuseReentry()
    noticeLostDataSource()
    if laysOut, counts.isValid, pass.hasShownElements, pass.isDue { try layoutIfNeeded() }
    // They may have become stale in that pass.
    if !counts.isValid { try askCounts() }
    var open = UpdateTransaction()
    let isUnseen = !pass.hasShownElements || bounds.isEmpty
    open.isReload = isUnseen && offscreenUpdatePolicy == .reloadInstead
    updates.open = open
  }

  /// A Boolean value that indicates whether the block of an update is running.
  package var isInUpdateBlock: Bool { updates.open?.isCommitting == false }

  // MARK: Whole updates

  /// Applies a whole update, as `performBatchUpdates` with one call for each operation. The data have
  /// changed before, or change in the block that this is called in.
  ///
  /// Indexes that do not exist are `.changeset` here, negative ones too.
  ///
  /// - Parameters:
  ///   - changeset: The operations; `reconfiguredItems` are as in `reconfigureItems(at:)`.
  ///   - completion: Called exactly once when the animations have ended; see `performBatchUpdates`.
  /// - Complexity: As `performBatchUpdates`; the operations are neither copied nor sorted again.
  /// - Throws: As `performBatchUpdates(_:completion:)`.
  public func apply(
    _ changeset: Changeset, completion: ((Bool) -> Void)? = nil
  ) throws(CollectionViewError) {
    let refusal = changeset.changesPaths ? controlError(of: "apply(_:completion:)") : nil
    try applyUnguarded { update in
      if let refusal { update.refuse(refusal) } else { update.add(changeset) }
      if let completion { update.completions.append(completion) }
    }
  }

  /// The same by a data source that makes its own changes, has checked them, and says all of them: of
  /// the counts, only those of sections that the update names are asked again.
  ///
  /// - Complexity: O(*e* log *e*) for *e* operations, and O(*s*) for *s* sections where sections come,
  ///   go or move; what the layout does, and O(visible).
  package func apply(_ exact: ChangedSections) throws(CollectionViewError) {
    try applyUnguarded { $0.add(exact.map.changeset, exact) }
  }

  /// Adds to the update whose block runs, or runs a separate update; asks nobody who controls them.
  func applyUnguarded(
    _ add: (inout UpdateTransaction) -> Void
  ) throws(CollectionViewError) {
    if !addToBlock(add) { try update(add) }
  }

  // MARK: Operations

  /// Inserts items at paths as they are after the update.
  ///
  /// Like every operation, it belongs to the update block that it is called in, which throws its
  /// error. Outside of a block it is a separate update (BU-5): change the data before it. Its error
  /// waits in `lastUpdateError`, and the next `layoutIfNeeded()` or update throws it. An operation
  /// that inserts, deletes or moves is the error `.controlled` if the data source controls the
  /// updates (L-2).
  public func insertItems(at paths: [ItemPath]) {
    record(paths, changingPathsBy: "insertItems(at:)") { $0.insertedItems += paths }
  }

  /// Deletes the items at paths as they are before the update.
  public func deleteItems(at paths: [ItemPath]) {
    record(paths, changingPathsBy: "deleteItems(at:)") { $0.deletedItems += paths }
  }

  /// Moves an item from its path before the update to its path after; its cell goes with it.
  public func moveItem(at source: ItemPath, to target: ItemPath) {
    record([source, target], changingPathsBy: "moveItem(at:to:)") {
      $0.movedItems.append(Changeset.Move(from: source, to: target))
    }
  }

  /// Reloads items by their paths before the update: the data source is asked for other cells.
  public func reloadItems(at paths: [ItemPath]) { record(paths) { $0.reloadedItems += paths } }

  /// Refills the cells of items by their paths before the update.
  ///
  /// The data source gets back the item's cell when it dequeues one with the same identifier for it;
  /// another cell is the error `.otherCell`. If the request throws, the next pass asks again.
  public func reconfigureItems(at paths: [ItemPath]) {
    record(paths) { $0.reconfiguredItems += paths }
  }

  /// Inserts sections at indexes as they are after the update, with all their items.
  public func insertSections(_ sections: some Sequence<Int>) {
    let sections = Array(sections)
    record(sections: sections, changingPathsBy: "insertSections(_:)") {
      $0.insertedSections += sections
    }
  }

  /// Deletes the sections at indexes as they are before the update.
  public func deleteSections(_ sections: some Sequence<Int>) {
    let sections = Array(sections)
    record(sections: sections, changingPathsBy: "deleteSections(_:)") {
      $0.deletedSections += sections
    }
  }

  /// Moves a section from its index before the update to its index after.
  public func moveSection(_ source: Int, toSection target: Int) {
    record(sections: [source, target], changingPathsBy: "moveSection(_:toSection:)") {
      $0.movedSections.append(Changeset.Move(from: source, to: target))
    }
  }

  /// Reloads sections by their indexes before the update: counts and views are asked for again.
  public func reloadSections(_ sections: some Sequence<Int>) {
    let sections = Array(sections)
    record(sections: sections) { $0.reloadedSections += sections }
  }

  /// Records an operation on items. `call` is its name if it inserts, deletes or moves; nil if not.
  private func record(
    _ paths: [ItemPath], changingPathsBy call: StaticString? = nil,
    _ append: (inout UpdateTransaction) -> Void
  ) {
    for path in paths {
      guard path.section >= 0 else { return refuse(.negativeIndex(path.section, section: nil)) }
      guard path.item >= 0 else {
        return refuse(.negativeIndex(path.item, section: path.section))
      }
    }
    record(paths.isEmpty ? nil : call, append)
  }

  private func record(
    sections: [Int], changingPathsBy call: StaticString? = nil,
    _ append: (inout UpdateTransaction) -> Void
  ) {
    for section in sections where section < 0 {
      return refuse(.negativeIndex(section, section: nil))
    }
    record(sections.isEmpty ? nil : call, append)
  }

  private func record(_ call: StaticString?, _ append: (inout UpdateTransaction) -> Void) {
    let refusal = if let call { controlError(of: call) } else { CollectionViewError?.none }
    guard !addToBlock({ $0.add(append, unless: refusal) }) else { return }
    let earlier = updates.takeHeld()
    do {
      try update { $0.add(append, unless: refusal) }
    } catch {
      updates.hold(error)
    }
    if let earlier { updates.hold(earlier, isEarlier: true) }
  }

  /// Adds to the update whose block runs.
  ///
  /// - Returns: False, and nothing is added, if no block runs.
  private func addToBlock(_ add: (inout UpdateTransaction) -> Void) -> Bool {
    guard isInUpdateBlock, var open = updates.open.take() else { return false }
    add(&open)
    updates.open = open
    return true
  }

  /// Runs what is asked for outside of a block as a separate update (BU-5).
  private func update(_ add: (inout UpdateTransaction) -> Void) throws(CollectionViewError) {
    try beginUpdate(laysOut: false)
    _ = addToBlock(add)
    try commitUpdate()
  }

  /// Reports an operation that names nonsense; an update that contains it is not applied.
  private func refuse(_ error: CollectionViewError) {
    guard isInUpdateBlock else {
      updates.isApplied = false
      return updates.hold(error)
    }
    updates.open?.refuse(error)
  }

  // MARK: Errors

  /// The error of the last update; nil if that was in order.
  ///
  /// It is an error that was thrown, one that an operation outside of a block has left to the next
  /// pass, or one that a lenient view has repaired. `reloadData()` forgets it.
  public var lastUpdateError: CollectionViewError? { updates.lastError }

  /// A Boolean value that indicates whether the last update has been applied: the view has the counts
  /// after it.
  ///
  /// If an update throws and this is false, change the data back or call `reloadData()`, after which
  /// it is true. If it is true, the error is of a view, of the layout's offset, or `.unsettled`: leave
  /// the data as they are; the next pass tries again. An error that an earlier operation outside of a
  /// block has left to a pass says nothing about this.
  public var lastUpdateWasApplied: Bool { updates.isApplied }

  /// Throws the error that an operation outside of a block has left, once.
  package func throwHeldUpdateError() throws(CollectionViewError) {
    if let error = updates.takeHeld() { throw error }
  }
}
