public import Changesets

extension SectionStarts {
  /// Notes that `section` has `amount` items more, or fewer where it is negative. O(sections behind
  /// it); amortised, no more than that for the hints.
  @inlinable
  public mutating func grow(_ section: Int, by amount: Int) {
    checkLimit(itemCount + amount)
    places[section].grow(by: amount)
    shiftStarts(after: section, through: sectionCount, by: amount)
    addDrift(abs(amount))
  }

  /// Notes that each path's section has one item more (`amount` 1) or fewer (-1).
  ///
  /// - Parameters:
  ///   - paths: Ascending.
  ///   - amount: 1 or -1.
  /// - Complexity: O(paths + sections).
  @inlinable
  public mutating func grow(bySorted paths: [ItemPath], _ amount: Int) {
    checkLimit(itemCount + paths.count * amount)
    var seen = 0
    while seen < paths.count {
      let section = paths[seen].section
      let first = seen
      while seen < paths.count && paths[seen].section == section { seen += 1 }
      let next = seen < paths.count ? paths[seen].section : sectionCount
      places[section].grow(by: (seen - first) * amount)
      shiftStarts(after: section, through: next, by: seen * amount)
    }
    addDrift(paths.count)
  }

  /// Notes that an item moved from section `source` to section `target`. O(sections between them).
  @inlinable
  public mutating func moveItem(from source: Int, to target: Int) {
    places[source].grow(by: -1)
    places[target].grow(by: 1)
    shiftStarts(after: source, through: target, by: -1)
    shiftStarts(after: target, through: source, by: 1)
    addDrift(1)
  }

  /// Notes a new section of `count` items at position `section`. O(sections behind it).
  @inlinable
  public mutating func insert(_ count: Int, at section: Int) {
    checkLimit(itemCount + count)
    places.insert(SectionPlace(start: start(of: section), count: count), at: section)
    shiftStarts(after: section, through: sectionCount, by: count)
    addDrift(count + 1)
  }

  /// Notes that `section` is gone. O(sections behind it).
  @inlinable
  public mutating func remove(at section: Int) {
    let count = places.remove(at: section).count
    shiftStarts(after: section - 1, through: sectionCount, by: -count)
    addDrift(count + 1)
  }

  /// Notes that section `source` moved to position `target`, as it is once the section is out.
  /// O(sections behind the first of the two).
  @inlinable
  public mutating func move(from source: Int, to target: Int) {
    let count = count(of: source)
    remove(at: source)
    insert(count, at: target)
  }

  /// Notes new sections of `counts` items that end up at positions `sections`.
  ///
  /// - Parameters:
  ///   - counts: As many as there are sections.
  ///   - sections: Strictly ascending, as they are after all insertions.
  /// - Complexity: O(sections in all); one allocation.
  @inlinable
  public mutating func insert(_ counts: [Int], atSorted sections: [Int]) {
    var edited = SectionStarts()
    edited.places.reserveCapacity(places.count + sections.count)
    var inserted = 0
    for section in 0..<sectionCount + sections.count {
      if inserted < sections.count && sections[inserted] == section {
        edited.append(counts[inserted])
        inserted += 1
      } else {
        edited.append(count(of: section - inserted))
      }
    }
    let added = edited.itemCount - itemCount
    places = edited.places
    addDrift(added + sections.count)
  }

  /// Notes that `sections`, strictly ascending, are gone. O(sections); one allocation.
  @inlinable
  public mutating func remove(atSorted sections: [Int]) {
    var edited = SectionStarts()
    edited.places.reserveCapacity(places.count - sections.count)
    var removed = 0
    for section in 0..<sectionCount {
      if removed < sections.count && sections[removed] == section {
        removed += 1
      } else {
        edited.append(count(of: section))
      }
    }
    let taken = itemCount - edited.itemCount
    places = edited.places
    addDrift(taken + sections.count)
  }

  /// Makes the sections' counts what `counts` says.
  ///
  /// - Parameters:
  ///   - counts: Runs of sections before, and new counts.
  ///   - edits: How many items and sections have come or gone.
  /// - Complexity: O(sections behind the first that is new or moves); one allocation.
  @inlinable
  mutating func apply(_ counts: CopyRuns<Int>, edits: Int) {
    // The sections in front of the first edit stay as they are.
    let hasHead = counts.runs.first.map { $0.origin == .kept && $0.start == 0 } ?? false
    let first = hasHead ? counts.runs[0].count : 0
    var edited = ContiguousArray<SectionPlace>()
    edited.reserveCapacity(counts.count - first + 1)
    var start = start(of: first)
    func append(_ count: Int) {
      edited.append(SectionPlace(start: start, count: count))
      start += count
    }
    for run in counts.runs.dropFirst(hasHead ? 1 : 0) {
      if case .new(let number) = run.origin {
        for count in counts.new[number][run.start..<run.end] { append(count) }
      } else {
        for section in run.start..<run.end { append(count(of: section)) }
      }
    }
    checkLimit(start)
    append(0)
    places.replaceSubrange(first..., with: edited)
    addDrift(edits)
  }
}
