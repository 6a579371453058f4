import Changesets
import Diffing
import TestSupport
import Testing

/// Every pair of lists up to a length over four identifiers, but for their names: which identifier
/// comes first in the source makes no difference. Where a minute or more is asked for, up to six.
@Test func everyPairOfShortLists() throws {
  #if DEBUG
    let most = 4
  #else
    let most = try StressRun.secondsAskedFor().map { $0 >= 60 } ?? false ? 6 : 5
  #endif
  try comparePairs(upTo: most, going: [], coming: [])
}

/// Compares the same lists among items that are only deleted or inserted: too many to compare every
/// pair, so hashes find the matches.
@Test func everyPairOfShortListsAmongOthers() throws {
  #if DEBUG
    let most = 3
  #else
    let most = 5
  #endif
  try comparePairs(
    upTo: most, going: (10..<19).map { Card(id: $0) }, coming: (20..<29).map { Card(id: $0) })
}

/// Compares all pairs of lists, with items in front of the source that go, and behind the target that
/// come.
private func comparePairs(upTo most: Int, going: [Card], coming: [Card]) throws {
  var differ = Differ()
  for list in lists(upTo: most, over: 4, isNamedInOrder: true) {
    let source = going + list
    let before = Deck(names: [0], sections: [source])
    for other in lists(upTo: most, over: 4, isNamedInOrder: false) {
      let target = other + coming
      let after = Deck(names: [0], sections: [target])
      let changeset = try differ.changeset(from: source, to: target)
      let problem = problem(changeset, from: before, to: after)
      try #require(problem == nil, "\(source) to \(target): \(problem ?? ""), \(changeset)")
    }
  }
}

/// All lists up to a length; of those that differ only in names, the one that names them as they come.
private func lists(upTo most: Int, over names: Int, isNamedInOrder: Bool) -> [[Card]] {
  var all: [[Card]] = []
  func extend(_ list: [Card], named: Int) {
    all.append(list)
    guard list.count < most else { return }
    for id in 0..<(isNamedInOrder ? min(named + 1, names) : names) {
      extend(list + [Card(id: id)], named: max(named, id + 1))
    }
  }
  extend([], named: 0)
  return all
}
