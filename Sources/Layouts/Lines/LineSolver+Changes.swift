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
    var moved: [Int: TakenSection] = [:]
    for move in changeset.movedSections { moved[move.target] = TakenSection(move.source, current) }
    var state = current.copy()
    for section in map.takenSections.reversed() {
      state.index.removeSections(section..<section + 1)
    }
    for target in map.putSections {
      if let section = moved[target] {
        try section.put(at: target, in: &state)
      } else {
        try load(target..<target, count: 1, from: source, host, into: &state)
      }
    }
    for target in changeset.reloadedSections.compactMap({ map.section($0) }) {
      try load(target..<target + 1, count: 1, from: source, host, into: &state)
    }
    current = state
  }

  /// Keeps what takes the edits back that are about to be carried out.
  ///
  /// That is the state itself where whole sections change, or where the index writes everything anew,
  /// so that the state costs nothing more.
  private func keepBefore(_ map: ChangesetMap, _ put: [SizedItem], _ resized: [SizedItem]) {
    let count = map.takenItems.count + put.count + resized.count
    guard !map.changeset.changesSections, !current.index.writesAnew(forEdits: count) else {
      return history.keep(current)
    }
    var inverses: [LineEdit] = []
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

/// A section out of its index, to be put back elsewhere.
private struct TakenSection {
  private let content: SectionContent
  /// The extents of its items; empty where all have one.
  private let extents: [ItemExtent]

  init(_ section: Int, _ state: borrowing LineState) {
    let place = state.index.section(at: section)
    let isCommon = place.isUniform && place.itemCount > 0
    content = SectionContent(
      shape: place.shape, itemCount: place.itemCount,
      commonExtent: isCommon ? state.index.itemExtent(0, inSection: section) : nil)
    extents =
      isCommon
      ? [] : (0..<place.itemCount).map { state.index.itemExtent($0, inSection: section) }
  }

  func put(at section: Int, in state: inout LineState) throws(LayoutError) {
    try state.index.replaceSections(section..<section, count: 1) { _ in
      content
    } extent: { _, item in
      extents[item]
    }
  }
}

extension ExtentIndex {
  /// Takes sections out.
  fileprivate mutating func removeSections(_ range: Range<Int>) {
    // Nothing is asked for, so nothing throws.
    try? replaceSections(range, count: 0) { _ throws(LayoutError) in
      SectionContent(shape: 0, itemCount: 0)
    } extent: { _, _ throws(LayoutError) in
      ItemExtent(cross: 0, main: 0)
    }
  }
}
