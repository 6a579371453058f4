import Changesets
import Datasets
import Foundation
import TestSupport
import Testing

import Commands

/// The fewest moves that `diff` reports, compared with trying everything.
@Suite struct ChangeFiguresTests {
  @Test func theFewestMovesOfEveryOrder() {
    for count in 0...6 {
      for target in permutations(count) {
        // Every item moves, whether it must or not.
        let moves = target.enumerated().map { place, item in
          Changeset.Move(
            from: ItemPath(section: 0, item: item), to: ItemPath(section: 0, item: place))
        }
        let figures = ChangeFigures(Changeset(movedItems: moves), from: [count])
        let longest = (0..<(1 << count)).reduce(0) { best, subset in
          let chosen = target.indices.filter { subset >> $0 & 1 == 1 }.map { target[$0] }
          let isAscending = zip(chosen, chosen.dropFirst()).allSatisfy(<)
          return isAscending ? max(best, chosen.count) : best
        }
        #expect(figures.fewestItemMoves == count - longest, "\(target)")
        #expect(figures.movedItems == count)
        let fewest = FewestMoves(
          from: [Array(0..<count)], sectionIDs: ["A"], to: [target], sectionIDs: ["A"])
        #expect(fewest.items == count - longest && fewest.sections == 0, "\(target)")
        let names = (0..<count).map { "\($0)" }
        let sections = FewestMoves(
          from: names.map { [$0] }, sectionIDs: names, to: target.map { ["\($0)"] },
          sectionIDs: target.map { "\($0)" })
        #expect(sections.sections == count - longest && sections.items == 0, "\(target)")
      }
    }
  }

  @Test func whatCrossesSectionsMoves() {
    // Two sections change places, and an item of one crosses.
    let changeset = Changeset(
      movedSections: [Changeset.Move(from: 0, to: 1)],
      movedItems: [
        Changeset.Move(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 0, item: 0))
      ])
    let figures = ChangeFigures(changeset, from: [2, 3])
    #expect(figures.fewestItemMoves == 1 && figures.fewestSectionMoves == 1)
    let fewest = FewestMoves(
      from: [[1, 2], [3, 4, 5]], sectionIDs: ["A", "B"], to: [[2, 3, 4, 5], [1]],
      sectionIDs: ["B", "A"])
    #expect(fewest.items == 1 && fewest.sections == 1)
  }

  /// What crosses sections moves, also where these come or go; an item that comes or goes does not.
  @Test func sectionsThatComeAndGoHoldItemsThatMove() {
    let fewest = FewestMoves(
      from: [[1, 2, 9], [3, 4]], sectionIDs: ["gone", "kept"], to: [[3, 1], [4, 2, 8]],
      sectionIDs: ["kept", "new"])
    #expect(fewest.items == 3 && fewest.sections == 0)
  }

  /// A changeset that takes no item for the same as another has no say in what is fewest.
  @Test func idsSayWhatIsFewest() throws {
    try inTemporaryDirectory { directory in
      func snapshot(_ ids: [String], _ name: String) throws -> CSVSnapshot {
        let rows = ids.map { "A,\($0)\n" }.joined()
        let path = "\(directory)/\(name).csv"
        try Data(("section,id\n" + rows).utf8).write(to: URL(filePath: path))
        return try CSVSnapshot(path: path, columns: CSVSnapshotColumns())
      }
      let paths = (0..<3).map { ItemPath(section: 0, item: $0) }
      let replacing = Changeset(deletedItems: paths, insertedItems: paths)
      let before = try snapshot(["1", "2", "3"], "before")
      let after = try snapshot(["3", "1", "2"], "after")
      let figures = ChangeFigures(replacing, of: SnapshotPair(before: before, after: after))
      #expect(figures.fewestItemMoves == 1 && figures.movedItems == 0)
      #expect(!figures.countsAsMatched && !figures.table.contains("matched"))
      let twice = try snapshot(["3", "1", "1"], "twice")
      let matched = ChangeFigures(replacing, of: SnapshotPair(before: before, after: twice))
      #expect(matched.fewestItemMoves == 0 && matched.countsAsMatched)
      #expect(matched.table.contains("the fewest moves are for rows as they were matched"))
    }
  }
}
