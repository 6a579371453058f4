import Changesets

extension LineSolver {
  /// Carries a changeset over to the index: what it inserts and reloads is asked for, everything
  /// else keeps its extent.
  ///
  /// In the order of BU-2: take items out from the back, take sections out, put sections in from the
  /// front, put items in. With a tree, O(edits · log *n*). Keeps the state before for the hooks. On
  /// an error the state is as before.
  func apply(
    _ changeset: Changeset, from source: some LineSource, host: any LayoutHost
  ) throws(LayoutError) {
    let saved = current.copy()
    do {
      try carryOut(changeset, from: source, host)
    } catch {
      restore(saved)
      throw error
    }
    keepStateBefore(saved)
  }

  private func carryOut(
    _ changeset: Changeset, from source: some LineSource, _ host: any LayoutHost
  ) throws(LayoutError) {
    try checkSources(of: changeset)
    try checkRepeats(in: changeset)
    var moved: [ItemPath: ItemExtent] = [:]
    for move in changeset.movedItems {
      moved[move.target] = current.index.itemExtent(
        move.source.item, inSection: move.source.section)
    }
    removeItems(changeset.deletedItems + changeset.movedItems.map(\.source))
    let fresh = Set(changeset.insertedSections)
    if changeset.changesSections {
      try putSections(takeSections(changeset), fresh, from: source, host)
    }
    try checkTargets(of: changeset, host)
    try putItems(changeset, moved, except: fresh, from: source)
    try reload(changeset, from: source, host)
    try checkCounts(host, after: changeset)
  }

  private func removeItems(_ paths: [ItemPath]) {
    for path in paths.sorted(by: >) {
      current.index.replaceItems(path.item..<path.item + 1, inSection: path.section, with: [])
    }
  }

  /// Takes deleted and moved sections out; those that moved, by target.
  private func takeSections(_ changeset: Changeset) -> [Int: TakenSection] {
    var taken: [Int: TakenSection] = [:]
    for move in changeset.movedSections { taken[move.target] = TakenSection(move.source, current) }
    let sources = changeset.deletedSections + changeset.movedSections.map(\.source)
    for section in sources.sorted(by: >) {
      current.index.removeSections(section..<section + 1)
    }
    return taken
  }

  /// Puts inserted and moved sections in, ascending.
  private func putSections(
    _ moved: [Int: TakenSection], _ fresh: Set<Int>, from source: some LineSource,
    _ host: any LayoutHost
  ) throws(LayoutError) {
    for target in (Array(fresh) + moved.keys).sorted() {
      guard target >= 0, target <= current.index.sectionCount, target < host.numberOfSections
      else {
        throw .changeset(
          "section \(target) is to be put among \(host.numberOfSections) sections")
      }
      if let section = moved[target] {
        try current.index.replaceSections(target..<target, count: 1) { _ in
          section.content
        } extent: { _, item in
          section.extents[item]
        }
      } else {
        try load(target..<target, count: 1, from: source, host)
      }
    }
  }

  /// Puts inserted and moved items in, ascending.
  ///
  /// Sections that are new have theirs, asked for; those that moved there get their extents back,
  /// which they may have wished for themselves.
  private func putItems(
    _ changeset: Changeset, _ moved: [ItemPath: ItemExtent], except fresh: Set<Int>,
    from source: some LineSource
  ) throws(LayoutError) {
    let inserted = changeset.insertedItems.filter { !fresh.contains($0.section) }
    let targets = moved.filter { !fresh.contains($0.key.section) }
    var items = try ask(inserted, from: source)
    items += targets.map { ($0.key, $0.value) }
    items.sort { $0.path < $1.path }
    for (path, extent) in items {
      let count = current.index.section(at: path.section).itemCount
      guard path.item <= count else {
        throw .changeset("item \(path) is to be put into a section that has \(count) items")
      }
      current.index.replaceItems(
        path.item..<path.item, inSection: path.section, with: [extent])
    }
    resize(moved.filter { fresh.contains($0.key.section) }.map { ($0.key, $0.value) })
  }

  /// Asks again for what was reloaded, at its place after the changeset (BU-4).
  private func reload(
    _ changeset: Changeset, from source: some LineSource, _ host: any LayoutHost
  ) throws(LayoutError) {
    guard !changeset.reloadedSections.isEmpty || !changeset.reloadedItems.isEmpty else { return }
    let map = ChangesetMap(changeset)
    var reloaded: Set<Int> = []
    for section in changeset.reloadedSections {
      guard let target = map.section(section) else { continue }
      reloaded.insert(target)
      try load(target..<target + 1, count: 1, from: source, host)
    }
    let items = changeset.reloadedItems.compactMap { map.item($0) }
    resize(try ask(items.filter { !reloaded.contains($0.section) }, from: source))
  }
}

/// A section out of its index, to be put back elsewhere.
private struct TakenSection {
  let content: SectionContent
  /// The extents of its items; empty where all have one.
  let extents: [ItemExtent]

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
}

extension ExtentIndex {
  /// Takes sections out.
  mutating func removeSections(_ range: Range<Int>) {
    // Nothing is asked for, so nothing throws.
    try? replaceSections(range, count: 0) { _ throws(LayoutError) in
      SectionContent(shape: 0, itemCount: 0)
    } extent: { _, _ throws(LayoutError) in
      ItemExtent(cross: 0, main: 0)
    }
  }
}
