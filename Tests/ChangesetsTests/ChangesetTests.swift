import Changesets
import TestSupport
import Testing

/// The operations of a changeset as values: their number and their order.
struct ChangesetTests {
  /// One operation of each kind; four are on sections.
  static let kinds = [
    Changeset(deletedSections: [1]),
    Changeset(insertedSections: [2]),
    Changeset(movedSections: [move(3, 4)]),
    Changeset(reloadedSections: [5]),
    Changeset(deletedItems: [at(6, 0)]),
    Changeset(insertedItems: [at(6, 1)]),
    Changeset(movedItems: [move(at(6, 2), at(6, 3))]),
    Changeset(reloadedItems: [at(6, 4)]),
    Changeset(reconfiguredItems: [at(6, 5)]),
  ]

  @Test func everyOperationCountsOnce() {
    for (first, kind) in Self.kinds.enumerated() {
      #expect(kind.count == 1 && !kind.isEmpty, "\(kind)")
      #expect(kind.changesSections == (first < 4), "\(kind)")
      for other in Self.kinds[(first + 1)...] { #expect((kind + other).count == 2, "\(other)") }
    }
    let all = Self.kinds.reduce(Changeset(), +)
    #expect(all.count == 9 && all.changesSections)
    #expect(Changeset().isEmpty && !Changeset().changesSections)
  }

  @Test func movesAreOrderedBySourceThenTarget() {
    let moves = (0..<9).map { (place: $0, move: move($0 / 3, $0 % 3)) }
    for left in moves {
      for right in moves {
        #expect((left.move < right.move) == (left.place < right.place), "\(left), \(right)")
      }
    }
  }
}
