public import Changesets

/// What an update takes out of a store and what it puts in, sections and items apart.
///
/// A section that is reloaded goes, and comes again as a new one (BU-4).
@frozen
public struct SectionEdits {
  /// Something that comes to a place.
  @frozen
  public struct Put<Place> {
    /// Its place after.
    public let target: Place
    /// Its place before; nil for what is new.
    public let source: Place?

    /// What comes to `target` from `source`.
    @inlinable
    public init(_ target: Place, from source: Place? = nil) {
      self.target = target
      self.source = source
    }
  }

  /// Sections that go, move or are reloaded, by index before; ascending.
  public let takenSections: [Int]
  /// Sections that come, move or are reloaded; ascending by index after.
  public let putSections: [Put<Int>]
  /// Items that go or move, by path before; ascending.
  public let takenItems: [ItemPath]
  /// Items that come or move; ascending by path after. What comes to a section that is inserted is
  /// among its own items, and not here.
  public let putItems: [Put<ItemPath>]

  /// The edits of `changeset`, which is legal.
  ///
  /// - Complexity: O(*e* log *e*) for *e* operations.
  @inlinable
  public init(_ changeset: Changeset) {
    let moves = changeset.movedSections
    let reloaded = changeset.reloadedSections
    takenSections =
      moves.isEmpty && reloaded.isEmpty
      ? changeset.deletedSections
      : (changeset.deletedSections + moves.map(\.source) + reloaded).sorted()
    var putSections = changeset.insertedSections.map { Put($0) }
    if !(moves.isEmpty && reloaded.isEmpty) {
      putSections += moves.map { Put($0.target, from: $0.source) }
      if !reloaded.isEmpty {
        let map = ChangesetMap(changeset)
        putSections += reloaded.compactMap { map.section($0) }.map { Put($0) }
      }
      putSections.sort { $0.target < $1.target }
    }
    self.putSections = putSections

    let itemMoves = changeset.movedItems
    takenItems = changeset.takenItems
    var putItems = changeset.insertedItemsOfOldSections.map { Put($0) }
    if !itemMoves.isEmpty {
      putItems += itemMoves.map { Put($0.target, from: $0.source) }
      putItems.sort { $0.target < $1.target }
    }
    self.putItems = putItems
    // One place would be read twice, or written twice.
    Self.checkAscending(takenSections)
    Self.checkAscending(putSections.lazy.map(\.target))
    Self.checkAscending(takenItems)
    Self.checkAscending(putItems.lazy.map(\.target))
  }

  /// Stops the program unless `places` ascend strictly.
  @inlinable
  static func checkAscending<Place: Comparable>(_ places: some Sequence<Place>) {
    var last: Place?
    for place in places {
      if let last { check(last < place, place) }
      last = place
    }
  }

  /// The number of edits of sections; a move is two.
  @inlinable
  public var sectionCount: Int { takenSections.count + putSections.count }

  /// The number of edits of items; a move is two.
  @inlinable
  public var itemCount: Int { takenItems.count + putItems.count }
}

extension Changeset {
  /// Items that go or move, by path before; ascending.
  @inlinable
  var takenItems: [ItemPath] {
    movedItems.isEmpty ? deletedItems : (deletedItems + movedItems.map(\.source)).sorted()
  }

  /// Items that come to sections that are there before; one that is inserted has its own already.
  @inlinable
  var insertedItemsOfOldSections: [ItemPath] {
    if insertedSections.isEmpty || insertedItems.isEmpty { return insertedItems }
    let new = Set(insertedSections)
    return insertedItems.filter { !new.contains($0.section) }
  }
}
