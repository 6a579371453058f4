import Changesets
import Diffing
import ItemStores
import Testing

/// Lists that begin or end with one item again and again, on each side as often as it pleases.
struct RepeatedItemTests {
  @Test(arguments: [true, false])
  func repeatedItemsAtAnEndMatchAsOftenAsBothHaveThem(isAtTheEnd: Bool) throws {
    var differ = Differ()
    func list(_ first: Int, _ count: Int) -> [Card] {
      let others = (first..<first + 12).map { Card(id: $0) }
      let repeated = Array(repeating: Card(id: 0), count: count)
      return isAtTheEnd ? others + repeated : repeated + others
    }
    for count in 0...20 {
      for newCount in 0...20 {
        let (source, target) = (list(100, count), list(200, newCount))
        let changeset = try differ.changeset(from: source, to: target)
        let found = problem(
          changeset, from: Deck(names: [0], sections: [source]),
          to: Deck(names: [0], sections: [target]))
        #expect(found == nil, "\(count) and \(newCount)")
        let stored = try differ.changeset(
          from: NestedArrayStore(sections: [source]), to: NestedArrayStore(sections: [target]),
          by: RevisionIdentity<Card>.self)
        #expect(stored.movedItems.isEmpty && changeset.movedItems.isEmpty)
        #expect(stored.count == 24 + abs(count - newCount), "\(count) and \(newCount)")
      }
    }
  }
}
