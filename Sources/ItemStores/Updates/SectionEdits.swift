public import Changesets

/// The sections and items that an update takes out of a store, and those that it puts in.
///
/// A section that is reloaded goes, and comes again as a new one (BU-4).
@frozen
public struct SectionEdits {
  /// A section or item that an update puts at a place.
  @frozen
  public struct Put<Place> {
    /// Its place after.
    public let target: Place
    /// Its place before; nil for what is new.
    public let source: Place?

    /// Creates an arrival at `target` from `source`.
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
  /// Items that come or move; ascending by path after. A new item of an inserted section is among
  /// that section's own items, and not here.
  public let putItems: [Put<ItemPath>]

  /// The edits of `changeset`, which is legal. O(*e* log *e*) for *e* operations.
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

  /// Items inserted into sections that exist before; an inserted section brings its own items.
  @inlinable
  var insertedItemsOfOldSections: [ItemPath] {
    if insertedSections.isEmpty || insertedItems.isEmpty { return insertedItems }
    let new = Set(insertedSections)
    return insertedItems.filter { !new.contains($0.section) }
  }
}

extension SectionEdits {
  /// Returns the sections after as runs of those before, if all that happens to a section is that
  /// it goes, comes or moves. O(*e*) for *e* edits of sections.
  @inlinable
  public func sections<Items>(of count: Int, newSection: (Int) -> Items) -> CopyRuns<Items> {
    var sections = CopyRuns<Items>()
    var walk = EditWalk(
      over: count, removals: takenSections.indices, insertions: putSections.indices)
    while let run = walk.next(removal: { takenSections[$0] }, insertion: { putSections[$0].target })
    {
      switch run {
      case .remove: break
      case .keep(let range, _): sections.keep(range)
      case .insert(let number):
        if let source = putSections[number].source {
          sections.move(source..<source + 1)
        } else {
          sections.insert(newSection(putSections[number].target))
        }
      }
    }
    Self.check(walk.isComplete, "section \(sections.count)")
    return sections
  }

  /// Returns the items after as runs of those before, by global index, and the sections' counts as
  /// runs of theirs, by section.
  ///
  /// - Parameters:
  ///   - sectionCount: The number of sections before.
  ///   - range: The global indexes of a section before.
  ///   - newItem: Gives the item for a path; asked once each.
  ///   - newSection: Gives the items of a new section, without those that move into it; once each.
  /// - Returns: Both, of as many elements as there are items and sections after.
  /// - Complexity: O(*e* log *e*) for *e* edits, and as many ranges asked for.
  @inlinable
  public func copyRuns<Item>(
    sectionCount: Int, range: (Int) -> Range<Int>, newItem: (ItemPath) -> Item,
    newSection: (Int) -> [Item]
  ) -> (items: CopyRuns<Item>, counts: CopyRuns<Int>) {
    var builder = CopyRunsBuilder<Item>(self, sectionCount: sectionCount)
    builder.walk(range, newItem, newSection)
    return (builder.items, builder.counts)
  }

  /// Stops the program unless `isLegal`, which `place` then shows not to be so.
  @inlinable
  static func check(_ isLegal: Bool, _ place: @autoclosure () -> Any) {
    require(
      isLegal,
      "ItemStore.apply(_:newItem:newSection:): the update does not fit the store at \(place()); "
        + "valid is a legal one")
  }
}

/// Lays out the items and the sections' counts after an update as runs of those before.
@frozen
@usableFromInline
struct CopyRunsBuilder<Item> {
  @usableFromInline let edits: SectionEdits
  @usableFromInline let sectionCount: Int
  /// The next edits of items, in the order of sections that stay.
  @usableFromInline var nextTakenItem = 0
  @usableFromInline var nextPutItem = 0
  @usableFromInline var items = CopyRuns<Item>()
  @usableFromInline var counts = CopyRuns<Int>()

  @inlinable
  init(_ edits: SectionEdits, sectionCount: Int) {
    self.edits = edits
    self.sectionCount = sectionCount
    let runs = 2 * (edits.sectionCount + edits.itemCount) + 1
    items.runs.reserveCapacity(runs)
    counts.runs.reserveCapacity(Swift.min(runs, 2 * sectionCount + edits.putSections.count))
  }

  /// Walks over all sections, and over the items of those with edits.
  @inlinable
  mutating func walk(
    _ range: (Int) -> Range<Int>, _ newItem: (ItemPath) -> Item, _ newSection: (Int) -> [Item]
  ) {
    var walk = EditWalk(
      over: sectionCount, removals: edits.takenSections.indices,
      insertions: edits.putSections.indices)
    while let run = walk.next(
      removal: { edits.takenSections[$0] }, insertion: { edits.putSections[$0].target })
    {
      switch run {
      case .remove: break
      case .keep(let sections, let target): keep(sections, target, range, newItem)
      case .insert(let number):
        let put = edits.putSections[number]
        if let source = put.source {
          SectionEdits.check(source >= 0 && source < sectionCount, source)
          let taken = edits.takenItems.range(ofSection: source)
          append(source, to: put.target, taken: taken, isMoved: true, range, newItem)
        } else {
          append(newSection(put.target), to: put.target, range, newItem)
        }
      }
    }
    SectionEdits.check(
      walk.isComplete && nextPutItem == edits.putItems.count
        && edits.takenItems.last?.section ?? -1 < sectionCount,
      "section \(counts.count)")
  }

  /// Appends sections that stay in order, the first of them at `target`. Neighbors without edits of
  /// items become one run; the other sections are appended one at a time.
  @inlinable
  mutating func keep(
    _ sections: Range<Int>, _ target: Int, _ range: (Int) -> Range<Int>,
    _ newItem: (ItemPath) -> Item
  ) {
    var source = sections.lowerBound
    let shift = target - source
    while source < sections.upperBound {
      // Items of sections that have gone are not looked at.
      while nextTakenItem < edits.takenItems.count,
        edits.takenItems[nextTakenItem].section < source
      {
        nextTakenItem += 1
      }
      var end = sections.upperBound
      if nextTakenItem < edits.takenItems.count {
        end = Swift.min(end, edits.takenItems[nextTakenItem].section)
      }
      if nextPutItem < edits.putItems.count {
        end = Swift.min(end, edits.putItems[nextPutItem].target.section - shift)
      }
      if end > source {
        items.keep(range(source).lowerBound..<range(end - 1).upperBound)
        counts.keep(source..<end)
        source = end
      } else {
        let first = nextTakenItem
        while nextTakenItem < edits.takenItems.count,
          edits.takenItems[nextTakenItem].section == source
        {
          nextTakenItem += 1
        }
        append(
          source, to: source + shift, taken: first..<nextTakenItem, isMoved: false, range, newItem)
        source += 1
      }
    }
  }

  /// Appends section `section`, without the items of `taken` and with those put into `target`.
  @inlinable
  mutating func append(
    _ section: Int, to target: Int, taken: Range<Int>, isMoved: Bool,
    _ range: (Int) -> Range<Int>, _ newItem: (ItemPath) -> Item
  ) {
    let own = range(section)
    let put = nextPutItems(to: target)
    if isMoved, taken.isEmpty, put.isEmpty {
      items.move(own)
      counts.move(section..<section + 1)
      return
    }
    let before = items.count
    var walk = EditWalk(over: own.count, removals: taken, insertions: put)
    while let run = walk.next(
      removal: { edits.takenItems[$0].item }, insertion: { edits.putItems[$0].target.item })
    {
      switch run {
      case .remove: break
      case .keep(let kept, _):
        let kept = own.lowerBound + kept.lowerBound..<own.lowerBound + kept.upperBound
        if isMoved { items.move(kept) } else { items.keep(kept) }
      case .insert(let number): insert(edits.putItems[number], range, newItem)
      }
    }
    SectionEdits.check(walk.isComplete, "section \(section)")
    counts.insert(items.count - before)
  }

  /// Appends a new section of `own` items, with what moves into it.
  @inlinable
  mutating func append(
    _ own: [Item], to target: Int, _ range: (Int) -> Range<Int>, _ newItem: (ItemPath) -> Item
  ) {
    let array = items.new.count
    items.new.append(own)
    let before = items.count
    var walk = EditWalk(over: own.count, removals: 0..<0, insertions: nextPutItems(to: target))
    while let run = walk.next(removal: { $0 }, insertion: { edits.putItems[$0].target.item }) {
      switch run {
      case .remove: break
      case .keep(let kept, _): items.insert(kept, ofNew: array)
      case .insert(let number): insert(edits.putItems[number], range, newItem)
      }
    }
    SectionEdits.check(walk.isComplete, "section \(target)")
    counts.insert(items.count - before)
  }

  /// Passes the items that come or move to section `target`, and returns their numbers.
  @inlinable
  mutating func nextPutItems(to target: Int) -> Range<Int> {
    let first = nextPutItem
    while nextPutItem < edits.putItems.count, edits.putItems[nextPutItem].target.section == target {
      nextPutItem += 1
    }
    return first..<nextPutItem
  }

  /// Appends an item that comes or moves.
  @inlinable
  mutating func insert(
    _ put: SectionEdits.Put<ItemPath>, _ range: (Int) -> Range<Int>, _ newItem: (ItemPath) -> Item
  ) {
    guard let path = put.source else { return items.insert(newItem(put.target)) }
    SectionEdits.check(path.section >= 0 && path.section < sectionCount, path)
    let own = range(path.section)
    SectionEdits.check(path.item >= 0 && path.item < own.count, path)
    items.move(own.lowerBound + path.item..<own.lowerBound + path.item + 1)
  }
}
