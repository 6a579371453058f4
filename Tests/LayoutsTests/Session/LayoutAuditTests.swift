import BasicAlgorithms
import Changesets
import Datasets
import Geometry
import Layouts
import Testing

struct LayoutAuditTests {
  static let counts = [2, 5, 1]
  static let liar = LyingLayout.liar
  static let content = Rect(x: 0, y: 0, width: 100, height: 300)

  /// Returns the error that the audit finds in a layout that tells `lie`, over all of its content.
  private func error(of lie: LyingLayout.Lie, in rect: Rect = content) -> LayoutError? {
    let session = LayoutSession(LyingLayout(lie), bounds: Self.content, itemCounts: Self.counts)
    do {
      _ = try session.checkedAttributes(in: rect)
      return nil
    } catch {
      return error
    }
  }

  private func frame(_ x: Double = 0, _ y: Double, height: Double = 10) -> Rect {
    Rect(x: x, y: y, width: 100, height: height)
  }

  @Test func aTruthfulLayoutPasses() throws {
    #expect(error(of: .none) == nil)
    let session = LayoutSession(
      LyingLayout(.none), bounds: Self.content, itemCounts: Self.counts)
    let answer = try session.checkedAttributes(in: Rect(x: 0, y: 95, width: 10, height: 20))
    #expect(
      answer.map(\.description) == [
        "\(LayoutElement.decoration(LyingLayout.background, ElementPath(section: 0))) "
          + "(0.0, 0.0, 100.0, 100.0) z -1",
        "\(LayoutElement.decoration(LyingLayout.background, ElementPath(section: 1))) "
          + "(0.0, 100.0, 100.0, 100.0) z -1",
        "\(LayoutElement.supplementary(.sectionHeader, ElementPath(section: 1))) "
          + "(0.0, 100.0, 100.0, 10.0)",
        "\(LayoutElement.cell(ItemPath(section: 1, item: 0))) (0.0, 110.0, 100.0, 10.0)",
      ])
    try LayoutAudit(session.layout, host: session).checkEverything(inPiecesOf: 33)
  }

  @Test func answersBeyondTheRectangleAreAllowed() {
    #expect(error(of: .overlapsNothing, in: frame(0, 0)) == nil)
  }

  @Test func missingItemsAndSectionsAreNamed() {
    #expect(
      error(of: .noSuchItem)
        == .noSuchItem(ItemPath(section: 1, item: 5), itemsInSection: 5))
    #expect(
      error(of: .negativeItem)
        == .noSuchItem(ItemPath(section: 1, item: -1), itemsInSection: 5))
    #expect(
      error(of: .noSuchSectionOfCell)
        == .noSuchItem(ItemPath(section: 3, item: 0), itemsInSection: nil))
    #expect(
      error(of: .noSuchSectionOfHeader)
        == .noSuchSection(
          .supplementary(.sectionHeader, ElementPath(section: 3)), sections: 3))
    #expect(
      error(of: .noSuchSectionOfBackground)
        == .noSuchSection(
          .decoration(LyingLayout.background, ElementPath(section: -1)), sections: 3))
    #expect(
      error(of: .sectionOutOfRange)
        == .noSuchSection(
          .supplementary(.sectionHeader, ElementPath(section: 1 << 40)), sections: 3))
  }

  @Test func aCellWhosePathIsNoItemPathIsRefused() {
    #expect(error(of: .cellOfOneLevel) == .pathDepth(LyingLayout.cellOfOneLevel))
    #expect(
      LayoutError.pathDepth(LyingLayout.cellOfOneLevel).description
        == "the layout has cell [1], whose path has 1 level; return cells whose paths are a "
        + "section and an item")
  }

  @Test func contradictingAnswersAreNamed() {
    let liar = LayoutElement.cell(Self.liar)
    #expect(error(of: .repeated) == .repeated(.cell(ItemPath(section: 0, item: 1))))
    #expect(
      error(of: .otherFrameAlone)
        == .inconsistent(liar, inRectangle: frame(0, 130), alone: frame(0, 135)))
    #expect(
      error(of: .nowhereAlone) == .inconsistent(liar, inRectangle: frame(0, 130), alone: nil))
    #expect(error(of: .otherAlphaAlone) == .differing(liar, property: "alpha"))
    #expect(error(of: .otherDepthAlone) == .differing(liar, property: "zIndex"))
    #expect(error(of: .hiddenAlone) == .differing(liar, property: "isHidden"))
    #expect(error(of: .mirroredAlone) == .differing(liar, property: "transform3D"))
    #expect(
      error(of: .otherElementAlone)
        == .otherElement(asked: liar, answered: .cell(ItemPath(section: 1, item: 3))))
  }

  @Test func changedAnswersAreNamed() {
    let liar = LayoutElement.cell(Self.liar)
    #expect(
      error(of: .movesWhenAskedAgain)
        == .changedAnswer(liar, first: frame(0, 130), second: frame(1, 130)))
    #expect(
      error(of: .goneWhenAskedAgain)
        == .changedAnswer(liar, first: frame(0, 130), second: nil))
    #expect(
      error(of: .comesWhenAskedAgain)
        == .changedAnswer(
          .cell(ItemPath(section: 1, item: 3)), first: nil, second: frame(0, 140)))
    #expect(
      error(of: .movesWhenAskedAloneAgain)
        == .changedAnswer(liar, first: frame(0, 130), second: frame(0, 135)))
  }

  @Test func elementsLeftOutAreNamed() {
    #expect(error(of: .missingCell) == .missing(.cell(Self.liar), frame: frame(0, 130)))
    // A missing cell outside the rectangle is no error.
    #expect(error(of: .missingCell, in: frame(0, 0)) == nil)
  }

  /// Headers and backgrounds are known only from other answers.
  @Test func headersAndBackgroundsLeftOutOfPiecesAreNamed() {
    let lies: [(LyingLayout.Lie, LayoutElement, Rect)] = [
      (
        .missingHeader, .supplementary(.sectionHeader, ElementPath(section: 1)),
        frame(0, 100)
      ),
      (
        .missingBackground, .decoration(LyingLayout.background, ElementPath(section: 1)),
        frame(0, 100, height: 100)
      ),
    ]
    for (lie, element, frame) in lies {
      #expect(error(of: lie) == nil)
      let piece = Rect(x: 0, y: 95, width: 100, height: 10)
      #expect(error(of: lie, in: piece) == .missing(element, frame: frame))
      #expect(throws: LayoutError.missing(element, frame: frame)) {
        let session = LayoutSession(
          LyingLayout(lie), bounds: Self.content, itemCounts: Self.counts)
        try session.layoutIfNeeded()
        try LayoutAudit(session.layout, host: session).checkEverything(inPiecesOf: 30)
      }
    }
  }

  @Test func invalidFramesAreNamed() {
    for lie in [LyingLayout.Lie.notANumber, .infinite, .negativeSize] {
      guard case .frame(let element, _) = error(of: lie) else {
        Issue.record("\(lie): \(error(of: lie) as Any)")
        continue
      }
      #expect(element == .cell(Self.liar))
    }
    guard case .contentSize = error(of: .contentSize) else {
      Issue.record("\(error(of: .contentSize) as Any)")
      return
    }
  }

  /// One item that fills all of its content.
  private final class VastLayout: CollectionViewLayout {
    let size: Size
    init(_ size: Size) {
      self.size = size
      super.init()
    }
    var asked: [Rect] = []
    override var contentSize: Size { size }

    override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
      path == ItemPath(section: 0, item: 0)
        ? LayoutAttributes(cell: path, frame: Rect(origin: .zero, size: size)) : nil
    }

    override func layoutAttributesForElements(
      in rect: Rect, into buffer: inout [LayoutAttributes]
    ) {
      asked.append(rect)
      let cell = LayoutAttributes(
        cell: ItemPath(section: 0, item: 0), frame: Rect(origin: .zero, size: size))
      if cell.frame.overlaps(rect) { buffer.append(cell) }
    }
  }

  @Test func contentOfAnyFiniteSizeIsCheckedInPieces() throws {
    let longest = Double.greatestFiniteMagnitude
    for length in [999, 2e20, 1e300, longest / 2, longest] {
      for extent in [1, 1e18, longest, .infinity] {
        let layout = VastLayout(Size(width: 0.5, height: length))
        let session = LayoutSession(layout, bounds: Self.content, itemCounts: [1])
        try session.layoutIfNeeded()
        try LayoutAudit(layout, host: session).checkEverything(inPiecesOf: extent)
        let numbers = layout.asked.flatMap { [$0.minX, $0.minY, $0.maxX, $0.maxY] }
        let isFinite = numbers.allSatisfy { $0.isFinite }
        #expect(isFinite || extent >= longest || length >= longest / 2, "\(length) by \(extent)")
        #expect(layout.asked.count <= 3 * 1_001, "\(length) by \(extent)")
        let reach = layout.asked.map(\.maxY).max() ?? 0
        #expect(reach >= length, "\(length) by \(extent)")
        #expect(!numbers.contains { $0.isNaN }, "\(length) by \(extent)")
      }
    }
  }

  @Test func whatIsToldOfNothingAtAllIsFound() {
    #expect(
      error(of: .itemThatDoesNotExistAlone)
        == .noSuchItem(ItemPath(section: 0, item: 2), itemsInSection: 2))
    #expect(
      error(of: .headerThatDoesNotExistAlone)
        == .noSuchSection(.supplementary(.sectionHeader, [3, 0]), sections: 3))
    #expect(
      error(of: .footerThatDoesNotExistAlone)
        == .noSuchSection(.supplementary(.sectionFooter, [3, 0]), sections: 3))
    #expect(
      error(of: .cellBehindTheLastSectionAlone)
        == .noSuchItem(ItemPath(section: 3, item: 0), itemsInSection: nil))
  }

  @Test func aCollectionWithoutSectionsIsAuditedToo() {
    for (lie, expected) in [
      (LyingLayout.Lie.none, nil),
      (
        .headerThatDoesNotExistAlone,
        LayoutError.noSuchSection(.supplementary(.sectionHeader, [0, 0]), sections: 0)
      ),
    ] {
      let session = LayoutSession(LyingLayout(lie), bounds: Self.content, itemCounts: [])
      var found: LayoutError?
      do { _ = try session.checkedAttributes(in: Self.content) } catch { found = error }
      #expect(found == expected)
    }
  }

  @Test func aQueryThatInvalidatesIsFound() {
    #expect(error(of: .invalidatesWhenAsked) == .invalidatedByQuery)
  }

  @Test func anInvalidAlphaIsNamed() {
    guard case .alpha(.cell(Self.liar), let alpha) = error(of: .notAnAlpha) else {
      Issue.record("\(error(of: .notAnAlpha) as Any)")
      return
    }
    #expect(alpha.isNaN)
  }

  @Test func aLayoutThatIsNotPreparedIsNotAudited() {
    let session = LayoutSession(
      LyingLayout(.none), bounds: Self.content, itemCounts: Self.counts)
    #expect(throws: LayoutError.notPrepared) {
      try LayoutAudit(session.layout, host: session).checkEverything(inPiecesOf: 50)
    }
  }

  @Test func anInvalidSessionIsRefused() {
    func session(
      _ bounds: Rect, _ inset: EdgeInsets = .zero, _ counts: [Int] = [1]
    ) -> LayoutSession {
      LayoutSession(LyingLayout(.none), bounds: bounds, contentInset: inset, itemCounts: counts)
    }
    let nowhere = Rect(x: 0, y: .infinity, width: 10, height: 10)
    #expect(throws: LayoutError.bounds(nowhere)) { try session(nowhere).layoutIfNeeded() }
    #expect(throws: LayoutError.self) {
      try session(Self.content, EdgeInsets(top: .nan, left: 0, bottom: 0, right: 0))
        .layoutIfNeeded()
    }
    #expect(throws: LayoutError.count(section: 1, -3)) {
      try session(Self.content, .zero, [2, -3]).layoutIfNeeded()
    }
    #expect(throws: LayoutError.count(section: 0, 1 << 31)) {
      try session(Self.content, .zero, [1 << 31, 2]).layoutIfNeeded()
    }
  }

  @Test func anUpdateIsValidatedForEveryLayout() throws {
    let session = LayoutSession(
      LyingLayout(.none), bounds: Self.content, itemCounts: Self.counts)
    try session.layoutIfNeeded()
    let inserted = Changeset(insertedItems: [ItemPath(section: 2, item: 0)])
    #expect(throws: LayoutError.self) { try session.update(inserted) { $0[2] += 5 } }
    #expect(session.itemCounts == Self.counts)
    try session.update(inserted)
    #expect(session.itemCounts[2] == Self.counts[2] + 1)
    #expect(throws: LayoutError.self) {
      try session.update(Changeset(deletedItems: [ItemPath(section: 2, item: 9)]))
    }
    #expect(session.itemCounts[2] == Self.counts[2] + 1)
    try session.update(Changeset(deletedSections: [0], insertedSections: [1]))
    #expect(session.itemCounts == [Self.counts[1], 0, Self.counts[2] + 1])
  }

  @Test func anItemThatDoesNotExistIsNamedWhenAskedAboutAlone() throws {
    let session = LayoutSession(
      LyingLayout(.itemThatDoesNotExistAlone), bounds: Self.content, itemCounts: Self.counts)
    let audit = LayoutAudit(session.layout, host: session)
    let path = ItemPath(section: 2, item: 1)
    #expect(throws: LayoutError.noSuchItem(path, itemsInSection: 1)) {
      try audit.attributes(for: .cell(path))
    }
  }

  @Test func everyLieIsFoundAndItsMessageSaysWhatToDo() {
    for lie in LyingLayout.Lie.allCases {
      switch lie {
      case .none, .overlapsNothing, .missingHeader, .missingBackground,
        .invalidatesWhenAsked:
        continue
      default: break
      }
      let text = error(of: lie)?.description ?? ""
      #expect(text.contains("; return ") || text.contains("; change "), "\(lie): \(text)")
    }
  }

  @Test func aPieceOfNoExtentStopsTheProgram() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let session = LayoutSession(LyingLayout(.none), bounds: .zero, itemCounts: [])
      try LayoutAudit(session.layout, host: session).checkEverything(inPiecesOf: 0)
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("the extent is 0.0, valid is any above 0"))
  }
}

/// The built-in layouts tell no lies, over every extent index.
struct LineLayoutAuditTests {
  static let strategies = allStrategies

  @Test(arguments: 0..<24)
  func flowLayoutPassesOverGeneratedCollectionsAndUpdates(_ seed: UInt64) throws {
    for strategy in Self.strategies {
      var generator = FlowCaseGenerator(seed: seed, isFractional: seed.isMultiple(of: 3))
      var flow = generator.flow()
      let fixture = try FlowFixture(flow, strategy)
      for round in 0..<4 {
        let session = fixture.session
        let rect = generator.query(in: session.bounds, fixture.layout.contentSize, edges: [])
        do {
          _ = try session.checkedAttributes(in: session.bounds)
          _ = try session.checkedAttributes(in: rect)
          try LayoutAudit(fixture.layout, host: session).checkEverything(inPiecesOf: 200)
          try session.scroll(
            to: Point(
              x: generator.offset(fixture.layout.contentSize.width),
              y: generator.offset(fixture.layout.contentSize.height)))
          let changeset = generator.changeset(for: &flow)
          fixture.delegate.flow = flow
          try session.update(changeset) { $0 = flow.counts }
        } catch {
          Issue.record("\(strategy.name), seed \(seed), round \(round): \(error)")
        }
      }
    }
  }

  @Test(arguments: 0..<20)
  func listLayoutPassesOverGeneratedCollections(_ seed: Int) throws {
    for strategy in Self.strategies {
      var random = SplitMix64(seed: UInt64(seed))
      let layout = ListLayout(extents: strategy)
      let extents = GeneratedExtents(seed: seed, kinds: 1 + random.next(below: 4))
      layout.delegate = random.next(below: 3) > 0 ? extents : nil
      layout.scrollDirection = random.next(below: 2) == 0 ? .vertical : .horizontal
      layout.spacing = Double(random.next(below: 2) * 6)
      layout.sectionInset = EdgeInsets(all: Double(random.next(below: 3) * 4))
      layout.headerExtent = Double(random.next(below: 2) * 30)
      layout.footerExtent = Double(random.next(below: 2) * 14)
      layout.sectionHeadersPinToVisibleBounds = random.next(below: 2) == 0
      try withExtendedLifetime(extents) {
        try audit(layout, &random, "\(strategy.name), seed \(seed)")
      }
    }
  }

  /// Rounding moves an item by up to a pixel towards the content's start, before the beginning of
  /// its line.
  @Test(arguments: strategies.indices)
  func roundedFramesAreFoundToo(_ strategy: Int) throws {
    let layout = FlowLayout(extents: Self.strategies[strategy])
    layout.itemSize = Size(width: 30, height: 10.75)
    layout.minimumLineSpacing = 0
    layout.pixelScale = 1
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 40, height: 100), itemCounts: [9])
    for tenth in 0..<200 {
      let rect = Rect(x: 0, y: Double(tenth) / 2, width: 40, height: 0.5)
      _ = try session.checkedAttributes(in: rect)
    }
  }

  /// Lays collections out in three places and audits each answer there, in pieces and whole.
  private func audit(
    _ layout: LineLayout, _ random: inout SplitMix64, _ context: String
  ) throws {
    let counts = (0..<random.next(below: 6)).map { _ in random.next(below: 16) }
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 200, height: 150),
      contentInset: EdgeInsets(all: Double(random.next(below: 2) * 8)), itemCounts: counts)
    do {
      for _ in 0..<3 {
        _ = try session.checkedAttributes(in: session.bounds)
        try LayoutAudit(layout, host: session).checkEverything(inPiecesOf: 90)
        let offset = Point(
          x: Double(random.next(below: 300)), y: Double(random.next(below: 300)))
        try session.scroll(to: offset)
      }
    } catch {
      Issue.record("\(context), \(counts): \(error)")
    }
  }
}

/// Extents that depend on the path, of few kinds, some of them 0.
private final class GeneratedExtents: ListLayoutDelegate {
  private let seed: UInt64
  private let kinds: UInt64

  init(seed: Int, kinds: Int) {
    self.seed = UInt64(seed)
    self.kinds = UInt64(kinds)
  }

  var providedMetrics: ListLayoutMetrics { .itemExtent }

  func extentForItem(at path: ItemPath) -> Double {
    let kind = SplitMix64.mix(seed + UInt64(path.section * 100 + path.item)) % kinds
    return Double((kind + 1) % 4) * 25
  }
}
