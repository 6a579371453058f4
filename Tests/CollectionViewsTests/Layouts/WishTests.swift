import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// What cells wish for in updates that no pass comes between (IC-8).
@Suite struct WishTests {
  /// Other cells at one path: each of them wishes once.
  @Test func insertsWithoutAPassBetween() throws {
    let source = WishingSource(Array(0..<10))
    let (view, _) = source.makeView()
    try view.pass()
    for number in 100..<105 {
      source.items.insert(number, at: 0)
      view.insertItems(at: [at(0, 0)])
    }
    try view.pass()
    #expect(view.visibleCells.map(\.frame.size.height) == [30, 30, 30, 30])
  }

  @Test func reconfiguresWithoutAPassBetween() throws {
    let source = WishingSource(Array(0..<10))
    let (view, _) = source.makeView()
    try view.pass()
    for height in [31.0, 32, 33, 34] {
      source.height = { _ in height }
      view.reconfigureItems(at: [at(0, 1)])
    }
    try view.pass()
    #expect(view.cellForItem(at: at(0, 1))?.frame.size.height == 34)
    source.height = { _ in 35 }
    view.reconfigureItems(at: Array(repeating: at(0, 1), count: 4))
    try view.pass()
    #expect(view.cellForItem(at: at(0, 1))?.frame.size.height == 35)
  }

  /// Rows that size themselves move as rows of a fixed height do: in steps, to their final places.
  @Test func anInsertMovesSelfSizingRowsInSteps() throws {
    let source = WishingSource(Array(0..<10))
    let (view, _) = source.makeView()
    view.animationDuration = 0.5
    try view.pass()
    let first = try #require(view.cellForItem(at: at(0, 0)))
    try view.performBatchUpdates {
      source.items.insert(100, at: 0)
      view.insertItems(at: [at(0, 0)])
    }
    var places: [Double] = []
    for _ in 0..<6 {
      let place = view.presentationAttributes(of: first)?.frame.minY ?? -1
      places.append((place * 1000).rounded() / 1000)
      view.clock.advance(by: 0.1)
      try view.pass()
    }
    #expect(places == [0, 6, 12, 18, 24, 30])
    #expect(view.animations.isEmpty)
  }

  /// A row that grows in a reload moves the rows below it in an animation.
  @Test func aReloadThatGrowsARowMovesTheRowsBelow() throws {
    let source = WishingSource(Array(0..<10))
    let (view, _) = source.makeView()
    try view.pass()
    source.height = { $0 == 0 ? 50 : 30 }
    try view.performBatchUpdates { view.reloadItems(at: [at(0, 0)]) }
    try view.pass()
    let moved = view.animations.filter { $0.role == .moved && $0.element == .cell(at(0, 1)) }
    #expect(moved.map(\.source.frame.minY) == [30])
    #expect(moved.map(\.target.frame.minY) == [50])
    let grown = view.animations.first { $0.role == .reloadedAfter }
    #expect(grown?.target.frame.size.height == 50)
    view.clock.advance(by: 1)
    view.check()
  }

  /// A wish that cannot be is the header's, not the item's at the same path.
  @Test func aHeaderThatWishesForNonsense() throws {
    let rig = Rig([[1, 2]], headers: true)
    rig.view.register(
      NegativeHeader.self, forSupplementaryViewOfKind: .sectionHeader,
      withReuseIdentifier: "header")
    guard case .layout(.frame(let element, _))? = rig.view.failure(rig.view.layoutIfNeeded) else {
      Issue.record("no error for a negative height")
      return
    }
    #expect(element == .supplementary(.sectionHeader, [0, 0]))
    rig.view.check()
  }
}

private final class NegativeHeader: CollectionReusableView {
  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var attributes = attributes
    attributes.size.height = -1
    return attributes
  }
}
