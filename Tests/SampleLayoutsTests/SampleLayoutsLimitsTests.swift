import Changesets
import Geometry
import Layouts
import SampleLayouts
import Testing

/// Properties of any value: an error that names them, or an answer; never the end of the program.
struct SampleLayoutsLimitsTests {
  private let item = ItemPath(section: 0, item: 1)
  private let anywhere = Rect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)

  @Test func columnsWithoutItemsCostNothing() throws {
    for columns in [4, 1_000, .max] {
      let layout = WaterfallLayout { _, _ in 10 }
      layout.columnCount = columns
      let session = try LayoutSession.laidOut(layout, width: 100, [4, 0])
      let tops = (0..<4).map {
        layout.layoutAttributesForItem(at: ItemPath(section: 0, item: $0))?.frame.minY
      }
      #expect(tops == [0, 0, 0, 0], "\(columns) columns")
      #expect(layout.contentSize == Size(width: 100, height: 10))
      _ = try session.checkedAttributes(in: anywhere)
    }
  }

  @Test func waterfallsThatAreTooLongAreRefused() throws {
    let layout = WaterfallLayout { _, _ in 10 }
    let session = try LayoutSession.laidOut(layout, width: 100, [4])
    let size = layout.contentSize
    layout.heightForItem = { _, _ in 1e308 }
    #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
      try session.layoutIfNeeded()
    }
    layout.heightForItem = { _, _ in 10 }
    layout.spacing = 1e308
    layout.columnCount = 3
    #expect(throws: LayoutError.contentExtent(.horizontal, .infinity)) {
      try session.layoutIfNeeded()
    }
    #expect(layout.contentSize == size)
    layout.spacing = 10
    layout.columnCount = 2
    try session.layoutIfNeeded()
    #expect(layout.contentSize == size)
  }

  @Test func hugeCardsArePlacedOrRefused() throws {
    let layout = StackLayout()
    let session = try LayoutSession.laidOut(layout, width: 100, [3, 2])
    layout.cardSize = Size(width: 1e200, height: 1e200)
    try session.layoutIfNeeded()
    #expect(abs(layout.contentSize.height / (2e200 * 2.0.squareRoot()) - 1) < 1e-12)
    for y in [-1e300, 0, 1e9, 1e200, 1e300, .infinity, .nan] {
      let target = layout.targetContentOffset(forProposedContentOffset: Point(x: 0, y: y))
      #expect(target.y.isFinite, "\(y)")
    }
    _ = try LayoutAudit(layout, host: session).attributes(in: anywhere)
    layout.cardSize = Size(width: 1e308, height: 1e308)
    #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
      try session.layoutIfNeeded()
    }
    layout.cardSize = Size(width: 30, height: 40)
    layout.spacing = 1e308
    #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
      try session.layoutIfNeeded()
    }
    layout.spacing = 10
    try session.layoutIfNeeded()
    #expect(layout.contentSize.height == 142)
  }

  @Test func anglesAreFinite() throws {
    let stack = StackLayout()
    let piles = try LayoutSession.laidOut(stack, width: 100, [30])
    stack.turn = 1e308
    try piles.layoutIfNeeded()
    _ = try piles.checkedAttributes(in: anywhere)
    stack.turn = .infinity
    #expect(throws: LayoutError.angle(property: "turn", .infinity)) { try piles.layoutIfNeeded() }
    let circle = CircleLayout()
    let rings = try LayoutSession.laidOut(circle, width: 100, [3])
    circle.advance(by: .infinity)
    #expect(throws: LayoutError.angle(property: "phase", .infinity)) { try rings.layoutIfNeeded() }
    circle.phase = 1
    try rings.layoutIfNeeded()
  }

  @Test func badgesAreLimited() throws {
    let layout = CircleLayout()
    let session = try LayoutSession.laidOut(layout, width: 100, [1])
    layout.badgesPerItem = .max
    #expect(throws: LayoutError.tooMany(property: "badgesPerItem", .max, most: 1_000)) {
      try session.layoutIfNeeded()
    }
    layout.badgesPerItem = 1_000
    try session.layoutIfNeeded()
    #expect(layout.layoutAttributesForElements(in: anywhere).count == 1_002)
  }

  @Test func hugeRingsArePlaced() throws {
    let layout = CircleLayout()
    layout.itemSize = Size(width: 1e200, height: 1e200)
    layout.ringSpacing = 1e300
    let session = try LayoutSession.laidOut(layout, width: 100, [3, 2, 5])
    _ = try session.checkedAttributes(in: anywhere)
  }
}
