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
