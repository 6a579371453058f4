import BasicAlgorithms

/// One of the updates into which `Changeset.staged()` splits a changeset for a view that cannot take it
/// at once.
///
/// Between two stages the data is neither the source nor the target. Each item is from one of the two,
/// and the stage says from which. Source: b.10.
public struct ChangesetStage: Sendable {
  /// The operations of a stage.
  public enum Kind: Int, Hashable, Sendable, CaseIterable {
    /// Items are reloaded and reconfigured where they are.
    case itemUpdates
    /// Items and sections go away; not yet the sections that items still have to move out of.
    case deletes
    /// Sections come, with their own items, and move.
    case sectionPlaces
    /// Items come and move, also into sections that have just come and out of those that go next.
    case itemPlaces
    /// Sections are reloaded, and those go away that items have moved out of.
    case sectionUpdates
  }

  /// The operations of the stage.
  public let kind: Kind

  /// The update: legal by itself, with places before being those that the stage before leads to.
  public let changeset: Changeset

  /// The maps of all stages, of which this is number `index`.
  let maps: [ChangesetMap]
  let index: Int
}

// MARK: Where an item is from

extension ChangesetStage {
  /// The place of the content of an item between two stages.
  public enum Origin: Hashable, Sendable {
    /// In the data before the whole update, by its path there: it goes away in a later stage.
    case source(ItemPath)
    /// In the data after the whole update, by its path there.
    case target(ItemPath)
  }

  /// A Boolean value that indicates whether no stage follows, so that this one leads to the target.
  public var isLast: Bool { index == maps.count - 1 }

  /// Returns the place of the content of the item at `path` after this stage.
  ///
  /// - Parameter path: An item after this stage.
  /// - Returns: Its place in the target; in the source, if it is not there.
  /// - Complexity: O(log *e*) for *e* operations.
  public func origin(of path: ItemPath) -> Origin {
    if let target = targetItem(of: path) { return .target(target) }
    // What neither stays until the end nor was there in the beginning is in no stage.
    return .source(sourceItem(of: path) ?? path)
  }

  /// Returns the path in the target of the item at `path` after this stage.
  ///
  /// - Parameter path: An item after this stage.
  /// - Returns: Its path after the whole update; nil if it goes away in a later stage, or its section
  ///   is reloaded in one.
  /// - Complexity: O(log *e*) for *e* operations.
  public func targetItem(of path: ItemPath) -> ItemPath? {
    place(of: path, through: maps[(index + 1)...]) { $0.item($1) }
  }

  /// Returns the path in the source of the item at `path` after this stage.
  ///
  /// - Parameter path: An item after this stage.
  /// - Returns: Its path before the whole update; nil if it has come since.
  /// - Complexity: O(log *e*) for *e* operations.
  public func sourceItem(of path: ItemPath) -> ItemPath? {
    place(of: path, through: maps[...index].reversed()) { $0.sourceItem($1) }
  }

  /// Returns the index in the target of section `section` after this stage.
  ///
  /// - Parameter section: A section after this stage.
  /// - Returns: Its index after the whole update; nil if it goes away in a later stage.
  /// - Complexity: O(log *e*) for *e* operations.
  public func targetSection(of section: Int) -> Int? {
    place(of: section, through: maps[(index + 1)...]) { $0.section($1) }
  }

  /// Follows `place` from map to map; nil if one of them has no such place any more.
  private func place<Place>(
    of place: Place, through maps: some Sequence<ChangesetMap>,
    _ next: (ChangesetMap, Place) -> Place?
  ) -> Place? {
    var place = place
    for map in maps {
      guard let moved = next(map, place) else { return nil }
      place = moved
    }
    return place
  }
}

// MARK: The data after a stage

extension ChangesetStage {
  /// The app's sections after this stage.
  ///
  /// What comes and what is reloaded or reconfigured is taken from the target; the rest is what it was
  /// before the stage. The last stage returns the target itself.
  ///
  /// - Parameters:
  ///   - sections: What there is before this stage: the source, or what the stage before returned.
  ///   - target: What there is after the whole update.
  /// - Returns: What there is after this stage.
  /// - Complexity: O(*s* log *e* + *n* log *e*) for *e* operations, *s* sections, and *n* items in
  ///   those sections in which items come or go; the others are not copied.
  public func sections<Item>(from sections: [[Item]], to target: [[Item]]) -> [[Item]] {
    if isLast { return target }
    if kind == .itemUpdates {
      var updated = sections
      for path in changeset.reloadedItems + changeset.reconfiguredItems {
        guard let place = targetItem(of: path) else { continue }
        updated[path.section][path.item] = target[place.section][place.item]
      }
      return updated
    }
    let map = maps[index]
    let count = sections.count + changeset.insertedSections.count - changeset.deletedSections.count
    return (0..<count).map { section in
      guard let source = map.sourceSection(section) else {
        return ownItems(ofInsertedSection: section, in: target)
      }
      let coming = map.putItems.range(ofSection: section).count
      let going = map.takenItems.range(ofSection: source).count
      guard coming + going > 0 else { return sections[source] }
      return (0..<sections[source].count + coming - going).compactMap { item in
        let path = ItemPath(section: section, item: item)
        if let old = map.sourceItem(path) { return sections[old.section][old.item] }
        return targetItem(of: path).map { target[$0.section][$0.item] }
      }
    }
  }

  /// The items that an inserted section has before others move into it.
  private func ownItems<Item>(ofInsertedSection section: Int, in target: [[Item]]) -> [Item] {
    guard let place = targetSection(of: section) else { return [] }
    var movedHere: Set<Int> = []
    for (index, map) in maps.enumerated() where index > self.index {
      for path in map.putItems[map.putItems.range(ofSection: section)] {
        movedHere.insert(path.item)
      }
    }
    return target[place].indices.filter { !movedHere.contains($0) }.map { target[place][$0] }
  }
}

extension Changeset {
  /// The update in stages that a view of UIKit can take one by one. Together they lead to the same
  /// target.
  ///
  /// Such views cannot take reloads and moves in one update, nor moves of sections together with
  /// changes of items. There are at most five stages, without those that do nothing:
  ///
  /// 1. items are reloaded and reconfigured;
  /// 2. items and sections are deleted;
  /// 3. sections are inserted and moved;
  /// 4. items are inserted and moved;
  /// 5. sections are reloaded, and deleted sections that items moved out of go.
  ///
  /// No item changes in a section that the same stage inserts, deletes or moves. No move is split: an
  /// item moves into an inserted section once that exists, and out of a deleted section before that
  /// goes. Operations without an effect, such as deletions in a deleted section, are left out. No
  /// counts are needed.
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

  /// Returns the index of section `target` while late sections have not been deleted.
  private func place(_ target: Int) -> Int { target + latePlaces.partitioningIndex { $0 > target } }

  private func place(_ target: ItemPath) -> ItemPath {
    ItemPath(section: place(target.section), item: target.item)
  }
}
