import BasicAlgorithms
public import Changesets

/// A walk over the sections before and those after, side by side, past all edits.
@frozen
@usableFromInline
struct SectionWalk<Item> {
  @usableFromInline let edits: SectionEdits
  @usableFromInline let sectionCount: Int
  /// The next section before, of those that stay in order, and the next one after.
  @usableFromInline var source = 0
  @usableFromInline var target = 0
  @usableFromInline var nextTakenSection = 0
  @usableFromInline var nextPutSection = 0
  @usableFromInline var nextTakenItem = 0
  @usableFromInline var nextPutItem = 0
  @usableFromInline var items = Rearrangement<Item>()
  @usableFromInline var counts = Rearrangement<Int>()

  @inlinable
  init(_ edits: SectionEdits, sectionCount: Int) {
    self.edits = edits
    self.sectionCount = sectionCount
    let runs = 2 * (edits.sectionCount + edits.itemCount) + 1
    items.runs.reserveCapacity(runs)
    counts.runs.reserveCapacity(Swift.min(runs, 2 * sectionCount + edits.putSections.count))
  }

  /// Walks on to the next edit, or past it; false at the end.
  @inlinable
  mutating func advance(
    _ range: (Int) -> Range<Int>, _ newItem: (ItemPath) -> Item, _ newSection: (Int) -> [Item]
  ) -> Bool {
    if nextTakenSection < edits.takenSections.count,
      edits.takenSections[nextTakenSection] == source
    {
      nextTakenSection += 1
      source += 1
      return true
    }
    if nextPutSection < edits.putSections.count,
      edits.putSections[nextPutSection].target == target
    {
      let put = edits.putSections[nextPutSection]
      nextPutSection += 1
      if let moved = put.source {
        SectionEdits.check(moved >= 0 && moved < sectionCount, moved)
        append(moved, taken: takenItems(of: moved), isMoved: true, range, newItem)
      } else {
        append(newSection(target), range, newItem)
      }
      target += 1
      return true
    }
    guard source < sectionCount else { return false }
    // Those of sections that have gone.
    while nextTakenItem < edits.takenItems.count, edits.takenItems[nextTakenItem].section < source {
      nextTakenItem += 1
    }
    let unedited = uneditedCount()
    if unedited > 0 {
      let end = source + unedited
      items.keep(range(source).lowerBound..<range(end - 1).upperBound)
      counts.keep(source..<end)
      source = end
      target += unedited
    } else {
      let first = nextTakenItem
      while nextTakenItem < edits.takenItems.count,
        edits.takenItems[nextTakenItem].section == source
      {
        nextTakenItem += 1
      }
      append(source, taken: first..<nextTakenItem, isMoved: false, range, newItem)
      source += 1
      target += 1
    }
    return true
  }

  /// How many sections stay as they are before the next edit.
  @inlinable
  func uneditedCount() -> Int {
    var count = sectionCount - source
    if nextTakenSection < edits.takenSections.count {
      count = Swift.min(count, edits.takenSections[nextTakenSection] - source)
    }
    if nextPutSection < edits.putSections.count {
      count = Swift.min(count, edits.putSections[nextPutSection].target - target)
    }
    if nextTakenItem < edits.takenItems.count {
      count = Swift.min(count, edits.takenItems[nextTakenItem].section - source)
    }
    if nextPutItem < edits.putItems.count {
      count = Swift.min(count, edits.putItems[nextPutItem].target.section - target)
    }
    return count
  }

  /// Stops the program where edits are left over.
  @inlinable
  func finish() {
    SectionEdits.check(
      nextTakenSection == edits.takenSections.count && nextPutSection == edits.putSections.count
        && nextPutItem == edits.putItems.count
        && edits.takenItems.last?.section ?? -1 < sectionCount, "section \(target)")
  }
}

// MARK: Sections with edits

extension SectionWalk {
  /// Section `section` before comes next, without `taken` of the items that are, and with what is put
  /// into it.
  @inlinable
  mutating func append(
    _ section: Int, taken: Range<Int>, isMoved: Bool, _ range: (Int) -> Range<Int>,
    _ newItem: (ItemPath) -> Item
  ) {
    let own = range(section)
    if taken.isEmpty, !isPutInto {
      items.append(isMoved ? .moved : .kept, own)
      if isMoved {
        items.movedCount += own.count
        counts.move(section..<section + 1)
      } else {
        counts.keep(section..<section + 1)
      }
      return
    }
    var left = own
    var taken = taken
    var nextTaken: Int { own.lowerBound + edits.takenItems[taken.lowerBound].item }
    /// The next `wanted` items of the section that are not taken.
    func keep(_ wanted: Int) {
      SectionEdits.check(wanted >= 0, "section \(section)")
      var wanted = wanted
      while wanted > 0 || (!taken.isEmpty && left.lowerBound == nextTaken) {
        let stop = taken.isEmpty ? left.upperBound : nextTaken
        SectionEdits.check(stop >= left.lowerBound && stop <= left.upperBound, "section \(section)")
        let end = Swift.min(left.lowerBound + wanted, stop)
        items.append(isMoved ? .moved : .kept, left.lowerBound..<end)
        if isMoved { items.movedCount += end - left.lowerBound }
        wanted -= end - left.lowerBound
        left = end..<left.upperBound
        guard end == stop, !taken.isEmpty else { break }
        SectionEdits.check(end < left.upperBound, "section \(section)")
        left = end + 1..<left.upperBound
        taken = taken.lowerBound + 1..<taken.upperBound
      }
      SectionEdits.check(wanted <= 0, "section \(section)")
    }
    let before = items.count
    while isPutInto {
      keep(edits.putItems[nextPutItem].target.item - (items.count - before))
      put(range, newItem)
    }
    keep(left.count - taken.count)
    SectionEdits.check(taken.isEmpty && left.isEmpty, "section \(section)")
    counts.insert(items.count - before)
  }

  /// A new section of `own` comes next, with what moves into it.
  @inlinable
  mutating func append(
    _ own: [Item], _ range: (Int) -> Range<Int>, _ newItem: (ItemPath) -> Item
  ) {
    let number = items.new.count
    items.new.append(own)
    let before = items.count
    var used = 0
    while isPutInto {
      let gap = edits.putItems[nextPutItem].target.item - (items.count - before)
      SectionEdits.check(gap >= 0 && used + gap <= own.count, "section \(target)")
      items.insert(used..<used + gap, ofNew: number)
      used += gap
      put(range, newItem)
    }
    items.insert(used..<own.count, ofNew: number)
    counts.insert(items.count - before)
  }

  /// Whether the next item that comes or moves does so to the section that comes next.
  @inlinable
  var isPutInto: Bool {
    nextPutItem < edits.putItems.count && edits.putItems[nextPutItem].target.section == target
  }

  /// The next item that comes or moves is here.
  @inlinable
  mutating func put(_ range: (Int) -> Range<Int>, _ newItem: (ItemPath) -> Item) {
    let put = edits.putItems[nextPutItem]
    nextPutItem += 1
    guard let path = put.source else { return items.insert(newItem(put.target)) }
    SectionEdits.check(path.section >= 0 && path.section < sectionCount, path)
    let own = range(path.section)
    SectionEdits.check(path.item >= 0 && path.item < own.count, path)
    items.move(own.lowerBound + path.item..<own.lowerBound + path.item + 1)
  }

  /// Which of the items that are taken are in `section`.
  @inlinable
  func takenItems(of section: Int) -> Range<Int> {
    edits.takenItems.range(ofSection: section)
  }
}
