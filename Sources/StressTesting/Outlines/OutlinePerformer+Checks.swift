import Changesets
import CollectionViews
import DataSources
import Geometry
import Layouts

extension OutlinePerformer {
  /// Compares all that the data source says and the view shows with the model.
  func check() throws(Mismatch) {
    try app.checkCompletions(at: view.clock.now, mutation)
    try checkSource()
    try checkCounts()
    try checkMovement()
    let selected = model.selected.flatMap { OutlineSections.path(of: $0, in: model.shown) }
    try Mismatch.check(
      "the selected item", selected.map { [$0] } ?? [], view.itemPathsForSelectedItems)
    for path in view.itemPathsForVisibleItems {
      let cell = view.cellForItem(at: path) as? OutlineCell
      try Mismatch.check(
        "the item of the cell at \(path)", item(at: path), cell?.id)
    }
    if let violation = view.firstViolation() {
      throw Mismatch("the view's own state", expected: "no violation", found: violation)
    }
  }

  /// The item that is shown at a path; nil if there is none.
  private func item(at path: ItemPath) -> Int? {
    let shown = model.shown
    guard shown.indices.contains(path.section),
      shown[path.section].indices.contains(path.item)
    else { return nil }
    return shown[path.section][path.item]
  }

  // MARK: The data source

  /// The snapshots of all sections and of each, and the look-ups in both directions.
  private func checkSource() throws(Mismatch) {
    let snapshot = source.snapshot()
    try Mismatch.check("the sections", model.sections.map(\.id), snapshot.sectionIdentifiers)
    for (index, section) in model.sections.enumerated() {
      let visible = section.outline.visible
      try Mismatch.check(
        "the items of section \(section.id)", visible,
        (try? snapshot.itemIdentifiers(inSection: section.id)) ?? [])
      try check(source.snapshot(for: section.id), section.outline, "section \(section.id)")
      for (item, id) in visible.enumerated() {
        let path = ItemPath(section: index, item: item)
        try Mismatch.check("the path of item \(id)", path, source.itemPath(for: id))
        try Mismatch.check("the item at \(path)", id, source.itemIdentifier(for: path))
      }
      for id in section.outline.all where model.path(of: id) == nil {
        try Mismatch.check("the path of the hidden item \(id)", nil, source.itemPath(for: id))
      }
    }
  }

  /// A snapshot of a section and an outline are the same.
  func check(
    _ snapshot: OutlineSections.SectionSnapshot, _ outline: OutlineModel, _ what: String
  ) throws(Mismatch) {
    let all = outline.all
    try Mismatch.check("all items of \(what)", all, snapshot.items)
    try Mismatch.check("the visible items of \(what)", outline.visible, snapshot.visibleItems)
    try Mismatch.check(
      "the number of visible items of \(what)", outline.visible.count,
      snapshot.numberOfVisibleItems)
    try Mismatch.check("the roots of \(what)", outline.roots.map(\.id), snapshot.rootItems)
    for id in all {
      guard let node = outline.node(id) else { continue }
      try Mismatch.check(
        "whether item \(id) is expanded in \(what)", node.isExpanded, snapshot.isExpanded(id))
      try Mismatch.check(
        "whether item \(id) is visible in \(what)", node.isVisible, snapshot.isVisible(id))
      try Mismatch.check("the level of item \(id)", node.level, (try? snapshot.level(of: id)) ?? -1)
      try Mismatch.check(
        "the parent of item \(id)", node.parent?.id, (try? snapshot.parent(of: id)) ?? nil)
    }
  }

  // MARK: The view

  private func checkCounts() throws(Mismatch) {
    try Mismatch.check(
      "the counts", model.shown.map(\.count),
      (0..<view.numberOfSections).map { view.numberOfItems(inSection: $0) })
  }

  private func checkMovement() throws(Mismatch) {
    let source = model.movement.flatMap { model.path(of: $0.id) }
    try Mismatch.check("the item that is moved", source, view.interactivelyMovingItemPath)
    guard let source, let moving = model.movement else { return }
    try Mismatch.check(
      "the path at which the moved item is shown", moving.path,
      view.presentationItemPath(forDataSourceItemPath: source))
  }

  /// The cells that are shown, by their items. It keeps them alive.
  var shownCells: [Int: CollectionViewCell] {
    var cells: [Int: CollectionViewCell] = [:]
    for case let cell as OutlineCell in view.visibleCells {
      if let id = cell.id { cells[id] = cell }
    }
    return cells
  }

  /// An item that is seen before and after keeps its cell, which is filled again only if the snapshot
  /// said so.
  func checkSurvivors(
    _ before: [Int: CollectionViewCell], _ after: [Int: CollectionViewCell]
  ) throws(Mismatch) {
    for (id, cell) in after.sorted(by: { $0.key < $1.key }) {
      guard let earlier = before[id] else { continue }
      if refilled.contains(id) {
        try Mismatch.require(
          app.filled.contains(id), "the cell of item \(id)", expected: "filled again",
          found: "left as it was")
        continue
      }
      try Mismatch.require(
        earlier === cell, "the cell of item \(id)", expected: "the one before", found: "another one"
      )
      try Mismatch.require(
        !app.filled.contains(id), "the cell of item \(id)", expected: "left as it was",
        found: "filled again")
    }
  }

  /// Exactly the items are shown that overlap the bounds.
  func checkVisible() throws(Mismatch) {
    guard model.movement == nil else { return }
    let layout = view.collectionViewLayout
    let due = model.shown.enumerated().flatMap { section, items in
      items.indices.map { ItemPath(section: section, item: $0) }
    }
    .filter { path in
      layout.layoutAttributesForItem(at: path).map { $0.frame.overlaps(view.bounds) } == true
    }
    try Mismatch.check("the items shown in \(view.bounds)", due, view.itemPathsForVisibleItems)
  }
}
