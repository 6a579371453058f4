import BasicAlgorithms
import Changesets
import Datasets
import TestSupport
import Testing

/// States of traces, checked against the plain application of updates.
@Suite struct UpdateStateTests {
  private typealias Trace = UpdateTrace

  /// Draws updates of one or more operations at any places, legal or not.
  private struct Draw {
    var numbers: SplitMix64
    var nextID = 0

    mutating func number(_ bound: Int) -> Int { Int(numbers.next() % UInt64(bound)) }

    mutating func item() -> Trace.Item {
      nextID += 1
      return Trace.Item(id: Trace.ID("i\(nextID)"), revision: UInt32(number(3)))
    }

    mutating func section(of count: Int) -> Trace.Section {
      nextID += 1
      let id = Trace.ID("s\(nextID)")
      return Trace.Section(id: id, items: (0..<count).map { _ in item() })
    }

    /// A place that there mostly is.
    mutating func path(_ counts: [Int]) -> ItemPath {
      let section = number(max(1, counts.count))
      let count = counts.indices.contains(section) ? counts[section] : 0
      return ItemPath(section: section, item: number(count + 1))
    }

    mutating func changeset(on counts: [Int]) -> Changeset {
      var (deletedSections, insertedSections, reloadedSections) = ([Int](), [Int](), [Int]())
      var movedSections: [Changeset.Move<Int>] = []
      var (deleted, inserted, reloaded, reconfigured) =
        ([ItemPath](), [ItemPath](), [ItemPath](), [ItemPath]())
      var moved: [Changeset.Move<ItemPath>] = []
      for _ in 0..<1 + number(4) {
        switch number(14) {
        case 0: deletedSections.append(number(max(1, counts.count)))
        case 1: insertedSections.append(number(counts.count + 1))
        case 2:
          movedSections.append(
            Changeset.Move(from: number(max(1, counts.count)), to: number(counts.count + 1)))
        case 3: reloadedSections.append(number(max(1, counts.count)))
        case 4, 5: deleted.append(path(counts))
        case 6, 7: inserted.append(path(counts))
        case 8, 9, 10: moved.append(Changeset.Move(from: path(counts), to: path(counts)))
        case 11, 12: reloaded.append(path(counts))
        default: reconfigured.append(path(counts))
        }
      }
      return Changeset(
        deletedSections: deletedSections, insertedSections: insertedSections,
        movedSections: movedSections, reloadedSections: reloadedSections, deletedItems: deleted,
        insertedItems: inserted, movedItems: moved, reloadedItems: reloaded,
        reconfiguredItems: reconfigured)
    }
  }

  @Test func generatedStatesMatchThePlainApplication() throws {
    var (legal, illegal) = (0, 0)
    var run = try StressRun(
      "update traces", filter: "UpdateStateTests", usualSeconds: 1, share: 0.5)
    while let seed = run.next() {
      var draw = Draw(numbers: SplitMix64(seed: seed))
      for number in 0..<200 {
        let before = (0..<draw.number(4)).map { _ in draw.section(of: draw.number(4)) }
        let changeset = draw.changeset(on: before.map(\.items.count))
        if try check(changeset, before, &draw, "\(run.replay(seed)), update \(number)") {
          legal += 1
        } else {
          illegal += 1
        }
      }
    }
    #expect(legal > 50 && illegal > 50, "\(legal) legal updates, \(illegal) others")
    run.summarize("\(legal) legal updates and \(illegal) others")
  }

  /// Checks an update, and returns whether it is legal.
  private func check(
    _ changeset: Changeset, _ before: [Trace.Section], _ draw: inout Draw, _ place: Comment
  ) throws -> Bool {
    let counts = before.map(\.items.count)
    var state = try Trace.State(before)
    guard var after = try? changeset.legalSectionCounts(after: counts) else {
      let batch = Trace.Batch(name: "", changeset: changeset)
      #expect(throws: Trace.Impossible.self, place) { try state.apply(batch) }
      #expect(state.sections == before, place)
      return false
    }
    let map = ChangesetMap(changeset)
    var sections: [Int: Trace.Section] = [:]
    for section in changeset.insertedSections { sections[section] = draw.section(of: 2) }
    for source in changeset.reloadedSections {
      guard let target = map.section(source) else { continue }
      sections[target] = Trace.Section(id: before[source].id, items: [draw.item()])
    }
    var items: [ItemPath: Trace.Item] = [:]
    for path in changeset.insertedItems { items[path] = draw.item() }
    for path in changeset.reloadedItems + changeset.reconfiguredItems
    where !map.isReloaded(path.section) {
      guard let target = map.item(path) else { continue }
      let id = before[path.section].items[path.item].id
      items[target] = Trace.Item(id: id, revision: 100)
    }
    for (section, content) in sections { after[section] += content.items.count }
    let isLegal =
      (try? changeset.validate(sectionCountsBefore: counts, sectionCountsAfter: after)) != nil
      && !changeset.insertedItems.contains { sections[$0.section] != nil }
    let batch = Trace.Batch(name: "", changeset: changeset, items: items, sections: sections)
    guard isLegal else {
      #expect(throws: Trace.Impossible.self, place) { try state.apply(batch) }
      #expect(state.sections == before, place)
      return false
    }
    let expected = before.map(\.items).applying(changeset) { path in
      items[path] ?? Trace.Item(id: Trace.ID("missing"), revision: 0)
    } newSection: {
      sections[$0]?.items ?? []
    }
    try state.apply(batch)
    #expect(state.sections.map(\.items) == expected, place)
    for target in state.sections.indices {
      let id = sections[target]?.id ?? map.sourceSection(target).map { before[$0].id }
      #expect(state.sections[target].id == id, place)
    }
    return true
  }
}
