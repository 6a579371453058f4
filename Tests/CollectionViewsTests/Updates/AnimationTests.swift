import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// What updates animate, and what layouts are told and asked (AN-1 to AN-11).
@Suite struct AnimationTests {
  private let log = Log()

  private func role(
    _ rig: Rig, _ role: ViewAnimation.Role
  ) -> [(element: String, from: Double, to: Double, alphas: [Double])] {
    rig.view.animations.filter { $0.role == role }.map {
      (
        "\($0.element)", $0.source.frame.minY, $0.target.frame.minY,
        [$0.source.alpha, $0.target.alpha]
      )
    }
  }

  /// AN-1, AN-2: the whole sequence.
  @Test func theLayoutIsToldAndAskedInOrder() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2], [3]])
    layout.hasBackdrops = true
    layout.registerDecoration(
      ViewSource.viewClass(CollectionReusableView.self), ofKind: RowsLayout.backdrop)
    try view.pass()
    _ = layout.takeLog()
    source.sections = [[2, 4], [3]]
    try view.performBatchUpdates {
      view.deleteItems(at: [at(0, 0)])
      view.insertItems(at: [at(0, 1)])
    }
    let log = layout.takeLog()
    #expect(
      log.prefix(4) == [
        "prepare", "updates [delete [0, 0], insert [0, 1]]", "target 0.0", "query",
      ])
    #expect(
      log.dropFirst(4).prefix(3).sorted() == ["final [0, 0]", "final [0, 1]", "final [1, 0]"])
    #expect(
      log.dropFirst(7) == [
        "initial [0, 0]", "initial [0, 1]", "initial [1, 0]", "deletes RowsLayoutBackdrop",
        "inserts RowsLayoutBackdrop", "finalizeUpdates",
      ])
    view.check()
    view.clock.advance(by: 1)
    view.check()
  }

  /// An offset that the layout adjusts in the last step of an update takes effect in the same pass.
  @Test func anAdjustmentInTheLastStepTakesEffectAtOnce() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<50)])
    view.isPrefetchingEnabled = false
    try view.pass()
    try view.scroll(to: 20)
    layout.onFinalizeUpdates = { [weak layout] in
      layout?.offsetAdjustment = Point(x: 0, y: 10)
      layout?.invalidateLayout()
    }
    source.sections[0].insert(100, at: 0)
    try view.performBatchUpdates { view.insertItems(at: [at(0, 0)]) }
    let rows = Int(view.bounds.size.height / 10)
    #expect(view.contentOffset.y == 30)
    #expect(view.itemPathsForVisibleItems == (3..<3 + rows).map { at(0, $0) })
    #expect(layout.preparationCount == 3)
    view.check()
  }

  /// AN-3: where each role begins and ends.
  @Test func defaultsOfEveryRole() throws {
    let rig = Rig([Array(0..<20)], height: 40)
    try rig.view.pass()
    try rig.view.scroll(to: 50)
    var items = Array(0..<20)
    items.remove(at: 6)
    items.insert(100, at: 7)
    items[5] = 500
    try rig.update([items]) { view in
      view.deleteItems(at: [at(0, 6)])
      view.insertItems(at: [at(0, 7)])
      view.reloadItems(at: [at(0, 5)])
    }
    let moved = role(rig, .moved)
    #expect(moved.map(\.element) == ["cell [0, 6]"])
    #expect(moved.map(\.from) == [70] && moved.map(\.to) == [60])
    let inserted = role(rig, .inserted)
    #expect(inserted.map(\.element) == ["cell [0, 7]"])
    #expect(inserted.first?.from == 70 && inserted.first?.alphas == [0, 1])
    let deleted = role(rig, .deleted)
    #expect(deleted.map(\.element) == ["cell [0, 6]"])
    #expect(deleted.first?.to == 60 && deleted.first?.alphas == [1, 0])
    let (old, new) = (role(rig, .reloadedBefore), role(rig, .reloadedAfter))
    #expect(old.first?.alphas == [1, 0] && new.first?.alphas == [0, 1])
    #expect(old.first?.from == 50 && old.first?.to == 50 && new.first?.from == 50)
  }

  @Test func scrolledInAndOut() throws {
    let rig = Rig([Array(0..<20)], height: 40)
    try rig.view.pass()
    try rig.view.scroll(to: 50)
    try rig.update([Array(1..<20)]) { view in
      view.deleteItems(at: [at(0, 0)])
    }
    let into = role(rig, .scrolledIn)
    #expect(into.map(\.element) == ["cell [0, 8]"])
    // From where its item was, below the bounds.
    #expect(into.first?.from == 90 && into.first?.to == 80)
    let out = role(rig, .scrolledOut)
    #expect(out.map(\.element) == ["cell [0, 4]"])
    #expect(out.first?.from == 50 && out.first?.to == 40)
    #expect(out.first?.alphas == [1, 1])
  }

  /// AN-2, AN-5: hooks replace the defaults, initial ones by paths after, final ones by paths before.
  @Test func hooksReplaceDefaults() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2, 3]])
    try view.pass()
    layout.hookedAttributes = { element in
      LayoutAttributes(element, frame: Rect(x: 99, y: 0, width: 1, height: 1))
    }
    source.sections = [[2, 3, 4]]
    try view.performBatchUpdates {
      view.deleteItems(at: [at(0, 0)])
      view.insertItems(at: [at(0, 2)])
    }
    for animation in view.animations {
      if animation.role == .deleted {
        #expect(animation.target.frame.minX == 99)
        #expect(animation.source.frame.minX == 0)
      } else {
        #expect(animation.source.frame.minX == 99)
        #expect(animation.target.frame.minX == 0)
      }
    }
    #expect(view.animations.count == 4)
  }

  /// AN-8: linear in time, and at rest before and after.
  @Test func animationsAreLinear() throws {
    let rig = Rig([[1, 2]])
    try rig.view.pass()
    try rig.update([[2]]) { view in
      view.deleteItems(at: [at(0, 0)])
    }
    let moved = try #require(rig.view.animations.first { $0.role == .moved })
    let deleted = try #require(rig.view.animations.first { $0.role == .deleted })
    for step in 0...3 {
      let time = 0.1 * Double(step)
      #expect(abs(moved.attributes(at: time).frame.minY - (10 - 10 * time / 0.3)) < 1e-9)
      #expect(abs(deleted.attributes(at: time).alpha - (1 - time / 0.3)) < 1e-9)
    }
    #expect(moved.attributes(at: -1).frame.minY == 10)
    #expect(moved.attributes(at: 9) == moved.target)
    #expect(deleted.isDeparture && !moved.isDeparture)
  }

  @Test func animatedViewsAreCounted() throws {
    let rig = Rig([[1, 2, 3]])
    try rig.view.pass()
    var count = 0
    for numbers in [[2, 3], [3]] {
      try rig.update([numbers]) { view in view.deleteItems(at: [at(0, 0)]) }
      count += rig.view.animations.count
      #expect(rig.view.work.animated == count)
      rig.view.clock.advance(by: 1)
    }
    #expect(count == 5)
  }

  /// AN-10: invalidation, scrolling and bounds animate nothing.
  @Test func onlyUpdatesAnimate() throws {
    let rig = Rig([Array(0..<50)])
    try rig.view.pass()
    rig.layout.itemExtent = 13
    try rig.view.pass()
    rig.view.setBoundsSize(Size(width: 70, height: 90))
    try rig.view.scroll(to: 30)
    rig.view.setContentOffset(Point(x: 0, y: 100), animated: true)
    rig.view.clock.advance(by: 0.1)
    try rig.view.pass()
    #expect(rig.view.animations.isEmpty)
    #expect(rig.view.work.animated == 0)
  }

  /// AN-7: the layout, then the delegate are asked once where to stand; the answer is clamped.
  @Test func theOffsetAfterAnUpdateIsAskedFor() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    let delegate = RecordingDelegate(.layoutChanges)
    view.delegate = delegate
    try view.pass()
    layout.targetOffset = Point(x: 0, y: 40)
    _ = layout.takeLog()
    source.sections = [Array(1..<30)]
    view.deleteItems(at: [at(0, 0)])
    #expect(layout.takeLog().filter { $0.hasPrefix("target") } == ["target 0.0"])
    #expect(view.contentOffset.y == 40)
    view.check()
    delegate.targetOffset = Point(x: 0, y: 4_000)
    source.sections = [Array(2..<30)]
    view.deleteItems(at: [at(0, 0)])
    #expect(view.contentOffset.y == 180)
    view.check()
  }

  /// AN-6: an animated change of the bounds, bracketed.
  @Test func boundsChangeInAnAnimation() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)], height: 30)
    try view.pass()
    _ = layout.takeLog()
    let log = Log()
    try view.animateBoundsSize(
      to: Size(width: 80, height: 40), completion: { log.add("\($0)") })
    let lines = layout.takeLog()
    view.check()
    #expect(lines.first == "animatesFrom \(Size(width: 50, height: 30))")
    #expect(lines.last == "animatedBounds")
    #expect(lines.filter { $0.hasPrefix("final [") }.count == 3)
    #expect(lines.filter { $0.hasPrefix("initial [") }.count == 4)
    #expect(view.animations.count == 4)
    let first = try #require(view.animations.first { $0.element == .cell(at(0, 0)) })
    #expect(first.source.size.width == 50 && first.target.size.width == 80)
    view.clock.advance(by: 0.3)
    #expect(log.lines == ["true"])
    view.check()
    _ = source
  }

  /// A change of the bounds that fails calls its completion with false, once.
  @Test func aBoundsChangeThatFailsCallsItsCompletion() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)], height: 30)
    try view.pass()
    let log = Log()
    func change(to width: Double) -> CollectionViewError? {
      view.failure {
        try view.animateBoundsSize(
          to: Size(width: width, height: 40), completion: { log.add("\($0)") })
      }
    }
    #expect(change(to: -1) != nil)
    #expect(log.lines == ["false"])
    var inside: CollectionViewError?
    try view.performBatchUpdates { inside = change(to: 80) }
    #expect(inside == .layoutChangedDuringUpdate)
    #expect(log.lines == ["false", "false"])
    let cause = LayoutError.length(property: "test", section: nil, -1)
    layout.onPrepare = { () throws(LayoutError) in throw cause }
    #expect(change(to: 80) == .layout(cause))
    #expect(log.lines == ["false", "false", "false"])
    layout.onPrepare = nil
    try view.pass()
    #expect(view.bounds.size.width == 80)
    view.clock.advance(by: 1)
    #expect(log.lines.count == 3)
    _ = source
  }

  /// BUG-36: a pass that moves or removes what is animated.
  @Test func aPassEndsWhatItMoves() throws {
    let rig = Rig([Array(0..<50)], height: 40)
    try rig.view.pass()
    try rig.update([Array(1..<50)]) { view in
      view.deleteItems(at: [at(0, 0)])
    }
    rig.view.clock.advance(by: 0.1)
    let cell = try #require(rig.view.cellForItem(at: at(0, 1)))
    rig.layout.itemExtent = 12
    try rig.view.pass()
    #expect(rig.view.presentationAttributes(of: cell)?.frame.minY == 12)
    try rig.view.scroll(to: 300)
    // The same view for another item is where that is.
    for cell in rig.view.visibleCells {
      #expect(rig.view.presentationAttributes(of: cell) == cell.layoutAttributes)
    }
    rig.view.clock.advance(by: 1)
    try rig.expectFreshRows()
  }

  /// What is animated depends on what is seen, not on how much there is.
  @Test func animationsDoNotGrowWithTheCollection() throws {
    for count in [100, 100_000] {
      let rig = Rig([Array(0..<count)])
      try rig.view.pass()
      try rig.update([[-1] + rig.source.sections[0]]) { view in
        view.insertItems(at: [at(0, 0)])
      }
      #expect(rig.view.animations.count == 11)
    }
  }
}

extension Rig {
  /// The shown numbers are those at the shown paths.
  func expectFreshRows(_ location: SourceLocation = #_sourceLocation) throws {
    try view.pass(location)
    for path in view.itemPathsForVisibleItems {
      #expect(
        number(path.section, path.item) == source.sections[path.section][path.item],
        sourceLocation: location)
    }
  }
}
