public import BasicAlgorithms
public import Changesets

/// A store of all items in one contiguous array, with the starts of the sections beside it.
///
///     var rows = FlatIndexedStore(sections: [[10, 20], [30]])
///     rows[ItemPath(section: 0, item: 1)]  // 20
///     rows.insert(25, at: ItemPath(section: 0, item: 2))
///
/// The quickest to read and to walk: an item costs a bounds check and two loads. An edit moves
/// every item behind it, so it costs O(items); a sorted run of edits moves them once. A copy shares
/// everything until one of the two is edited, which then copies all of it. A store holds at most
/// 2³¹ − 1 items.
@frozen
public struct FlatIndexedStore<Item>: ItemStore {
  // Not an `Array`, whose storage may be foreign where there is an Objective-C runtime.
  @usableFromInline var items: ContiguousArray<Item>
  @usableFromInline var starts: SectionStarts

  /// A store with no sections.
  @inlinable
  public init() {
    items = []
    starts = SectionStarts()
  }

  // MARK: Counts

  /// The number of sections, empty ones included. O(1).
  @inlinable
  public var sectionCount: Int { starts.sectionCount }

  /// The number of items in all sections. O(1).
  @inlinable
  public var itemCount: Int { items.count }

  /// The number of items in `section`. O(1).
  @inlinable
  public func itemCount(inSection section: Int) -> Int {
    checkSection(section, "itemCount(inSection:)")
    return starts.count(of: section)
  }

  // MARK: Look-ups

  /// The item at `path`. O(1); no allocation.
  @inlinable
  public subscript(path: ItemPath) -> Item {
    items.uncheckedElement(at: globalIndex(of: path, "subscript(path:)"))
  }

  /// The item at global index `index`. O(1); no allocation.
  @inlinable
  public func item(atGlobalIndex index: Int) -> Item {
    checkGlobalIndex(index, "item(atGlobalIndex:)")
    return items.uncheckedElement(at: index)
  }

  /// The path of the item at global index `index`.
  ///
  /// - Complexity: As for `section(ofGlobalIndex:)`.
  @inlinable
  public func path(ofGlobalIndex index: Int) -> ItemPath {
    checkGlobalIndex(index, "path(ofGlobalIndex:)")
    let section = starts.section(containing: index)
    return ItemPath(section: section, item: index &- starts.start(of: section))
  }

  /// The global index of the item at `path`. O(1); no allocation.
  @inlinable
  public func globalIndex(of path: ItemPath) -> Int { globalIndex(of: path, "globalIndex(of:)") }

  /// The global index of the item at `path`, which `member` was given.
  @inlinable
  @inline(__always)
  func globalIndex(of path: ItemPath, _ member: StaticString) -> Int {
    checkSection(of: path, member)
    let place = starts.place(of: path.section)
    checkItem(path, count: place.count, member)
    return place.start &+ path.item
  }

  /// The section that holds global index `index`; empty sections hold none. O(1) expected, O(log
  /// sections) at worst after edits; no allocation.
  @inlinable
  public func section(ofGlobalIndex index: Int) -> Int {
    checkGlobalIndex(index, "section(ofGlobalIndex:)")
    return starts.section(containing: index)
  }

  /// The global indexes of the items in `section`. O(1).
  @inlinable
  public func globalRange(ofSection section: Int) -> Range<Int> {
    checkSection(section, "globalRange(ofSection:)")
    return starts.range(of: section)
  }

  // MARK: Iteration

  /// Calls `body` once, with all of `range`, unless that is empty. O(1) beside `body`; no
  /// allocation.
  @inlinable
  public func forEachChunk<Failure: Error>(
    inGlobalRange range: Range<Int>, _ body: (Span<Item>) throws(Failure) -> Void
  ) throws(Failure) {
    checkGlobalRange(range, "forEachChunk(inGlobalRange:_:)")
    if !range.isEmpty { try body(items.span.extracting(range)) }
  }
}

extension FlatIndexedStore: Sendable where Item: Sendable {}

extension FlatIndexedStore {
  /// Stops the program unless the starts ascend from zero to the item count and every hint, as
  /// stale as it may be, leads to the right section. O(sections).
  public func checkInvariants() {
    checkInvariant(starts.start(of: 0) == 0, "the first start is \(starts.start(of: 0))")
    checkInvariant(
      starts.itemCount == items.count,
      "the sections hold \(starts.itemCount) items, the array \(items.count)")
    for section in 0..<sectionCount {
      let range = starts.start(of: section)..<starts.start(of: section + 1)
      checkInvariant(
        starts.count(of: section) == range.count,
        "section \(section) has the range \(range) and the count \(starts.count(of: section))")
      for index in Set([range.lowerBound, range.upperBound - 1]) where !range.isEmpty {
        let found = starts.section(containing: index)
        checkInvariant(
          found == section, "global index \(index) of section \(section) is found in \(found)")
      }
    }
  }
}

extension FlatIndexedStore {
  /// A store with one section for each element of `sections`, in order.
  ///
  /// Items are written to their final place as they come. Room for all of them is made at once when
  /// `sections` is an array, or when sections are so alike that a few tell the size of all;
  /// otherwise room is doubled, and cut to size at the end where more than an eighth is left over.
  ///
  /// - Complexity: O(sections + items); as many allocations as the room grows, and a few.
  @inlinable
  public init<Sections: Sequence>(sections: Sections)
  where Sections.Element: Sequence, Sections.Element.Element == Item {
    self.init()
    let sectionCount = sections.underestimatedCount
    starts.places.reserveCapacity(sectionCount + 1)
    if let sections = sections as? [Sections.Element] {
      items.reserveCapacity(sections.reduce(0) { $0 + $1.underestimatedCount })
    }

    var largest = 0
    for section in sections {
      let before = items.count
      let needed = before + section.underestimatedCount
      largest = Swift.max(largest, needed - before)
      if needed > items.capacity {
        items.reserveCapacity(
          Self.room(
            for: needed, largest: largest, sections: (starts.sectionCount + 1, sectionCount)))
      }
      // Appending a sequence costs as much as some items, which counts with one-item sections.
      if needed - before < 8 {
        for item in section { items.append(item) }
      } else {
        items.append(contentsOf: section)
      }
      starts.append(items.count - before)
    }
    if items.capacity - items.count > items.count / 8 + 64 { trim() }
    starts.rebuildHints()
    checkInvariantsIfWanted()
  }

  /// Returns how many items to make room for if the first `sections.seen` of `sections.all` need
  /// `needed`.
  ///
  /// Once the largest is less than a 128th of them, the mean so far foretells the whole to within a
  /// 16th (nearly two standard errors of sizes spread evenly from none to twice the mean). What is foreseen
  /// may still not come, so room grows to 16 times the need at most.
  @inlinable
  static func room(for needed: Int, largest: Int, sections: (seen: Int, all: Int)) -> Int {
    guard largest <= needed / 128 && sections.seen < sections.all else { return 2 * needed }
    let foreseen = Int(Double(needed) / Double(sections.seen) * Double(sections.all))
    let room = largest * sections.seen == needed ? foreseen : foreseen + foreseen / 16
    return Swift.min(room, 16 * needed)
  }

  /// Gives the room left over back.
  @inlinable
  mutating func trim() {
    var trimmed = ContiguousArray<Item>()
    trimmed.reserveCapacity(items.count)
    trimmed.append(contentsOf: items)
    items = trimmed
  }
}
