import BasicAlgorithms
import Changesets
import Foundation
import Testing

/// The map against the plain program on generated updates, 40,000 of them;
/// `CVBENCH_CHANGESET_BATCHES` asks for another number.
struct GeneratedBatchTests {
  static let shapes = [
    Shape(seed: 1, maxSections: 4, maxItems: 4), Shape(seed: 2, maxSections: 1, maxItems: 9),
    Shape(seed: 3, maxSections: 7, maxItems: 2), Shape(seed: 4, maxSections: 3, maxItems: 6),
  ]

  /// Returns the number of updates that the environment asks for, or `usual`.
  static func batchCount(usual: Int) throws -> Int {
    let variable = ProcessInfo.processInfo.environment["CVBENCH_CHANGESET_BATCHES"]
    guard let variable else { return usual }
    return try #require(Int(variable), "CVBENCH_CHANGESET_BATCHES is no number")
  }

  @Test(arguments: shapes)
  func theMapMatchesThePlainProgram(_ shape: Shape) throws {
    let total = try Self.batchCount(usual: 40_000)
    var generator = BatchGenerator(
      seed: shape.seed, maxSections: shape.maxSections, maxItems: shape.maxItems)
    var census = BatchCensus()
    let count = total / Self.shapes.count
    for number in 0..<count {
      let batch = generator.next()
      census.count(batch)
      if let mismatch = BatchCheck(batch).mismatch() {
        Issue.record("batch \(number) of \(shape): \(mismatch)\n\(batch)")
        return
      }
    }
    print("changesets: \(count) updates of \(shape): \(census)")
    // What is not drawn is not tested.
    #expect(census.isVaried(of: count), "\(census)")
  }

  /// A count that is off by one is found in every section that goes on, and names its figures.
  @Test func aWrongCountIsFound() throws {
    var generator = BatchGenerator(seed: 5)
    for number in 0..<5_000 {
      let batch = generator.next()
      for section in batch.after.indices where batch.newSections[section] == nil {
        var wrong = batch.after
        wrong[section] += 1
        let changeset = batch.changeset
        let inserted = changeset.insertedItems.filter { $0.section == section }.count
        let movedIn = changeset.movedItems.filter { $0.target.section == section }.count
        do {
          try changeset.validate(sectionCountsBefore: batch.before, sectionCountsAfter: wrong)
          Issue.record("batch \(number) is legal with another count of \(section): \(batch)")
        } catch .itemCountMismatch(let found, let after, let old, let i, let d, let min, let out) {
          let agrees =
            found == section && after == wrong[section] && i == inserted && min == movedIn
            && old + i - d + min - out == batch.after[section]
          if !agrees { Issue.record("batch \(number), section \(section): \(batch)") }
        }
      }
      do throws(ChangesetError) {
        try batch.changeset.validate(
          sectionCountsBefore: batch.before, sectionCountsAfter: batch.after + [0])
        Issue.record("batch \(number) is legal with a section more: \(batch)")
      } catch {
        let expected = ChangesetError.sectionCountMismatch(
          after: batch.after.count + 1, before: batch.before.count,
          inserted: batch.changeset.insertedSections.count,
          deleted: batch.changeset.deletedSections.count)
        if error != expected { Issue.record("batch \(number): \(error)") }
      }
    }
  }
}

/// What the generated updates of one run are like.
struct Shape: Sendable, CustomStringConvertible {
  let seed: UInt64
  let maxSections: Int
  let maxItems: Int

  var description: String { "seed \(seed), \(maxSections) sections of \(maxItems)" }
}

/// How many updates had what is hard.
struct BatchCensus: CustomStringConvertible {
  private var sectionMoves = 0
  private var editsInMovedSections = 0
  private var movesIntoInserted = 0
  private var movesOutOfDeleted = 0
  private var reloads = 0
  private var reconfiguredMoves = 0

  mutating func count(_ batch: Batch) {
    let changeset = batch.changeset
    let movedSections = Set(changeset.movedSections.map(\.source))
    let sources = changeset.deletedItems + changeset.movedItems.map(\.source)
    if !movedSections.isEmpty { sectionMoves += 1 }
    if sources.contains(where: { movedSections.contains($0.section) }) { editsInMovedSections += 1 }
    let inserted = Set(changeset.insertedSections)
    if changeset.movedItems.contains(where: { inserted.contains($0.target.section) }) {
      movesIntoInserted += 1
    }
    let deleted = Set(changeset.deletedSections)
    if changeset.movedItems.contains(where: { deleted.contains($0.source.section) }) {
      movesOutOfDeleted += 1
    }
    if !changeset.reloadedItems.isEmpty { reloads += 1 }
    let reconfigured = Set(changeset.reconfiguredItems)
    if changeset.movedItems.contains(where: { reconfigured.contains($0.source) }) {
      reconfiguredMoves += 1
    }
  }

  func isVaried(of count: Int) -> Bool {
    let rare = [
      sectionMoves, editsInMovedSections, movesIntoInserted, movesOutOfDeleted, reloads,
      reconfiguredMoves,
    ]
    return rare.allSatisfy { $0 > count / 100 }
  }

  var description: String {
    "\(sectionMoves) move sections, \(editsInMovedSections) edit in those, \(movesIntoInserted) "
      + "move into inserted sections, \(movesOutOfDeleted) out of deleted ones, \(reloads) reload, "
      + "\(reconfiguredMoves) reconfigure what moves"
  }
}
