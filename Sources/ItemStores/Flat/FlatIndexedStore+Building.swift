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

  /// How many items to make room for when the first `sections.seen` of `sections.all` need `needed`.
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
