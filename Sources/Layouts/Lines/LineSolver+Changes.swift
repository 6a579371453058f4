import Changesets

extension LineSolver {
  /// Carries a changeset over to the index: what it inserts and reloads is asked for, everything
  /// else keeps its extent.
  ///
  /// In the order of BU-2: take items out, take sections out, put sections in, put items in. With a
  /// tree, O(edits · log *n*). The counts of sections whose items it does not name are not compared:
  /// that would cost the sections. Where the host has checked the changeset, `checkedMap`, none is.
  ///
  /// - Precondition: `history` has begun an update.
  /// - Throws: `LayoutError.changeset` where it is illegal or does not lead to the host's counts,
  ///   and what the source throws. The state may then be changed; `rollBack()` takes it back.
  func apply(
    _ changeset: Changeset, _ checkedMap: ChangesetMap?, from source: some LineSource,
    host: any LayoutHost
  ) throws(LayoutError) {
    let map = if let checkedMap { checkedMap } else { try validate(changeset, host) }
    let inserted = try ask(
      changeset.insertedItems.filter { map.sourceSection($0.section) != nil }, from: source)
    let reloaded = try ask(
      changeset.reloadedItems.compactMap { map.item($0) }, from: source)
    var moved: [SizedItem] = []
    for move in changeset.movedItems {
      moved.append((move.target, current.extent(at: move.source)))
    }
    // Items that moved into a section that is new are in it already; they get their extents back,
    // which they may have wished for themselves.
    let isNew = { (item: SizedItem) in map.sourceSection(item.path.section) == nil }
    let put = moved.isEmpty ? inserted : (inserted + moved.filter { !isNew($0) }).inOrder()
    let resized = reloaded + (changeset.changesSections ? moved.filter(isNew) : [])
    keepBefore(map, put, resized)
    let oversizeItem = current.oversizeItem.flatMap { map.item($0) }
    current.oversizeItem = nil
    if changeset.changesSections {
      current.index.exchangeItems(taken: map.takenItems, put: [], resized: [])
      try exchangeSections(changeset, map, from: source, host)
      current.index.exchangeItems(taken: [], put: put, resized: resized)
    } else {
      current.index.exchangeItems(taken: map.takenItems, put: put, resized: resized)
    }
    for (path, extent) in resized { current.noteOversize(extent, at: path) }
    for (path, extent) in inserted { current.noteOversize(extent, at: path) }
    let found = current.oversizeItem
    current.oversizeItem = oversizeItem
    current.checkOversizeItem()
    current.oversizeItem = current.oversizeItem ?? found
    try current.checkExtent()
  }

  /// Goes back to the state before the update, which then has ended.
  func rollBack() {
    if let before = history.takeBefore(current) { current = before }
  }

  private func validate(
    _ changeset: Changeset, _ host: any LayoutHost
  ) throws(LayoutError) -> ChangesetMap {
    let before = SectionCounts(count: current.index.sectionCount) { section in
      self.current.index.section(at: section).itemCount
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

  /// Takes deleted and moved sections out, puts inserted and moved ones in, and asks for reloaded
  /// ones again.
  private func exchangeSections(
    _ changeset: Changeset, _ map: ChangesetMap, from source: some LineSource,
    _ host: any LayoutHost
  ) throws(LayoutError) {
    var taken = map.takenSections
    var put = map.putSections.map { (section: $0, source: map.sourceSection($0)) }
    for reloaded in changeset.reloadedSections {
      guard let target = map.section(reloaded) else { continue }
      taken.append(reloaded)
      put.append((target, nil))
    }
    if !changeset.reloadedSections.isEmpty {
      taken.sort()
      put.sort { $0.section < $1.section }
    }
    var state = current.copy()
    try load(.exchange(taken: taken, put: put), from: source, host, into: &state)
    current = state
  }

  /// Keeps what takes the edits back that are about to be carried out.
  ///
  /// That is the state itself where whole sections change, where edits are many, or where the index
  /// writes everything anew, so that the state costs nothing more.
  private func keepBefore(_ map: ChangesetMap, _ put: [SizedItem], _ resized: [SizedItem]) {
    let count = map.takenItems.count + put.count + resized.count
    guard !map.changeset.changesSections, count <= LayoutUndoLog.mostInverses,
      !current.index.writesAnew(forEdits: count)
    else { return history.keep(current) }
    var inverses: [LayoutUndoStep] = []
    inverses.reserveCapacity(count)
    for path in map.takenItems.reversed() {
      inverses.append(.insert(path, current.extent(at: path)))
    }
    for (path, _) in put { inverses.append(.remove(path)) }
    for (path, _) in resized {
      guard let source = map.sourceItem(path) else { continue }
      inverses.append(.resize(path, current.extent(at: source)))
    }
    history.note(inverses: inverses, of: current)
  }
}

/// An item by its path, and its extent.
private typealias SizedItem = (path: ItemPath, extent: ItemExtent)

extension Array where Element == SizedItem {
  /// The same ascending by path.
  fileprivate func inOrder() -> [SizedItem] { sorted { $0.path < $1.path } }
}
