import BasicAlgorithms
import Changesets
import CollectionViews
import DataSources
import Foundation
import Geometry
import Layouts
import TestSupport
import Testing

private final class IdentifierCell: CollectionViewCell {
  var id: LyingIdentifier?
}

/// An app whose sections and items have identifiers that lie.
private final class LyingApp {
  private typealias Snapshot = DiffableSnapshot<LyingIdentifier, LyingIdentifier>

  private let view = CollectionView(listOfHeight: 100, headerExtent: 5)
  private let source: DiffableDataSource<LyingIdentifier, LyingIdentifier>
  private let lie: Lie
  private let chance: Chance
  private let rarity: Int
  private var random: SplitMix64

  init(seed: UInt64, lie: Lie) {
    random = SplitMix64(seed: seed)
    chance = Chance(seed: ~seed)
    self.lie = lie
    rarity = [1, 4, 40][random.next(below: 3)]
    source = DiffableDataSource(
      for: view,
      cells: CellRegistration<IdentifierCell, LyingIdentifier> { cell, _, id in cell.id = id })
  }

  private func id() -> LyingIdentifier {
    LyingIdentifier(number: random.next(below: 60), lie: lie, by: chance, rarity: rarity)
  }

  private func ids() -> [LyingIdentifier] { (0..<random.next(below: 12)).map { _ in id() } }

  /// Performs one operation, which an error of the collection view or of a snapshot may refuse.
  func step() {
    do {
      switch random.next(below: 8) {
      case 0: try view.layoutIfNeeded()
      case 1: view.clock.advance(by: 0.1)
      case 2: view.setContentOffset(Point(x: 0, y: Double(random.next(below: 600))))
      case 3: try outline()
      case 4: source.applySnapshotUsingReloadData(edited())
      default:
        let animates = random.next(below: 2) == 0
        try source.apply(edited(), animatingDifferences: animates)
      }
      look()
    } catch {
      // Refused.
    }
  }

  /// Asks where identifiers are.
  private func look() {
    for _ in 0..<4 {
      _ = source.index(for: id())
      if let path = source.itemPath(for: id()) { _ = source.itemIdentifier(for: path) }
      _ = source.snapshot().sectionIdentifier(containingItem: id())
    }
  }

  private func edited() -> Snapshot {
    var snapshot = random.next(below: 20) == 0 ? Snapshot() : source.snapshot()
    for _ in 0..<(1 + random.next(below: 6)) {
      do {
        if random.next(below: 3) == 0 { try editSections(&snapshot) } else { try edit(&snapshot) }
      } catch {
        // Refused.
      }
    }
    return snapshot
  }

  private func edit(_ snapshot: inout Snapshot) throws(DiffableSnapshotError) {
    switch random.next(below: 10) {
    case 0: try snapshot.appendItems(ids())
    case 1: try snapshot.appendItems(ids(), toSection: id())
    case 2: try snapshot.insertItems(ids(), beforeItem: id())
    case 3: try snapshot.insertItems(ids(), afterItem: id())
    case 4: try snapshot.deleteItems(ids())
    case 5: try snapshot.moveItem(id(), beforeItem: id())
    case 6: try snapshot.moveItem(id(), afterItem: id())
    case 7: try snapshot.reloadItems(ids())
    case 8: try snapshot.reconfigureItems(ids())
    default: _ = try snapshot.itemIdentifiers(inSection: id())
    }
  }

  private func editSections(_ snapshot: inout Snapshot) throws(DiffableSnapshotError) {
    switch random.next(below: 7) {
    case 0: try snapshot.appendSections(ids())
    case 1: try snapshot.insertSections(ids(), beforeSection: id())
    case 2: try snapshot.insertSections(ids(), afterSection: id())
    case 3: try snapshot.deleteSections([id()])
    case 4: try snapshot.moveSection(id(), beforeSection: id())
    case 5: try snapshot.moveSection(id(), afterSection: id())
    default: try snapshot.reloadSections([id()])
    }
  }

  /// Shows another outline in a section.
  private func outline() throws(CollectionViewError) {
    let section = id()
    var outline = source.snapshot(for: section)
    for _ in 0..<(1 + random.next(below: 6)) {
      do {
        try edit(&outline)
      } catch {
        // Refused.
      }
      _ = outline.isVisible(id())
      _ = try? outline.parent(of: id())
    }
    try source.apply(outline, to: section)
  }

  private func edit(
    _ outline: inout DiffableSectionSnapshot<LyingIdentifier>
  ) throws(DiffableSnapshotError) {
    switch random.next(below: 6) {
    case 0: try outline.append(ids())
    case 1, 2: try outline.append(ids(), to: id())
    case 3: try outline.expand(ids())
    case 4: try outline.collapse(ids())
    default: try outline.delete(ids())
    }
  }
}

/// The status of a process that performed all its operations.
private let finished: Int32 = 77
/// The text that each process prints before its first operation.
private let begun = "begun"
private let operationCount = 300

/// A diffable data source whose identifiers lie answers, refuses by an error, or stops the program at a
/// check: no signal tells of memory that is not its own, and nothing goes on for ever.
@Suite struct LyingIdentifierTests {
  /// A seed repeats exactly only with `SWIFT_DETERMINISTIC_HASHING=1`: Swift hashes differently in each
  /// process otherwise, and compares other identifiers.
  @Test(arguments: Lie.allCases)
  func liesEndInAnAnswerAnErrorOrAStop(lie: Lie) async throws {
    var run = try StressRun(
      "identifiers that lie", filter: "liesEndInAnAnswerAnErrorOrAStop", usualSeconds: 0.2,
      share: 0.1)
    var stops = 0
    while let seed = run.next() {
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [seed = seed as UInt64, lie = lie as Lie] in
        alarm(60)
        let app = LyingApp(seed: seed, lie: lie)
        try FileHandle.standardError.write(contentsOf: Data(begun.utf8))
        for _ in 0..<operationCount { app.step() }
        exit(finished)
      }
      let message = String(decoding: result.standardErrorContent, as: UTF8.self)
      let isStop = [.signal(SIGTRAP), .signal(SIGILL)].contains(result.exitStatus)
      guard message.contains(begun), isStop || result.exitStatus == .exitCode(finished) else {
        Issue.record("\(lie), \(run.replay(seed)): \(result.exitStatus), \(message)")
        return
      }
      if isStop { stops += 1 }
    }
    if lie == .constantHash { #expect(stops == 0, "no identifier lies") }
    run.summarize(
      "\(lie): up to \(run.sequences * operationCount) operations, \(stops) processes stopped")
  }
}
