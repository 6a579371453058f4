extension Changeset {
  /// This update with what contradicts itself taken out, as lenient collection views read it (b.5).
  ///
  /// Of two deletes, and of two moves from or to one place, the first counts; the second of two inserts
  /// at one place goes to the next one free. An item that is deleted and moved is deleted, and the
  /// move's target becomes an insert, so that the counts are the same; of such a section the move is
  /// left out. So is an insert where a move goes to. A delete wins over a reload; an item that moves
  /// and is reloaded moves and is reconfigured, a section is deleted and inserted instead. What comes
  /// into or moves out of a reloaded section is left out. The result need not be legal: check it.
  ///
  /// - Returns: The update to apply.
  /// - Complexity: O(*e* log *e*) for *e* operations.
  public func repaired() -> Changeset {
    let sections = Self.repaired(
      deletedSections, insertedSections, movedSections, reloadedSections, splitsMoves: false
    ) { $0 + 1 }
    let items = Self.repaired(
      deletedItems, insertedItems, movedItems, reloadedItems, splitsMoves: true
    ) { ItemPath(section: $0.section, item: min($0.item + 1, ItemPath.countLimit)) }
    let replaced = Set(sections.reloadedMoves)
    let partly = Changeset(
      deletedSections: sections.deleted + replaced,
      insertedSections: sections.inserted
        + sections.moved.filter { replaced.contains($0.source) }.map(\.target),
      movedSections: sections.moved.filter { !replaced.contains($0.source) },
      reloadedSections: sections.reloaded,
      deletedItems: items.deleted, insertedItems: items.inserted, movedItems: items.moved,
      reloadedItems: items.reloaded,
      reconfiguredItems: reconfiguredItems + items.reloadedMoves)
    return sections.reloaded.isEmpty ? partly : partly.withoutChangesInReloadedSections()
  }

  /// This update without the items to reconfigure of which `exists` is false.
  package func reconfiguring(_ exists: (ItemPath) -> Bool) -> Changeset {
    guard !reconfiguredItems.allSatisfy(exists) else { return self }
    return with(reconfiguredItems: reconfiguredItems.filter(exists))
  }

  /// This update with the item at `path` reconfigured, if it is reloaded.
  package func refilling(_ path: ItemPath) -> Changeset {
    guard reloadedItems.contains(path) else { return self }
    return with(
      reloadedItems: reloadedItems.filter { $0 != path },
      reconfiguredItems: reconfiguredItems.filter { $0 != path } + [path])
  }

  private typealias Operations<Place: Comparable & Hashable & Sendable> = (
    deleted: [Place], inserted: [Place], moved: [Move<Place>], reloaded: [Place],
    reloadedMoves: [Place]
  )

  private static func repaired<Place: Comparable & Hashable & Sendable>(
    _ deleted: [Place], _ inserted: [Place], _ moved: [Move<Place>], _ reloaded: [Place],
    splitsMoves: Bool, next: (Place) -> Place
  ) -> Operations<Place> {
    let deletedPlaces = Set(deleted)
    var sources: Set<Place> = []
    var targets: Set<Place> = []
    var moves: [Move<Place>] = []
    var insertedPlaces = inserted
    for move in moved {
      guard !deletedPlaces.contains(move.source) else {
        if splitsMoves, sources.insert(move.source).inserted { insertedPlaces.append(move.target) }
        continue
      }
      guard !sources.contains(move.source), !targets.contains(move.target) else { continue }
      sources.insert(move.source)
      targets.insert(move.target)
      moves.append(move)
    }
    var kept: [Place] = []
    for wanted in insertedPlaces.sorted() where !targets.contains(wanted) {
      guard let last = kept.last, wanted <= last else {
        kept.append(wanted)
        continue
      }
      var free = next(last)
      while targets.contains(free), free < next(free) { free = next(free) }
      kept.append(free)
    }
    let staying = reloaded.filter { !deletedPlaces.contains($0) }
    return (
      Array(deletedPlaces), kept, moves, staying.filter { !sources.contains($0) },
      staying.filter(sources.contains)
    )
  }

  private func withoutChangesInReloadedSections() -> Changeset {
    let map = ChangesetMap(self)
    func isReloaded(target: Int) -> Bool {
      map.sourceSection(target).map { map.isReloaded($0) } ?? false
    }
    return with(
      insertedItems: insertedItems.filter { !isReloaded(target: $0.section) },
      movedItems: movedItems.filter {
        !map.isReloaded($0.source.section) && !isReloaded(target: $0.target.section)
      })
  }
}
