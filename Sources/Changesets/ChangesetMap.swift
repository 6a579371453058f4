import BasicAlgorithms

/// A map between the places of sections, items and elements before and after a changeset.
///
/// Of a legal changeset; for an illegal one the answers mean nothing. It needs no counts and holds
/// nothing per section or item: what is neither taken nor put fills, in its order, the places that
/// nothing is put at. So whether an index exists at all is the caller's to know; one behind the end
/// gets an answer behind the end.
///
/// With *e* operations it takes O(*e*) memory, and every look-up O(log *e*) without allocating.
/// Source: b.7, BU-4.
public struct ChangesetMap: Sendable {
  /// The operations that the map is of.
  public let changeset: Changeset

  /// Sections before that go away or move; ascending.
  package let takenSections: [Int]
  /// Sections after that come or are moved to; ascending.
  package let putSections: [Int]
  private let sectionMovesByTarget: [Changeset.Move<Int>]

  /// Items before that go away or move; ascending.
  package let takenItems: [ItemPath]
  /// Items after that come or are moved to; ascending.
  package let putItems: [ItemPath]
  private let itemMovesByTarget: [Changeset.Move<ItemPath>]

  /// The map of `changeset`. O(*e* log *e*) for *e* operations.
  public init(_ changeset: Changeset) {
    self.changeset = changeset
    (takenSections, putSections, sectionMovesByTarget) = Self.places(
      changeset.deletedSections, changeset.insertedSections, changeset.movedSections)
    (takenItems, putItems, itemMovesByTarget) = Self.places(
      changeset.deletedItems, changeset.insertedItems, changeset.movedItems)
  }

  private static func places<Place: Comparable>(
    _ deleted: [Place], _ inserted: [Place], _ moves: [Changeset.Move<Place>]
  ) -> (taken: [Place], put: [Place], byTarget: [Changeset.Move<Place>]) {
    guard !moves.isEmpty else { return (deleted, inserted, []) }
    let byTarget = moves.sorted { $0.target < $1.target }
    return (
      deleted.merged(with: moves.map(\.source)), inserted.merged(with: byTarget.map(\.target)),
      byTarget
    )
  }
}

// MARK: From before to after

extension ChangesetMap {
  /// Returns the index of section `source` after the update.
  ///
  /// - Parameter source: A section before.
  /// - Returns: Its index after, for a reloaded section too; nil if it is deleted.
  /// - Complexity: O(log *e*).
  public func section(_ source: Int) -> Int? {
    if let move = changeset.movedSections.move(from: source) { return move.target }
    guard let rank = takenSections[...].rank(of: source) else { return nil }
    return putSections[...].place(ofRank: rank)
  }

  /// Returns the path of item `source` after the update.
  ///
  /// - Parameter source: A path before.
  /// - Returns: Its path after, for a reloaded item too; nil if it is deleted, or if its section is
  ///   deleted or reloaded and the item does not move.
  /// - Complexity: O(log *e*).
  public func item(_ source: ItemPath) -> ItemPath? {
    if let move = changeset.movedItems.move(from: source) { return move.target }
    guard let section = section(source.section), !isReloaded(source.section) else { return nil }
    let taken = takenItems[takenItems.range(ofSection: source.section)]
    guard let rank = taken.rank(of: source) else { return nil }
    let put = putItems[putItems.range(ofSection: section)]
    return ItemPath(section: section, item: put.place(ofRank: rank))
  }

  /// Returns the path after the update of the supplementary or decoration element at `source`.
  ///
  /// - Parameter source: A path before, of any depth; its first index names the section.
  /// - Returns: The path with the section's index after; nil if that is deleted or reloaded.
  /// - Complexity: O(log *e*), and a copy of a path of three levels or more.
  public func element(_ source: ElementPath) -> ElementPath? {
    guard !isReloaded(source.section) else { return nil }
    return section(source.section).map { source.replacingSection(with: $0) }
  }

  /// Returns a Boolean value that indicates whether section `source` stays and its items are asked
  /// for again.
  ///
  /// - Parameter source: A section before.
  /// - Returns: Whether it is reloaded; a deleted section is not.
  /// - Complexity: O(log *e*).
  public func isReloaded(_ source: Int) -> Bool {
    changeset.reloadedSections.sortedContains(source)
  }

  /// Returns a Boolean value that indicates whether item `source` stays and its content is asked
  /// for again.
  ///
  /// - Parameter source: A path before.
  /// - Returns: Whether it is reloaded and `item(_:)` has its path after.
  /// - Complexity: O(log *e*).
  public func isReloaded(_ source: ItemPath) -> Bool {
    changeset.reloadedItems.sortedContains(source) && item(source) != nil
  }

  /// Returns a Boolean value that indicates whether item `source` stays or moves, and its view is
  /// filled again.
  ///
  /// - Parameter source: A path before.
  /// - Returns: Whether it is reconfigured, is not reloaded, and `item(_:)` has its path after.
  /// - Complexity: O(log *e*).
  public func isReconfigured(_ source: ItemPath) -> Bool {
    changeset.reconfiguredItems.sortedContains(source)
      && !changeset.reloadedItems.sortedContains(source)
      && item(source) != nil
  }
}

// MARK: From after to before

extension ChangesetMap {
  /// Returns the index of section `target` before the update.
  ///
  /// - Parameter target: A section after.
  /// - Returns: Its index before, for a reloaded section too; nil if it is inserted.
  /// - Complexity: O(log *e*).
  public func sourceSection(_ target: Int) -> Int? {
    if let move = sectionMovesByTarget.move(to: target) { return move.source }
    guard let rank = putSections[...].rank(of: target) else { return nil }
    return takenSections[...].place(ofRank: rank)
  }

  /// Returns the path of item `target` before the update.
  ///
  /// - Parameter target: A path after.
  /// - Returns: Its path before, for a reloaded item too; nil if it is inserted, or if its section
  ///   is inserted or reloaded and the item was not moved there.
  /// - Complexity: O(log *e*).
  public func sourceItem(_ target: ItemPath) -> ItemPath? {
    if let move = itemMovesByTarget.move(to: target) { return move.source }
    guard let section = sourceSection(target.section), !isReloaded(section) else { return nil }
    let put = putItems[putItems.range(ofSection: target.section)]
    guard let rank = put.rank(of: target) else { return nil }
    let taken = takenItems[takenItems.range(ofSection: section)]
    return ItemPath(section: section, item: taken.place(ofRank: rank))
  }

  /// Returns the path before the update of the supplementary or decoration element at `target`.
  ///
  /// - Parameter target: A path after, of any depth; its first index names the section.
  /// - Returns: The path with the section's index before; nil if that is inserted or reloaded.
  /// - Complexity: O(log *e*), and a copy of a path of three levels or more.
  public func sourceElement(_ target: ElementPath) -> ElementPath? {
    guard let section = sourceSection(target.section), !isReloaded(section) else { return nil }
    return target.replacingSection(with: section)
  }
}

// MARK: Places that are not in a list

/// A place whose own index counts among its neighbours: a section, or an item of one section.
protocol Position: Comparable {
  var index: Int { get }
}

extension Int: Position {
  var index: Int { self }
}

extension ItemPath: Position {
  var index: Int { item }
}

extension ArraySlice where Element: Position {
  /// Returns the number of positions before `position` that are not in this sorted list; nil if it
  /// is in it.
  fileprivate func rank(of position: Element) -> Int? {
    let before = partitioningIndex { $0 >= position }
    if before < endIndex, self[before] == position { return nil }
    return position.index - (before - startIndex)
  }

  /// The position with `rank` positions before it that are not in this sorted list; not in it either.
  ///
  /// Entry *i* has `entry - i` such positions before it, which never falls from one to the next.
  func place(ofRank rank: Int) -> Int {
    let before = indices.partitioningIndex {
      self[$0].index - ($0 - startIndex) > rank
    }
    return rank + (before - startIndex)
  }
}

extension Array {
  /// The move from `source`, among moves sorted by source.
  fileprivate func move<Place>(from source: Place) -> Changeset.Move<Place>?
  where Element == Changeset.Move<Place> {
    let index = partitioningIndex { $0.source >= source }
    return index < count && self[index].source == source ? self[index] : nil
  }

  /// The move to `target`, among moves sorted by target.
  fileprivate func move<Place>(to target: Place) -> Changeset.Move<Place>?
  where Element == Changeset.Move<Place> {
    let index = partitioningIndex { $0.target >= target }
    return index < count && self[index].target == target ? self[index] : nil
  }
}
