import Changesets
import TestSupport

/// Every legal update of few operations on sections of given counts.
struct EveryBatch {
  private var known: [Key: [Batch]] = [:]

  private struct Key: Hashable {
    let counts: [Int]
    let operationCount: Int
  }

  /// All legal updates of `before` with up to `operationCount` operations; new sections have one item.
  mutating func batches(of before: [Int], operationCount: Int) -> [Batch] {
    let key = Key(counts: before, operationCount: operationCount)
    if let batches = known[key] { return batches }
    let single = Self.operations(before)
    var changesets = Set(single)
    changesets.insert(Changeset())
    for _ in 1..<operationCount {
      for changeset in changesets { for other in single { changesets.insert(changeset + other) } }
    }
    let batches = changesets.sorted { $0.operations < $1.operations }
      .compactMap { Self.batch($0, before) }
    known[key] = batches
    return batches
  }

  private static func operations(_ before: [Int]) -> [Changeset] {
    let sections = 0...before.count
    let items = sections.flatMap { section in
      let count = section < before.count ? before[section] : 0
      return (0...count).map { at(section, $0) }
    }
    var all: [Changeset] = []
    for section in sections {
      all.append(Changeset(deletedSections: [section]))
      all.append(Changeset(insertedSections: [section]))
      all.append(Changeset(reloadedSections: [section]))
      all += sections.map { Changeset(movedSections: [move(section, $0)]) }
    }
    for item in items {
      all.append(Changeset(deletedItems: [item]))
      all.append(Changeset(insertedItems: [item]))
      all.append(Changeset(reloadedItems: [item]))
      all.append(Changeset(reconfiguredItems: [item]))
      all += items.map { Changeset(movedItems: [move(item, $0)]) }
    }
    return all
  }

  private static func batch(_ changeset: Changeset, _ before: [Int]) -> Batch? {
    do throws(ChangesetError) {
      var batch = Batch()
      (batch.before, batch.changeset) = (before, changeset)
      // Throws first where a place before does not exist.
      batch.after = try changeset.legalSectionCounts(after: before)
      let map = ChangesetMap(changeset)
      for section in batch.after.indices
      where map.sourceSection(section).map(map.isReloaded) ?? true {
        batch.newSections[section] = 1
        batch.after[section] += 1
      }
      try changeset.validate(sectionCountsBefore: before, sectionCountsAfter: batch.after)
      return batch
    } catch {
      return nil
    }
  }
}
