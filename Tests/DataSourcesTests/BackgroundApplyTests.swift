import BasicAlgorithms
import Changesets
import CollectionViews
import DataSources
import Layouts
import Testing

/// A list of 40 rows of 10 points on the main actor.
@MainActor
private final class Screen {
  let view = CollectionView(listOfHeight: 400, headerExtent: 0)
  let source: DiffableDataSource<Int, Int>

  init() throws {
    view.auditsItemIdentities = true
    source = DiffableDataSource(
      for: view, cells: CellRegistration<NumberCell, Int> { cell, _, id in cell.number = id })
    try view.layoutIfNeeded()
  }

  var shown: [Int?] { view.shownNumbers }
}

private func snapshot(_ items: [Int]) throws -> DiffableSnapshot<Int, Int> {
  var snapshot = DiffableSnapshot<Int, Int>()
  try snapshot.appendSections([0])
  try snapshot.appendItems(items)
  return snapshot
}

@Suite struct BackgroundApplyTests {
  @MainActor
  @Test func aComparisonIsMadeElsewhereAndUsed() async throws {
    let screen = try Screen()
    try screen.source.apply(try snapshot([1, 2, 3]))
    let next = try snapshot([3, 1, 4])
    let baseline = screen.source.baseline
    let prepared = await Task.detached { baseline.prepare(next) }.value
    let comparisons = screen.source.diffStatistics
    try screen.source.apply(prepared)
    #expect(screen.shown == [3, 1, 4])
    #expect(screen.source.diffStatistics == comparisons, "it was compared again")
    screen.view.checkInvariants()
  }

  @MainActor
  @Test func aComparisonWithAnEarlierSnapshotIsMadeAgain() async throws {
    let screen = try Screen()
    try screen.source.apply(try snapshot([1, 2, 3]))
    let (baseline, next) = (screen.source.baseline, try snapshot([3, 1, 4]))
    let prepared = await Task.detached { baseline.prepare(next) }.value
    try screen.source.apply(try snapshot([9, 3]))
    try screen.source.apply(prepared)
    #expect(screen.shown == [3, 1, 4])
    // Its marks too.
    var marked = next
    try marked.reloadItems([1])
    let again = screen.source.baseline.prepare(marked)
    let cell = screen.view.cellForItem(at: at(0, 1))
    try screen.source.apply(again)
    #expect(screen.view.cellForItem(at: at(0, 1)) !== cell)
    screen.view.checkInvariants()
  }

  /// Both data sources have shown as many snapshots, but not the same ones.
  @MainActor
  @Test func aComparisonOfAnotherDataSourceIsMadeAgain() async throws {
    let (screen, other) = (try Screen(), try Screen())
    try screen.source.apply(try snapshot([1, 2, 3]))
    try other.source.apply(try snapshot([3, 4, 5, 6]))
    try screen.source.apply(other.source.baseline.prepare(try snapshot([6, 3])))
    #expect(screen.shown == [6, 3])
    screen.view.checkInvariants()
  }

  /// Many calls that overlap, while the main actor applies others in between.
  @MainActor
  @Test func callsAreShownInTheirOrder() async throws {
    let screen = try Screen()
    var numbers = SplitMix64(seed: 7)
    var tasks: [Task<Int, any Error>] = []
    var order: [Int] = []
    for step in 0..<40 {
      // Larger snapshots first: without turns, later ones would overtake.
      var items = Array(0..<(40 - step) * 300)
      items.shuffle(using: &numbers)
      let next = try snapshot([1_000_000 + step] + items)
      tasks.append(
        Task { @MainActor in
          try await screen.source.applyInBackground(next, animatingDifferences: step % 2 == 0)
          order.append(step)
          #expect(screen.shown.first == 1_000_000 + step)
          return step
        })
      if step % 10 == 5 {
        await Task.yield()
        try screen.source.apply(try snapshot([step]))
        #expect(screen.shown == [step])
      }
    }
    for task in tasks { _ = try await task.value }
    #expect(order == Array(0..<40))
    #expect(screen.shown.first == 1_000_039)
    screen.view.checkInvariants()
  }

  @MainActor
  @Test func aFailureLetsTheNextOneThrough() async throws {
    let screen = try Screen()
    try screen.source.apply(try snapshot([1, 2]))
    let layout = try #require(screen.view.collectionViewLayout as? ListLayout)
    let (bad, good) = (try snapshot([2]), try snapshot([5, 6]))
    layout.itemExtent = -1
    let first = Task { @MainActor in
      // Before the one that waits is compared.
      defer { layout.itemExtent = 10 }
      try await screen.source.applyInBackground(bad)
    }
    let second = Task { @MainActor in try await screen.source.applyInBackground(good) }
    await #expect(throws: CollectionViewError.self) { try await first.value }
    try await second.value
    #expect(screen.shown == [5, 6])
    screen.view.checkInvariants()
  }
}
