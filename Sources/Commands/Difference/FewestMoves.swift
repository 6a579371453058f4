/// The fewest moves of items and of sections between two collections whose ids all differ, from
/// tables of these ids alone: no differ has a part in it.
package struct FewestMoves: Hashable {
  package private(set) var items = 0
  package let sections: Int

  /// - Complexity: O(*n* log *n*) for *n* items and sections.
  package init<ID: Hashable>(
    from source: [[ID]], sectionIDs sourceIDs: [String], to target: [[ID]],
    sectionIDs targetIDs: [String]
  ) {
    let sectionPlaces = Dictionary(uniqueKeysWithValues: zip(targetIDs, targetIDs.indices))
    let homes = sourceIDs.map { sectionPlaces[$0] }
    let kept = homes.compactMap(\.self)
    sections = kept.count - Self.longestIncreasing(kept)
    var places: [ID: (section: Int, item: Int)] = [:]
    for (section, ids) in target.enumerated() {
      for (item, id) in ids.enumerated() { places[id] = (section, item) }
    }
    for (section, ids) in source.enumerated() {
      var stayed: [Int] = []
      for id in ids {
        guard let place = places[id] else { continue }
        if place.section == homes[section] { stayed.append(place.item) } else { items += 1 }
      }
      items += stayed.count - Self.longestIncreasing(stayed)
    }
  }

  /// The length of the longest run of `values`, others left out, that only grows.
  ///
  /// Source: C. Schensted 1961, doi:10.4153/CJM-1961-015-3.
  static func longestIncreasing(_ values: [Int]) -> Int {
    // The least value that a run of each length ends with.
    var ends: [Int] = []
    for value in values {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] < value { low = middle + 1 } else { high = middle }
      }
      if low == ends.count { ends.append(value) } else { ends[low] = value }
    }
    return ends.count
  }
}
