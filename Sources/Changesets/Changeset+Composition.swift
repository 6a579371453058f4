import BasicAlgorithms

extension Changeset {
  /// The update that leads back: it inserts what this one deletes, and turns moves round.
  ///
  /// Reloads and reconfigurations stay, under their places after, because content that has changed
  /// changes back. Every item and section that this update keeps returns to its place. Operations
  /// without an effect, such as deletions in a deleted section, are left out. No counts are needed.
  ///
  /// - Complexity: O(*e* log *e*) for *e* operations.
  /// - Precondition: The update is legal; else the result means nothing.
  public var inverted: Changeset {
    let map = ChangesetMap(self)
    let isOpen = { (source: Int) in map.section(source) != nil && !map.isReloaded(source) }
    return Changeset(
      deletedSections: insertedSections, insertedSections: deletedSections,
      movedSections: movedSections.map { Move(from: $0.target, to: $0.source) },
      reloadedSections: reloadedSections.compactMap(map.section),
      deletedItems: insertedItems.filter { map.sourceSection($0.section) != nil },
      insertedItems: deletedItems.filter { isOpen($0.section) },
      movedItems: movedItems.map { Move(from: $0.target, to: $0.source) },
      reloadedItems: reloadedItems.compactMap(map.item),
      reconfiguredItems: reconfiguredItems.filter(map.isReconfigured).compactMap(map.item))
  }
}

extension Changeset {
  /// One update that does what this one and then `next` do.
  ///
  /// Whatever survives both is where the two maps take it one after the other, so cells stay with
  /// their items. Moves that the others make needless are left out. Two things cannot be said in one
  /// legal update, and are said otherwise:
  ///
  /// - An item that one of the two moves and the other reloads moves and is reconfigured: it has its
  ///   new content, in the view that it had.
  /// - A section that one of the two reloads, where the other moves it, or moves items into or out of
  ///   it, is deleted and inserted. Items that moved out of it or into it do so still.
  ///
  /// What has no effect, as deletes in a section that is deleted, is left out. No counts are needed.
  ///
  /// - Parameter next: A legal update of what this one leads to.
  /// - Returns: A legal update from what this one begins with to what `next` leads to. The content of
  ///   what it inserts, reloads and reconfigures is what there is after `next`.
  /// - Complexity: O(*e* log *e*) for *e* operations in both.
  /// - Precondition: Both are legal; else the result means nothing.
  public func followed(by next: Changeset) -> Changeset {
    guard !isEmpty else { return next }
    guard !next.isEmpty else { return self }
    return Composition(self, next).changeset()
  }
}

/// Two updates, one after the other: *before*, *between* and *after*.
private struct Composition {
  private let first: ChangesetMap
  private let second: ChangesetMap

  init(_ first: Changeset, _ second: Changeset) {
    self.first = ChangesetMap(first)
    self.second = ChangesetMap(second)
  }

  /// The operations on sections.
  private struct Sections {
    var deleted: [Int]
    var inserted: [Int]
    var moved: [Changeset.Move<Int>]
    var reloaded: [Int]
  }

  func changeset() -> Changeset {
    let sources = takenItems()
    var moves = sources.compactMap { source in
      item(source).map { Changeset.Move(from: source, to: $0) }
    }
    let sections = sections(moves)
    let deleted = sources.filter { item($0) == nil && isOpen($0.section) }
    let inserted = putItems().filter { sourceItem($0) == nil && isOpenAfter($0.section) }
    moves = neededMoves(moves, deleted, inserted)

    let (reloads, reconfigured) = contentChanges()
    let movedSources = moves.map(\.source)  // Ascending, as the moves are.
    return Changeset(
      deletedSections: sections.deleted, insertedSections: sections.inserted,
      movedSections: sections.moved, reloadedSections: sections.reloaded,
      deletedItems: deleted, insertedItems: inserted, movedItems: moves,
      reloadedItems: reloads.filter { !movedSources.sortedContains($0) },
      reconfiguredItems: reconfigured.filter { !reloads.sortedContains($0) }
        + reloads.filter(movedSources.sortedContains))
  }

  // MARK: Sections

  private func sections(_ itemMoves: [Changeset.Move<ItemPath>]) -> Sections {
    let taken = (first.takenSections + second.takenSections.compactMap(first.sourceSection))
      .inOrder().withoutRepeats()
    let put =
      (second.putSections + first.putSections.compactMap(second.section))
      .inOrder().withoutRepeats()
    var deleted = taken.filter { section($0) == nil }
    let (reloads, unsayable) = reloads(itemMoves)
    deleted = (deleted + unsayable).inOrder()
    let inserted = (put.filter { sourceSection($0) == nil } + unsayable.compactMap(section))
      .inOrder()
    var moves = taken.filter { !unsayable.sortedContains($0) }.compactMap { source in
      section(source).map { Changeset.Move(from: source, to: $0) }
    }
    // Reloaded sections first: of others a move can be said.
    moves = Self.neededMoves(moves, deleted[...], inserted[...]) {
      reloads.sortedContains($0.source)
    }
    moves = Self.neededMoves(moves, deleted[...], inserted[...]) { _ in true }
    let lost = moves.filter { reloads.sortedContains($0.source) }
    let lostSources = lost.map(\.source)
    return Sections(
      deleted: deleted + lostSources, inserted: inserted + lost.map(\.target),
      moved: moves.filter { !reloads.sortedContains($0.source) },
      reloaded: reloads.filter { !lostSources.sortedContains($0) })
  }

  /// Sections before that survive and are reloaded; apart from them those that items move into or out
  /// of, of which no reload can be said. Ascending.
  private func reloads(
    _ itemMoves: [Changeset.Move<ItemPath>]
  ) -> (sayable: [Int], unsayable: [Int]) {
    let later = second.changeset.reloadedSections.compactMap(first.sourceSection)
    let reloads = (first.changeset.reloadedSections + later).inOrder().withoutRepeats()
      .filter { section($0) != nil }
    guard !reloads.isEmpty else { return ([], []) }
    let left = Set(itemMoves.map(\.source.section))
    let entered = Set(itemMoves.map(\.target.section))
    let isUnsayable = { (source: Int) in
      left.contains(source) || section(source).map(entered.contains) == true
    }
    return (reloads.filter { !isUnsayable($0) }, reloads.filter(isUnsayable))
  }

  private func section(_ source: Int) -> Int? { first.section(source).flatMap(second.section) }

  private func sourceSection(_ target: Int) -> Int? {
    second.sourceSection(target).flatMap(first.sourceSection)
  }

  /// Returns a Boolean value that indicates whether items of a section before can stay in it.
  private func isOpen(_ source: Int) -> Bool {
    guard let between = first.section(source), second.section(between) != nil else { return false }
    return !first.isReloaded(source) && !second.isReloaded(between)
  }

  private func isOpenAfter(_ target: Int) -> Bool { sourceSection(target).map(isOpen) ?? false }

  // MARK: Items

  private func item(_ source: ItemPath) -> ItemPath? { first.item(source).flatMap(second.item) }

  private func sourceItem(_ target: ItemPath) -> ItemPath? {
    second.sourceItem(target).flatMap(first.sourceItem)
  }

  /// Items before that an operation takes out of their place; ascending.
  private func takenItems() -> [ItemPath] {
    (first.takenItems + second.takenItems.compactMap(first.sourceItem)).inOrder().withoutRepeats()
  }

  /// Items after that an operation puts at their place; ascending.
  private func putItems() -> [ItemPath] {
    (second.putItems + first.putItems.compactMap(second.item)).inOrder().withoutRepeats()
  }

  /// Items before that stay and are reloaded, and those that are reconfigured; ascending.
  private func contentChanges() -> (reloaded: [ItemPath], reconfigured: [ItemPath]) {
    func both(_ operations: (Changeset) -> [ItemPath]) -> [ItemPath] {
      let later = operations(second.changeset).compactMap(first.sourceItem)
      return (operations(first.changeset) + later).inOrder().withoutRepeats()
        .filter { item($0) != nil }
    }
    return (both(\.reloadedItems), both(\.reconfiguredItems))
  }

  // MARK: Moves that are needed

  private func neededMoves(
    _ moves: [Changeset.Move<ItemPath>], _ deleted: [ItemPath], _ inserted: [ItemPath]
  ) -> [Changeset.Move<ItemPath>] {
    guard !moves.isEmpty else { return [] }
    var needed: [Changeset.Move<ItemPath>] = []
    var start = 0
    // Those that leave one section with what is deleted there; what comes where it goes.
    let targets = moves.map(\.target).sorted()
    while start < moves.count {
      let section = moves[start].source.section
      let end = (start..<moves.count).partitioningIndex { moves[$0].source.section > section }
      let leaving = Array(moves[start..<end])
      start = end
      guard isOpen(section), let target = self.section(section) else {
        needed += leaving
        continue
      }
      let coming = targets[targets.range(ofSection: target)]
      needed += Self.neededMoves(
        leaving, deleted[deleted.range(ofSection: section)],
        inserted[inserted.range(ofSection: target)], otherTargets: coming,
        isCandidate: { $0.target.section == target })
    }
    return needed
  }

  /// The moves without those whose places nothing but themselves changes.
  ///
  /// What is not moved keeps its order. A move can be left out if as much of that comes before its
  /// source as before its target; several can, if they have one order at both ends. So what is left
  /// out is a longest run of such moves that only ascends.
  ///
  /// - Parameters:
  ///   - moves: Ascending by source.
  ///   - deleted: What goes away among the sources' neighbours; ascending.
  ///   - inserted: What comes among the targets' neighbours; ascending.
  ///   - otherTargets: All targets of moves among those neighbours, ascending; nil for those of `moves`.
  ///   - isCandidate: Whether a move stays among its neighbours, and may be left out.
  /// - Returns: The moves that are left, ascending.
  private static func neededMoves<Place: Position & Hashable & Sendable>(
    _ moves: [Changeset.Move<Place>], _ deleted: ArraySlice<Place>, _ inserted: ArraySlice<Place>,
    otherTargets: ArraySlice<Place>? = nil, isCandidate: (Changeset.Move<Place>) -> Bool
  ) -> [Changeset.Move<Place>] {
    let targets = otherTargets ?? moves.map(\.target).sorted()[...]
    func countBefore(_ place: Place, _ places: ArraySlice<Place>) -> Int {
      places.partitioningIndex { $0 >= place } - places.startIndex
    }
    let idle = moves.indices.filter { index in
      let move = moves[index]
      guard isCandidate(move) else { return false }
      let staysBefore = move.source.index - index - countBefore(move.source, deleted)
      let others = countBefore(move.target, targets) + countBefore(move.target, inserted)
      return staysBefore == move.target.index - others
    }
    guard !idle.isEmpty else { return moves }
    let run = idle.map { moves[$0].target.index }.longestIncreasingSubsequence().map { idle[$0] }
    return moves.indices.filter { !run.sortedContains($0) }.map { moves[$0] }
  }
}
