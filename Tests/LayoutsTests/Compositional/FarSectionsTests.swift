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

  /// Groups that are thinner than a point have an extent, so their items are visible (CL-3).
  @Test func farElementsOfThinGroupsAreFound() throws {
    let thin = LayoutSection(
      group: .custom(LayoutSize(width: .fractionalWidth(1), height: .absolute(0.5))) { _ in
        [CustomGroupItem(frame: Rect(x: 0, y: 200, width: 10, height: 10))]
      })
    for strategy in allStrategies {
      let layout = CompositionalLayout(section: thin, extents: strategy)
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [3])
      try session.layoutIfNeeded()
      let found = layout.layoutAttributesForElements(
        in: Rect(x: 0, y: 200, width: 10, height: 11))
      #expect(found.map(\.frame.minY).sorted() == [200, 200.5, 201])
      #expect(found.allSatisfy { $0.frame.size == Size(width: 10, height: 10) })
    }
  }

  /// The group ends where it begins: its 50 points are less than the last bit there.
  @Test func farElementsBehindVeryLongContentAreFound() throws {
    let tall = LayoutSize(width: .fractionalWidth(1), height: .absolute(0x1p60))
    let row = LayoutSection(group: .horizontal(tall, subitems: [.item(LayoutItem(tall))]))
    let place = Rect(x: 0, y: 0x1p60 + 8_192, width: 10, height: 4_096)
    let far = LayoutSection(
      group: .custom(LayoutSize(width: .fractionalWidth(1), height: .absolute(50))) { _ in
        [CustomGroupItem(frame: Rect(x: 0, y: 8_192, width: 10, height: 4_096))]
      })
    let layout = CompositionalLayout { section, _ in section == 0 ? row : far }
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [1, 1])
    try session.layoutIfNeeded()
    #expect(layout.layoutAttributesForElements(in: place).map(\.frame) == [place])
  }

  /// Both sizes together are more than all numbers, which is known before the layout looks for them.
  @Test func sizesThatAreRefusedHideNoFarElement() throws {
    let size = LayoutSize(width: .fractionalWidth(1), height: .estimated(20))
    let rows = LayoutSection(group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
    for strategy in allStrategies {
      let layout = CompositionalLayout(extents: strategy) { section, _ in
        section == 0 ? rows : Self.section(200)
      }
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [2, 1])
      try session.layoutIfNeeded()
      let place = Rect(x: 0, y: 240, width: 10, height: 10)
      #expect(layout.layoutAttributesForElements(in: place).map(\.frame) == [place])
      for item in 0..<2 {
        try session.prefer(
          Size(width: 320, height: 1.7e308), forItemAt: ItemPath(section: 0, item: item))
      }
      #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) { try session.settle() }
      #expect(layout.layoutAttributesForElements(in: place).map(\.frame) == [place])
    }
  }

  /// A query costs as much as there are groups within reach of it.
  @Test func aQueryOfALongSectionVisitsWhatIsWithinReach() throws {
    let layout = CompositionalLayout(section: Self.section(200))
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [10_000])
    try session.layoutIfNeeded()
    let before = layout.layoutWork.placesVisited
    let found = layout.layoutAttributesForElements(
      in: Rect(x: 0, y: 400_000, width: 320, height: 480))
    #expect(found.count == 10)
    #expect(layout.layoutWork.placesVisited - before < 100)
  }

  /// A badge that begins at the end of its item reaches as far as it is long.
  @Test(arguments: [Axis.vertical, .horizontal])
  func aLongBadgeBehindItsItemIsFound(_ axis: Axis) throws {
    let isVertical = axis == .vertical
    let size =
      isVertical
      ? LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
      : LayoutSize(width: .absolute(50), height: .fractionalHeight(1))
    let frame =
      isVertical
      ? Rect(x: 155, y: 50, width: 10, height: 100) : Rect(x: 50, y: 235, width: 100, height: 10)
    let kind = ElementKind("badge")
    let badge = LayoutSupplementaryItem(
      LayoutSize(width: .absolute(frame.size.width), height: .absolute(frame.size.height)),
      elementKind: kind,
      containerAnchor: SupplementaryAnchor(edges: isVertical ? .bottom : .trailing),
      itemAnchor: SupplementaryAnchor(edges: isVertical ? .top : .leading))
    let group = LayoutGroup.horizontal(
      size, subitems: [.item(LayoutItem(size, supplementaryItems: [badge]))])
    var configuration = CompositionalLayoutConfiguration()
    configuration.scrollDirection = axis
    for strategy in allStrategies {
      let layout = CompositionalLayout(
        section: LayoutSection(group: group), configuration: configuration, extents: strategy)
      let session = LayoutSession(
        layout, bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [1])
      try session.layoutIfNeeded()
      // The far half of the badge.
      let found = layout.layoutAttributesForElements(
        in: isVertical
          ? Rect(x: 155, y: 100, width: 10, height: 50)
          : Rect(x: 100, y: 235, width: 50, height: 10))
      #expect(found.map(\.kind) == [kind])
      #expect(found.map(\.frame) == [frame])
    }
  }
}
