import BasicAlgorithms

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
    sections = kept.count - kept.longestIncreasingSubsequenceCount()
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
      items += stayed.count - stayed.longestIncreasingSubsequenceCount()
    }
  }
}
