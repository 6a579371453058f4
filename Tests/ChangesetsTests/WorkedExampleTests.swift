import Changesets
import Testing

/// The worked examples of the rules, and the updates that are known to go wrong elsewhere.
struct WorkedExampleTests {
  static let examples: [Example] = [
    Example(
      "insert before what moves", [["A", "B", "C"]],
      Changeset(insertedItems: [at(0, 0)], movedItems: [move(at(0, 0), at(0, 2))]),
      [["*", "B", "A", "C"]]),
    Example(
      "delete before what moves", [["A", "B", "C"]],
      Changeset(deletedItems: [at(0, 0)], movedItems: [move(at(0, 2), at(0, 0))]),
      [["C", "B"]]),
    Example(
      "exchange the ends", [["A", "B", "C", "D"]],
      Changeset(movedItems: [move(at(0, 0), at(0, 3)), move(at(0, 3), at(0, 0))]),
      [["D", "B", "C", "A"]]),
    Example(
      "move a section", [["A", "B"], ["C", "D"]],
      Changeset(movedSections: [move(0, 1)]),
      [["C", "D"], ["A", "B"]]),
    Example(
      "insert a section before edited items", [["A", "B"]],
      Changeset(
        insertedSections: [0], deletedItems: [at(0, 1)], insertedItems: [at(1, 0)]),
      [[], ["*", "A"]]),
    Example(
      "delete a section", [["A", "B"], ["C", "D"]],
      Changeset(deletedSections: [0]),
      [["C", "D"]]),
    Example(
      "reload among moves", [["A", "B", "C", "D"]],
      Changeset(
        deletedItems: [at(0, 1)],
        movedItems: [move(at(0, 0), at(0, 1)), move(at(0, 3), at(0, 0))],
        reloadedItems: [at(0, 2)]),
      [["D", "A", "*"]]),
    Example(
      "reload among moves, of sections", [["A"], ["B"], ["C"], ["D"], ["E"]],
      Changeset(
        deletedSections: [4], insertedSections: [2], movedSections: [move(2, 4)],
        reloadedSections: [3]),
      [["A"], ["B"], [], [], ["C"]]),
    Example(
      "delete the last item of a section", [["A"], ["B"]],
      Changeset(deletedItems: [at(1, 0)]), [["A"], []]),
    Example("delete the last section", [["A"]], Changeset(deletedSections: [0]), []),
    Example("insert the first section", [], Changeset(insertedSections: [0]), [[]]),
    Example(
      "insert into an empty section", [[], ["A"]],
      Changeset(insertedItems: [at(0, 0)]), [["*"], ["A"]]),
    Example(
      "move out of a deleted section", [["A", "B"], ["C"]],
      Changeset(deletedSections: [0], movedItems: [move(at(0, 1), at(0, 0))]), [["B", "C"]]),
    Example(
      "move into an inserted section", [["A", "B"]],
      Changeset(insertedSections: [0], movedItems: [move(at(0, 0), at(0, 0))]), [["A"], ["B"]]),
    Example(
      "move a section and items within it", [["A", "B", "C"], ["D"]],
      Changeset(
        movedSections: [move(0, 1)], deletedItems: [at(0, 2)], insertedItems: [at(1, 0)],
        movedItems: [move(at(0, 0), at(1, 2))]),
      [["D"], ["*", "B", "A"]]),
    Example(
      "move a section to itself and an item out", [["A"], ["B", "C"]],
      Changeset(movedSections: [move(1, 1)], movedItems: [move(at(1, 0), at(0, 0))]),
      [["B", "A"], ["C"]]),
    Example(
      "move an item to where it would be", [["A", "B", "C"]],
      Changeset(deletedItems: [at(0, 0)], movedItems: [move(at(0, 1), at(0, 0))]),
      [["B", "C"]]),
    Example("reload an empty section", [[]], Changeset(reloadedSections: [0]), [[]]),
  ]

  @Test(arguments: examples)
  func itemsAreWhereTheyShouldBe(_ example: Example) throws {
    let (before, changeset, after) = (example.before, example.changeset, example.after)
    let found = before.applying(changeset, newItem: { _ in "*" }, newSection: { _ in [] })
    #expect(found == after)
    try changeset.validate(
      sectionCountsBefore: before.map(\.count), sectionCountsAfter: after.map(\.count))
    #expect(changeset.sectionCounts(after: before.map(\.count)) == after.map(\.count))

    let map = ChangesetMap(changeset)
    for path in paths(of: before) {
      let item = before[path.section][path.item]
      let place = paths(of: after).first { after[$0.section][$0.item] == item }
      guard !changeset.reloadedItems.contains(path) else {
        let target = try #require(map.item(path))
        #expect(after[target.section][target.item] == "*" && map.isReloaded(path))
        continue
      }
      #expect(map.item(path) == place, "\(path)")
      #expect(!map.isReloaded(path))
    }
  }

  @Test func aReloadIsAtItsMovedPlace() {
    let items = ChangesetMap(Self.examples[6].changeset)
    #expect(items.item(at(0, 2)) == at(0, 2))
    #expect(items.sourceItem(at(0, 2)) == at(0, 2))
    let sections = ChangesetMap(Self.examples[7].changeset)
    #expect((0..<5).map { sections.section($0) } == [0, 1, 4, 3, nil])
    #expect((0..<5).map { sections.sourceSection($0) } == [0, 1, nil, 3, 2])
    #expect((0..<5).map { sections.isReloaded($0) } == [false, false, false, true, false])
    #expect(sections.element([3, 0]) == nil)
    #expect(sections.element([2, 5, 6]) == [4, 5, 6])
    #expect(sections.sourceElement([4, 5, 6]) == [2, 5, 6])
    #expect(sections.sourceElement([2]) == nil)
  }

  @Test func operationsInAnyOrderAreOneChangeset() {
    let moves = [move(at(0, 3), at(0, 0)), move(at(0, 0), at(0, 3))]
    let one = Changeset(
      deletedSections: [2, 1], movedItems: moves, reloadedItems: [at(5, 1), at(3, 0), at(5, 1)])
    let other = Changeset(
      deletedSections: [1, 2], movedItems: moves.reversed(), reloadedItems: [at(3, 0), at(5, 1)])
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(one.deletedSections == [1, 2])
    #expect(one.reloadedItems == [at(3, 0), at(5, 1)])
    #expect(one.count == 6)
    #expect(!one.isEmpty)
    #expect(Changeset().isEmpty)
    for example in Self.examples { #expect(!example.changeset.isEmpty) }
  }
}

/// An update with sections of letters before and after; `*` is fresh.
struct Example: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let before: [[String]]
  let changeset: Changeset
  let after: [[String]]

  init(_ name: String, _ before: [[String]], _ changeset: Changeset, _ after: [[String]]) {
    testDescription = name
    self.before = before
    self.changeset = changeset
    self.after = after
  }
}

func at(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }

func move<Place>(_ source: Place, _ target: Place) -> Changeset.Move<Place> {
  Changeset.Move(from: source, to: target)
}

/// The paths of all items, ascending.
func paths<Item>(of sections: [[Item]]) -> [ItemPath] {
  sections.indices.flatMap { section in sections[section].indices.map { at(section, $0) } }
}
