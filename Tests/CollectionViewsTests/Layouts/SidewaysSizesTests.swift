import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// A view over sections whose cells size themselves along the axis along which the section scrolls by
/// itself (CL-26).
@Suite struct SidewaysSizesTests {
  fileprivate static let count = 40
  private static let spacing = 10.0
  private static let estimate = 100.0
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 200)

  /// Returns the width that the cell of an item prefers.
  fileprivate static func width(_ item: Int) -> Double { 60 + 35 * Double(item % 4) }

  private static func makeView() throws -> (CollectionView, CompositionalLayout, WidthSource) {
    let size = LayoutSize(width: .estimated(estimate), height: .absolute(80))
    var section = LayoutSection(group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
    section.interGroupSpacing = spacing
    section.orthogonalScrollingBehavior = .continuous
    let layout = CompositionalLayout(section: section)
    let view = CollectionView(frame: bounds, collectionViewLayout: layout)
    view.isPrefetchingEnabled = false
    view.register(WidthCell.self, forCellWithReuseIdentifier: "width")
    let source = WidthSource()
    view.dataSource = source
    try view.pass()
    return (view, layout, source)
  }

  /// Expects cells of their preferred widths, one beside the other, that fill the bounds.
  private func expectOwnWidths(
    _ view: CollectionView, _ location: SourceLocation = #_sourceLocation
  ) -> [Int] {
    let items = view.itemPathsForVisibleItems.filter { $0.section == 0 }.map(\.item)
    let frames = items.map { view.cellForItem(at: at(0, $0))?.frame ?? .zero }
    #expect(
      items == Array((items.first ?? 0)..<(items.first ?? 0) + items.count),
      sourceLocation: location)
    for (item, frame) in zip(items, frames) {
      #expect(
        frame.size == Size(width: Self.width(item), height: 80), sourceLocation: location)
    }
    for (frame, next) in zip(frames, frames.dropFirst()) {
      #expect(next.minX == frame.maxX + Self.spacing, sourceLocation: location)
    }
    #expect((frames.first?.minX ?? .infinity) <= Self.spacing, sourceLocation: location)
    #expect(
      (frames.last?.maxX ?? 0) >= Self.bounds.size.width - Self.spacing
        || items.last == Self.count - 1,
      sourceLocation: location)
    return items
  }

  /// Returns the distance of an item from the section's beginning, once all before it are measured.
  private func start(of item: Int) -> Double {
    (0..<item).reduce(0) { $0 + Self.width($1) + Self.spacing }
  }

  private func isSeen(_ item: Int, at offset: Double) -> Bool {
    start(of: item) < offset + Self.bounds.size.width
      && offset < start(of: item) + Self.width(item)
  }

  @Test func cellsThatComeInMeasureThemselves() throws {
    let (view, layout, source) = try Self.makeView()
    var offset = 0.0
    while offset < 2_000 {
      let items = expectOwnWidths(view)
      #expect(items == (0..<Self.count).filter { isSeen($0, at: offset) })
      #expect(layout.orthogonalOffset(ofSection: 0) == offset)
      for item in items {
        #expect(view.cellForItem(at: at(0, item))?.frame.minX == start(of: item) - offset)
      }
      let measured = (items.last ?? 0) + 1
      let rest = Double(Self.count - measured) * (Self.estimate + Self.spacing)
      #expect(
        layout.maximumOrthogonalOffset(ofSection: 0)
          == start(of: measured) + rest - Self.spacing - 320)
      offset += 30
      layout.setOrthogonalOffset(offset, ofSection: 0)
      try view.pass()
    }
    // What has been measured stays so.
    layout.setOrthogonalOffset(0, ofSection: 0)
    try view.pass()
    #expect(expectOwnWidths(view).first == 0)
    #expect(view.cellForItem(at: at(0, 0))?.frame.minX == 0)
    withExtendedLifetime(source) {}
  }

  @Test func theEndIsReachedByMeasuredCells() throws {
    let (view, layout, source) = try Self.makeView()
    for _ in 0..<4 {
      layout.setOrthogonalOffset(1e9, ofSection: 0)
      try view.pass()
      _ = expectOwnWidths(view)
    }
    #expect(layout.orthogonalOffset(ofSection: 0) == layout.maximumOrthogonalOffset(ofSection: 0))
    #expect(view.cellForItem(at: at(0, Self.count - 1))?.frame.maxX == 320)
    withExtendedLifetime(source) {}
  }

  @Test func theOtherSectionStays() throws {
    let (view, layout, source) = try Self.makeView()
    let before = (0..<3).map { view.cellForItem(at: at(1, $0))?.frame }
    #expect(before[2]?.minX == start(of: 2))
    for step in 1...30 {
      layout.setOrthogonalOffset(Double(step) * 40, ofSection: 0)
      try view.pass()
      #expect((0..<3).map { view.cellForItem(at: at(1, $0))?.frame } == before)
    }
    withExtendedLifetime(source) {}
  }
}

/// A cell that prefers a width.
private final class WidthCell: CollectionViewCell {
  var preferredWidth = 0.0

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var preferred = attributes
    preferred.size.width = preferredWidth
    return preferred
  }
}

/// Two sections of cells, each with the width of its item.
private final class WidthSource: CollectionViewDataSource {
  func numberOfSections(in collectionView: CollectionView) -> Int { 2 }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { SidewaysSizesTests.count }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    let cell = try collectionView.dequeueReusableCell(withReuseIdentifier: "width", for: path)
    (cell as? WidthCell)?.preferredWidth = SidewaysSizesTests.width(path.item)
    return cell
  }
}
