import Changesets
import Geometry
import Layouts
import Testing

/// Headers and footers of flow and list layouts that take the extents that their views prefer.
@Suite struct HeaderSizingTests {
  private static let bounds = Rect(x: 0, y: 0, width: 320, height: 100)

  /// A list of rows of 20 points, with headers of an estimated 10 points and footers of 5.
  private static func list(_ strategy: ExtentStrategy = .tree) -> ListLayout {
    let list = ListLayout(extents: strategy)
    list.itemExtent = 20
    list.headerExtent = 10
    list.footerExtent = 5
    list.sectionHeadersSizeThemselves = true
    list.sectionFootersSizeThemselves = true
    return list
  }

  private static func session(
    _ layout: CollectionViewLayout, _ counts: [Int] = [3, 3, 3]
  ) throws -> LayoutSession {
    let session = LayoutSession(layout, bounds: bounds, itemCounts: counts)
    try session.layoutIfNeeded()
    return session
  }

  private static func header(_ section: Int) -> LayoutElement {
    .supplementary(.sectionHeader, ElementPath([section, 0]))
  }

  private static func footer(_ section: Int) -> LayoutElement {
    .supplementary(.sectionFooter, ElementPath([section, 0]))
  }

  /// Tells a session that an element prefers `extent`, and lays out.
  private static func prefer(
    _ extent: Double, _ element: LayoutElement, _ session: LayoutSession
  ) throws {
    var size = Size(width: 320, height: 320)
    size[(session.layout as? LineLayout)?.scrollDirection ?? .vertical] = extent
    try session.prefer(size, for: element)
    try session.settle()
  }

  private static func extent(_ element: LayoutElement, _ session: LayoutSession) -> Double? {
    session.layout.layoutAttributes(for: element)?.frame.size.height
  }

  // MARK: Which extents they have

  @Test func everythingBehindAHeaderMoves() throws {
    for strategy in allStrategies {
      let session = try Self.session(Self.list(strategy))
      try Self.prefer(30, Self.header(1), session)
      try Self.prefer(0.5, Self.footer(0), session)
      let frames = [Self.footer(0), Self.header(1), .cell(ItemPath(section: 1, item: 0))].map {
        session.layout.layoutAttributes(for: $0)?.frame
      }
      let expected = [
        Rect(x: 0, y: 70, width: 320, height: 0.5), Rect(x: 0, y: 70.5, width: 320, height: 30),
        Rect(x: 0, y: 100.5, width: 320, height: 20),
      ]
      #expect(frames == expected)
      #expect(session.layout.contentSize.height == 3 * 75 - 4.5 + 20)
    }
  }

  @Test func aFlowLayoutFollowsItsScrollDirection() throws {
    for axis in Axis.allCases {
      let flow = FlowLayout()
      flow.scrollDirection = axis
      flow.headerReferenceSize = Size(width: 10, height: 10)
      flow.sectionHeadersSizeThemselves = true
      let session = try Self.session(flow, [1])
      try Self.prefer(33, Self.header(0), session)
      let frame = flow.layoutAttributes(for: Self.header(0))?.frame
      #expect(
        frame?.size[axis] == 33 && frame?.size[axis.crossing] == Self.bounds.size[axis.crossing])
      #expect(flow.contentSize[axis] == 83)
    }
  }

  @Test func withoutTheSettingTheyKeepTheirExtents() throws {
    let list = Self.list()
    list.sectionHeadersSizeThemselves = false
    let session = try Self.session(list)
    try Self.prefer(30, Self.header(0), session)
    #expect(session.preparations == 1 && Self.extent(Self.header(0), session) == 10)
    try Self.prefer(30, Self.footer(0), session)
    #expect(session.preparations == 2 && Self.extent(Self.footer(0), session) == 30)
    list.sectionFootersSizeThemselves = false
    try session.settle()
    #expect(Self.extent(Self.footer(0), session) == 5)
  }

  /// A delegate's extent is the estimate of its header; a header without extent is none.
  @Test func aDelegateGivesEstimates() throws {
    let delegate = OddHeaders()
    let list = Self.list()
    list.delegate = delegate
    let session = try Self.session(list)
    #expect(Self.extent(Self.header(0), session) == nil)
    #expect(Self.extent(Self.header(1), session) == 12)
    try Self.prefer(40, Self.header(0), session)
    try Self.prefer(40, Self.header(1), session)
    #expect(Self.extent(Self.header(0), session) == nil)
    #expect(Self.extent(Self.header(1), session) == 40)
  }

  @Test func aHeaderThatPrefersNothingIsGoneUntilItIsNamed() throws {
    let session = try Self.session(Self.list())
    try Self.prefer(0, Self.header(0), session)
    #expect(Self.extent(Self.header(0), session) == nil)
    #expect(session.layout.contentSize.height == 3 * 75 - 10)
    let context = FlowLayoutInvalidationContext()
    context.invalidateSupplementaryElements(
      ofKind: .sectionHeader, at: [ElementPath([0, 0])])
    session.layout.invalidateLayout(with: context)
    try session.settle()
    #expect(Self.extent(Self.header(0), session) == 10)
  }

  /// The last word counts, whatever came before it in the pass.
  @Test func aNamedHeaderForgetsWhatItPreferred() throws {
    for isNamedLast in [false, true] {
      let session = try Self.session(Self.list())
      let named = FlowLayoutInvalidationContext()
      named.invalidateSupplementaryElements(
        ofKind: .sectionHeader, at: [ElementPath([0, 0])])
      if !isNamedLast { session.layout.invalidateLayout(with: named) }
      try session.prefer(Size(width: 320, height: 30), for: Self.header(0))
      if isNamedLast { session.layout.invalidateLayout(with: named) }
      try session.settle()
      #expect(Self.extent(Self.header(0), session) == (isNamedLast ? 10 : 30))
    }
  }

  @Test func aReloadReturnsToTheEstimates() throws {
    let session = try Self.session(Self.list())
    for section in 0..<3 { try Self.prefer(30, Self.header(section), session) }
    try session.update(Changeset(reloadedSections: [1])) { _ in }
    #expect((0..<3).map { Self.extent(Self.header($0), session) } == [30, 10, 30])
    try session.reload(itemCounts: [3, 3])
    #expect((0..<2).map { Self.extent(Self.header($0), session) } == [10, 10])
  }

  // MARK: What stays in place

  @Test func aHeaderThatIsSeenGrowsAwayFromItsBeginning() throws {
    // At the beginning, at the second header, and over the footer above that.
    for (offset, section) in [(0.0, 0), (75, 1), (72, 1)] {
      for strategy in allStrategies {
        let session = try Self.session(Self.list(strategy))
        try session.scroll(to: Point(x: 0, y: offset))
        try Self.prefer(40, Self.header(section), session)
        #expect(session.bounds.minY == offset, "\(offset)")
      }
    }
  }

  /// Scrolling back shows the end of a header first; the rows behind it stay.
  @Test func aHeaderThatIsSeenInPartGrowsOutOfSight() throws {
    for (offset, section) in [(4.0, 0), (80, 1)] {
      let session = try Self.session(Self.list())
      try session.scroll(to: Point(x: 0, y: offset))
      try Self.prefer(40, Self.header(section), session)
      #expect(session.bounds.minY == offset + 30)
    }
  }

  /// A header is named by its path before the update that comes after its size in the same pass.
  @Test func aHeaderIsFoundAfterAnUpdateOfTheSamePass() throws {
    for strategy in allStrategies {
      let session = try Self.session(Self.list(strategy))
      try session.prefer(Size(width: 320, height: 40), for: Self.header(1))
      try session.update(Changeset(deletedSections: [0])) { $0.removeFirst() }
      #expect(Self.extent(Self.header(0), session) == 40)
      #expect(session.bounds.minY == 0)
    }
  }

  /// Nobody measures a header that is not seen; a layout may be told of one.
  @Test func aHeaderOutOfSightMovesNothingThatIsSeen() throws {
    let session = try Self.session(Self.list())
    try session.scroll(to: Point(x: 0, y: 60))
    try Self.prefer(40, Self.header(0), session)
    #expect(session.bounds.minY == 90)
    try Self.prefer(40, Self.header(2), session)
    #expect(session.bounds.minY == 90)
  }

  /// The header sticks to the top edge between two rows; in its own place it is out of sight.
  @Test func aHeaderThatSticksMovesNoRow() throws {
    let list = Self.list()
    list.spacing = 8
    list.sectionHeadersPinToVisibleBounds = true
    let session = try Self.session(list)
    try session.scroll(to: Point(x: 0, y: 32))
    try Self.prefer(14, Self.header(0), session)
    #expect(session.bounds.minY == 36)
    let shown = [Self.header(0), .cell(ItemPath(section: 0, item: 1))].map {
      list.layoutAttributes(for: $0)?.frame
    }
    #expect(
      shown == [
        Rect(x: 0, y: 36, width: 320, height: 14), Rect(x: 0, y: 42, width: 320, height: 20),
      ])
  }

  @Test func aFooterThatSticksHasThePreferredExtent() throws {
    let list = Self.list()
    list.sectionFootersPinToVisibleBounds = true
    let session = try Self.session(list, [8])
    try Self.prefer(20, Self.footer(0), session)
    #expect(session.bounds.minY == 0)
    #expect(
      list.layoutAttributes(for: Self.footer(0))?.frame
        == Rect(x: 0, y: 80, width: 320, height: 20))
    #expect(list.contentSize.height == 10 + 8 * 20 + 20)
  }

  /// In an update the first visible item stays, and a header before it does not.
  @Test func anUpdateHoldsTheFirstItem() throws {
    let list = Self.list()
    list.maintainsVisiblePosition = true
    let session = try Self.session(list)
    try Self.prefer(40, Self.header(0), session)
    #expect(session.bounds.minY == 0)
    try session.prefer(Size(width: 320, height: 50), for: Self.header(0))
    try session.update(Changeset(deletedItems: [ItemPath(section: 2, item: 0)])) { $0[2] = 2 }
    #expect(Self.extent(Self.header(0), session) == 50)
    #expect(session.bounds.minY == 10)
  }

  /// Without an item on the screen the first header or footer that begins there stays.
  @Test func aFooterStaysWithoutItems() throws {
    let session = try Self.session(Self.list(), Array(repeating: 0, count: 20))
    try session.scroll(to: Point(x: 0, y: 4))
    for section in 0...1 {
      try session.prefer(Size(width: 320, height: 40), for: Self.header(section))
    }
    try session.settle()
    // The footer of the first section has moved by 30, and is seen where it was.
    #expect(session.bounds.minY == 34)
    #expect(session.layout.layoutAttributes(for: Self.footer(0))?.frame.minY == 40)
  }

  /// Insets make the offset at which a header begins a rounded sum.
  @Test func aHeaderThatWasScrolledToGrowsAwayFromItsBeginning() throws {
    let list = Self.list()
    list.headerExtent = 44 / 3
    list.itemExtent = 17.5
    let session = LayoutSession(
      list, bounds: Self.bounds,
      contentInset: EdgeInsets(top: 20.2, left: 0, bottom: 0, right: 0), itemCounts: [2, 9])
    try session.layoutIfNeeded()
    let start = try #require(session.layout.layoutAttributes(for: Self.header(1))?.frame.minY)
    let offset = start - 20.2
    #expect(offset + 20.2 > start)
    try session.scroll(to: Point(x: 0, y: offset))
    try Self.prefer(40, Self.header(1), session)
    #expect(session.bounds.minY == offset)
  }

  /// A header that goes away holds nothing: then the first item stays.
  @Test func withoutTheHeaderTheItemStays() throws {
    let list = Self.list()
    list.sectionHeadersPinToVisibleBounds = true
    let session = try Self.session(list)
    try session.scroll(to: Point(x: 0, y: 75))
    for (section, extent) in [(1, 0.0), (0, 50)] {
      try session.prefer(Size(width: 320, height: extent), for: Self.header(section))
    }
    try session.settle()
    let row = session.layout.layoutAttributesForItem(at: ItemPath(section: 1, item: 0))
    #expect(session.bounds.minY == 105 && row?.frame.minY == 115)
  }

  /// The footer above the second header is seen as a whole, or in part.
  @Test(arguments: [(65.0, 65.0), (72, 92)])
  func theFirstOfSeveralStays(offset: Double, expected: Double) throws {
    let session = try Self.session(Self.list())
    try session.scroll(to: Point(x: 0, y: offset))
    for element in [Self.footer(0), Self.header(1)] {
      try session.prefer(Size(width: 320, height: 25), for: element)
    }
    try session.settle()
    #expect(session.bounds.minY == expected)
    #expect(session.layout.layoutAttributes(for: Self.header(1))?.frame.minY == 95)
  }

  // MARK: Updates

  @Test(arguments: [false, true]) func hooksFindTheHeaderAsItWas(isSettled: Bool) throws {
    let layout = AskingLayout()
    layout.headerExtent = 10
    layout.itemExtent = 20
    layout.sectionHeadersSizeThemselves = true
    let session = try Self.session(layout)
    try session.prefer(Size(width: 320, height: 30), for: Self.header(0))
    if isSettled { try session.settle() }
    try session.update(
      Changeset(deletedItems: [ItemPath(section: 0, item: 0)])
    ) { $0[0] = 2 }
    #expect(layout.found == [isSettled ? 30 : 10, 10])
    #expect(Self.extent(Self.header(0), session) == 30)
  }

  /// An app's layout may have other elements of these kinds, and is told of them by name.
  @Test func elementsOfALayoutsOwnAreNamed() throws {
    let layout = CaptionedLayout()
    layout.sectionHeadersSizeThemselves = true
    let session = try Self.session(layout)
    let caption = LayoutElement.supplementary(.sectionHeader, ElementPath([0, 2]))
    try session.prefer(Size(width: 320, height: 33), for: caption)
    let context = layout.pendingInvalidation.contexts.first as? FlowLayoutInvalidationContext
    #expect(context?.invalidatedSupplementaryPaths == [.sectionHeader: [ElementPath([0, 2])]])
    #expect(context?.preferredSupplementarySizes.isEmpty == true)
  }

  // MARK: Errors

  @Test func aHeaderThatNeedsAThirdPassIsALoop() throws {
    let session = try Self.session(Self.list())
    for extent in [30.0, 40] {
      try session.prefer(Size(width: 320, height: extent), for: Self.header(0))
      try session.layoutIfNeeded()
    }
    let error = #expect(throws: LayoutError.feedbackLoop(Self.header(0))) {
      try session.prefer(Size(width: 320, height: 30), for: Self.header(0))
    }
    #expect(
      error?.description.contains("the preferred size of supplementary") == true)
    #expect(Self.extent(Self.header(0), session) == 40)
  }

  @Test func anInvalidSizeNamesTheHeader() throws {
    for (element, height) in [(Self.header(1), -1.0), (Self.footer(2), .infinity)] {
      let session = try Self.session(Self.list())
      try Self.prefer(30, Self.header(0), session)
      let size = Size(width: 320, height: height)
      let context = FlowLayoutInvalidationContext()
      context.preferredSupplementarySizes[element] = size
      session.layout.invalidateLayout(with: context)
      #expect(throws: LayoutError.frame(element, Rect(origin: .zero, size: size))) {
        try session.layoutIfNeeded()
      }
      #expect(session.layout.contentSize.height == 3 * 75 + 20)
    }
  }

  @Test func contentWithoutEndIsRefused() throws {
    for strategy in allStrategies {
      let session = try Self.session(Self.list(strategy))
      try Self.prefer(1e308, Self.header(0), session)
      try session.prefer(Size(width: 320, height: 1e308), for: Self.header(1))
      #expect(throws: LayoutError.contentExtent(.vertical, .infinity)) { try session.settle() }
      #expect(Self.extent(Self.header(0), session) == 1e308)
      #expect(Self.extent(Self.header(1), session) == 10)
    }
  }
}

/// Headers of 12 points for sections of odd numbers, and none for others.
private final class OddHeaders: ListLayoutDelegate {
  var providedMetrics: ListLayoutMetrics { .headerExtent }
  func extentForHeader(inSection section: Int) -> Double { section % 2 == 0 ? 0 : 12 }
}

/// A list that asks in its update hook how high the first two headers were.
private final class AskingLayout: ListLayout {
  private(set) var found: [Double] = []

  override func prepare(forUpdates updates: [UpdateItem]) {
    found = (0..<2).compactMap { section in
      layoutAttributesBeforeUpdate(
        of: .supplementary(.sectionHeader, ElementPath([section, 0])))?.frame.size.height
    }
  }
}

/// A list with a caption over the last item of each section.
private final class CaptionedLayout: ListLayout {
  override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    guard path.itemPath?.item == 2 else {
      return super.layoutAttributesForSupplementaryElement(ofKind: kind, at: path)
    }
    return LayoutAttributes(
      .supplementary(kind, path), frame: Rect(x: 0, y: 0, width: 320, height: 9))
  }

  override func shouldInvalidateLayout(
    forPreferredAttributes preferred: LayoutAttributes,
    originalAttributes original: LayoutAttributes
  ) -> Bool { preferred.size != original.size }
}
