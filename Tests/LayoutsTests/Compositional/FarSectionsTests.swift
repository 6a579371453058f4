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

  /// Frames farther outside of their group leave queries elsewhere as they are.
  @Test func framesOutsideWidenQueriesByUpTo64Points() throws {
    let size = LayoutSize(width: .fractionalWidth(1), height: .absolute(1))
    let rows = LayoutSection(group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
    /// Returns the places that a query of ten rows visits.
    func placesVisited(_ reach: Double) throws -> Int {
      // The item is 10 points high and its group 50.
      let outlier = Self.section(reach + 40)
      let layout = CompositionalLayout { section, _ in section == 0 ? outlier : rows }
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [1, 1_000])
      try session.layoutIfNeeded()
      let before = layout.layoutWork.placesVisited
      let found = layout.layoutAttributesForElements(
        in: Rect(x: 0, y: 500, width: 320, height: 10))
      #expect(found.count == 10)
      return layout.layoutWork.placesVisited - before
    }
    #expect(try placesVisited(64) > 128)
    #expect(try placesVisited(65) < 40)
  }
}
