import CollectionViews
import Geometry
import Testing

/// The rules of scrolling without a view: bounds of 50 × 100 points over 50 × 300 points of content.
@Suite struct ScrollGeometryTests {
  private func geometry(
    at y: Double = 0, content: Double = 300, top: Double = 0, bottom: Double = 0
  ) -> ScrollGeometry {
    ScrollGeometry(
      bounds: Rect(x: 0, y: y, width: 50, height: 100),
      contentSize: Size(width: 50, height: content),
      contentInset: EdgeInsets(top: top, left: 0, bottom: bottom, right: 0))
  }

  @Test func limitsIncludeTheMargins() {
    #expect(geometry().limits(.vertical) == 0...200)
    #expect(geometry(top: 10, bottom: 20).limits(.vertical) == -10...220)
    #expect(geometry().limits(.horizontal) == 0...0)
  }

  /// Content that fits has one offset, its beginning.
  @Test func contentThatFitsStaysAtItsBeginning() {
    #expect(geometry(content: 40, top: 10).limits(.vertical) == -10...(-10))
    #expect(geometry(content: 40).dragged(by: Point(x: 0, y: 30), bounces: true) == .zero)
  }

  /// Until the next pass reports it, content without a finite size keeps the bounds where they are.
  @Test func contentThatIsNotFiniteHoldsTheBounds() {
    #expect(geometry(at: 70, content: .infinity).limits(.vertical) == 70...70)
    #expect(geometry(at: 70, content: .nan).clamped(Point(x: 0, y: 9)) == Point(x: 0, y: 70))
  }

  @Test(arguments: [(-5.0, 0.0), (120, 120), (900, 200)]) func offsetsAreClamped(
    _ offset: Double, _ expected: Double
  ) {
    #expect(geometry().clamped(Point(x: 3, y: offset)) == Point(x: 0, y: expected))
  }

  @Test func anItemIsShownAtItsPosition() {
    let row = Rect(x: 0, y: 150, width: 50, height: 20)
    func offset(_ position: ScrollPosition, at y: Double = 0) -> Double {
      geometry(at: y, top: 10, bottom: 30).offset(showing: row, at: position).y
    }
    #expect(offset(.top) == 140)
    #expect(offset(.bottom) == 100)
    #expect(offset(.centeredVertically) == 120)
    // As little as shows it, from above, from below, and where it shows already.
    #expect(offset([], at: 0) == 100 && offset([], at: 200) == 140 && offset([], at: 120) == 120)
  }

  /// Beyond an edge a finger moves the content less than its own way, and back the same way.
  @Test func contentBeyondAnEdgeFollowsLess() {
    let beyond = geometry().dragged(by: Point(x: 0, y: -40), bounces: true)
    #expect(beyond.y < 0 && beyond.y > -40)
    let back = geometry(at: beyond.y).dragged(by: Point(x: 0, y: 40), bounces: true)
    #expect(abs(back.y) < 1e-9)
    #expect(geometry().dragged(by: Point(x: 0, y: -40), bounces: false) == .zero)
    #expect(geometry().dragged(by: Point(x: 0, y: 40), bounces: false) == Point(x: 0, y: 40))
  }
}

/// Pages, edges and positions with margins and of odd sizes.
@Suite struct ScrollGeometryRuleTests {
  private func geometry(
    at y: Double, height: Double = 100, content: Double = 1_000, top: Double = 0
  ) -> ScrollGeometry {
    ScrollGeometry(
      bounds: Rect(x: 0, y: y, width: 50, height: height),
      contentSize: Size(width: 50, height: content),
      contentInset: EdgeInsets(top: top, left: 0, bottom: 0, right: 0))
  }

  /// Content that is held beyond an edge stays where it is while the finger rests.
  @Test(arguments: [-20.0, -1, -0.25, 900.25, 901, 920])
  func aFingerThatRestsMovesNothing(y: Double) {
    let rested = geometry(at: y).dragged(by: .zero, bounces: true)
    #expect(abs(rested.y - y) < 1e-9)
  }

  @Test(arguments: [0.25, 1, 2])
  func theSmallestWayBeyondAnEdgeIsShown(way: Double) {
    let end = geometry(at: 900).dragged(by: Point(x: 0, y: way), bounces: true).y
    let start = geometry(at: 0).dragged(by: Point(x: 0, y: -way), bounces: true).y
    #expect(end > 900 && end < 900 + way)
    #expect(start < 0 && start > -way)
  }

  /// The first page begins at the margin.
  @Test func pagesBeginWithTheContent() {
    func page(_ offset: Double, from y: Double) -> Double {
      geometry(at: y, top: 10).page(nearestTo: Point(x: 0, y: offset)).y
    }
    #expect(page(45, from: -10) == 90)
    #expect(page(30, from: -10) == -10)
    #expect(page(170, from: 90) == 190)
    #expect(page(-10, from: 90) == -10)
    // A point off the page that is seen both it and the next are seen.
    #expect(page(-10, from: 91) == 90 && page(400, from: 91) == 190)
  }

  /// Pages may be as small as the bounds are; bounds without an extent have none.
  @Test func pagesOfSmallBounds() {
    let small = geometry(at: 2, height: 1).page(nearestTo: Point(x: 0, y: 2.75))
    #expect(small.y == 3)
    let none = geometry(at: 2, height: 0).page(nearestTo: Point(x: 0, y: 2.75))
    #expect(none.y == 2.75)
  }

  /// A page of which half a point is seen is seen.
  @Test func halfAPointOfAPageCounts() {
    let page = geometry(at: 192.5, height: 64).page(nearestTo: .zero)
    #expect(page.y == 192)
  }

  /// However small the bounds are, a finger moves the content; without an extent, none of it is shown
  /// beyond an edge.
  @Test func aFingerMovesContentInSmallBounds() {
    func dragged(_ way: Double, height: Double) -> Double {
      geometry(at: 2, height: height).dragged(by: Point(x: 0, y: way), bounces: true).y
    }
    #expect(dragged(5, height: 0) == 7 && dragged(0, height: 0) == 2)
    #expect(dragged(-5, height: 0) == 0)
    #expect(dragged(-5, height: 1) < 0 && dragged(-5, height: 1) > -1)
  }

  /// However far content is beyond an edge, a finger brings it back.
  @Test(arguments: [-100.0, -150]) func aFingerBringsContentBack(y: Double) {
    let dragged = geometry(at: y).dragged(by: Point(x: 0, y: 50), bounces: true).y
    #expect(dragged > y && dragged < 0)
  }

  /// An item as large as the bounds is shown by moving to it.
  @Test func anItemOfTheSizeOfTheBounds() {
    let frame = Rect(x: 0, y: 150, width: 50, height: 100)
    for y in [0.0, 150, 300] {
      #expect(geometry(at: y).offset(showing: frame, at: []).y == 150)
    }
  }

  /// A position names no other, and several may be combined along two axes.
  @Test func positionsAreApart() {
    let positions: [ScrollPosition] = [
      .top, .centeredVertically, .bottom, .left, .centeredHorizontally, .right,
    ]
    for (place, position) in positions.enumerated() {
      #expect(!position.isEmpty)
      #expect(positions[..<place].allSatisfy { $0.isDisjoint(with: position) })
    }
  }
}

/// What a view remembers of its passes.
@Suite struct LayoutPassStateTests {
  /// An item may cause two passes by its preferred size; an update begins the count again.
  @Test func requestsOfAnItemAreLimited() {
    var pass = LayoutPassState()
    #expect(pass.isDue && !pass.needsRepeat && !pass.isRunning && !pass.hasShownElements)
    let counted = [1, 1, 2, 1].map { pass.countPreferredSizeRequest(at(0, $0)) }
    #expect(counted == [true, true, true, false])
    pass.needsRepeat = true
    pass.forgetPreferredSizeRequests()
    #expect(!pass.needsRepeat)
    let isCounted = pass.countPreferredSizeRequest(at(0, 1))
    #expect(isCounted)
  }
}
