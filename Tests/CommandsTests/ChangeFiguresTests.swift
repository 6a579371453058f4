import Changesets
import Testing

@testable import Commands

/// The fewest moves that `diff` tells of, held against trying everything.
@Suite struct ChangeFiguresTests {
  private func permutations(_ count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return permutations(count - 1).flatMap { shorter in
      (0...shorter.count).map { place in
        var longer = shorter
        longer.insert(count - 1, at: place)
        return longer
      }
    }
  }

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
  }
}
