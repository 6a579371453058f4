import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Nested, empty, colliding and interrupted updates, and their completions (b.9).
@Suite struct NestingTests {
  private let log = Log()

  private func rig(_ sections: [[Int]]) throws -> Rig {
    let rig = Rig(sections)
    try rig.view.pass()
    return rig
  }

  /// BU-20: one commit, inner completions before outer ones, each once.
  @Test func onlyTheOutermostEndCommits() throws {
    let rig = try rig([[1, 2]])
    let view = rig.view
    try rig.update([[9, 1, 2, 8]], { log.add("outer \($0)") }) {
      _ in
      view.insertItems(at: [at(0, 0)])
      try view.performBatchUpdates(
        {
          view.insertItems(at: [at(0, 3)])
          try view.performBatchUpdates({}, completion: { log.add("innermost \($0)") })
        }, completion: { log.add("inner \($0)") })
      #expect(view.visibleCells.count == 2)
    }
    #expect(view.work.updates == 1)
    #expect(rig.numbers == [9, 1, 2, 8])
    #expect(log.lines == [])
    view.clock.advance(by: 0.3)
    #expect(log.lines == ["innermost true", "inner true", "outer true"])
    view.clock.advance(by: 1)
    #expect(log.lines.count == 3)
    view.check()
  }

  @Test func anEmptyBlockCompletes() throws {
    let rig = try rig([[1]])
    try rig.update([[1]], { log.add("\($0)") }) { _ in }
    rig.view.clock.advance(by: 0.3)
    #expect(log.lines == ["true"])
  }

  @Test func withoutAnimationCompletionsAreCalledAtOnce() throws {
    let rig = try rig([[1, 2]])
    let view = rig.view
    try view.performWithoutAnimation {
      try rig.update([[2]], { log.add("\($0)") }) { _ in
        view.deleteItems(at: [at(0, 0)])
      }
    }
    #expect(log.lines == ["true"])
    #expect(view.animations.isEmpty)
    #expect(view.departingViews.isEmpty)
    #expect(view.animationsEnabled)
  }

  /// BU-21: false for what a reload or another layout ends.
  @Test func interruptedAnimationsAreNotFinished() throws {
    let rig = try rig([[1, 2]])
    try rig.update([[2]], { log.add("update \($0)") }) { view in
      view.deleteItems(at: [at(0, 0)])
    }
    rig.view.clock.advance(by: 0.1)
    rig.view.reloadData()
    #expect(log.lines == ["update false"])
    try rig.expectFresh()
    try rig.update([[]], { log.add("second \($0)") }) { view in
      view.deleteItems(at: [at(0, 0)])
    }
    try rig.view.setCollectionViewLayout(ListLayout())
    #expect(log.lines == ["update false", "second false"])
    rig.view.clock.advance(by: 1)
    #expect(log.lines.count == 2)
    rig.view.check()
  }

  /// The third of three cells moves up, as the first one is deleted in an update "first".
  private func rigWithAMovingCell() throws -> (Rig, CollectionViewCell) {
    let rig = try rig([[1, 2, 3]])
    let cell = try #require(rig.view.cellForItem(at: at(0, 2)))
    try rig.update([[2, 3]], { log.add("first \($0)") }) { view in
      view.deleteItems(at: [at(0, 0)])
    }
    return (rig, cell)
  }

  /// BU-22: a second update takes views on from where they are seen.
  @Test func aSecondUpdateGoesOnFromWhatIsSeen() throws {
    let (rig, cell) = try rigWithAMovingCell()
    let view = rig.view
    view.clock.advance(by: 0.15)
    #expect(abs((view.presentationAttributes(of: cell)?.frame.minY ?? 0) - 15) < 1e-9)
    try rig.update([[3]], { log.add("second \($0)") }) { view in
      view.deleteItems(at: [at(0, 0)])
    }
    let animation = try #require(view.animations.first { $0.view === cell })
    #expect(abs(animation.source.frame.minY - 15) < 1e-9)
    #expect(animation.target.frame.minY == 0)
    #expect(view.animations.filter { $0.view === cell }.count == 1)
    view.clock.advance(by: 0.15)
    #expect(log.lines == ["first true"])
    view.check()
    view.clock.advance(by: 0.15)
    #expect(log.lines == ["first true", "second true"])
    #expect(view.presentationAttributes(of: cell)?.frame.minY == 0)
    view.check()
  }

  @Test func anUpdateWithoutAnimationKeepsTheOrderOfCompletions() throws {
    let (rig, cell) = try rigWithAMovingCell()
    let view = rig.view
    try view.performWithoutAnimation {
      try rig.update([[3]], { log.add("second \($0)") }) { _ in
        view.deleteItems(at: [at(0, 0)])
      }
    }
    // It is where it belongs, whatever the first update was about.
    #expect(!view.animations.contains { $0.view === cell })
    #expect(view.presentationAttributes(of: cell)?.frame.minY == 0)
    #expect(log.lines == [])
    view.clock.advance(by: 0.3)
    #expect(log.lines == ["first true", "second true"])
    view.check()
  }

  /// What is deleted goes nowhere else: it goes on fading.
  @Test func anUpdateWithoutAnimationLeavesWhatGoesAway() throws {
    let rig = try rig([[1, 2, 3]])
    let view = rig.view
    let cell = try #require(view.cellForItem(at: at(0, 0)))
    try rig.update([[2, 3]]) { view in view.deleteItems(at: [at(0, 0)]) }
    view.clock.advance(by: 0.1)
    try view.performWithoutAnimation {
      try rig.update([[3]]) { view in view.deleteItems(at: [at(0, 0)]) }
    }
    #expect(view.animations.filter { $0.view === cell }.map(\.role) == [.deleted])
    #expect(abs((view.presentationAttributes(of: cell)?.alpha ?? 0) - 2 / 3) < 1e-9)
    view.clock.advance(by: 0.2)
    #expect(view.animations.isEmpty && view.departingViews.isEmpty)
    view.check()
  }

  /// BU-23, BUG-21, BUG-35: any succession of updates, reloads and passes ends as a fresh view.
  @Test func successionsEndAsAFreshView() throws {
    let steps: [(Rig) throws -> Void] = [
      { rig in
        let sections = [rig.source.sections[0] + [rig.source.sections[0].count]]
        try rig.update(sections) { view in
          view.insertItems(at: [at(0, sections[0].count - 1)])
        }
      },
      { rig in rig.view.reloadData() },
      { rig in try rig.view.layoutIfNeeded() },
      { rig in rig.view.clock.advance(by: 0.1) },
      { rig in
        let sections = [Array(rig.source.sections[0].dropFirst())]
        try rig.update(sections) { view in
          view.deleteItems(at: [at(0, 0)])
        }
      },
    ]
    for first in steps.indices {
      for second in steps.indices {
        for third in steps.indices {
          let rig = try rig([[0, 1, 2]])
          for step in [first, second, third] {
            if step == 4, rig.source.sections[0].isEmpty { continue }
            try steps[step](rig)
            rig.view.check()
          }
          try rig.expectFresh()
          rig.view.clock.advance(by: 1)
          try rig.expectFresh()
        }
      }
    }
  }

  /// BUG-1 and BUG-2: before the first pass an update is as good as a reload, if its data change
  /// inside of its block.
  @Test func anUpdateBeforeTheFirstPass() throws {
    let rig = Rig([[1, 2]])
    try rig.update([[3, 1]], { log.add("\($0)") }) { view in
      view.insertItems(at: [at(0, 0)])
      view.deleteItems(at: [at(0, 1)])
    }
    #expect(log.lines == ["true"])
    try rig.expectFresh()
  }

  @Test func anUpdateWhileNothingCanBeSeen() throws {
    let rig = try rig([[1, 2]])
    try rig.view.selectItem(at: at(0, 1))
    rig.view.setBoundsSize(.zero)
    try rig.update([[3, 1, 2]]) { view in
      view.insertItems(at: [at(0, 0)])
    }
    #expect(rig.view.visibleViewCount == 0)
    #expect(rig.view.itemPathsForSelectedItems == [at(0, 2)])
    rig.view.setBoundsSize(Size(width: 50, height: 100))
    try rig.expectFresh()
  }

  @Test func anInnerErrorFailsTheWholeUpdate() throws {
    let rig = try rig([[1, 2]])
    let view = rig.view
    let error = view.failure {
      try rig.update([[1, 2, 3]], { log.add("outer \($0)") }) {
        _ in
        view.insertItems(at: [at(0, 2)])
        // Swallowed, but what the inner block wanted is not known.
        _ = view.failure {
          try view.performBatchUpdates(
            {
              throw CollectionViewError.noView(.cell(at(0, 0)))
            }, completion: { log.add("inner \($0)") })
        }
      }
    }
    #expect(error == .noView(.cell(at(0, 0))))
    #expect(rig.numbers == [1, 2])
    #expect(log.lines == [])
    rig.source.sections = [[1, 2]]
    try rig.expectFresh()
  }

  /// A data source that fails while views enter: the update has been carried out.
  @Test func anErrorWhileViewsEnter() throws {
    let source = StubSource()
    let rig = Rig([[]])
    rig.view.dataSource = source
    try rig.view.pass()
    source.itemCount = 4
    source.cell = { view, path in
      guard path.item != 2 else { throw CollectionViewError.noView(.cell(path)) }
      return try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    let error = rig.view.failure {
      try rig.view.performBatchUpdates(
        {
          rig.view.insertItems(at: [at(0, 2), at(0, 3)])
          rig.view.reconfigureItems(at: [at(0, 0)])
        }, completion: { log.add("\($0)") })
    }
    #expect(error == .noView(.cell(at(0, 2))))
    rig.view.check()
    #expect(rig.view.numberOfItems(inSection: 0) == 4)
    #expect(rig.view.failure(rig.view.layoutIfNeeded) == .noView(.cell(at(0, 2))))
    rig.view.check()
    source.cell = { view, path in
      try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    try rig.view.pass()
    #expect(rig.view.visibleCells.count == 4)
    rig.view.clock.advance(by: 1)
    #expect(log.lines == ["true"])
    rig.view.check()
  }

  /// BUG-33: a thousand operations come to the same as a reload.
  @Test func aLargeUpdateIsAReload() throws {
    let rig = try rig([Array(0..<2_000)])
    try rig.view.scroll(to: 9_000)
    var items = Array(0..<2_000)
    for index in (0..<500).reversed() { items.remove(at: index * 3) }
    for index in 0..<500 { items.insert(10_000 + index, at: index * 2) }
    try rig.update([items], { log.add("\($0)") }) { view in
      view.deleteItems(at: (0..<500).map { at(0, $0 * 3) })
      view.insertItems(at: (0..<500).map { at(0, $0 * 2) })
    }
    try rig.expectFresh()
    rig.view.clock.advance(by: 1)
    #expect(log.lines == ["true"])
    try rig.expectFresh()
  }

  /// What a completion begins is carried out.
  @Test func completionsBeginUpdates() throws {
    let rig = try rig([[1]])
    let view = rig.view
    try rig.update(
      [[1, 2]],
      { [log] finished in
        log.add("first \(finished)")
        rig.source.sections = [[1, 2, 3]]
        let error = view.failure {
          view.insertItems(at: [at(0, 2)])
        }
        log.add("inside \(error.map { "\($0)" } ?? "none")")
      }
    ) { view in view.insertItems(at: [at(0, 1)]) }
    view.clock.advance(by: 0.3)
    #expect(log.lines == ["first true", "inside none"])
    view.check()
    view.clock.advance(by: 0.3)
    try rig.expectFresh()
  }
}
