import Changesets

extension PreparedLines {
  /// Applies a changeset to the index: requests inserted and reloaded items, and keeps the extents
  /// of all others.
  ///
  /// Edits run in the order of batch updates: items out, sections out, sections in, items in (BU-2).
  /// The counts of sections whose items the changeset does not name are not compared: that would
  /// cost O(sections).
  ///
  /// - Parameters:
  ///   - changeset: The update.
  ///   - checkedMap: The map of `changeset` if the host has validated it; else it is validated here.
  ///   - source: The layout's settings and its delegate.
  ///   - host: The host that knows the counts after the update.
  /// - Complexity: O(edits · log *n*) with a tree.
  /// - Precondition: `undoLog` has begun an update.
  /// - Throws: `LayoutError.changeset` for an illegal changeset or one that does not lead to the
  ///   host's counts, and what the source throws. The lines may then be changed; `rollBack()`
  ///   restores them.
  func apply(
    _ changeset: Changeset, _ checkedMap: ChangesetMap?, from source: some LineSource,
    host: any LayoutHost
  ) throws(LayoutError) {
    let map = if let checkedMap { checkedMap } else { try validate(changeset, host) }
    let inserted = try requestExtents(
      ofItems: changeset.insertedSections.isEmpty
        ? changeset.insertedItems
        : changeset.insertedItems.filter { map.sourceSection($0.section) != nil },
      from: source)
    defer { if 1...LayoutUndoLog.maximumStepCount ~= inserted.capacity { spareItems = inserted } }
    let reloaded = try requestExtents(
      ofItems: changeset.reloadedItems.compactMap { map.item($0) }, from: source)
    var moved: [SizedItem] = []
    for move in changeset.movedItems {
      let extent = solver.extent(at: move.source)
      if let extent = source.extent(extent, movingFrom: move.source, to: move.target) {
        moved.append((move.target, extent))
      }
    }
    // An item that moved into a new section is part of it already. It keeps the extent that it had,
    // which it may have preferred itself.
    let isInNewSection = { (item: SizedItem) in map.sourceSection(item.path.section) == nil }
    let arriving =
      moved.isEmpty
      ? inserted : (inserted + moved.filter { !isInNewSection($0) }).sorted { $0.path < $1.path }
    let resized = reloaded + (changeset.changesSections ? moved.filter(isInNewSection) : [])
    recordUndo(of: map, arriving, resized)
    let oversizeItem = solver.oversizeItem.flatMap { map.item($0) }
    solver.oversizeItem = nil
    if changeset.changesSections {
      solver.index.exchangeItems(removed: map.takenItems, inserted: [], resized: [])
      try exchangeSections(changeset, map, from: source, host)
      solver.index.exchangeItems(removed: [], inserted: arriving, resized: resized)
    } else {
      solver.index.exchangeItems(removed: map.takenItems, inserted: arriving, resized: resized)
    }
    for (path, extent) in resized { solver.noteOversize(extent, at: path) }
    for (path, extent) in inserted { solver.noteOversize(extent, at: path) }
    let found = solver.oversizeItem
    solver.oversizeItem = oversizeItem
    solver.checkOversizeItem()
    solver.oversizeItem = solver.oversizeItem ?? found
    source.changesetWasApplied()
    try solver.checkExtent()
  }

  private func validate(
    _ changeset: Changeset, _ host: any LayoutHost
  ) throws(LayoutError) -> ChangesetMap {
    let before = SectionCounts(count: solver.index.sectionCount) { section in
      self.solver.index.section(at: section).itemCount
    }
    let after = SectionCounts(count: host.numberOfSections) { section in
      host.numberOfItems(inSection: section)
    }
    do {
      return try changeset.validateNamedSections(before: before, after: after)
    } catch {
      throw .changeset(error)
    }
  }

  /// Removes deleted and moved sections, inserts inserted and moved ones, and requests reloaded
  /// ones again.
  private func exchangeSections(
    _ changeset: Changeset, _ map: ChangesetMap, from source: some LineSource,
    _ host: any LayoutHost
  ) throws(LayoutError) {
    var removed = map.takenSections
    var inserted = map.putSections.map { (section: $0, source: map.sourceSection($0)) }
    for reloaded in changeset.reloadedSections {
      guard let target = map.section(reloaded) else { continue }
      removed.append(reloaded)
      inserted.append((target, nil))
    }
    if !changeset.reloadedSections.isEmpty {
      removed.sort()
      inserted.sort { $0.section < $1.section }
    }
    var changed = solver.copy()
    try load(.exchange(removed: removed, inserted: inserted), from: source, host, into: &changed)
    solver = changed
  }

  /// Records the steps that undo the edits that `apply` is about to make.
  ///
  /// Keeps a copy of the lines instead if whole sections change, if there are many edits, or if the
  /// index rewrites everything, so that a copy costs nothing more.
  private func recordUndo(of map: ChangesetMap, _ arriving: [SizedItem], _ resized: [SizedItem]) {
    let count = map.takenItems.count + arriving.count + resized.count
    guard !map.changeset.changesSections, count <= LayoutUndoLog.maximumStepCount,
      !solver.index.rewritesEverything(forEdits: count)
    else { return undoLog.keepCopy(of: solver) }
    undoLog.record(atMost: count, of: solver) { inverses, solver in
      for path in map.takenItems.reversed() {
        inverses.append(.insert(path, solver.extent(at: path)))
      }
      for (path, _) in arriving { inverses.append(.delete(path)) }
      for (path, _) in resized {
        guard let source = map.sourceItem(path) else { continue }
        inverses.append(.resize(path, solver.extent(at: source)))
      }
    }
  }
}

// MARK: Loading sections

/// The sections to request, and the fate of the present ones.
enum SectionChange {
  /// The given number of sections, into an empty index.
  case all(Int)
  /// The arguments of `ExtentIndex.exchangeSections`.
  case exchange(removed: [Int], inserted: [(section: Int, source: Int?)])
}

extension PreparedLines {
  /// Requests the new sections of `change` and applies it to `lines`.
  ///
  /// `lines` is not `solver`: the delegate may query the layout meanwhile.
  func load(
    _ change: SectionChange, from source: some LineSource, _ host: any LayoutHost,
    into lines: inout LineSolver
  ) throws(LayoutError) {
    switch change {
    case .all(let count):
      let loader = try SectionLoader(0..<count, from: source, host, into: &lines)
      try lines.index.replaceSections(0..<0, count: count) { place throws(LayoutError) in
        try loader.content(ofSection: place)
      } extents: { place, items, extents throws(LayoutError) in
        try loader.append(items, ofSection: place, to: &extents)
      }
      finish(loader, in: &lines)
    case .exchange(let removed, let inserted):
      let requested = inserted.compactMap { $0.source == nil ? $0.section : nil }
      guard !requested.isEmpty else {
        return try lines.index.exchangeSections(removed: removed, inserted: inserted) { _ in
          SectionContent(shape: 0, itemCount: 0)
        } extents: { _, _, _ in
        }
      }
      let loader = try SectionLoader(requested, from: source, host, into: &lines)
      try lines.index.exchangeSections(removed: removed, inserted: inserted) {
        place throws(LayoutError) in
        try loader.content(ofSection: inserted[place].section)
      } extents: { place, items, extents throws(LayoutError) in
        try loader.append(items, ofSection: inserted[place].section, to: &extents)
      }
      finish(loader, in: &lines)
    }
  }

  private func finish(_ loader: SectionLoader<some LineSource>, in lines: inout LineSolver) {
    sizesAsked += loader.sizesAsked
    if lines.oversizeItem == nil { lines.oversizeItem = loader.oversizeItem }
  }
}

/// Answers an index about new sections, ascending, from a source and a host.
private final class SectionLoader<Source: LineSource> {
  private let source: Source
  private let host: any LayoutHost
  private let common: ItemExtent?
  /// The extents that all items of a section share, by shape; empty if all sections share one or have
  /// one shape.
  private let commonByShape: [ItemExtent?]
  private let shapes: [SectionShape]
  private let isSingleColumn: Bool
  /// The shape of each section, or the one shape that all of them have.
  private var shapeNumbers: [Int] = []
  /// The number of sections answered so far.
  private var place = 0
  /// The length beyond which the loader notes an item of the present section; it notes one at most.
  private var limit = Double.infinity
  /// The first item found longer than its line.
  private(set) var oversizeItem: ItemPath?
  private(set) var sizesAsked = 0

  init(
    _ sections: some Collection<Int>, from source: Source, _ host: any LayoutHost,
    into lines: inout LineSolver
  ) throws(LayoutError) {
    self.source = source
    self.host = host
    var common = try source.commonExtent()
    let shared = try source.sharedMetrics()
    if let shared {
      shapeNumbers = [lines.shapeNumber(for: shared)]
      if common == nil { common = source.commonExtent(of: shared) }
    } else {
      shapeNumbers.reserveCapacity(sections.count)
      for section in sections {
        let metrics = try source.metrics(ofSection: section)
        if let last = shapeNumbers.last, lines.metrics[last] == metrics {
          shapeNumbers.append(last)
        } else {
          shapeNumbers.append(lines.shapeNumber(for: metrics))
        }
      }
    }
    lines.composition = source.composition
    self.common = common
    let hasShapes = common == nil && shared == nil
    commonByShape = hasShapes ? lines.metrics.map { source.commonExtent(of: $0) } : []
    shapes = lines.index.shapes
    isSingleColumn = lines.style.isSingleColumn
  }

  func content(ofSection section: Int) throws(LayoutError) -> SectionContent {
    let items = host.numberOfItems(inSection: section)
    guard ItemPath.isCount(items) else { throw .count(section: section, items) }
    let shape = shapeNumbers[min(place, shapeNumbers.count - 1)]
    let common = common ?? (commonByShape.isEmpty ? nil : commonByShape[shape])
    place += 1
    if !isSingleColumn && oversizeItem == nil {
      limit = shapes[shape].rule.available + LineRule.tolerance
      if let common, items > 0, common.cross > limit {
        oversizeItem = ItemPath(section: section, item: 0)
      }
    }
    if common == nil { sizesAsked += items }
    return SectionContent(shape: shape, itemCount: items, commonExtent: common)
  }

  func append(
    _ items: Range<Int>, ofSection section: Int, to extents: inout [ItemExtent]
  ) throws(LayoutError) {
    let known = extents.count
    try source.appendExtents(ofItems: items, inSection: section, to: &extents)
    guard limit < .infinity else { return }
    if let item = extents[known...].firstIndex(where: { $0.cross > limit }) {
      oversizeItem = ItemPath(section: section, item: items.lowerBound + item - known)
      limit = .infinity
    }
  }
}
