import Changesets
import Geometry
import Layouts
import Testing

/// Sections whose elements lie far outside of their groups.
struct FarSectionsTests {
  /// A group of 50 points with an item `distance` points below its beginning.
  private static func section(_ distance: Double) -> LayoutSection {
    LayoutSection(
      group: .custom(LayoutSize(width: .fractionalWidth(1), height: .absolute(50))) { _ in
        [CustomGroupItem(frame: Rect(x: 0, y: distance, width: 10, height: 10))]
      })
  }

  @Test(arguments: [[200, 2_000], [2_000, 200, 2_000]])
  func aSectionIsFoundByItsFarElement(_ distances: [Double]) throws {
    for strategy in allStrategies {
      let layout = CompositionalLayout(extents: strategy) { section, _ in
        Self.section(distances[section])
      }
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480),
        itemCounts: distances.map { _ in 1 })
      try session.layoutIfNeeded()
      for (section, distance) in distances.enumerated() {
        let place = Rect(x: 0, y: Double(section) * 50 + distance, width: 10, height: 10)
        let found = layout.layoutAttributesForElements(in: place)
        #expect(found.map(\.itemPath) == [ItemPath(section: section, item: 0)])
        #expect(found.map(\.frame) == [place])
      }
    }
  }
}
