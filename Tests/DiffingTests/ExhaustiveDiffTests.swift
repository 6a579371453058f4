import Changesets
import Diffing
import Testing

/// Every pair of lists up to a length over four identifiers, but for their names: which identifier
/// comes first in the source makes no difference.
@Test func everyPairOfShortLists() throws {
  #if DEBUG
    let most = 4
  #else
    let most = 6
  #endif
  var differ = Differ()
  for source in lists(upTo: most, over: 4, isNamedInOrder: true) {
    let before = Deck(names: [0], sections: [source])
    for target in lists(upTo: most, over: 4, isNamedInOrder: false) {
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
