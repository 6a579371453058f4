import Changesets
import Reports

/// What a changeset does, in numbers, and the fewest moves that would have done.
struct ChangeFigures: Hashable {
  let deletedItems: Int
  let insertedItems: Int
  let movedItems: Int
  /// The fewest moves for what stays the same item; found without a differ.
  let fewestItemMoves: Int
  let reloadedItems: Int
  /// Items that move and have other content too.
  let reconfiguredItems: Int
  let deletedSections: Int
  let insertedSections: Int
  let movedSections: Int
  let fewestSectionMoves: Int

  init(_ changeset: Changeset, from source: [Int]) {
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
    fewestSectionMoves = places.count - Self.longestIncreasing(places)
    var moves = 0
    for section in source.indices {
      let home = map.section(section)
      var stayed: [Int] = []
      for item in 0..<source[section] {
        guard let place = map.item(ItemPath(section: section, item: item)) else { continue }
        if place.section == home { stayed.append(place.item) } else { moves += 1 }
      }
      moves += stayed.count - Self.longestIncreasing(stayed)
    }
    fewestItemMoves = moves
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

extension ChangeFigures {
  /// The figures as a table, a kind of change a line.
  var table: String {
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
    return lines.joined(separator: "\n") + "\n"
  }
}
