import Changesets
import Geometry
import Layouts
import Testing

/// The visible position stays when items size themselves and when the layout adjusts the offset
/// (IC-8, IC-9).
@Suite struct KeptPositionTests {
  /// Returns 400 items of different sizes in four sections; every item begins where its line does.
  private func flow(_ axis: Axis) -> FlowCase {
    func size(_ item: Int) -> Size {
      let size = Size(width: Double(30 + item * 7 % 90), height: Double(20 + item * 13 % 50))
      return axis == .vertical ? size : size.transposed
    }
    var flow = FlowCase(sizes: (0..<4).map { section in (0..<100).map { size($0 * 5 + section) } })
    flow.axis = axis
    flow.bounds.size = Size(width: 320, height: 320)
    flow.lineAlignment = .leading
    flow.shared.header = Size(width: 25, height: 25)
    flow.contentInset = EdgeInsets(top: 8, left: 12, bottom: 4, right: 2)
    return flow
  }

  private static let axes = Axis.allCases

  /// The first visible item and how far it lies from the visible edge.
  private func first(_ fixture: FlowFixture) throws -> (path: ItemPath, distance: Double) {
    let axis = fixture.layout.scrollDirection
    var bounds = fixture.session.bounds
    bounds.origin[axis] += fixture.session.contentInset.leading(axis)
    bounds.size[axis] -= fixture.session.contentInset.total(axis)
    bounds.size[axis.crossing] = 10_000
    let cells = fixture.layout.layoutAttributesForElements(in: bounds).filter {
      $0.category == .cell
    }
    let path = try #require(cells.compactMap(\.itemPath).min())
    return (path, try distance(fixture, path))
  }

  private func distance(_ fixture: FlowFixture, _ path: ItemPath) throws -> Double {
    let axis = fixture.layout.scrollDirection
    let frame = try #require(fixture.layout.layoutAttributesForItem(at: path)).frame
    return frame.origin[axis] - fixture.session.bounds.origin[axis]
  }

  private func scroll(_ fixture: FlowFixture, to offset: Double) throws {
    var point = fixture.session.bounds.origin
    point[fixture.layout.scrollDirection] = offset
    try fixture.session.scroll(to: point)
  }

  @Test(arguments: allStrategies, axes)
  func aSelfSizingItemMovesNoVisibleItemAbove(_ strategy: ExtentStrategy, _ axis: Axis) throws {
    for keeps in [false, true] {
      var flow = flow(axis)
      flow.estimate = axis == .vertical ? Size(width: 90, height: 33) : Size(width: 33, height: 90)
      let fixture = try FlowFixture(flow, strategy)
      fixture.layout.maintainsVisiblePosition = keeps
      for offset in [700.0, 1_400, 333] {
        try scroll(fixture, to: offset)
        let (path, before) = try first(fixture)
        // Items above and at the edge grow or shrink, within their lines' length.
        for step in 0..<20 {
          let named = ItemPath(section: path.section, item: max(path.item - step, 0))
          var size = Size(width: 90, height: 90)
          size[axis] = Double(10 + step * 5)
          try fixture.session.prefer(size, forItemAt: named)
          if step % 7 == 0 { try fixture.session.layoutIfNeeded() }
        }
        try fixture.session.layoutIfNeeded()
        #expect(try distance(fixture, path) == before, "\(strategy.name), \(axis), \(offset)")
      }
    }
  }

  /// Calls `body` with a fixture for each extent index and axis.
  private func forEachFixture(
    keeps: Bool, _ body: (_ fixture: FlowFixture, _ axis: Axis, _ context: String) throws -> Void
  ) throws {
    for strategy in allStrategies {
      for axis in Axis.allCases {
        let fixture = try FlowFixture(flow(axis), strategy)
        fixture.layout.maintainsVisiblePosition = keeps
        try body(fixture, axis, "\(strategy.name), \(axis)")
      }
    }
  }

  @Test(arguments: [false, true])
  func insertionsAboveMoveVisibleItemsUnlessThePositionIsKept(keeps: Bool) throws {
    try forEachFixture(keeps: keeps) { fixture, axis, context in
      try scroll(fixture, to: 900)
      let origin = fixture.session.bounds.origin
      let (path, before) = try first(fixture)
      let content = fixture.layout.contentSize
      var changed = fixture.delegate.flow
      var ids: [Int] = []
      for id in 1_000..<1_020 {
        changed.sizes[id] = Size(width: 300, height: 300)
        ids.append(id)
      }
      changed.sections[0].items.insert(contentsOf: ids, at: 0)
      fixture.delegate.flow = changed
      let counts = changed.counts
      let inserted = (0..<20).map { ItemPath(section: 0, item: $0) }
      try fixture.session.update(Changeset(insertedItems: inserted)) { $0 = counts }
      let item = path.section == 0 ? path.item + 20 : path.item
      let moved = ItemPath(section: path.section, item: item)
      #expect(fixture.layout.contentSize[axis] > content[axis])
      if keeps {
        // The lines after the new ones may break elsewhere; the item's line does not move.
        #expect(try distance(fixture, moved) == before, "\(context)")
      } else {
        #expect(fixture.session.bounds.origin == origin)
        #expect(try distance(fixture, moved) > before)
      }
    }
  }

  /// The first row lies behind the lower margin, and the header before it fills the rest.
  @Test func anItemBehindTheMarginIsNotTheAnchor() throws {
    let list = ListLayout()
    list.headerExtent = 70
    list.itemExtent = 20
    list.maintainsVisiblePosition = true
    let session = LayoutSession(
      list, bounds: Rect(x: 0, y: 0, width: 320, height: 100),
      contentInset: EdgeInsets(top: 0, left: 0, bottom: 40, right: 0), itemCounts: [3])
    try session.layoutIfNeeded()
    try session.update(Changeset(insertedSections: [0])) { $0 = [3, 3] }
    #expect(session.bounds.minY == 0)
    // The second header begins at 130, and its row at 200, where the visible part of 60 points ends.
    try session.scroll(to: Point(x: 0, y: 140))
    try session.update(Changeset(insertedSections: [0])) { $0 = [3, 3, 3] }
    #expect(session.bounds.minY == 140)
    // One point further the row is seen.
    try session.scroll(to: Point(x: 0, y: 141))
    try session.update(Changeset(insertedSections: [0])) { $0 = [3, 3, 3, 3] }
    #expect(session.bounds.minY == 271)
  }

  /// The view shows half a point: the row that leaves.
  @Test func aRowBehindALowViewIsNotTheAnchor() throws {
    let list = ListLayout()
    list.itemExtent = 0.5
    list.maintainsVisiblePosition = true
    let session = LayoutSession(
      list, bounds: Rect(x: 0, y: 0, width: 320, height: 0.5), itemCounts: [50])
    try session.layoutIfNeeded()
    let first = ItemPath(section: 0, item: 0)
    try session.update(
      Changeset(
        deletedItems: [first], insertedItems: [first, ItemPath(section: 0, item: 1)]))
    #expect(session.bounds.minY == 0)
  }

  /// The item lies beside the visible part, above the first row.
  @Test func anItemBesideTheViewIsNotTheAnchor() throws {
    let size = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
    let rows = LayoutSection(group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
    let box = DescriptionBox()
    box.descriptions = [
      LayoutSection(
        group: .custom(size) { _ in
          [CustomGroupItem(frame: Rect(x: 220, y: 0, width: 10, height: 10))]
        }), rows,
    ]
    let layout = CompositionalLayout { section, _ in box.description(section) }
    layout.maintainsVisiblePosition = true
    let session = LayoutSession(
      layout, bounds: Rect(x: -100, y: 0, width: 300, height: 200),
      contentInset: EdgeInsets(top: 0, left: 100, bottom: 0, right: 0), itemCounts: [1, 9])
    try session.layoutIfNeeded()
    box.descriptions.append(rows)
    try session.update(Changeset(insertedSections: [1])) { $0 = [1, 2, 9] }
    #expect(session.bounds.origin == Point(x: -100, y: 100))
  }

  /// The second header is as high as its distance above the end of the first one.
  @Test func theFirstOfTwoHeadersThatBeginTogetherIsTheAnchor() throws {
    func header(_ kind: ElementKind, _ y: Double) -> LayoutBoundarySupplementaryItem {
      LayoutBoundarySupplementaryItem(
        LayoutSize(width: .fractionalWidth(0.5), height: .estimated(20)), elementKind: kind,
        alignment: .top, absoluteOffset: Point(x: 0, y: y))
    }
    let row = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
    var section = LayoutSection(group: .horizontal(row, subitems: [.item(LayoutItem(row))]))
    let second = ElementKind("second")
    section.boundarySupplementaryItems = [header(.sectionHeader, 0), header(second, -20)]
    let layout = CompositionalLayout(section: section)
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 320, height: 200), itemCounts: [20])
    try session.layoutIfNeeded()
    let first = LayoutElement.supplementary(.sectionHeader, ElementPath(section: 0))
    try session.prefer(Size(width: 160, height: 50), for: first)
    try session.settle()
    let other = LayoutElement.supplementary(second, ElementPath(section: 0))
    #expect(layout.layoutAttributes(for: other)?.frame.minY == 30)
    #expect(session.bounds.minY == 0)
  }

  /// Offsets and positions are sums that round: 2^-43 of the farther edge are before the header.
  @Test func aHeaderThatBeginsARoundingBeforeTheViewIsTheAnchor() throws {
    for (distance, isAnchor) in [(0x1p-33, true), (0x1p-32, false)] {
      let list = ListLayout()
      list.headerExtent = 12
      list.itemExtent = 50
      list.sectionHeadersSizeThemselves = true
      let session = LayoutSession(
        list, bounds: Rect(x: 0, y: 512 + distance, width: 320, height: 512 - distance),
        itemCounts: [10, 20])
      try session.layoutIfNeeded()
      let header = LayoutElement.supplementary(.sectionHeader, ElementPath(section: 1))
      #expect(list.layoutAttributes(for: header)?.frame.minY == 512)
      try session.prefer(Size(width: 320, height: 30), for: header)
      try session.settle()
      #expect(session.bounds.minY == 512 + distance + (isAnchor ? 0 : 18))
    }
  }

  /// Pinned headers make each scroll an invalidation. The row that was first before the scroll stays,
  /// not the one that is first after it.
  @Test func theAnchorIsWhatWasSeenBeforeTheScroll() throws {
    let list = ListLayout()
    list.headerExtent = 10
    list.estimatedItemExtent = 20
    list.sectionHeadersPinToVisibleBounds = true
    let session = LayoutSession(
      list, bounds: Rect(x: 0, y: 0, width: 320, height: 100), itemCounts: [50])
    try session.layoutIfNeeded()
    try session.prefer(
      Size(width: 320, height: 50), forItemAt: ItemPath(section: 0, item: 1))
    try session.scroll(to: Point(x: 0, y: 200))
    #expect(
      list.layoutAttributesForItem(at: ItemPath(section: 0, item: 1))?.frame.size.height == 50)
    #expect(session.bounds.minY == 200)
    try session.prefer(
      Size(width: 320, height: 60), forItemAt: ItemPath(section: 0, item: 1))
    try session.settle()
    #expect(session.bounds.minY == 210)
  }

  @Test func deletingASectionAboveMovesNothingIfThePositionIsKept() throws {
    try forEachFixture(keeps: true) { fixture, axis, context in
      let end = fixture.layout.contentSize[axis]
      try scroll(fixture, to: end / 2)
      let (path, before) = try first(fixture)
      try #require(path.section > 0)
      fixture.delegate.flow.sections.remove(at: 0)
      let counts = fixture.delegate.flow.counts
      try fixture.session.update(Changeset(deletedSections: [0])) { $0 = counts }
      let moved = ItemPath(section: path.section - 1, item: path.item)
      #expect(try distance(fixture, moved) == before, "\(context)")
      // The anchor itself goes: the offset stays.
      let origin = fixture.session.bounds.origin
      let (next, _) = try first(fixture)
      fixture.delegate.flow.sections[next.section].items.remove(at: next.item)
      let fewer = fixture.delegate.flow.counts
      try fixture.session.update(Changeset(deletedItems: [next])) { $0 = fewer }
      #expect(fixture.session.bounds.origin == origin)
    }
  }

  @Test(arguments: [false, true])
  func rotationKeepsTheFirstVisibleLineIfRequested(keeps: Bool) throws {
    try forEachFixture(keeps: keeps) { fixture, axis, context in
      for (offset, length) in [(800.0, 480.0), (700, 250), (500, 320)] {
        try scroll(fixture, to: offset)
        let origin = fixture.session.bounds.origin
        let (path, before) = try first(fixture)
        var size = fixture.session.bounds.size
        size[axis.crossing] = length
        size[axis] = 300
        try fixture.session.setBounds(Rect(origin: origin, size: size))
        if keeps {
          #expect(try distance(fixture, path) == before, "\(context), \(length)")
        } else {
          #expect(fixture.session.bounds.origin == origin)
        }
      }
    }
  }

  @Test(arguments: allStrategies)
  func theOffsetStaysWhereThereIsContent(_ strategy: ExtentStrategy) throws {
    let fixture = try FlowFixture(flow(.vertical), strategy)
    fixture.layout.maintainsVisiblePosition = true
    try scroll(fixture, to: .greatestFiniteMagnitude)
    let end = fixture.layout.contentSize.height + 4 - 320
    #expect(fixture.session.bounds.origin.y == end)
    fixture.delegate.flow.sections = []
    try fixture.session.reload(itemCounts: [])
    #expect(fixture.session.bounds.origin == Point(x: -12, y: -8))
  }
}

/// Sizes for which lines are thicker than most of their items, in either orientation.
private final class UnevenSizes: FlowLayoutDelegate {
  var providedMetrics: FlowLayoutMetrics { .itemSize }

  func sizeForItem(at path: ItemPath) -> Size {
    let number = path.section * 31 + path.item
    return Size(width: Double(60 + number * 37 % 100), height: Double(20 + number * 53 % 120))
  }
}

/// The first item that shows, by path, and how far below the visible top it begins.
private func firstVisible(_ session: LayoutSession) throws -> (path: ItemPath, distance: Double) {
  var buffer: [LayoutAttributes] = []
  session.collectVisibleAttributes(into: &buffer)
  let shown = buffer.compactMap { attributes in
    attributes.itemPath.map { ($0, attributes.frame.minY - session.bounds.minY) }
  }
  return try #require(shown.min { $0.0 < $1.0 })
}

/// Not its line: an item thinner than its line lies in the middle, and lines change.
@Test(arguments: [ExtentStrategy.nested, .flat, .tree])
func theFirstVisibleItemKeepsItsPlace(strategy: ExtentStrategy) throws {
  let delegate = UnevenSizes()
  for offset in stride(from: 0.0, to: 4_000, by: 93) {
    let layout = FlowLayout(extents: strategy)
    layout.delegate = delegate
    layout.maintainsVisiblePosition = true
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 390, height: 400), itemCounts: [90, 1, 0, 200])
    try session.layoutIfNeeded()
    try session.scroll(to: Point(x: 0, y: 300 + offset))
    let before = try firstVisible(session)
    let turned = Rect(origin: session.bounds.origin, size: Size(width: 700, height: 300))
    try session.setBounds(turned)
    let item = try #require(layout.layoutAttributesForItem(at: before.path))
    #expect(
      item.frame.minY - session.bounds.minY == before.distance,
      "\(strategy.name), \(before.path) at \(offset)")
  }
}
