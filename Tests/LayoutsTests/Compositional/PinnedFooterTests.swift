import Changesets
import Geometry
import Layouts
import Testing

/// Footers that stick to the visible end (CL-13).
struct PinnedFooterTests {
  private static func footer(_ height: Double) -> LayoutBoundarySupplementaryItem {
    var footer = LayoutBoundarySupplementaryItem(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(height)),
      elementKind: .sectionFooter, alignment: .bottom)
    footer.pinToVisibleBounds = true
    return footer
  }

  /// The rows end at 5,000 points, and the content at 5,050.
  @Test(arguments: [0.0, 100, 4_570])
  func theFooterOfASectionSticksAboveThatOfAllContent(offset: Double) throws {
    let row = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
    var section = LayoutSection(group: .horizontal(row, subitems: [.item(LayoutItem(row))]))
    section.boundarySupplementaryItems = [Self.footer(30)]
    var configuration = CompositionalLayoutConfiguration()
    configuration.boundarySupplementaryItems = [Self.footer(20)]
    let frames: [ElementPath: Rect] = [
      ElementPath([0, 0]): Rect(x: 0, y: offset + 430, width: 320, height: 30),
      ElementPath([0]): Rect(x: 0, y: offset + 460, width: 320, height: 20),
    ]
    for strategy in allStrategies {
      let layout = CompositionalLayout(
        section: section, configuration: configuration, extents: strategy)
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [100])
      try session.layoutIfNeeded()
      try session.scroll(to: Point(x: 0, y: offset))
      var found: [ElementPath: Rect] = [:]
      for attributes in layout.layoutAttributesForElements(in: session.bounds)
      where attributes.kind == .sectionFooter {
        found[attributes.path] = attributes.frame
      }
      #expect(found == frames, "\(strategy.name)")
      for (path, frame) in frames {
        #expect(
          layout.layoutAttributes(for: .supplementary(.sectionFooter, path))?.frame == frame)
      }
    }
  }
}
