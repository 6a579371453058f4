import BasicAlgorithms
package import Changesets
import Datasets
import Reports

/// The numbers of operations in a changeset, and the fewest moves that suffice.
package struct ChangeFigures: Hashable {
  let deletedItems: Int
  let insertedItems: Int
  package let movedItems: Int
  /// The fewest moves for the items that both sides have.
  package private(set) var fewestItemMoves: Int
  let reloadedItems: Int
  /// Items that move and have other content too.
  let reconfiguredItems: Int
  let deletedSections: Int
  let insertedSections: Int
  let movedSections: Int
  package private(set) var fewestSectionMoves: Int
  /// A Boolean value that indicates whether the fewest moves are for the items as the changeset
  /// matches them. Otherwise they follow from the ids alone, without a differ.
  package private(set) var countsAsMatched = true

  /// Counts `changeset` between two files.
  ///
  /// If an id occurs twice in a file, the changeset decides which rows are the same item, and the
  /// fewest moves are for that matching.
  package init(_ changeset: Changeset, of pair: SnapshotPair) {
    self.init(changeset, from: pair.before.sections.map(\.count))
    guard pair.before.repeats.isEmpty, pair.after.repeats.isEmpty else { return }
    let fewest = FewestMoves(
      from: pair.before.sections.map { $0.map(\.id) }, sectionIDs: pair.before.sectionIDs,
      to: pair.after.sections.map { $0.map(\.id) }, sectionIDs: pair.after.sectionIDs)
    fewestItemMoves = fewest.items
    fewestSectionMoves = fewest.sections
    countsAsMatched = false
  }

  /// Counts `changeset`, and takes its word for which items are the same.
  package init(_ changeset: Changeset, from source: [Int]) {
    deletedItems = changeset.deletedItems.count
    insertedItems = changeset.insertedItems.count
    movedItems = changeset.movedItems.count
    reloadedItems = changeset.reloadedItems.count
    reconfiguredItems = changeset.reconfiguredItems.count
    deletedSections = changeset.deletedSections.count
    insertedSections = changeset.insertedSections.count
    movedSections = changeset.movedSections.count
    let map = ChangesetMap(changeset)
    let places = source.indices.compactMap { map.section($0) }
    fewestSectionMoves = places.count - places.longestIncreasingSubsequenceCount()
    var moves = 0
    for section in source.indices {
      let home = map.section(section)
      var stayed: [Int] = []
      for item in 0..<source[section] {
        guard let place = map.item(ItemPath(section: section, item: item)) else { continue }
        if place.section == home { stayed.append(place.item) } else { moves += 1 }
      }
      moves += stayed.count - stayed.longestIncreasingSubsequenceCount()
    }
    fewestItemMoves = moves
  }
}

extension ChangeFigures {
  /// The figures as a table, a kind of change a line.
  package var table: String {
    let rows: [(String, Int, Int?)] = [
      ("deleted", deletedItems, deletedSections), ("inserted", insertedItems, insertedSections),
      ("moved", movedItems, movedSections),
      ("fewest moves", fewestItemMoves, fewestSectionMoves),
      ("reloaded", reloadedItems, nil), ("moved and changed", reconfiguredItems, nil),
    ]
    func line(_ name: String, _ items: String, _ sections: String) -> String {
      func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
      }
      let padding = String(repeating: " ", count: max(0, 17 - name.count))
      return name + padding + right(items, 12) + right(sections, 10)
    }
    var lines = [line("", "items", "sections")]
    lines += rows.map { line($0, DisplayFormat.grouped($1), $2.map(DisplayFormat.grouped) ?? "–") }
    if deletedSections + insertedSections > 0 {
      lines.append("Items that go or come with their section are not counted.")
    }
    if countsAsMatched {
      lines.append("Ids stand more than once: the fewest moves are for rows as they were matched.")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The fewest moves of items and of sections between two collections of distinct ids.
///
/// It is computed from tables of the ids, independently of any differ.
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
