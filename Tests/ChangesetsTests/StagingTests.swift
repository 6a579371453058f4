import BasicAlgorithms
import Changesets
import Testing

/// Updates in stages (b.10).
struct StagingTests {
  @Test func nothingHasNoStages() {
    #expect(Changeset().staged().isEmpty)
    // Nor has what has no effect.
    let idle = Changeset(deletedSections: [0], deletedItems: [at(0, 0)], reloadedItems: [at(0, 1)])
    #expect(idle.staged().map(\.changeset) == [Changeset(deletedSections: [0])])
  }

  @Test func stagesAreInOrder() {
    let update = Changeset(
      deletedSections: [0, 1], insertedSections: [0], movedSections: [move(4, 1)],
      reloadedSections: [2],
      deletedItems: [at(4, 0)], insertedItems: [at(1, 0)],
      movedItems: [move(at(1, 0), at(0, 0)), move(at(3, 1), at(3, 2))], reloadedItems: [at(3, 0)],
      reconfiguredItems: [at(3, 1)])
    let stages = update.staged()
    #expect(
      stages.map(\.kind) == [.itemUpdates, .deletes, .sectionPlaces, .itemPlaces, .sectionUpdates])
    #expect(
      stages.map(\.changeset) == [
        Changeset(reloadedItems: [at(3, 0)], reconfiguredItems: [at(3, 1)]),
        Changeset(deletedSections: [0], deletedItems: [at(4, 0)]),
        // Section 1, now 0, waits in front of what was behind it.
        Changeset(insertedSections: [1], movedSections: [move(3, 2)]),
        Changeset(
          insertedItems: [at(2, 0)],
          movedItems: [move(at(0, 0), at(1, 0)), move(at(4, 1), at(4, 2))]),
        Changeset(deletedSections: [0], reloadedSections: [3]),
      ])
    #expect(stages.map(\.isLast) == [false, false, false, false, true])
  }

  @Test func itemsInBetweenAreFromBothEnds() throws {
    let update = Changeset(
      deletedSections: [0], insertedSections: [1], insertedItems: [at(0, 0)],
      movedItems: [move(at(0, 1), at(1, 1))])
    let (source, target) = ([["A", "B"], ["C"]], [["N", "C"], ["X", "B", "Y"]])
    let stages = update.staged()
    var data = source
    var seen: [[[String]]] = []
    for stage in stages {
      data = stage.sections(from: data, to: target)
      seen.append(data)
    }
    #expect(
      seen == [
        [["A", "B"], ["C"], ["X", "Y"]],
        [["A"], ["N", "C"], ["X", "B", "Y"]],
        target,
      ])
    let first = try #require(stages.first)
    #expect(first.origin(of: at(0, 0)) == .source(at(0, 0)))
    #expect(first.origin(of: at(0, 1)) == .target(at(1, 1)))
    #expect(first.origin(of: at(2, 1)) == .target(at(1, 2)))
    #expect(first.sourceItem(of: at(0, 1)) == at(0, 1))
    #expect(first.sourceItem(of: at(2, 1)) == nil)
    #expect(first.targetSection(of: 0) == nil)
  }

  /// Every update of up to three operations on small sections.
  @Test(arguments: [[1, 1], [2], [0, 1], []])
  func stagesOfEverySmallUpdateReachItsTarget(_ counts: [Int]) {
    var every = EveryBatch()
    let batches = every.batches(of: counts, operationCount: 3)
    for batch in batches {
      if let mismatch = StagingCheck(batch).mismatch() {
        Issue.record("\(batch): \(mismatch)")
        return
      }
    }
    print("changesets: \(batches.count) staged updates on \(counts)")
    #expect(batches.count >= 3)
  }

  /// 10 000 updates; `CVBENCH_CHANGESET_BATCHES` asks for another number.
  @Test(arguments: GeneratedBatchTests.shapes)
  func stagesOfGeneratedUpdatesReachTheirTarget(_ shape: Shape) throws {
    let total = try GeneratedBatchTests.batchCount(usual: 10_000)
    var generator = BatchGenerator(
      seed: 300 + shape.seed, maxSections: shape.maxSections, maxItems: shape.maxItems)
    var stageCounts = [Int](repeating: 0, count: 6)
    for number in 0..<total / GeneratedBatchTests.shapes.count {
      let batch = generator.next()
      if let mismatch = StagingCheck(batch).mismatch() {
        Issue.record("update \(number) of \(shape): \(mismatch)\n\(batch)")
        return
      }
      stageCounts[batch.changeset.staged().count] += 1
    }
    print("changesets: staged updates of \(shape), by stages: \(stageCounts)")
    // One section alone is not at once reloaded and edited.
    let most = shape.maxSections == 1 ? 4 : 5
    #expect(stageCounts[...most].allSatisfy { $0 > 0 }, "\(stageCounts)")
  }
}
