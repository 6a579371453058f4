import Changesets
import Geometry
import Layouts
import Testing

/// The handlers of visible items (CL-19).
struct VisibleItemsTests {
  private static let whole = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 480)

  /// What a handler has been given.
  private final class Calls {
    var offsets: [Point] = []
    var frames: [Rect] = []
  }

  private static func session(
    _ section: LayoutSection, _ counts: [Int]
  ) throws -> (CompositionalLayout, LayoutSession) {
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(layout, bounds: bounds, itemCounts: counts)
    try session.layoutIfNeeded()
    return (layout, session)
  }

  @Test func aSectionThatScrollsByItselfGivesItsOwnCoordinates() throws {
    let calls = Calls()
    let item = LayoutItem(
      LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1)))
    var section = LayoutSection(
      group: .horizontal(
        LayoutSize(width: .absolute(100), height: .absolute(80)), subitems: [.item(item)]))
    section.orthogonalScrollingBehavior = .continuous
    section.visibleItemsInvalidationHandler = { items, offset, _ in
      calls.offsets.append(offset)
      calls.frames = items.map(\.frame)
      for place in items.indices {
        let distance = items[place].center.x - offset.x
        items[place].alpha = distance < 160 ? 0.5 : 1
        if items[place].itemPath?.item == 3 { items[place].center.x += 7 }
      }
    }
    let (layout, session) = try Self.session(section, [20])
    layout.setOrthogonalOffset(250, ofSection: 0)
    try session.layoutIfNeeded()
    #expect(calls.offsets == [.zero, Point(x: 250, y: 0)])
    #expect(calls.frames.map(\.minX) == [200, 300, 400, 500])
    let found = layout.layoutAttributesForElements(in: Self.bounds).sorted {
      $0.frame.minX < $1.frame.minX
    }
    #expect(found.map(\.frame.minX) == [-50, 57, 150, 250])
    #expect(found.map(\.alpha) == [0.5, 0.5, 1, 1])
  }

  /// Handlers and subclasses may move elements from one section's part of an answer to another's.
  @Test func handlersAndSubclassesPreventAnswersBySection() throws {
    final class Subclass: CompositionalLayout {}
    var section = LayoutSection(
      group: .horizontal(Self.whole, subitems: [.item(LayoutItem(Self.whole))]))
    #expect(try Self.session(section, [3]).0.answersBySection)
    let subclass = Subclass(section: section)
    try LayoutSession(subclass, bounds: Self.bounds, itemCounts: [3]).layoutIfNeeded()
    #expect(!subclass.answersBySection)
    section.visibleItemsInvalidationHandler = { _, _, _ in }
    #expect(try !Self.session(section, [3]).0.answersBySection)
  }

  @Test func sizesAndTheSetOfElementsStay() throws {
    var section = LayoutSection(
      group: .horizontal(Self.whole, subitems: [.item(LayoutItem(Self.whole))]))
    section.visibleItemsInvalidationHandler = { items, _, _ in
      guard items.count == 3 else { return }
      items[0].size = Size(width: 1, height: 1_000)
      items[1].frame = Rect(x: 10, y: 60, width: 2, height: 2)
      let repeated = items[2]
      items[2].zIndex = 9
      items.append(repeated)
      items.append(LayoutAttributes(cell: ItemPath(section: 0, item: 7), frame: Self.bounds))
      items.reverse()
    }
    let (layout, _) = try Self.session(section, [3])
    func frame(_ item: Int) -> Rect? {
      layout.layoutAttributesForItem(at: ItemPath(section: 0, item: item))?.frame
    }
    #expect(frame(0) == Rect(x: 0, y: 0, width: 320, height: 50))
    // Its centre is where the handler has put it.
    #expect(frame(1) == Rect(x: 11 - 160, y: 61 - 25, width: 320, height: 50))
    #expect(frame(7) == nil)
    // The first of two answers counts, in the order in which they stand.
    #expect(layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 2))?.zIndex == 0)
    // The changed element follows the unchanged ones.
    let found = layout.layoutAttributesForElements(in: Self.bounds)
    #expect(found.map { $0.itemPath?.item } == [0, 2, 1])
  }

  @Test func aHandlerMayAskTheLayout() throws {
    final class Box { weak var layout: CompositionalLayout? }
    let box = Box()
    var section = LayoutSection(
      group: .horizontal(Self.whole, subitems: [.item(LayoutItem(Self.whole))]))
    section.visibleItemsInvalidationHandler = { items, _, _ in
      let path = ItemPath(section: 0, item: 0)
      guard let first = box.layout?.layoutAttributesForItem(at: path) else { return }
      for place in items.indices { items[place].center.y += first.frame.size.height }
    }
    let (layout, session) = try Self.session(section, [3])
    box.layout = layout
    for step in 1...3 {
      try session.scroll(to: .zero)
      layout.invalidateLayout()
      try session.layoutIfNeeded()
      #expect(
        layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 0))?.frame.minY == 50,
        "\(step)")
    }
  }

  @Test func eachSectionGivesItsOwnElements() throws {
    final class Box { var paths: [[ItemPath?]] = [] }
    let box = Box()
    var section = LayoutSection(
      group: .horizontal(Self.whole, subitems: [.item(LayoutItem(Self.whole))]))
    section.visibleItemsInvalidationHandler = { items, _, _ in
      box.paths.append(items.map(\.itemPath))
    }
    _ = try Self.session(section, [1, 2, 1])
    #expect(
      box.paths == [
        [ItemPath(section: 0, item: 0)],
        [ItemPath(section: 1, item: 0), ItemPath(section: 1, item: 1)],
        [ItemPath(section: 2, item: 0)],
      ])
  }

  /// A change holds until the handler is called again.
  @Test func anElementThatAHandlerLeavesAloneIsBackInItsPlace() throws {
    final class Box { var moved = 0 }
    let box = Box()
    var section = LayoutSection(
      group: .horizontal(Self.whole, subitems: [.item(LayoutItem(Self.whole))]))
    section.visibleItemsInvalidationHandler = { items, _, _ in
      for place in items.indices where items[place].itemPath?.item == box.moved {
        items[place].center.x += 7
      }
    }
    let (layout, session) = try Self.session(section, [3])
    func starts() -> [Double?] {
      (0..<3).map { layout.layoutAttributesForItem(at: ItemPath(section: 0, item: $0))?.frame.minX }
    }
    #expect(starts() == [7, 0, 0])
    box.moved = 1
    layout.invalidateLayout()
    try session.layoutIfNeeded()
    #expect(starts() == [0, 7, 0])
    let found = layout.layoutAttributesForElements(in: Self.bounds)
    #expect(found.compactMap(\.itemPath?.item).sorted() == [0, 1, 2])
  }

  @Test func anOffsetOfAPointIsPartOfTheCoordinates() throws {
    let calls = Calls()
    let card = LayoutSize(width: .absolute(100), height: .absolute(80))
    var section = LayoutSection(group: .horizontal(card, subitems: [.item(LayoutItem(card))]))
    section.orthogonalScrollingBehavior = .continuous
    section.visibleItemsInvalidationHandler = { items, offset, _ in
      calls.offsets.append(offset)
      calls.frames = items.map(\.frame)
    }
    let (layout, session) = try Self.session(section, [20])
    layout.setOrthogonalOffset(1, ofSection: 0)
    try session.layoutIfNeeded()
    #expect(calls.offsets == [.zero, Point(x: 1, y: 0)])
    #expect(calls.frames.map(\.minX) == [0, 100, 200, 300])
  }

  /// Both are at the path of the first item.
  @Test func aHeaderAndAFooterKeepTheirSizesInAnyOrder() throws {
    func bar(
      _ kind: ElementKind, _ height: Double, _ alignment: RectAlignment
    ) -> LayoutBoundarySupplementaryItem {
      LayoutBoundarySupplementaryItem(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(height)), elementKind: kind,
        alignment: alignment)
    }
    var section = LayoutSection(
      group: .horizontal(Self.whole, subitems: [.item(LayoutItem(Self.whole))]))
    section.boundarySupplementaryItems = [
      bar(.sectionHeader, 30, .top), bar(.sectionFooter, 40, .bottom),
    ]
    section.visibleItemsInvalidationHandler = { items, _, _ in
      for place in items.indices { items[place].alpha = 0.5 }
      items.reverse()
    }
    let (layout, _) = try Self.session(section, [1])
    let path = ElementPath([0, 0])
    let elements: [LayoutElement] = [
      .cell(ItemPath(section: 0, item: 0)), .supplementary(.sectionHeader, path),
      .supplementary(.sectionFooter, path),
    ]
    let found = try elements.map { try #require(layout.layoutAttributes(for: $0)) }
    #expect(found.allSatisfy { $0.alpha == 0.5 })
    #expect(
      found.map(\.frame) == [
        Rect(x: 0, y: 30, width: 320, height: 50), Rect(x: 0, y: 0, width: 320, height: 30),
        Rect(x: 0, y: 80, width: 320, height: 40),
      ])
  }
}
