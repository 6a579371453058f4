import BasicAlgorithms
import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Changes where flings end.
private final class TargetDelegate: CollectionViewDelegate {
  var target: ((Point) -> Point)?
  var calls: [(velocity: Point, target: Point)] = []
  private(set) var endedDrags = 0

  func collectionViewDidEndDragging(_ collectionView: CollectionView, willDecelerate: Bool) {
    endedDrags += 1
  }

  func collectionViewWillEndDragging(
    _ collectionView: CollectionView, withVelocity velocity: Point,
    targetContentOffset: inout Point
  ) {
    calls.append((velocity, targetContentOffset))
    if let target { targetContentOffset = target(targetContentOffset) }
  }
}

/// Rows of 10 points that a fling ends at.
private final class SnappingLayout: ListLayout {
  override func targetContentOffset(
    forProposedContentOffset offset: Point, withScrollingVelocity velocity: Point
  ) -> Point { Point(x: offset.x, y: (offset.y / 10).rounded() * 10) }
}

@Suite struct PagingTests {
  /// 100 rows of 10 points in a view of 100.
  private func makeView(
    _ layout: ListLayout = ListLayout()
  ) throws -> (view: CollectionView, source: StubSource) {
    layout.itemExtent = 10
    let source = StubSource(itemCount: 100)
    let view = CollectionView.showing(source, in: layout)
    try view.pass()
    return (view, source)
  }

  private func settle(_ view: CollectionView) throws {
    for _ in 0..<600 where view.isDecelerating {
      view.clock.advance(by: 1 / 60)
      try view.layoutIfNeeded()
    }
    #expect(!view.isDecelerating)
  }

  @Test func theDelegateChangesWhereTheLayoutWouldEnd() throws {
    let (view, source) = try makeView(SnappingLayout())
    let delegate = TargetDelegate()
    view.delegate = delegate
    view.fling(withVelocity: Point(x: 0, y: 900))
    #expect(delegate.calls.count == 1 && delegate.calls[0].velocity == Point(x: 0, y: 900))
    let proposed = delegate.calls[0].target.y
    #expect(proposed > 100 && proposed.truncatingRemainder(dividingBy: 10) == 0)
    try settle(view)
    #expect(abs(view.contentOffset.y - proposed) < 0.5)
    delegate.target = { Point(x: $0.x, y: 333) }
    view.fling(withVelocity: Point(x: 0, y: -900))
    try settle(view)
    #expect(abs(view.contentOffset.y - 333) < 0.5)
    withExtendedLifetime((source, delegate)) {}
  }

  /// It may move the content elsewhere itself, in place of the fling, whose drag then has no end.
  @Test func theDelegateBeginsAnotherMovement() throws {
    let (view, source) = try makeView()
    let delegate = TargetDelegate()
    delegate.target = { target in
      view.setContentOffset(Point(x: 0, y: 300), animated: true)
      return target
    }
    view.delegate = delegate
    view.fling(withVelocity: Point(x: 0, y: 900))
    #expect(!view.isDecelerating)
    view.clock.advance(by: 1)
    #expect(view.contentOffset.y == 300)
    #expect(delegate.endedDrags == 0)
    delegate.target = nil
    withExtendedLifetime(source) {}
  }

  /// It may change the margins, and lay out: the content is beyond its edge then, and comes back.
  @Test func aDragEndsWithinTheEdgesThatTheDelegateSets() throws {
    let (view, source) = try makeView()
    let delegate = TargetDelegate()
    view.setContentInset(EdgeInsets(top: 50, left: 0, bottom: 0, right: 0))
    view.setContentOffset(Point(x: 0, y: -50))
    try view.layoutIfNeeded()
    delegate.target = { target in
      view.setContentInset(.zero)
      #expect(view.failure(view.layoutIfNeeded) == nil)
      return target
    }
    view.delegate = delegate
    view.fling(withVelocity: .zero)
    #expect(view.isDecelerating && view.contentOffset.y == -50)
    view.clock.advance(by: 0.1)
    try view.layoutIfNeeded()
    #expect(view.contentOffset.y < 0 && view.contentOffset.y > -50)
    try settle(view)
    #expect(view.contentOffset.y == 0)
    delegate.target = nil
    withExtendedLifetime(source) {}
  }

  /// The content goes where the finger throws it.
  @Test(arguments: [1.5e308, .infinity, .nan])
  func noSpeedLeadsToATargetBeyondAllNumbers(target: Double) throws {
    let (view, source) = try makeView()
    let delegate = TargetDelegate()
    delegate.target = { Point(x: $0.x, y: target) }
    view.delegate = delegate
    view.fling(withVelocity: Point(x: 0, y: 500))
    view.clock.advance(by: 10)
    let end = Deceleration(position: 0, velocity: 500).endPosition
    #expect(abs(view.contentOffset.y - end) < 1e-9)
    delegate.target = nil
    withExtendedLifetime(source) {}
  }

  @Test func aFlingGoesOnePage() throws {
    let (view, source) = try makeView()
    let delegate = TargetDelegate()
    view.delegate = delegate
    view.isPagingEnabled = true
    for (velocity, page) in [(5_000.0, 1.0), (5_000, 2), (-9_000, 1), (10, 1), (-9_000, 0)] {
      view.fling(withVelocity: Point(x: 0, y: velocity))
      try settle(view)
      #expect(abs(view.contentOffset.y - page * 100) < 0.5, "\(velocity)")
    }
    // In between, the nearer of both pages that are seen, by where it would have ended.
    view.beginDragging()
    view.drag(by: Point(x: 0, y: 160))
    view.endDragging()
    try settle(view)
    #expect(abs(view.contentOffset.y - 200) < 0.5)
    view.beginDragging()
    view.drag(by: Point(x: 0, y: 30))
    view.endDragging(withVelocity: Point(x: 0, y: 3_000))
    try settle(view)
    #expect(abs(view.contentOffset.y - 300) < 0.5)
    #expect(delegate.calls.isEmpty)
    withExtendedLifetime((source, delegate)) {}
  }

  /// From anywhere at any speed, a fling ends at a page within the content, and the nearest that the
  /// rule allows.
  @Test(arguments: UInt64(0)..<4)
  func generatedFlings(seed: UInt64) throws {
    let (view, source) = try makeView()
    view.isPagingEnabled = true
    var numbers = SplitMix64(seed: seed)
    for _ in 0..<40 {
      let start = Double(numbers.next(below: 90_000)) / 100
      let velocity = Double(numbers.next(below: 8_000)) - 4_000
      view.setContentOffset(Point(x: 0, y: start))
      try view.layoutIfNeeded()
      view.fling(withVelocity: Point(x: 0, y: velocity))
      try settle(view)
      let page = (view.contentOffset.y / 100).rounded()
      #expect(abs(view.contentOffset.y - page * 100) < 0.5, "\(start), \(velocity)")
      #expect(abs(page * 100 - start) <= 100.5, "\(start), \(velocity)")
      // Never back from where the finger pushes it, if it pushes hard.
      if velocity > 1_000, start < 899 { #expect(page * 100 > start, "\(start), \(velocity)") }
      if velocity < -1_000, start > 1 { #expect(page * 100 < start, "\(start), \(velocity)") }
    }
    withExtendedLifetime(source) {}
  }
}
