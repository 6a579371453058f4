import Changesets
import Geometry
import Layouts
import Testing

/// Elements that are thin, that lie outside of their section, or whose frames come from a closure.
struct CompositionalPlacementTests {
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 480)
  private static let whole = LayoutSize(
    width: .fractionalWidth(1), height: .fractionalHeight(1))

  private static func row(_ height: Double) -> LayoutSection {
    LayoutSection(
      group: .horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(height)),
        subitems: [.item(LayoutItem(whole))]))
  }

  private static func bar(
    _ height: Double, _ kind: ElementKind, _ alignment: RectAlignment, offset: Double = 0
  ) -> LayoutBoundarySupplementaryItem {
    LayoutBoundarySupplementaryItem(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(height)), elementKind: kind,
      alignment: alignment, absoluteOffset: Point(x: 0, y: offset))
  }

  private static func prepared(
    _ section: LayoutSection, _ strategy: ExtentStrategy, _ itemCounts: [Int]
  ) throws -> CompositionalLayout {
    let layout = CompositionalLayout(section: section, extents: strategy)
    let session = LayoutSession(layout, bounds: bounds, itemCounts: itemCounts)
    try session.layoutIfNeeded()
    return layout
  }

  /// Elements without extent are absent (CL-12, FL-30); half a point is an extent.
  @Test func elementsOfHalfAPointAreThere() throws {
    for strategy in allStrategies {
      var section = Self.row(0.5)
      section.boundarySupplementaryItems = [Self.bar(0.5, .sectionHeader, .top)]
      let layout = try Self.prepared(section, strategy, [2])
      let found = layout.layoutAttributesForElements(in: Self.bounds)
      #expect(
        found.map { "\($0)" }.sorted() == [
          "cell [0, 0] (0.0, 0.5, 320.0, 0.5)", "cell [0, 1] (0.0, 1.0, 320.0, 0.5)",
          "supplementary UICollectionElementKindSectionHeader [0, 0] (0.0, 0.0, 320.0, 0.5) z 1",
        ])
    }
  }

  /// The first section ends at 60; its footer is at 90, over the row of the second one.
  @Test func aFooterThatIsMovedIntoTheNextSectionIsFoundThere() throws {
    for strategy in allStrategies {
      var section = Self.row(50)
      section.boundarySupplementaryItems = [Self.bar(10, .sectionFooter, .bottom, offset: 40)]
      let layout = try Self.prepared(section, strategy, [1, 1])
      let found = layout.layoutAttributesForElements(
        in: Rect(x: 0, y: 95, width: 320, height: 1))
      #expect(
        Set(found.map(\.element)) == [
          .cell(ItemPath(section: 1, item: 0)),
          .supplementary(.sectionFooter, ElementPath([0, 0])),
        ])
    }
  }

  @Test func itemsOfACustomGroupHaveZIndexZeroUnlessTheySayOtherwise() throws {
    let size = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
    let group = LayoutGroup.custom(size) { _ in
      [
        CustomGroupItem(frame: Rect(x: 0, y: 0, width: 50, height: 50)),
        CustomGroupItem(frame: Rect(x: 30, y: 10, width: 50, height: 20), zIndex: 3),
      ]
    }
    let layout = try Self.prepared(LayoutSection(group: group), .tree, [2])
    let found = layout.layoutAttributesForElements(in: Self.bounds)
    #expect(found.map(\.zIndex) == [0, 3])
  }
}
