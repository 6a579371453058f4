import Changesets
import CollectionViews
import Geometry

/// Cells: the sizes that they ask for, those that are made ahead, and what they show.
extension ViewPerformer {
  /// A cell says that it needs another size; the next pass asks it.
  func resizeCell(_ path: ItemPath, _ extent: Double) {
    guard let cell = view.cellForItem(at: path) as? FakeCell, let item = model.shownItem(path)
    else { return }
    app.preferredExtents[item.id] = extent
    cell.preferredExtent = extent
    model.isSettled = false
    hasDueSizes = true
    cell.invalidateIntrinsicContentSize()
  }

  /// A pass may animate new sizes: completions that begin meanwhile wait for that, or not.
  func expectSizes() {
    let latest = view.clock.now + view.animationDuration
    lastDue = max(lastDue, latest)
    looseUntil = max(looseUntil, latest)
  }

  /// Cells are made ahead, and nothing that is shown changes.
  func prepareAhead(_ nanoseconds: Int) throws(Mismatch) {
    let observed = ObservedState(self)
    let (made, isSettled) = (view.work.prefetched, model.isSettled)
    let mayMake =
      view.workClock != nil && view.isPrefetchingEnabled && model.movement == nil
      && !view.bounds.isEmpty && view.reusePolicy.prefetchTime != .layoutPass && model.hasShown
    var count: Int?
    try call { count = try view.prepareCellsAhead(until: app.clock.nanoseconds + nanoseconds) }
    let ready = view.work.prefetched - made
    if let count { try Mismatch.check("the number of cells made ahead", ready, count) }
    try Mismatch.require(
      ready == 0 || mayMake, "the cells made ahead", expected: "none", found: "\(ready)")
    try Mismatch.require(
      ready <= view.reusePolicy.prefetchesPerPass, "the cells made ahead",
      expected: "at most \(view.reusePolicy.prefetchesPerPass)", found: "\(ready)")
    guard app.faults.reentrantCallMade == nil else { return }
    model.isSettled = isSettled
    try observed.check(ObservedState(self), "after cells were made ahead")
  }

  /// Each shown cell has the content of its item for its state.
  func checkContents() throws(Mismatch) {
    for path in view.itemPathsForVisibleItems {
      guard let cell = view.cellForItem(at: path) as? FakeCell, let item = model.shownItem(path)
      else { continue }
      let due = FakeContent(
        item: item, isSelected: model.selected.contains(item.id),
        isHighlighted: model.highlighted == item.id, isReordering: model.movement?.id == item.id)
      let found = (cell.contentView as? FakeContentView)?.configuration as? FakeContent
      let expected = FakeContent.isUsed(for: item) ? due : nil
      try Mismatch.require(
        expected == found, "the content of the cell of \(path)",
        expected: expected.map { "\($0)" } ?? "none", found: found.map { "\($0)" } ?? "none")
    }
  }
}
