import Changesets
import Geometry
import Layouts
import Testing

/// Elements that a query finds only because it looks a little beyond its rectangle, and how little
/// that is.
struct CompositionalQueryTests {
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 480)

  /// Returns a section of rows of `height` points, with an item in each.
  private static func rows(_ height: Double) -> LayoutSection {
    let row = LayoutSize(width: .fractionalWidth(1), height: .absolute(height))
    return LayoutSection(group: .horizontal(row, subitems: [.item(LayoutItem(row))]))
  }

  /// Returns a configuration with a header of all content.
  private static func headed(_ height: Double) -> CompositionalLayoutConfiguration {
    var configuration = CompositionalLayoutConfiguration()
    configuration.boundarySupplementaryItems = [
      LayoutBoundarySupplementaryItem(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(height)),
        elementKind: .sectionHeader, alignment: .top)
    ]
    return configuration
  }

  // MARK: What is found

  /// Origins are rounded down to pixels, so that the second row begins on the second one.
  @Test(arguments: [0.5, 1, 2])
  func aRowThatIsRoundedIntoTheRectangleIsFound(pixelScale: Double) throws {
    let pixel = 1 / pixelScale
    for strategy in allStrategies {
      let layout = CompositionalLayout(section: Self.rows(1.95 * pixel), extents: strategy)
      layout.pixelScale = pixelScale
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [3])
      try session.layoutIfNeeded()
      let found = layout.layoutAttributesForElements(
        in: Rect(x: 0, y: pixel, width: 320, height: pixel / 4))
      #expect(found.map(\.frame.minY) == [0, pixel], "\(strategy.name)")
    }
  }

  @Test func aRowBehindAVeryLongHeaderOfAllContentIsFound() throws {
    let end = 0x1p50
    for strategy in allStrategies {
      let layout = CompositionalLayout(
        section: Self.rows(50), configuration: Self.headed(end), extents: strategy)
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [3])
      try session.layoutIfNeeded()
      let found = layout.layoutAttributesForElements(
        in: Rect(x: 0, y: end + 60, width: 320, height: 10))
      #expect(
        found.map(\.frame) == [Rect(x: 0, y: end + 50, width: 320, height: 50)],
        "\(strategy.name)")
    }
  }

  /// Positions of 2⁵² points are whole numbers: the inset is lost in that of the second row, and in
  /// the distance from it to the end of the rectangle.
  @Test func aRowThatAVeryLongRectangleEndsWithIsFound() throws {
    var section = Self.rows(0x1p52)
    section.contentInsets.top = 0.5
    for strategy in allStrategies {
      let layout = CompositionalLayout(section: section, extents: strategy)
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [2])
      try session.layoutIfNeeded()
      let found = layout.layoutAttributesForElements(
        in: Rect(x: 0, y: 0, width: 320, height: 0x1p52 + 1))
      #expect(found.map(\.frame.minY) == [0.5, 0x1p52], "\(strategy.name)")
    }
  }

  /// Up to 64 points outside of their section widen all queries; elements farther outside are looked
  /// for by themselves.
  @Test(arguments: [40.0, 64, 65, 200])
  func aHeaderThatGrowsOutOfItsSectionIsFoundAtItsEnd(height: Double) throws {
    var header = LayoutBoundarySupplementaryItem(
      LayoutSize(width: .fractionalWidth(1), height: .estimated(20)),
      elementKind: .sectionHeader, alignment: .top)
    header.extendsBoundary = false
    var section = Self.rows(10)
    section.boundarySupplementaryItems = [header]
    let element = LayoutElement.supplementary(.sectionHeader, ElementPath([0, 0]))
    for strategy in allStrategies {
      let layout = CompositionalLayout(section: section, extents: strategy)
      let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [1])
      try session.layoutIfNeeded()
      try session.prefer(Size(width: 320, height: height), for: element)
      try session.settle()
      let found = layout.layoutAttributesForElements(
        in: Rect(x: 0, y: height - 1, width: 320, height: 1))
      #expect(found.map(\.element) == [element], "\(strategy.name)")
      #expect(found.map(\.frame) == [Rect(x: 0, y: 0, width: 320, height: height)])
    }
  }

  // MARK: What it costs

  /// Returns the places that a query of ten rows visits, in a section of rows of one point.
  private static func placesVisited(
    _ layout: CompositionalLayout, itemCount: Int, at position: Double
  ) throws -> Int {
    let session = LayoutSession(layout, bounds: bounds, itemCounts: [itemCount])
    try session.layoutIfNeeded()
    let before = layout.layoutWork.placesVisited
    let found = layout.layoutAttributesForElements(
      in: Rect(x: 0, y: position, width: 320, height: 10))
    #expect(found.count == 10)
    return layout.layoutWork.placesVisited - before
  }

  @Test func aLongHeaderOfAllContentWidensNoQuery() throws {
    let layout = CompositionalLayout(
      section: Self.rows(1), configuration: Self.headed(10_000))
    #expect(try Self.placesVisited(layout, itemCount: 10_000, at: 10_500) < 40)
  }

  @Test func roundingToPixelsWidensAQueryByAPixel() throws {
    let layout = CompositionalLayout(section: Self.rows(1))
    layout.pixelScale = 2
    #expect(try Self.placesVisited(layout, itemCount: 1_000, at: 900) < 40)
  }
}
