import BasicAlgorithms
import Changesets
import Testing

/// What lenient collection views read into an update that contradicts itself (b.5).
struct RepairTests {
  @Test func aRepairKeepsOneOfTwoContradictions() {
    let contradictory = Changeset(
      deletedItems: [at(0, 0), at(0, 0), at(0, 1)],
      insertedItems: [at(0, 0), at(0, 0), at(1, 0)],
      movedItems: [
        move(at(0, 1), at(0, 4)), move(at(0, 2), at(1, 0)), move(at(0, 2), at(1, 1)),
        move(at(0, 3), at(1, 0)),
      ],
      reloadedItems: [at(0, 0)])
    #expect(
      contradictory.repaired()
        == Changeset(
          deletedItems: [at(0, 0), at(0, 1)], insertedItems: [at(0, 0), at(0, 1), at(0, 4)],
          movedItems: [move(at(0, 2), at(1, 0))]))
  }

  @Test func whatMovesAndIsReloadedIsReconfigured() {
    let contradictory = Changeset(
      movedItems: [move(at(0, 0), at(0, 1))], reloadedItems: [at(0, 0), at(0, 2)],
      reconfiguredItems: [at(0, 3)])
    #expect(
      contradictory.repaired()
        == Changeset(
          movedItems: [move(at(0, 0), at(0, 1))], reloadedItems: [at(0, 2)],
          reconfiguredItems: [at(0, 0), at(0, 3)]))
  }

  @Test func aSectionThatMovesAndIsReloadedGoesAndComes() {
    let contradictory = Changeset(
      movedSections: [.init(from: 0, to: 2), .init(from: 4, to: 0)], reloadedSections: [0, 1])
    #expect(
      contradictory.repaired()
        == Changeset(
          deletedSections: [0], insertedSections: [2], movedSections: [.init(from: 4, to: 0)],
          reloadedSections: [1]))
  }

  @Test func whatComesIntoOrMovesOutOfAReloadedSectionIsLeftOut() {
    let contradictory = Changeset(
      reloadedSections: [1], insertedItems: [at(0, 3), at(1, 3)],
      movedItems: [
        move(at(0, 0), at(1, 0)), move(at(0, 1), at(0, 2)), move(at(1, 0), at(0, 0)),
        move(at(1, 1), at(1, 2)),
      ])
    #expect(
      contradictory.repaired()
        == Changeset(
          reloadedSections: [1], insertedItems: [at(0, 3)],
          movedItems: [move(at(0, 1), at(0, 2))]))
  }

  @Test func aSectionThatMovesAndIsDeletedIsDeletedAlone() {
    let contradictory = Changeset(
      deletedSections: [0, 3], movedSections: [.init(from: 3, to: 1), .init(from: 2, to: 0)])
    #expect(
      contradictory.repaired()
        == Changeset(deletedSections: [0, 3], movedSections: [.init(from: 2, to: 0)]))
  }

  @Test func aSecondInsertGoesToTheNextFreePlace() {
    let contradictory = Changeset(
      insertedItems: [at(0, 5), at(0, 5), at(0, 5)],
      movedItems: [move(at(0, 0), at(0, 6)), move(at(0, 1), at(0, 8))])
    #expect(
      contradictory.repaired()
        == Changeset(
          insertedItems: [at(0, 5), at(0, 7), at(0, 9)],
          movedItems: [move(at(0, 0), at(0, 6)), move(at(0, 1), at(0, 8))]))
  }

  @Test func aSecondInsertOfASectionGoesToTheNextFreePlace() {
    let contradictory = Changeset(
      insertedSections: [1, 1, 1], movedSections: [.init(from: 0, to: 2)])
    #expect(
      contradictory.repaired()
        == Changeset(insertedSections: [1, 3, 4], movedSections: [.init(from: 0, to: 2)]))
  }

  @Test func itemsThatDoNotExistAreNotReconfigured() {
    let update = Changeset(
      insertedItems: [at(0, 0)], reconfiguredItems: [at(0, 0), at(1, 5), at(2, 0)])
    #expect(update.reconfiguring { _ in true } == update)
    #expect(
      update.reconfiguring { $0.section < 2 && $0.item < 5 }
        == Changeset(insertedItems: [at(0, 0)], reconfiguredItems: [at(0, 0)]))
  }

  @Test func anItemThatIsReloadedCanBeReconfiguredInstead() {
    let update = Changeset(
      reloadedItems: [at(0, 0), at(0, 2)], reconfiguredItems: [at(0, 1), at(0, 2)])
    #expect(
      update.refilling(at(0, 2))
        == Changeset(reloadedItems: [at(0, 0)], reconfiguredItems: [at(0, 1), at(0, 2)]))
    #expect(
      update.refilling(at(0, 0))
        == Changeset(
          reloadedItems: [at(0, 2)], reconfiguredItems: [at(0, 0), at(0, 1), at(0, 2)]))
    #expect(update.refilling(at(0, 3)) == update)
  }

  @Test func reconfigurationsStay() {
    let plain = Changeset(deletedItems: [at(0, 1)], reconfiguredItems: [at(0, 0), at(0, 1)])
    #expect(plain.repaired() == plain)
    let reloading = Changeset(
      reloadedSections: [0], insertedItems: [at(0, 0)], reconfiguredItems: [at(1, 0)])
    #expect(
      reloading.repaired() == Changeset(reloadedSections: [0], reconfiguredItems: [at(1, 0)]))
  }

  /// A legal update contradicts nothing.
  @Test func legalUpdatesAreLeftAlone() {
    var generator = BatchGenerator(seed: 7)
    for number in 0..<10_000 {
      let changeset = generator.next().changeset
      if changeset.repaired() != changeset { Issue.record("batch \(number): \(changeset)") }
    }
  }
}
