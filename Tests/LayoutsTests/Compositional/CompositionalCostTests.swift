import Changesets
import Geometry
import Layouts
import Testing

/// The work and memory of compositional layouts: each test fails if a cost grows with something that
/// has no part in the answer.
@Suite(.serialized) struct CompositionalCostTests {
  private static let whole = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 480)

  private static func row(_ members: LayoutSubitem...) -> LayoutGroup {
    .horizontal(whole, subitems: members)
  }

  /// An object that a description keeps.
  private final class Kept {
    final class Count { var value = 0 }
    let count: Count

    init(_ count: Count) {
      self.count = count
      count.value += 1
    }

    deinit { count.value -= 1 }
  }

  @Test(arguments: [ExtentStrategy.nested, .flat, .tree].map(\.name))
  func descriptionsThatNoSectionHasAreForgotten(_ name: String) throws {
    let strategy = [ExtentStrategy.nested, .flat, .tree].first { $0.name == name }
    let count = Kept.Count()
    let layout = CompositionalLayout(extents: strategy ?? .tree) { section, _ in
      let kept = Kept(count)
      var section = LayoutSection(group: Self.row(.item(LayoutItem(Self.whole))))
      section.visibleItemsInvalidationHandler = { items, _, _ in
        for place in items.indices { items[place].zIndex = kept.count.value }
      }
      return section
    }
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [3, 4, 5])
    try session.layoutIfNeeded()
    #expect(count.value == 3)
    var most = 0
    for step in 0..<2_000 {
      let frames = layout.layoutAttributesForElements(in: Self.bounds).map(\.frame)
      try session.update(Changeset(reloadedSections: [step % 2])) { _ in }
      #expect(layout.layoutAttributesForElements(in: Self.bounds).map(\.frame) == frames)
      most = max(most, count.value)
    }
    #expect(most < 200)
  }

  /// Each section is asked how far it scrolls before it is reloaded.
  @Test func descriptionsOfSectionsThatScrollByThemselvesAreForgotten() throws {
    let count = Kept.Count()
    let card = LayoutSize(width: .absolute(100), height: .absolute(80))
    let layout = CompositionalLayout { _, _ in
      let kept = Kept(count)
      var section = LayoutSection(group: .horizontal(card, subitems: [.item(LayoutItem(card))]))
      section.orthogonalScrollingBehavior = .continuous
      section.visibleItemsInvalidationHandler = { items, _, _ in
        for place in items.indices { items[place].zIndex = kept.count.value }
      }
      return section
    }
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [20, 20, 20])
    try session.layoutIfNeeded()
    var most = 0
    for step in 0..<400 {
      #expect(layout.maximumOrthogonalOffset(ofSection: step % 2) == 1_680)
      try session.update(Changeset(reloadedSections: [step % 2])) { _ in }
      most = max(most, count.value)
    }
    #expect(most < 200)
  }

  @Test(arguments: [ExtentStrategy.nested, .flat, .tree].map(\.name))
  func aLongOrthogonalSectionScrollsAsAShortOne(_ name: String) throws {
    let strategy = [ExtentStrategy.nested, .flat, .tree].first { $0.name == name }
    let card = LayoutGroup.horizontal(
      LayoutSize(width: .absolute(100), height: .absolute(80)),
      subitems: [
        .item(LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1))))
      ])
    var section = LayoutSection(group: card)
    section.orthogonalScrollingBehavior = .continuous
    func placesVisited(_ itemCount: Int) throws -> Int {
      let layout = CompositionalLayout(section: section, extents: strategy ?? .tree)
      layout.maintainsVisiblePosition = true
      let session = LayoutSession(
        layout, bounds: Self.bounds, itemCounts: [itemCount, 30, 30, 30, 30, 30, 30, 30])
      try session.layoutIfNeeded()
      let before = layout.layoutWork.placesVisited
      var buffer: [LayoutAttributes] = []
      for step in 1...20 {
        layout.setOrthogonalOffset(Double(step % 7) * 90, ofSection: 0)
        try session.scroll(to: Point(x: 0, y: Double(step % 5)))
        try session.layoutIfNeeded()
        session.collectVisibleAttributes(into: &buffer)
        #expect(!buffer.isEmpty)
      }
      return layout.layoutWork.placesVisited - before
    }
    let short = try placesVisited(20)
    #expect(short > 0)
    #expect(try placesVisited(100_000) <= short)
  }

  @Test(arguments: [ExtentStrategy.nested, .flat, .tree].map(\.name))
  func measuredSectionsAreLaidOutTogether(_ name: String) throws {
    let strategy = [ExtentStrategy.nested, .flat, .tree].first { $0.name == name }
    let item = LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .estimated(20)))
    let column = LayoutGroup.vertical(
      LayoutSize(width: .fractionalWidth(1), height: .estimated(40)),
      subitems: [.item(item), .item(item)])
    let layout = CompositionalLayout(
      section: LayoutSection(group: column), extents: strategy ?? .tree)
    let session = LayoutSession(
      layout, bounds: Self.bounds, itemCounts: Array(repeating: 3, count: 1_000))
    try session.layoutIfNeeded()
    #expect(layout.contentSize.height == 60_000)
    #expect(layout.layoutWork.extents.placesMoved < 40_000)
  }

  @Test func itemsFarOutsideWidenNoOtherQuery() throws {
    let far = LayoutGroup.custom(Self.whole) { _ in
      [CustomGroupItem(frame: Rect(x: 0, y: 200_000, width: 10, height: 10))]
    }
    let (rows, outlier) = (
      LayoutSection(group: Self.row(.item(LayoutItem(Self.whole)))), LayoutSection(group: far)
    )
    let layout = CompositionalLayout { section, _ in section == 50 ? outlier : rows }
    let session = LayoutSession(
      layout, bounds: Self.bounds, itemCounts: Array(repeating: 100, count: 100))
    try session.layoutIfNeeded()
    let before = layout.layoutWork.placesVisited
    // The hundred groups of section 50 begin at 250,000; their items lie 200,000 points below.
    let found = layout.layoutAttributesForElements(
      in: Rect(x: 0, y: 452_000, width: 320, height: 100))
    #expect(layout.layoutWork.placesVisited - before < 250)
    #expect(
      found.compactMap(\.itemPath) == [
        ItemPath(section: 50, item: 40), ItemPath(section: 50, item: 41),
        ItemPath(section: 90, item: 40), ItemPath(section: 90, item: 41),
      ])
    let visited = layout.layoutWork.placesVisited
    #expect(layout.layoutAttributesForElements(in: Self.bounds).count == 10)
    #expect(layout.layoutWork.placesVisited - visited < 30)
  }

  @Test func aFailedResizeChangesNothing() throws {
    let item = LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .estimated(20)))
    let column = LayoutGroup.vertical(
      LayoutSize(width: .fractionalWidth(1), height: .estimated(40)), subitems: [.item(item)])
    let measured = LayoutGroup.vertical(
      LayoutSize(width: .fractionalWidth(1), height: .estimated(40)),
      subitems: [.group(column), .item(item)])
    let sections = [LayoutSection(group: measured), LayoutSection(group: column)]
    let layout = CompositionalLayout { section, _ in sections[section] }
    let session = LayoutSession(layout, bounds: Self.bounds, itemCounts: [2, 2])
    try session.layoutIfNeeded()
    let first = ItemPath(section: 0, item: 0)
    try session.prefer(Size(width: 320, height: 5), forItemAt: first)
    try session.settle()
    let before = layout.layoutAttributesForElements(in: Self.bounds)
    #expect(before.map(\.frame.minY) == [0, 5, 25, 45])
    #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) {
      try session.prefer(Size(width: 320, height: 7), forItemAt: ItemPath(section: 1, item: 0))
      try session.prefer(Size(width: 320, height: 1.7e308), forItemAt: first)
      try session.prefer(
        Size(width: 320, height: 1.7e308), forItemAt: ItemPath(section: 0, item: 1))
      try session.settle()
    }
    #expect(layout.layoutAttributesForElements(in: Self.bounds) == before)
    #expect(layout.contentSize.height == 65)
  }
}
