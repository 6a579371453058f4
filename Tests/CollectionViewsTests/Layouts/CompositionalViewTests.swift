import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Compositional layouts in a view: badges, decorations, and sections that scroll by themselves.
@Suite struct CompositionalViewTests {
  private static let badge = ElementKind("view-badge")
  private static let background = ElementKind("view-background")

  /// Returns a layout of a section of cards that scroll sideways and of sections of rows.
  private static func makeLayout() -> CompositionalLayout {
    var item = LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1)))
    item.supplementaryItems = [
      LayoutSupplementaryItem(
        LayoutSize(width: .absolute(6), height: .absolute(6)), elementKind: badge,
        containerAnchor: SupplementaryAnchor(edges: [.top, .trailing]))
    ]
    var cards = LayoutSection(
      group: .horizontal(
        LayoutSize(width: .absolute(100), height: .absolute(80)), subitems: [.item(item)]))
    cards.orthogonalScrollingBehavior = .groupPaging
    var rows = LayoutSection(
      group: .horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(40)),
        subitems: [
          .item(LayoutItem(LayoutSize(width: .fractionalWidth(0.5), height: .fractionalHeight(1))))
        ]))
    var header = LayoutBoundarySupplementaryItem(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(20)), elementKind: .sectionHeader,
      alignment: .top)
    header.pinToVisibleBounds = true
    rows.boundarySupplementaryItems = [header]
    rows.decorationItems = [.background(elementKind: background)]
    let (first, others) = (cards, rows)
    let layout = CompositionalLayout { section, _ in section == 0 ? first : others }
    layout.registerDecoration(ViewSource.viewClass(HeaderView.self), ofKind: background)
    return layout
  }

  private static func makeView(
    _ layout: CompositionalLayout, _ source: ArraySource
  ) -> CollectionView {
    let view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 320, height: 200), collectionViewLayout: layout)
    view.isPrefetchingEnabled = false
    view.register(NumberCell.self, forCellWithReuseIdentifier: "number")
    for kind in [badge, ElementKind.sectionHeader] {
      view.register(
        HeaderView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "header")
    }
    view.dataSource = source
    return view
  }

  private func cards(_ view: CollectionView) -> [Int] {
    view.itemPathsForVisibleItems.filter { $0.section == 0 }.map(\.item)
  }

  @Test func aSectionThatScrollsByItselfReusesItsCells() throws {
    let source = ArraySource([Array(0..<100), Array(100..<140)])
    let layout = Self.makeLayout()
    let view = Self.makeView(layout, source)
    try view.pass()
    #expect(cards(view) == [0, 1, 2, 3])
    let rowsBefore = view.itemPathsForVisibleItems.filter { $0.section == 1 }
    var cells = Set(view.visibleCells.map { ObjectIdentifier($0) })
    for step in 1...50 {
      layout.setOrthogonalOffset(Double(step) * 50, ofSection: 0)
      try view.pass()
      for path in view.itemPathsForVisibleItems {
        #expect(
          (view.cellForItem(at: path) as? NumberCell)?.number
            == source.sections[path.section][path.item])
      }
      cells.formUnion(view.visibleCells.map { ObjectIdentifier($0) })
    }
    #expect(cards(view) == [25, 26, 27, 28])
    #expect(view.itemPathsForVisibleItems.filter { $0.section == 1 } == rowsBefore)
    // Four cards and one that arrives before another leaves, and the rows.
    #expect(cells.count <= 6 + rowsBefore.count)
  }

  /// Returns a view of `rows` rows of cards that scroll sideways, all seen.
  private static func makeRowsOfCards(
    _ layout: CompositionalLayout, _ rows: Int
  ) throws -> (CollectionView, ArraySource) {
    let source = ArraySource((0..<rows).map { row in Array(row * 100..<row * 100 + 100) })
    let view = makeView(layout, source)
    view.setBoundsSize(Size(width: 320, height: 25 * Double(rows)))
    try view.pass()
    return (view, source)
  }

  private static func rowOfCards() -> LayoutSection {
    let size = LayoutSize(width: .absolute(100), height: .absolute(20))
    var section = LayoutSection(group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
    section.contentInsets = EdgeInsets(top: 5, left: 0, bottom: 0, right: 0)
    section.orthogonalScrollingBehavior = .continuous
    return section
  }

  /// Nothing is prepared in a frame in which a row moves, and the layout is asked about it alone.
  @Test(arguments: [1, 20])
  func aRowThatMovesIsAskedAboutAlone(rows: Int) throws {
    let layout = CompositionalLayout(section: Self.rowOfCards())
    let (view, source) = try Self.makeRowsOfCards(layout, rows)
    for frame in 1...60 {
      let (before, row) = (view.work, frame % rows)
      layout.setOrthogonalOffset(Double(frame) * 35, ofSection: row)
      try view.pass()
      #expect(view.work.preparations == before.preparations)
      #expect(view.work.countCalls == before.countCalls)
      #expect(view.work.passes == before.passes + 1)
      let shown = view.itemPathsForVisibleItems.filter { $0.section == row }
      let returned = view.work.attributesReturned - before.attributesReturned
      #expect(returned >= shown.count && returned <= 5)
      #expect(view.work.applied - before.applied == shown.count)
      #expect(shown.map(\.item).sorted() == cards(at: Double(frame) * 35))
      for path in view.itemPathsForVisibleItems {
        #expect(
          (view.cellForItem(at: path) as? NumberCell)?.number
            == source.sections[path.section][path.item])
      }
    }
  }

  /// Returns the numbers of the cards that 320 points show at `offset`.
  private func cards(at offset: Double) -> [Int] {
    (0..<100).filter { Double($0) * 100 < offset + 320 && offset < Double($0 + 1) * 100 }
  }

  /// Two rows at once, rows with the content, and rows in a subclass that answers otherwise.
  @Test func whatElseMovesIsAskedAboutToo() throws {
    final class Faded: CompositionalLayout {
      override func layoutAttributesForElements(
        in rect: Rect, into buffer: inout [LayoutAttributes]
      ) {
        super.layoutAttributesForElements(in: rect, into: &buffer)
        for place in buffer.indices where buffer[place].frame.minX < 0 { buffer[place].alpha = 0.5 }
      }

      override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
        var attributes = super.layoutAttributesForItem(at: path)
        if let frame = attributes?.frame, frame.minX < 0 { attributes?.alpha = 0.5 }
        return attributes
      }
    }
    for layout in [
      CompositionalLayout(section: Self.rowOfCards()), Faded(section: Self.rowOfCards()),
    ] {
      let (view, _) = try Self.makeRowsOfCards(layout, 8)
      view.setBoundsSize(Size(width: 320, height: 100))
      for frame in 0..<60 {
        layout.setOrthogonalOffset(Double(frame * 37 % 900), ofSection: frame % 8)
        if frame % 3 == 0 {
          layout.setOrthogonalOffset(Double(frame * 51 % 900), ofSection: (frame + 1) % 8)
        }
        if frame % 4 == 0 { view.setContentOffset(Point(x: 0, y: Double(frame * 13 % 100))) }
        if frame % 7 == 0 { layout.invalidateLayout() }
        try view.pass()
      }
    }
  }

  /// A row's movement keeps no answer alive that was dropped before it, after it, or by the movement
  /// of another row.
  @Test(arguments: ["change before", "change after", "another row"])
  func aDroppedAnswerIsNotMended(by cause: String) throws {
    let layout = CompositionalLayout(section: Self.rowOfCards())
    let (view, source) = try Self.makeRowsOfCards(layout, 8)
    if cause == "change before" { layout.configuration.interSectionSpacing = 7 }
    layout.setOrthogonalOffset(150, ofSection: 0)
    if cause == "change after" { layout.configuration.interSectionSpacing = 7 }
    if cause == "another row" { layout.setOrthogonalOffset(250, ofSection: 1) }
    try view.pass()
    #expect(cards(view) == cards(at: 150))
    let others = view.itemPathsForVisibleItems.filter { $0.section == 1 }.map(\.item).sorted()
    #expect(others == cards(at: cause == "another row" ? 250 : 0))
    let second = view.cellForItem(at: ItemPath(section: 1, item: 3))
    #expect(second?.frame.minY == (cause == "another row" ? 30 : 37))
    _ = source
  }

  /// A pass that has asked already shows nothing of it, and the next one does.
  @Test func aRowThatMovesInsideOfAPassIsShownByTheNext() throws {
    let layout = CompositionalLayout(section: Self.rowOfCards())
    let (view, source) = try Self.makeRowsOfCards(layout, 8)
    let delegate = RecordingDelegate(.display)
    view.delegate = delegate
    view.setBoundsSize(Size(width: 320, height: 100))
    try view.pass()
    delegate.actions["willDisplay [4, 0]"] = { layout.setOrthogonalOffset(150, ofSection: 1) }
    view.setContentOffset(Point(x: 0, y: 20))
    try view.layoutIfNeeded()
    #expect(delegate.actions.isEmpty)
    try view.pass()
    let shown = view.itemPathsForVisibleItems.filter { $0.section == 1 }
    #expect(shown.map(\.item) == cards(at: 150))
    _ = source
  }

  /// The answer covers both bounds, and is mended for the row.
  @Test func aRowMovesWhileTheContentScrolls() throws {
    let layout = CompositionalLayout(section: Self.rowOfCards())
    let (view, source) = try Self.makeRowsOfCards(layout, 8)
    view.setBoundsSize(Size(width: 320, height: 100))
    for offset in [10.0, 11, 12] {
      view.setContentOffset(Point(x: 0, y: offset))
      try view.pass()
    }
    for frame in 1...5 {
      layout.setOrthogonalOffset(Double(frame) * 30, ofSection: 1)
      view.setContentOffset(Point(x: 0, y: 12 + Double(frame)))
      try view.pass()
      let card = view.cellForItem(at: ItemPath(section: 1, item: 2))
      #expect(card?.frame.minX == 200 - Double(frame) * 30)
    }
    _ = source
  }

  /// Returns a view of two sections of rows whose headers are estimated to be 20 points high.
  private static func makeFittingView(
    _ header: CollectionReusableView.Type, _ source: ArraySource
  ) -> (CollectionView, CompositionalLayout) {
    var section = LayoutSection(
      group: .horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(40)),
        subitems: [
          .item(LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1))))
        ]))
    section.boundarySupplementaryItems = [
      LayoutBoundarySupplementaryItem(
        LayoutSize(width: .fractionalWidth(1), height: .estimated(20)),
        elementKind: .sectionHeader, alignment: .top)
    ]
    let layout = CompositionalLayout(section: section)
    let view = Self.makeView(layout, source)
    view.register(
      header, forSupplementaryViewOfKind: .sectionHeader, withReuseIdentifier: "header")
    return (view, layout)
  }

  @Test func headersSizeThemselves() throws {
    let source = ArraySource([[0, 1], [2, 3], Array(4..<20)])
    let (view, layout) = Self.makeFittingView(FittingHeader.self, source)
    try view.pass()
    func height(_ section: Int) -> Double? {
      layout.layoutAttributes(for: .supplementary(.sectionHeader, ElementPath([section, 0])))?
        .size.height
    }
    // The third is behind the visible part.
    #expect((0..<3).map(height) == [33, 33, 20])
    #expect(layout.layoutAttributesForItem(at: at(1, 0))?.frame.minY == 146)
    view.check()
    view.setContentOffset(Point(x: 0, y: 150))
    try view.pass()
    #expect(height(2) == 33)
    view.check()
    try view.performBatchUpdates {
      source.sections.remove(at: 0)
      view.deleteSections([0])
    }
    view.clock.advance(by: 1)
    try view.pass()
    #expect((0..<2).map(height) == [33, 33])
    view.check()
  }

  @Test func updatesScrollsAndOffsets() throws {
    let source = ArraySource([Array(0..<30), Array(100..<140), Array(200..<203)])
    let layout = Self.makeLayout()
    let view = Self.makeView(layout, source)
    try view.pass()
    for step in 0..<40 {
      layout.setOrthogonalOffset(Double(step * 131 % 2_700), ofSection: step % 2)
      view.setContentOffset(Point(x: 0, y: Double(step * 53 % 500)))
      try view.pass()
      try view.performBatchUpdates {
        source.sections[0].insert(1_000 + step, at: 2)
        let moved = source.sections[1].removeFirst()
        source.sections[1].append(moved)
        let last = source.sections[0].removeLast()
        source.sections[2].insert(last, at: 0)
        view.insertItems(at: [at(0, 2)])
        view.moveItem(at: at(1, 0), to: at(1, source.sections[1].count - 1))
        view.moveItem(at: at(0, 29), to: at(2, 0))
      }
      view.check()
      for path in view.itemPathsForVisibleItems {
        #expect(
          (view.cellForItem(at: path) as? NumberCell)?.number
            == source.sections[path.section][path.item])
      }
      view.clock.advance(by: 0.13)
      try view.pass()
    }
    try view.performBatchUpdates {
      source.sections.swapAt(0, 1)
      view.moveSection(0, toSection: 1)
    }
    view.clock.advance(by: 1)
    try view.pass()
    view.check()
  }
}

/// A header that prefers to be 33 points high.
private final class FittingHeader: CollectionReusableView {
  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var preferred = attributes
    preferred.size.height = 33
    return preferred
  }
}
