import BasicAlgorithms

extension Changeset {
  /// The update in stages, each of which a view of UIKit's can take, and all of which lead where it
  /// leads.
  ///
  /// Such views cannot have reloads and moves in one update, nor moves of sections together with
  /// changes of items. The stages are, of which those that do nothing are left out, so that there are
  /// five at most:
  ///
  /// 1. items are reloaded and reconfigured;
  /// 2. items and sections are deleted;
  /// 3. sections are inserted and move;
  /// 4. items are inserted and move;
  /// 5. sections are reloaded, and those deleted that items have moved out of.
  ///
  /// No item changes in a section that comes, goes or moves in the same stage. No move is split: one
  /// into an inserted section comes when the section is there, one out of a deleted section before it
  /// goes. What has no effect, as deletes in a section that is deleted, is left out. No counts are
  /// needed.
  ///
  /// - Returns: One stage after the other.
  /// - Complexity: O(*e* log *e*) for *e* operations.
  /// - Precondition: The update is legal; else the result means nothing.
  public func staged() -> [ChangesetStage] {
    let stages = zip(ChangesetStage.Kind.allCases, Staging(self).changesets())
      .filter { !$0.1.isEmpty }
    let maps = stages.map { ChangesetMap($0.1) }
    return stages.enumerated().map { index, stage in
      ChangesetStage(kind: stage.0, changeset: stage.1, maps: maps, index: index)
    }
  }
}

/// The stages of one update, with places that each stage takes from those before it.
private struct Staging {
  private let update: Changeset
  private let map: ChangesetMap
  /// Deleted sections that items move out of; ascending. They go last.
  private let lateSections: [Int]
  /// The section after before which each of them waits for that: behind the one that stays and was in
  /// front of it. Never falls.
  private let latePlaces: [Int]

  init(_ update: Changeset) {
    self.update = update
    let map = ChangesetMap(update)
    self.map = map
    let left = Set(update.movedItems.map(\.source.section))
    lateSections = update.deletedSections.filter(left.contains)
    latePlaces = lateSections.map { section in
      let taken = map.takenSections
      let takenBefore = taken.partitioningIndex { $0 >= section }
      let stayingBefore = section - takenBefore
      return stayingBefore == 0 ? 0 : map.putSections[...].place(ofRank: stayingBefore - 1) + 1
    }
  }

  /// The five stages, in order; some may be empty.
  func changesets() -> [Changeset] {
    let deletes = Changeset(
      deletedSections: update.deletedSections.filter { !lateSections.sortedContains($0) },
      deletedItems: update.deletedItems.filter {
        map.section($0.section) != nil && !map.isReloaded($0.section)
      })
    let deletion = ChangesetMap(deletes)
    let sectionPlaces = Changeset(
      insertedSections: update.insertedSections.map(place),
      movedSections: update.movedSections.compactMap { move in
        deletion.section(move.source).map { Changeset.Move(from: $0, to: place(move.target)) }
      })
    let placement = ChangesetMap(sectionPlaces)
    let itemPlaces = Changeset(
      insertedItems: update.insertedItems.filter { map.sourceSection($0.section) != nil }
        .map(place),
      movedItems: update.movedItems.compactMap { move in
        deletion.item(move.source).flatMap(placement.item).map {
          Changeset.Move(from: $0, to: place(move.target))
        }
      })
    let sectionUpdates = Changeset(
      deletedSections: latePlaces.enumerated().map { $0.element + $0.offset },
      reloadedSections: update.reloadedSections.compactMap(map.section).map(place))
    return [itemUpdates, deletes, sectionPlaces, itemPlaces, sectionUpdates]
  }

  private var itemUpdates: Changeset {
    Changeset(
      reloadedItems: update.reloadedItems.filter(map.isReloaded),
      reconfiguredItems: update.reconfiguredItems.filter(map.isReconfigured))
  }

  /// Where a section after is as long as sections wait to be deleted.
  private func place(_ target: Int) -> Int {
    target + latePlaces.partitioningIndex { $0 > target }
  }

  private func place(_ target: ItemPath) -> ItemPath {
    ItemPath(section: place(target.section), item: target.item)
  }
}
