import Changesets
import CollectionViews
import Geometry
import Layouts
import SampleLayouts

extension ViewPerformer {
  /// Compares everything that can be seen of the view with the model, after an operation.
  func check(_ operation: ViewOperation, _ before: ShownState) throws(Mismatch) {
    if let mismatch = app.mismatch { throw mismatch }
    try checkCompletions()
    try checkTransition()
    if let expectedTouches, !isOpen {
      try Mismatch.check("what the delegate was told", expectedTouches, app.touches)
    }
    if !model.isCold { try checkCounts() }
    let asks = expectedAsks.flatMap { counts in
      ["sections"] + counts.indices.map { "items \($0)" }
    }
    if !isOpen { try Mismatch.check("the questions for counts", asks, app.countCalls) }
    try Mismatch.check("the selected items", model.selectedPaths, view.itemPathsForSelectedItems)
    try checkMenu()
    try checkMovement()
    try checkCells()
    try checkSupplementaryViews()
    let after = ShownState(self)
    // Of several passes, as items that size themselves bring about, one may not show an item.
    if keepsCells, view.work.passes - passesBefore <= 1 { try checkSurvivors(before, after) }
    try checkDisplay()
    try checkReuse(operation, before, after)
    if let violation = view.firstViolation() {
      throw Mismatch("the view's own state", expected: "no violation", found: violation)
    }
    if model.isSettled { try checkVisible() }
    if model.isSettled, operation == .layOut, !app.faults.hasErred { try checkContents() }
  }

  private func checkCounts() throws(Mismatch) {
    let counts = (0..<view.numberOfSections).map { view.numberOfItems(inSection: $0) }
    try Mismatch.check("the counts", model.shownCounts, counts)
  }

  /// Each completion once, in order, when its animations have ended or been ended (BU-20, BU-21).
  private func checkCompletions() throws(Mismatch) {
    let now = view.clock.now
    for called in app.takeCompletions() {
      guard let index = pending.firstIndex(where: { $0.number == called.number }) else {
        throw Mismatch(
          "completion \(called.number)", expected: "not called again or at all", found: "called")
      }
      let awaited = pending.remove(at: index)
      if awaited.isLoose { continue }
      let isAtOnce = awaited.isOfThisOperation && awaited.due <= now
      try Mismatch.require(
        isAtOnce || pending.prefix(index).allSatisfy(\.isLoose), "the order of completions",
        expected: "\(pending.first?.number ?? 0) first", found: "\(called.number) first")
      let isInterrupted = interrupts && !awaited.isOfThisOperation
      try Mismatch.check(
        "whether completion \(called.number) says that it finished", !isInterrupted,
        called.isFinished)
      try Mismatch.require(
        isInterrupted || awaited.due <= now, "the time of completion \(called.number)",
        expected: "\(awaited.due) or later", found: "\(now)")
    }
    for awaited in pending where awaited.due <= now || (interrupts && !awaited.isOfThisOperation) {
      throw Mismatch("completion \(awaited.number)", expected: "called by now", found: "not called")
    }
  }

  /// The menu is shown that the model has, where its item is.
  private func checkMenu() throws(Mismatch) {
    let path = model.menu.flatMap { model.paths[$0.id] }
    try Mismatch.check("the item of the menu", path, view.menu?.path)
    try Mismatch.check(
      "the actions of the menu", model.menu?.actions.map(\.action), view.menu?.actions)
  }

  // MARK: Views

  /// Each shown cell is filled with the item at its path, and in its state.
  private func checkCells() throws(Mismatch) {
    let paths = view.itemPathsForVisibleItems
    try Mismatch.require(
      zip(paths, paths.dropFirst()).allSatisfy { $0 < $1 }, "the order of visible items",
      expected: "ascending", found: "\(paths)")
    for path in paths + view.itemPathsForOffscreenCells {
      guard let item = model.shownItem(path) else {
        throw Mismatch("the visible items", expected: "items that exist", found: "\(path)")
      }
      guard let cell = view.cellForItem(at: path) as? FakeCell else {
        throw Mismatch("the cell of \(path)", expected: "a cell", found: "none")
      }
      try Mismatch.check(
        "what the cell of \(path) shows", FakeDelegate.text(item),
        FakeDelegate.text(cell.item))
      try Mismatch.check(
        "the identifier of the cell of \(path)", FakeCell.identifier(of: item),
        cell.reuseIdentifier ?? "none")
      try Mismatch.check(
        "whether the cell of \(path) is selected", model.selected.contains(item.id),
        cell.isSelected)
      try Mismatch.check(
        "whether the cell of \(path) is highlighted", model.highlighted == item.id,
        cell.isHighlighted)
    }
  }

  private func checkSupplementaryViews() throws(Mismatch) {
    for kind in ViewLayoutName.supplementaryKinds {
      for path in view.elementPathsForVisibleSupplementaryElements(ofKind: kind) {
        let shown = view.supplementaryView(forElementOfKind: kind, at: path) as? FakeHeader
        try Mismatch.check(
          "what \(kind) \(path) shows", FakeApp.text(path, model.sections) ?? "no such section",
          shown?.text ?? "nothing")
      }
    }
  }

  /// Checks that an item shown before and after keeps its cell, unless it was reloaded (BUG-13).
  private func checkSurvivors(_ before: ShownState, _ after: ShownState) throws(Mismatch) {
    for (id, cell) in after.cells.sorted(by: { $0.key < $1.key }) {
      guard let earlier = before.cells[id] else { continue }
      let isReloaded = reloadedItems.contains(id)
      let keeps = !isReloaded || mutation == .reloadsKeepCells
      try Mismatch.require(
        (earlier === cell) == keeps, "the cell of item \(id)",
        expected: keeps ? "the one before" : "another one",
        found: keeps ? "another one" : "the one before")
    }
  }

  /// Checks that the delegate's account of shown views matches those shown or going away (BUG-12).
  private func checkDisplay() throws(Mismatch) {
    var shown = Set(view.departingViews.filter { !($0 is FakeMat) }.map { ObjectIdentifier($0) })
    for (_, shownView) in view.viewsInDisplayOrder {
      if let mat = shownView as? FakeMat {
        mat.app = app
      } else {
        shown.insert(ObjectIdentifier(shownView))
      }
    }
    try Mismatch.require(
      shown == app.displayed, "the views that the delegate takes for shown",
      expected: "\(shown.count), those that are",
      found: "\(app.displayed.count), \(app.displayed.subtracting(shown).count) of them not shown")
    for animation in view.animations where !(animation.view is FakeMat) {
      try Mismatch.require(
        shown.contains(ObjectIdentifier(animation.view)), "what moves",
        expected: "views that are shown or going away",
        found: "a view of \(animation.element) that is neither")
    }
  }

  /// No more cells are made than were needed at once; nothing is lost (RU-15).
  private func checkReuse(
    _ operation: ViewOperation, _ before: ShownState, _ after: ShownState
  ) throws(Mismatch) {
    let statistics = view.reuseStatistics
    let alive = statistics.queued + statistics.released
    let bound =
      view.visibleViewCount + view.departingViews.count + view.itemPathsForOffscreenCells.count
    try Mismatch.check("the views made", alive + bound, statistics.created)
    // What goes wrong may have cost a view.
    guard operation == .layOut, !app.faults.hasErred, !isOpen,
      view.collectionViewLayout as? ListLayout == nil, !view.collectionViewLayout.measuresItems
    else { return }
    for identifier in FakeCell.identifiers {
      // What was made ahead is given back only after what is seen has been asked for.
      let ahead = view.isPrefetchingEnabled ? view.reusePolicy.prefetchLimit : 0
      let most = max(
        before.made[identifier, default: 0], before.bound[identifier, default: 0],
        after.bound[identifier, default: 0] + ahead)
      try Mismatch.require(
        after.made[identifier, default: 0] <= most, "the \(identifier) cells there are",
        expected: "at most \(most)", found: "\(after.made[identifier, default: 0])")
    }
  }

  // MARK: What is due to be shown

  /// Everything that overlaps the bounds is shown, and nothing else; the offset is in range.
  private func checkVisible() throws(Mismatch) {
    let layout = view.collectionViewLayout
    // A transition's layout shows what is seen at either end, whatever passes by in between.
    var elements: [LayoutAttributes] =
      layout is TransitionLayout
      ? layout.layoutAttributesForElements(in: view.bounds) : everything(in: layout)
    holdMovedItem(in: &elements, layout)
    let due = elements.filter { overlaps($0.frame, view.bounds) }
    let names = due.map { "\($0.element)" }.sorted()
    let shown = view.viewsInDisplayOrder.map { "\($0.attributes.element)" }.sorted()
    try Mismatch.check("the elements shown in \(view.bounds)", names, shown)
    for attributes in due {
      try Mismatch.require(
        view.view(for: attributes.element)?.layoutAttributes == attributes,
        "the attributes applied to \(attributes.element)", expected: "\(attributes)",
        found: view.view(for: attributes.element)?.layoutAttributes.map { "\($0)" } ?? "none")
    }
    try checkPreferredSizes(due)
    try checkHits(due)
    // Fingers and transitions take the offset where they will.
    guard !view.isDragging, !view.isDecelerating, transition == nil else { return }
    for axis in Axis.allCases {
      let least = 0 - view.contentInset.leading(axis)
      let most = max(
        least, layout.contentSize[axis] - view.bounds.size[axis] + view.contentInset.trailing(axis))
      let offset = view.contentOffset[axis]
      try Mismatch.require(
        offset >= least && offset <= most, "the \(axis) offset", expected: "\(least) to \(most)",
        found: "\(offset)")
    }
  }

  /// Each cell, header and footer that is shown has the size it prefers, where the layout asks for that.
  private func checkPreferredSizes(_ due: [LayoutAttributes]) throws(Mismatch) {
    let layout = view.collectionViewLayout
    for attributes in due where layout.measures(attributes.element) {
      guard let bar = view.view(for: attributes.element) as? FakeHeader else { continue }
      try Mismatch.check(
        "the height of \(attributes.element)", bar.preferredHeight(for: attributes.size),
        attributes.size.height)
    }
    guard layout.measuresItems else { return }
    for attributes in due where attributes.category == .cell {
      guard let cell = view.view(for: attributes.element) as? FakeCell else { continue }
      var preferred = cell.preferredSize(for: attributes.size)
      // Rows are as wide as the list, or as their group gives them.
      if !(layout is FlowLayout) { preferred.width = attributes.size.width }
      try Mismatch.check("the size of \(attributes.element)", preferred, attributes.size)
    }
  }

  /// Every element of the data that the layout knows, asked for one by one.
  private func everything(in layout: CollectionViewLayout) -> [LayoutAttributes] {
    var all: [LayoutAttributes?] = []
    for (section, content) in model.shown.enumerated() {
      for kind in [ElementKind.sectionHeader, .sectionFooter] {
        all.append(
          layout.layoutAttributesForSupplementaryElement(
            ofKind: kind, at: ElementPath(ItemPath(section: section, item: 0))))
      }
      all.append(
        layout.layoutAttributesForSupplementaryElement(
          ofKind: CircleLayout.title, at: ElementPath([section])))
      all.append(
        layout.layoutAttributesForDecorationElement(
          ofKind: StackLayout.mat, at: ElementPath(ItemPath(section: section, item: 0))))
      all.append(
        layout.layoutAttributesForDecorationElement(
          ofKind: ViewLayoutName.composedBackground,
          at: ElementPath(ItemPath(section: section, item: 0))))
      for item in content.items.indices {
        all.append(layout.layoutAttributesForItem(at: ItemPath(section: section, item: item)))
        all.append(
          layout.layoutAttributesForSupplementaryElement(
            ofKind: CircleLayout.badge, at: ElementPath([section, item, 0])))
        all.append(
          layout.layoutAttributesForSupplementaryElement(
            ofKind: ViewLayoutName.composedBadge,
            at: ElementPath(ItemPath(section: section, item: item))))
      }
    }
    return all.compactMap { $0.map { mirrored($0, in: layout) } }
  }

  /// Half-open on both axes; what has no extent is nowhere (FL-30).
  private func overlaps(_ frame: Rect, _ bounds: Rect) -> Bool {
    if mutation == .touchingShows { return frame.minY <= bounds.maxY && frame.maxY >= bounds.minY }
    return Axis.allCases.allSatisfy { axis in
      frame.size[axis] > 0 && bounds.size[axis] > 0 && frame.min(axis) < bounds.max(axis)
        && bounds.min(axis) < frame.max(axis)
    }
  }

  /// A touch in the middle of a cell hits an item that is there, and none lies in front of it.
  private func checkHits(_ due: [LayoutAttributes]) throws(Mismatch) {
    let cells = due.filter { $0.category == .cell && !$0.isHidden }
    for cell in cells {
      let point = cell.frame.center
      let there = cells.filter { $0.frame.contains(point) }
      guard let hit = view.itemPathForItem(at: point) else {
        try Mismatch.require(
          there.isEmpty, "the item hit at \(point)", expected: "\(cell.path)", found: "none")
        continue
      }
      let foremost = there.map(\.zIndex).max()
      try Mismatch.require(
        there.contains { $0.itemPath == hit && $0.zIndex == foremost },
        "the item hit at \(point)", expected: "one at depth \(foremost ?? 0)", found: "\(hit)")
    }
  }
}

extension CollectionViewLayout {
  /// A Boolean value that indicates whether items get the sizes that their cells prefer.
  var measuresItems: Bool {
    switch self {
    case let list as ListLayout: list.estimatedItemExtent != nil
    case let flow as FlowLayout: flow.estimatedItemSize != nil
    case is EstimatedComposedRows: true
    default: false
    }
  }

  /// Returns a Boolean value that indicates whether a header or footer gets the height that its view
  /// prefers.
  fileprivate func measures(_ element: LayoutElement) -> Bool {
    guard let lines = self as? LineLayout, element.category == .supplementary else { return false }
    return element.kind == .sectionHeader
      ? lines.sectionHeadersSizeThemselves
      : element.kind == .sectionFooter && lines.sectionFootersSizeThemselves
  }
}

/// Which cells show which items at one moment. It keeps no cell alive: when one goes, its app may call
/// the view.
struct ShownState {
  /// By the ids of the items.
  var cells: [Int: FakeCell.Identity] = [:]
  /// The number of views that are bound to items or going away, by cell identifier.
  var bound: [String: Int] = [:]
  /// The number of views that were made and not released, by cell identifier.
  var made: [String: Int] = [:]

  init(_ performer: ViewPerformer) {
    let view = performer.view
    for path in view.itemPathsForVisibleItems {
      guard let item = performer.model.shownItem(path),
        let cell = view.cellForItem(at: path) as? FakeCell
      else { continue }
      cells[item.id] = cell.identity
    }
    let parked = view.itemPathsForOffscreenCells.compactMap { performer.model.shownItem($0) }
    for identifier in FakeCell.identifiers {
      let going = view.departingViews.count { $0.reuseIdentifier == identifier }
      let shown = view.visibleCells.count { $0.reuseIdentifier == identifier }
      let waiting = parked.count { FakeCell.identifier(of: $0) == identifier }
      bound[identifier] = going + shown + waiting
      let statistics = view.reuseStatistics(of: .cell(identifier))
      made[identifier] = statistics.created - statistics.released
    }
  }
}

/// All that a rejected update must leave as it was.
struct ObservedState {
  private var paths: [ItemPath]
  private var cells: [ObjectIdentifier]
  private var offset: Point
  private var contentSize: Size
  private var selected: [ItemPath]
  private var displayed: Int
  private var ended: Int
  private var animations: Int

  init(_ performer: ViewPerformer) {
    let view = performer.view
    paths = view.itemPathsForVisibleItems
    cells = view.visibleCells.map { ObjectIdentifier($0) }
    offset = view.contentOffset
    contentSize = view.contentSize
    selected = view.itemPathsForSelectedItems
    displayed = view.work.displayed
    ended = view.work.ended
    animations = view.animations.count
  }

  func check(_ after: ObservedState, _ moment: String) throws(Mismatch) {
    try Mismatch.check("the visible items \(moment)", paths, after.paths)
    try Mismatch.check("the cells \(moment)", cells, after.cells)
    try Mismatch.check("the offset \(moment)", offset, after.offset)
    try Mismatch.check("the content size \(moment)", contentSize, after.contentSize)
    try Mismatch.check("the selection \(moment)", selected, after.selected)
    try Mismatch.check("the views shown \(moment)", displayed, after.displayed)
    try Mismatch.check("the views that left \(moment)", ended, after.ended)
    try Mismatch.check("the animations \(moment)", animations, after.animations)
  }
}
