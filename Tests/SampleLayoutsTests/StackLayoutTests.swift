import Changesets
import Geometry
import Layouts
import SampleLayouts
import Testing

struct StackLayoutTests {
  private func mat(_ section: Int, _ items: Int) -> [LayoutElement] {
    [.decoration(StackLayout.mat, ElementPath(section: section))]
  }

  /// Cards of 30 × 40: their diagonal is 50, a mat 66.
  private func layout() -> StackLayout {
    let layout = StackLayout()
    layout.cardSize = Size(width: 30, height: 40)
    layout.spacing = 10
    return layout
  }

  @Test func rectangleQueryIsBruteForceForEverySmallCollection() throws {
    for counts in everyCounts(sections: 3, items: 4) {
      for turn in [0, 0.4, -1.3] {
        let layout = layout()
        layout.turn = turn
        let session = try LayoutSession.laidOut(layout, width: 100, height: 150, counts)
        let every = EveryElement(of: session, others: mat)
        for y in stride(from: -30.0, through: layout.contentSize.height + 10, by: 19) {
          for (x, width) in [(-5.0, 200.0), (0, 40), (35, 2), (60, 10)] {
            let rect = Rect(x: x, y: y, width: width, height: 19)
            every.expectSame(in: rect, of: layout, "turn \(turn), \(counts)")
          }
        }
        try LayoutAudit(layout, host: session).checkEverything(inPiecesOf: 120)
      }
    }
  }

  /// Sets a property once it has prepared, and notes what an update removes.
  private final class MeddlingStack: StackLayout {
    var isMeddling = false
    var deletedMats: [ElementPath] = []

    override func prepare() throws(LayoutError) {
      try super.prepare()
      if isMeddling { spacing += 1 }
      isMeddling = false
    }

    override func finalizeUpdates() {
      deletedMats = elementPathsToDeleteForDecorationView(ofKind: Self.mat)
      super.finalizeUpdates()
    }
  }

  @Test func anUpdateThatWasInvalidatedCountsOnce() throws {
    let layout = MeddlingStack()
    let session = try LayoutSession.laidOut(layout, [1, 1, 1])
    let changeset = Changeset(
      insertedSections: [0], deletedItems: [ItemPath(section: 1, item: 0)])
    layout.isMeddling = true
    #expect(throws: LayoutError.invalidatedWhilePreparing) {
      try session.update(changeset) { $0 = [2, 1, 0, 1] }
    }
    #expect(session.itemCounts == [1, 1, 1])
    try session.layoutIfNeeded()
    try session.update(changeset) { $0 = [2, 1, 0, 1] }
    #expect(layout.deletedMats == [[1, 0]])
  }

  @Test func cardsOfAPileOverlapOnTheirMat() throws {
    let layout = layout()
    layout.turn = 0.7
    layout.shownCards = 3
    let session = try LayoutSession.laidOut(layout, width: 100, [7, 7])
    #expect(layout.contentSize == Size(width: 100, height: 66 + 10 + 66))
    for section in 0..<2 {
      let mat = try #require(
        layout.layoutAttributesForDecorationElement(
          ofKind: StackLayout.mat, at: ElementPath(section: section)))
      #expect(mat.frame == Rect(x: 17, y: Double(section) * 76, width: 66, height: 66))
      let cards = (0..<7).compactMap {
        layout.layoutAttributesForItem(at: ItemPath(section: section, item: $0))
      }
      #expect(cards.map(\.zIndex) == [7, 6, 5, 4, 3, 2, 1])
      #expect(cards.map(\.isHidden) == [false, false, false, true, true, true, true])
      #expect(cards[0].transform3D.isIdentity && cards[0].frame.size == layout.cardSize)
      for (front, back) in zip(cards, cards.dropFirst()) {
        #expect(back.alpha < front.alpha && back.alpha > 0)
        #expect(back.transform3D != front.transform3D)
      }
      for card in cards {
        #expect(card.zIndex > mat.zIndex && card.size == layout.cardSize)
        #expect(abs(card.frame.center.x - mat.center.x) < 1e-9)
        #expect(abs(card.frame.center.y - mat.center.y) < 1e-9)
        #expect(card.frame.minX > mat.frame.minX && card.frame.maxX < mat.frame.maxX)
        #expect(card.frame.minY > mat.frame.minY && card.frame.maxY < mat.frame.maxY)
        #expect(cards.allSatisfy { $0.frame.overlaps(card.frame) })
      }
    }
    #expect(session.preparations == 1)
  }

  @Test func emptySectionsHaveNoMat() throws {
    let layout = layout()
    let session = try LayoutSession.laidOut(layout, width: 100, [0, 1, 0])
    let mats = layout.layoutAttributesForElements(in: session.bounds).filter {
      $0.category == .decoration
    }
    #expect(mats.map(\.path) == [[1, 0]])
    #expect(
      layout.layoutAttributesForDecorationElement(ofKind: StackLayout.mat, at: [1, 1]) == nil)
    #expect(
      layout.layoutAttributesForDecorationElement(ofKind: ElementKind("x"), at: [1, 0]) == nil)
  }

  @Test func scrollingEndsAtThePileNearest() throws {
    let layout = layout()
    let session = try LayoutSession.laidOut(layout, width: 100, height: 66, [1, 1, 1, 1])
    func target(_ y: Double) -> Double {
      layout.targetContentOffset(
        forProposedContentOffset: Point(x: 0, y: y), withScrollingVelocity: Point(x: 0, y: 40)
      ).y
    }
    for pile in 0..<4 {
      let middle = Double(pile) * 76
      #expect(target(middle) == middle && target(middle + 37) == middle)
      #expect(target(middle - 37) == middle)
    }
    #expect(target(-500) == 0 && target(9_000) == 3 * 76)
    try session.reload(itemCounts: [])
    #expect(target(31) == 31)
  }

  @Test func matsComeAndGoWithTheirCards() throws {
    let layout = MatWatcher()
    let session = try LayoutSession.laidOut(layout, width: 100, [1, 0, 2, 1])
    // Section 0 goes with its card; of the others 1 gets its first card, 3 loses its last.
    let changeset = Changeset(
      deletedSections: [0], deletedItems: [ItemPath(section: 3, item: 0)],
      insertedItems: [ItemPath(section: 0, item: 0)])
    try session.update(changeset) { $0 = [1, 2, 0] }
    #expect(layout.deleted == [[3, 0]])
    #expect(layout.inserted == [[0, 0]])
    #expect(layout.matBefore?.path == [0, 0])
    #expect(layout.elementPathsToDeleteForDecorationView(ofKind: StackLayout.mat) == [])
    #expect(
      layout.layoutAttributesBeforeUpdate(of: .decoration(StackLayout.mat, [0, 0])) == nil)
  }

  @Test func boundsOfAnotherWidthNeedAPreparation() throws {
    let layout = layout()
    let session = try LayoutSession.laidOut(layout, width: 100, height: 80, [3, 3, 3])
    try session.scroll(to: Point(x: 0, y: 90))
    try session.setBounds(Rect(x: 0, y: 90, width: 100, height: 70))
    #expect(session.preparations == 1)
    try session.setBounds(Rect(x: 0, y: 90, width: 120, height: 70))
    #expect(session.preparations == 2)
    #expect(
      layout.layoutAttributesForItem(at: ItemPath(section: 0, item: 0))?.center.x == 60)
  }

  @Test func illegalPropertiesAreNamed() {
    let changes: [(String, (StackLayout) -> Void)] = [
      ("cardSize.width", { $0.cardSize.width = -1 }), ("spacing", { $0.spacing = .infinity }),
      ("cardSize.height", { $0.cardSize.height = .nan }), ("turn", { $0.turn = .nan }),
    ]
    expectErrorsThatName(changes) { layout() }
  }
}

/// Keeps what the layout says about mats in an update.
private final class MatWatcher: StackLayout {
  private(set) var deleted: [ElementPath] = []
  private(set) var inserted: [ElementPath] = []
  private(set) var matBefore: LayoutAttributes?

  override func finalizeUpdates() {
    deleted = elementPathsToDeleteForDecorationView(ofKind: StackLayout.mat)
    inserted = elementPathsToInsertForDecorationView(ofKind: StackLayout.mat)
    matBefore = layoutAttributesBeforeUpdate(of: .decoration(StackLayout.mat, [0, 0]))
    super.finalizeUpdates()
  }
}
