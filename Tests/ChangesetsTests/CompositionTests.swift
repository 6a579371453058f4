import BasicAlgorithms
import Changesets
import Testing

/// Updates one after the other, and back again.
struct CompositionTests {
  @Test func deletesAndInsertsMeet() {
    let inserts = Changeset(insertedItems: [at(0, 0), at(0, 3)])
    let deletes = Changeset(deletedItems: [at(0, 0), at(0, 1)])
    #expect(
      inserts.followed(by: deletes)
        == Changeset(deletedItems: [at(0, 0)], insertedItems: [at(0, 1)]))
    #expect(inserts.followed(by: inserts.inverted).isEmpty)
  }

  @Test func movesThatCancelAreLeftOut() {
    let moves = Changeset(
      movedSections: [move(2, 0)], movedItems: [move(at(0, 0), at(1, 2)), move(at(0, 2), at(1, 0))])
    #expect(moves.followed(by: moves.inverted).isEmpty)
    let reversal = Changeset(movedItems: [move(at(0, 0), at(0, 2)), move(at(0, 1), at(0, 1))])
    let half = Changeset(movedItems: [move(at(0, 2), at(0, 0))])
    #expect(reversal.followed(by: half) == Changeset(movedItems: [move(at(0, 1), at(0, 2))]))
  }

  @Test func itemsOfSectionsThatGoOrComeAreLeftOut() {
    let deletesSection = Changeset(deletedSections: [0])
    #expect(Changeset(deletedItems: [at(0, 1)]).followed(by: deletesSection) == deletesSection)
    let insertsSection = Changeset(insertedSections: [0])
    #expect(insertsSection.followed(by: Changeset(insertedItems: [at(0, 1)])) == insertsSection)
  }

  @Test func aReloadOfWhatMovesIsAReconfiguration() {
    let moves = Changeset(movedItems: [move(at(0, 2), at(0, 0))])
    let reload = Changeset(reloadedItems: [at(0, 0), at(0, 1)])
    #expect(
      moves.followed(by: reload)
        == Changeset(
          movedItems: [move(at(0, 2), at(0, 0))], reloadedItems: [at(0, 0)],
          reconfiguredItems: [at(0, 2)]))
    // Back where it was, nothing moves.
    #expect(
      moves.followed(by: reload).followed(by: moves.inverted)
        == Changeset(reloadedItems: [at(0, 0)], reconfiguredItems: [at(0, 2)]))
  }

  @Test func aReloadedSectionThatItemsLeaveIsDeletedAndInserted() {
    let leaving = Changeset(movedItems: [move(at(0, 1), at(1, 0))])
    let reload = Changeset(reloadedSections: [0])
    let expected = Changeset(
      deletedSections: [0], insertedSections: [0], movedItems: [move(at(0, 1), at(1, 0))])
    #expect(leaving.followed(by: reload) == expected)
    // What leaves after the reload is new.
    #expect(
      reload.followed(by: leaving)
        == Changeset(reloadedSections: [0], insertedItems: [at(1, 0)]))
  }

  @Test func aReloadedSectionThatMovesIsDeletedAndInserted() {
    let moves = Changeset(movedSections: [move(0, 2)])
    let reload = Changeset(reloadedSections: [2])
    #expect(
      moves.followed(by: reload) == Changeset(deletedSections: [0], insertedSections: [2]))
  }

  @Test func inversionRenamesContentChanges() {
    let forth = Changeset(
      deletedSections: [0], reloadedSections: [2], deletedItems: [at(0, 0), at(1, 2)],
      movedItems: [move(at(1, 1), at(0, 0))], reloadedItems: [at(1, 0), at(0, 1)],
      reconfiguredItems: [at(1, 1)])
    #expect(
      forth.inverted
        == Changeset(
          insertedSections: [0], reloadedSections: [1], insertedItems: [at(1, 2)],
          movedItems: [move(at(0, 0), at(1, 1))], reloadedItems: [at(0, 1)],
          reconfiguredItems: [at(0, 0)]))
  }

  /// Each pair of updates with two operations and one, and of one and two, on small sections.
  @Test(arguments: [[1, 1], [2], [0, 1], []])
  func everySmallPairComposesToTheSameResult(_ counts: [Int]) {
    var every = EveryBatch()
    var count = 0
    for (firstCount, secondCount) in [(2, 1), (1, 2)] {
      for first in every.batches(of: counts, operationCount: firstCount) {
        if let mismatch = CompositionCheck(first, Batch()).inversionMismatch() {
          Issue.record("\(first): \(mismatch)")
          return
        }
        for second in every.batches(of: first.after, operationCount: secondCount) {
          count += 1
          if let mismatch = CompositionCheck(first, second).mismatch() {
            Issue.record("\(first)\n\(second): \(mismatch)")
            return
          }
        }
      }
    }
    print("changesets: \(count) pairs on \(counts)")
    #expect(count >= 3)
  }

  /// 10 000 pairs; `CVBENCH_CHANGESET_BATCHES` asks for another number.
  @Test(arguments: GeneratedBatchTests.shapes)
  func generatedPairsComposeToTheSameResult(_ shape: Shape) throws {
    let total = try GeneratedBatchTests.batchCount(usual: 10_000)
    var generator = BatchGenerator(
      seed: 100 + shape.seed, maxSections: shape.maxSections, maxItems: shape.maxItems)
    var lostCount = 0
    for number in 0..<total / GeneratedBatchTests.shapes.count {
      let first = generator.next()
      let second = generator.next(of: first.after)
      let check = CompositionCheck(first, second)
      if let mismatch = check.mismatch() ?? check.inversionMismatch() {
        Issue.record("pair \(number) of \(shape): \(mismatch)\n\(first)\n\(second)")
        return
      }
      let reloads = first.changeset.reloadedSections + second.changeset.reloadedSections
      let composed = first.changeset.followed(by: second.changeset)
      if composed.reloadedSections.count < reloads.count { lostCount += 1 }
    }
    #expect(lostCount > 0, "\(shape): no pair with a reload that is said otherwise")
  }

  /// Many updates in a row become one.
  @Test func manyUpdatesComposeToOne() {
    var generator = BatchGenerator(seed: 200)
    for number in 0..<500 {
      let first = generator.next()
      var things = Things(counts: first.before)
      let source = things.sections
      things.apply(first)
      var composed = first.changeset
      for _ in 0..<6 {
        let next = generator.next(of: things.sections.map(\.count))
        things.apply(next)
        composed = composed.followed(by: next.changeset)
      }
      let target = things.sections
      #expect(throws: Never.self, "run \(number): \(composed.operations)") {
        try composed.validate(
          sectionCountsBefore: first.before, sectionCountsAfter: target.map(\.count))
      }
      if source.applying(composed, from: target) != target {
        Issue.record("run \(number): \(composed.operations)")
      }
    }
  }
}
