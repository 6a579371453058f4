import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Sections that scroll by themselves, of whose elements alone the layout is asked; `pass()` compares
/// all that is shown with the layout.
@Suite struct MovedSectionTests {
  private static let banner = ElementKind("moved-section-banner")

  /// Twenty rows of a hundred cards of 100 × 20 points, in bounds of 320 × 100.
  private func makeView(
    hasBanner: Bool = false, _ source: any CollectionViewDataSource
  ) throws -> (view: CollectionView, layout: CompositionalLayout) {
    let size = LayoutSize(width: .absolute(100), height: .absolute(20))
    var section = LayoutSection(group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
    section.contentInsets = EdgeInsets(top: 5, left: 0, bottom: 0, right: 0)
    section.orthogonalScrollingBehavior = .continuous
    var configuration = CompositionalLayoutConfiguration()
    if hasBanner {
      configuration.boundarySupplementaryItems = [
        LayoutBoundarySupplementaryItem(
          LayoutSize(width: .fractionalWidth(1), height: .absolute(20)), elementKind: Self.banner,
          alignment: .top)
      ]
    }
    let layout = CompositionalLayout(section: section, configuration: configuration)
    let view = CollectionView.showing(source, in: layout)
    view.setBoundsSize(Size(width: 320, height: 100))
    view.register(
      HeaderView.self, forSupplementaryViewOfKind: Self.banner, withReuseIdentifier: "header")
    return (view, layout)
  }

  private let source = ArraySource((0..<20).map { row in Array(row * 100..<row * 100 + 100) })

  /// What belongs to all content is of no section, though its path begins with 0.
  @Test func whatBelongsToNoSectionStays() throws {
    let (view, layout) = try makeView(hasBanner: true, source)
    try view.pass()
    let banner = view.supplementaryView(forElementOfKind: Self.banner, at: [0])
    #expect(banner != nil)
    for offset in [150.0, 330] {
      layout.setOrthogonalOffset(offset, ofSection: 0)
      try view.pass()
      #expect(view.supplementaryView(forElementOfKind: Self.banner, at: [0]) === banner)
    }
  }

  @Test func aSectionOutOfSightMoves() throws {
    let (view, layout) = try makeView(source)
    try view.pass()
    layout.setOrthogonalOffset(150, ofSection: 19)
    try view.pass()
    #expect(view.visibleViewCount == 16)
    try view.scroll(to: 400)
    #expect(view.cellForItem(at: at(19, 1))?.frame.minX == -50)
  }

  /// Rows enter and leave in the frame in which a section moves.
  @Test func sectionsMoveWithTheContent() throws {
    let (view, layout) = try makeView(source)
    try view.pass()
    for step in 0..<60 {
      layout.setOrthogonalOffset(Double(step % 20) * 35, ofSection: step % 5)
      try view.scroll(to: Double(step % 30) * 7)
    }
  }

  /// Cards that a section has brought in enter and leave with the content, and the other way round.
  @Test func sectionsMoveBetweenFramesOfAScroll() throws {
    let (view, layout) = try makeView(source)
    try view.pass()
    for step in 0..<90 {
      if step % 3 == 0 {
        layout.setOrthogonalOffset(Double(step * 29 % 500), ofSection: step / 3 % 6)
        try view.pass()
      } else {
        let way = step % 40
        try view.scroll(to: Double(way < 20 ? way : 40 - way) * 3)
      }
    }
  }

  /// A card has come into a section between two frames; rows enter below it in those that follow.
  @Test func rowsEnterBelowASectionThatMoved() throws {
    let (view, layout) = try makeView(source)
    try view.pass()
    for y in [3.0, 6] { try view.scroll(to: y) }
    layout.setOrthogonalOffset(87, ofSection: 1)
    try view.pass()
    for step in 3...20 { try view.scroll(to: Double(step) * 3) }
    #expect(view.visibleViewCount == 20)
  }

  /// The last question was about the screen that comes next, and not about the bounds.
  @Test func aSectionMovesAfterALookAhead() throws {
    let (view, layout) = try makeView(source)
    view.layoutQueryLookahead = 0
    view.isPrefetchingEnabled = true
    try view.pass()
    for step in 1...4 {
      try view.scroll(to: Double(step) * 60)
      layout.setOrthogonalOffset(Double(step) * 35, ofSection: 2 * step + 2)
      try view.pass()
    }
  }

  /// A cell of another section could not be filled in the pass before.
  @Test func aPassAfterAnErrorComparesAllSections() throws {
    var fails = true
    let source = StubSource(itemCount: 100) { view, path in
      if fails, path.section == 2 { throw CollectionViewError.noView(.cell(path)) }
      return try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    source.sectionCount = 20
    let (view, layout) = try makeView(source)
    #expect(view.failure(view.layoutIfNeeded) == .noView(.cell(at(2, 0))))
    fails = false
    layout.setOrthogonalOffset(50, ofSection: 0)
    try view.pass()
    #expect(view.visibleViewCount == 16)
  }
}
