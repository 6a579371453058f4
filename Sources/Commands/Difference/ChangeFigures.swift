import BasicAlgorithms
package import Changesets
import Datasets
import Reports

/// What a changeset does, in numbers, and the fewest moves that would have done.
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
  /// Whether the fewest moves are for the items as the changeset matches them; otherwise ids alone
  /// say it, without a differ.
  package private(set) var countsAsMatched = true

  /// The figures of `changeset` between two files. Where an id stands twice in one of them, which
  /// of its rows are the same item is for the changeset to say, and the fewest moves are for that.
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

  /// The figures of `changeset`, which is also believed in which items are the same.
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
