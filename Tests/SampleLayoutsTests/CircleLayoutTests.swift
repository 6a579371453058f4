import Changesets
import Geometry
import Layouts
import SampleLayouts
import Testing

struct CircleLayoutTests {
  private static func others(_ badges: Int) -> (Int, Int) -> [LayoutElement] {
    { section, items in
      [.supplementary(CircleLayout.title, [section])]
        + (0..<items).flatMap { item in
          (0..<badges).map { .supplementary(CircleLayout.badge, [section, item, $0]) }
        }
    }
  }

  private func center(_ section: Int, _ item: Int, of layout: CircleLayout) throws -> Point {
    let path = ItemPath(section: section, item: item)
    return try #require(layout.layoutAttributesForItem(at: path)).center
  }

  @Test func itemsStandOnRings() throws {
    let layout = CircleLayout()
    layout.itemSize = Size(width: 20, height: 20)
    layout.ringSpacing = 10
    let session = try LayoutSession.laidOut(layout, width: 100, height: 120, [4, 2])
    #expect(layout.contentSize == Size(width: 100, height: 120))
    let expected: [(Int, Int, Point)] = [
      (0, 0, Point(x: 90, y: 60)), (0, 1, Point(x: 50, y: 100)), (0, 2, Point(x: 10, y: 60)),
      (0, 3, Point(x: 50, y: 20)), (1, 0, Point(x: 80, y: 60)), (1, 1, Point(x: 20, y: 60)),
    ]
    for (section, item, point) in expected {
      let center = try center(section, item, of: layout)
      #expect(abs(center.x - point.x) < 1e-9 && abs(center.y - point.y) < 1e-9)
    }
    #expect(session.preparations == 1)
  }

  @Test func rectangleQueryIsBruteForceForEverySmallCollection() throws {
    for badges in 0...2 {
      for counts in everyCounts(sections: 3, items: 3) {
        let layout = CircleLayout()
        layout.badgesPerItem = badges
        layout.advance(by: 0.3)
        let session = try LayoutSession.laidOut(layout, width: 200, height: 160, counts)
        let every = EveryElement(of: session, others: Self.others(badges))
        for x in stride(from: -20.0, through: 200, by: 55) {
          for y in stride(from: -20.0, through: 160, by: 45) {
            let rect = Rect(x: x, y: y, width: 55, height: 45)
            every.expectSame(in: rect, of: layout, "\(badges) badges, \(counts)")
          }
        }
        try LayoutAudit(layout, host: session).checkEverything(inPiecesOf: 90)
      }
    }
  }

  @Test func everyTickIsOnePreparation() throws {
    let layout = CircleLayout()
    let session = try LayoutSession.laidOut(layout, [12])
    var places: Set<Point> = [try center(0, 0, of: layout)]
    for tick in 1...50 {
      layout.advance(by: 0.05)
      try session.layoutIfNeeded()
      try session.layoutIfNeeded()
      #expect(session.preparations == 1 + tick)
      #expect(places.insert(try center(0, 0, of: layout)).inserted)
    }
  }

  @Test func ticksBeforeOnePassAreTakenTogetherAndShowAfterIt() throws {
    let layout = CircleLayout()
    let session = try LayoutSession.laidOut(layout, [4])
    let before = layout.layoutAttributesForElements(in: session.bounds)
    let next = try center(0, 1, of: layout)
    for _ in 0..<10 { layout.advance(by: Double.pi / 20) }
    #expect(layout.layoutAttributesForElements(in: session.bounds) == before)
    try session.layoutIfNeeded()
    #expect(session.preparations == 2)
    // A quarter of a turn moves the first item to the place of the second.
    let center = try center(0, 0, of: layout)
    #expect(abs(center.x - next.x) < 1e-9 && abs(center.y - next.y) < 1e-9)
  }

  @Test func pathsHaveOneAndThreeLevels() throws {
    let layout = CircleLayout()
    layout.badgesPerItem = 2
    let session = try LayoutSession.laidOut(layout, [1, 3])
    let answer = layout.layoutAttributesForElements(in: session.bounds)
    #expect(Set(answer.filter { $0.kind == CircleLayout.title }.map(\.path)) == [[0], [1]])
    let badges = answer.filter { $0.kind == CircleLayout.badge }.map(\.path)
    #expect(badges.count == 8 && badges.contains([1, 2, 1]))
    func attributes(_ kind: ElementKind, _ path: ElementPath) -> LayoutAttributes? {
      layout.layoutAttributesForSupplementaryElement(ofKind: kind, at: path)
    }
    #expect(attributes(CircleLayout.badge, [1, 2, 1])?.section == 1)
    for path in [[1, 2, 2], [1, 3, 0], [2, 0, 0], [1, 2], [1], [1, 2, 1, 0], [-1, 0, 0]] {
      #expect(attributes(CircleLayout.badge, ElementPath(path)) == nil, "\(path)")
    }
    for path in [[2], [0, 0], [-1]] {
      #expect(attributes(CircleLayout.title, ElementPath(path)) == nil, "\(path)")
    }
    #expect(attributes(ElementKind("other"), [0]) == nil)
  }

  @Test func boundsOfAnotherSizeNeedAPreparation() throws {
    let layout = CircleLayout()
    let session = try LayoutSession.laidOut(layout, [5])
    try session.setBounds(Rect(x: 10, y: 10, width: 320, height: 480))
    #expect(session.preparations == 1)
    try session.setBounds(Rect(x: 0, y: 0, width: 320, height: 400))
    #expect(session.preparations == 2)
    #expect(layout.contentSize == Size(width: 320, height: 400))
  }

  @Test func itemsComeFromTheMiddleAndGoThere() throws {
    let layout = UpdateWatcher()
    let session = try LayoutSession.laidOut(layout, [3, 2, 2])
    let goneBefore = layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 1))
    // Deletes item [0, 1] and section 1; inserts item [1, 0] (in the former section 2) and section
    // 2.
    let changeset = Changeset(
      deletedSections: [1], insertedSections: [2],
      deletedItems: [ItemPath(section: 0, item: 1)],
      insertedItems: [ItemPath(section: 1, item: 0)])
    try session.update(changeset) { $0 = [2, 3, 1] }
    let middle = Point(x: 160, y: 240)
    let appeared: [ItemPath] = [
      ItemPath(section: 1, item: 0), ItemPath(section: 2, item: 0),
    ]
    let disappeared: [ItemPath] = [
      ItemPath(section: 0, item: 1), ItemPath(section: 1, item: 0), ItemPath(section: 1, item: 1),
    ]
    #expect(layout.initial.keys.sorted() == appeared)
    #expect(layout.final.keys.sorted() == disappeared)
    for attributes in Array(layout.initial.values) + layout.final.values {
      #expect(attributes.center == middle && attributes.alpha == 0)
    }
    #expect(layout.goneBefore == goneBefore)
    // Nothing about the update is kept.
    for path in appeared {
      #expect(layout.initialLayoutAttributesForAppearingItem(at: path) == nil)
    }
    for path in disappeared {
      #expect(layout.finalLayoutAttributesForDisappearingItem(at: path) == nil)
      #expect(layout.layoutAttributesBeforeUpdate(of: .cell(path)) == nil)
    }
    let fresh = CircleLayout()
    let other = try LayoutSession.laidOut(fresh, [2, 3, 1])
    #expect(
      layout.layoutAttributesForElements(in: other.bounds)
        == fresh.layoutAttributesForElements(in: other.bounds))
  }

  @Test func illegalPropertiesAreNamed() {
    let changes: [(String, (CircleLayout) -> Void)] = [
      ("itemSize.width", { $0.itemSize.width = -1 }),
      ("itemSize.height", { $0.itemSize.height = .infinity }),
      ("ringSpacing", { $0.ringSpacing = .nan }),
    ]
    expectErrorsThatName(changes) { CircleLayout() }
  }
}

/// Keeps what the hooks answer in an update, as a collection view asks them before its last step.
private final class UpdateWatcher: CircleLayout {
  private(set) var initial: [ItemPath: LayoutAttributes] = [:]
  private(set) var final: [ItemPath: LayoutAttributes] = [:]
  private(set) var goneBefore: LayoutAttributes?

  override func finalizeUpdates() {
    for section in 0..<4 {
      for item in 0..<4 {
        let path = ItemPath(section: section, item: item)
        initial[path] = initialLayoutAttributesForAppearingItem(at: path)
        final[path] = finalLayoutAttributesForDisappearingItem(at: path)
      }
    }
    goneBefore = layoutAttributesBeforeUpdate(of: .cell(ItemPath(section: 0, item: 1)))
    super.finalizeUpdates()
  }
}
