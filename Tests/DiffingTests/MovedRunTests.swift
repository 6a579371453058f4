import Changesets
import Diffing
import ItemStores
import Testing

/// Runs that move as a whole, since more items have passed them one by one.
struct MovedRunTests {
  /// Returns the items with new ones between them, so that no two stay side by side.
  private func scattered(_ items: [Card]) -> [Card] {
    items.flatMap { [$0, Card(id: 10_000 + $0.id)] }
  }

  /// Two runs move, and what changed in them is reconfigured; what changed in the runs behind them is
  /// reloaded. In front is a section that grows.
  @Test func movedRunsHaveThePathsOfTheirSection() throws {
    func cards(_ first: Int, _ count: Int) -> [Card] {
      (first..<(first + count)).map { Card(id: $0) }
    }
    var runs = [100, 300, 500, 700].map { cards($0, 90) }
    let passing = [cards(1_000, 200), cards(2_000, 200)]
    let source = passing[0] + runs[0] + runs[1] + passing[1] + runs[2] + runs[3]
    runs[0][3].revision = 1
    runs[0][89].revision = 1
    runs[1][0].revision = 1
    runs[2][0].revision = 1
    runs[3][5].revision = 1
    let parts = [
      runs[0], scattered(passing[0]), runs[1], runs[2], scattered(passing[1]), runs[3],
    ]
    let target = Array(parts.joined())
    var differ = Differ()
    let changeset = try differ.changeset(
      from: NestedArrayStore(sections: [cards(1, 3), source]),
      to: NestedArrayStore(sections: [cards(1, 4), target]), by: RevisionIdentity<Card>.self)
    func path(_ id: Int, in list: [Card]) throws -> ItemPath {
      ItemPath(section: 1, item: try #require(list.firstIndex { $0.id == id }))
    }
    #expect(
      try changeset.movedItems
        == (Array(100..<190) + (500..<590)).map {
          Changeset.Move(from: try path($0, in: source), to: try path($0, in: target))
        })
    #expect(try changeset.reconfiguredItems == [103, 189, 500].map { try path($0, in: source) })
    #expect(try changeset.reloadedItems == [300, 705].map { try path($0, in: source) })
    #expect(changeset.deletedItems.isEmpty)
    #expect(changeset.insertedItems.count == 401)
  }
}
