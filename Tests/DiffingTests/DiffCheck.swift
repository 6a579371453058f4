import Changesets
import Diffing
import ItemStores
import Testing

/// An item that has an identifier, which may come twice, and a state.
struct Card: RevisionedItem, Hashable, CustomStringConvertible {
  var id: Int
  var revision: UInt32 = 0

  var description: String { revision == 0 ? "\(id)" : "\(id).\(revision)" }
}

/// Sections with names, and items in them.
struct Deck: CustomStringConvertible {
  var names: [Int]
  var sections: [[Card]]

  var description: String {
    zip(names, sections).map { "\($0): \($1)" }.joined(separator: ", ")
  }

  func stored<Store: ItemStore>(
    in type: Store.Type
  ) -> SectionedStore<Int, Store> where Store.Item == Card {
    SectionedStore(sectionIDs: names, store: Store(sections: sections))
  }
}

/// Returns what is wrong with a changeset; nil if nothing is.
///
/// It must be legal, lead to the target to the letter, match as many items as can be, move the fewest
/// for its own matching, and name each change of content once.
func problem(_ changeset: Changeset, from source: Deck, to target: Deck) -> String? {
  do throws(ChangesetError) {
    try changeset.validate(
      sectionCountsBefore: source.sections.map(\.count),
      sectionCountsAfter: target.sections.map(\.count))
  } catch {
    return "illegal: \(error)"
  }
  let map = ChangesetMap(changeset)
  let applied = source.sections.applying(
    changeset, newItem: { target.sections[$0.section][$0.item] },
    newSection: { section in
      let own = target.sections[section].indices.filter {
        map.sourceItem(ItemPath(section: section, item: $0)) == nil
      }
      return own.map { target.sections[section][$0] }
    })
  if applied != target.sections { return "leads to \(applied)" }
  return namesProblem(map, source, target) ?? movesProblem(map, source, target)
}

private func namesProblem(_ map: ChangesetMap, _ source: Deck, _ target: Deck) -> String? {
  var pairs: [(Int, Int)] = []
  for section in source.names.indices {
    guard let goal = map.section(section) else { continue }
    if source.names[section] != target.names[goal] { return "section \(section) becomes \(goal)" }
    pairs.append((section, goal))
  }
  let most = commonCount(source.names, target.names)
  if pairs.count != most { return "\(pairs.count) sections stay where \(most) can" }
  let moves = pairs.count - longestIncreasing(pairs.map(\.1))
  return map.changeset.movedSections.count == moves
    ? nil : "\(map.changeset.movedSections.count) sections move where \(moves) must"
}

private func movesProblem(_ map: ChangesetMap, _ source: Deck, _ target: Deck) -> String? {
  var matched = 0
  var moves = 0
  var changed = 0
  for (section, items) in source.sections.enumerated() {
    var places: [Int] = []
    for (index, item) in items.enumerated() {
      let path = ItemPath(section: section, item: index)
      guard let goal = map.item(path) else { continue }
      let other = target.sections[goal.section][goal.item]
      if other.id != item.id { return "\(item) at \(path) becomes \(other) at \(goal)" }
      matched += 1
      if other.revision != item.revision { changed += 1 }
      if map.section(section) == goal.section { places.append(goal.item) } else { moves += 1 }
    }
    moves += places.count - longestIncreasing(places)
  }
  let most = commonCount(source.sections.joined().map(\.id), target.sections.joined().map(\.id))
  let changeset = map.changeset
  if matched != most { return "\(matched) items are matched where \(most) can be" }
  if changeset.movedItems.count != moves {
    return "\(changeset.movedItems.count) items move where \(moves) must"
  }
  let named = changeset.reloadedItems.count + changeset.reconfiguredItems.count
  return named == changed ? nil : "\(named) changes of content are named of \(changed)"
}

/// Returns the number of common values, with multiplicity.
private func commonCount(_ source: [Int], _ target: [Int]) -> Int {
  var left: [Int: Int] = [:]
  for value in source { left[value, default: 0] += 1 }
  var count = 0
  for value in target where left[value, default: 0] > 0 {
    left[value, default: 0] -= 1
    count += 1
  }
  return count
}

/// The length of a longest increasing subsequence, by trying all ends: the obvious way.
func longestIncreasing(_ values: [Int]) -> Int {
  var lengths: [Int] = []
  for (index, value) in values.enumerated() {
    var best = 0
    for before in 0..<index where values[before] < value { best = max(best, lengths[before]) }
    lengths.append(best + 1)
  }
  return lengths.max() ?? 0
}
