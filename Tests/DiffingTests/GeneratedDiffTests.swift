import Changesets
import Diffing
import ItemStores
import TestSupport
import Testing

/// Generated collections and their later states: what is found must lead from one to the other, with
/// the fewest moves (`problem(_:from:to:)` has the rules).
struct GeneratedDiffTests {
  /// As many pairs follow from one seed.
  private static let rounds = 50

  /// Calls `check` with generators of seed after seed, `rounds` times each, and one differ.
  private func run(
    _ name: String, share: Double, rounds: Int = Self.rounds, of pairs: String,
    _ check: (inout DeckGenerator, inout Differ) throws -> Void
  ) throws {
    var run = try StressRun(
      name, filter: "GeneratedDiffTests", usualSeconds: 1, share: share)
    var differ = Differ()
    run.forEachSeed { seed in
      var generator = DeckGenerator(seed: seed)
      for _ in 0..<rounds { try check(&generator, &differ) }
    }
    run.summarize("\(run.sequences * rounds) pairs of \(pairs)")
  }

  @Test func decksInEveryStoreGiveOneResult() throws {
    try run("differences of decks", share: 0.3, of: "decks") { generator, differ in
      let (source, target) = generator.pair()
      let changesets = try [
        differ.changeset(
          from: source.stored(in: NestedArrayStore<Card>.self),
          to: target.stored(in: NestedArrayStore<Card>.self)),
        differ.changeset(
          from: source.stored(in: FlatIndexedStore<Card>.self),
          to: target.stored(in: FlatIndexedStore<Card>.self)),
        differ.changeset(
          from: source.stored(in: BTreeStore<Card>.self),
          to: target.stored(in: BTreeStore<Card>.self)),
      ]
      let context = "\(source) to \(target)"
      let problem = problem(changesets[0], from: source, to: target)
      try #require(problem == nil, "\(problem ?? ""): \(context)")
      try #require(changesets[1] == changesets[0], "flat and nested differ: \(context)")
      try #require(changesets[2] == changesets[0], "B-tree and nested differ: \(context)")
    }
  }

  /// Long lists with blocks that come, go and move, where sampling finds the way.
  @Test func longListsWithMovedBlocksReachTheTarget() throws {
    try run("differences of long lists", share: 0.1, rounds: 1, of: "lists") { generator, differ in
      let (source, target) = generator.longPair()
      let changeset = try differ.changeset(from: source, to: target)
      let problem = problem(
        changeset, from: Deck(names: [0], sections: [source]),
        to: Deck(names: [0], sections: [target]))
      try #require(problem == nil, "\(problem ?? "")")
    }
  }

  /// Lists with many edits at random places, items that move a few places, and blocks that pass each
  /// other: which items and runs stay is then hard to tell.
  @Test func listsWithScatteredEditsHaveTheFewestMoves() throws {
    try run("differences of scattered edits", share: 0.2, rounds: 4, of: "lists") {
      generator, differ in
      let (source, target) = generator.scatteredPair()
      let changeset = try differ.changeset(from: source, to: target)
      let problem = problem(
        changeset, from: Deck(names: [0], sections: [source]),
        to: Deck(names: [0], sections: [target]))
      try #require(problem == nil, "\(problem ?? ""): \(source) to \(target)")
    }
  }

  /// States of one tree, of which only what they do not share in memory is looked at.
  @Test func statesOfOneTreeReachTheTarget() throws {
    try run("differences of states", share: 0.2, of: "states") { generator, differ in
      let capacity = generator.number(below: 5) + 2
      var store = BTreeStore<Card>(chunkCapacity: capacity, nodeCapacity: 2 + capacity % 3)
      for section in generator.deck().sections {
        store.insertSection(section, at: store.sectionCount)
      }
      let before = store
      generator.edit(&store)
      let (source, target) = (Deck(before), Deck(store))
      let changeset = try differ.changeset(from: before, to: store, by: RevisionIdentity<Card>.self)
      let problem = problem(changeset, from: source, to: target)
      try #require(problem == nil, "\(problem ?? ""): \(source) to \(target)")
    }
  }
}

extension Deck {
  /// Returns the content of a store, with sections identified by their indexes.
  init(_ store: BTreeStore<Card>) {
    names = Array(0..<store.sectionCount)
    sections = names.map { section in
      (0..<store.itemCount(inSection: section)).map {
        store[ItemPath(section: section, item: $0)]
      }
    }
  }
}

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
@Test func everyPairOfShortListsAmongOthersHasTheFewestMoves() throws {
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
