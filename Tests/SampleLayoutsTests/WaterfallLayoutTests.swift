import BasicAlgorithms
import Changesets
import Datasets
import Geometry
import Layouts
import SampleLayouts
import Testing

struct WaterfallLayoutTests {
  /// Heights that repeat, some of them 0.
  static func height(_ path: ItemPath, _ width: Double) -> Double {
    Double((path.section * 5 + path.item * 7) % 4) * 15
  }

  private func header(_ section: Int, _ items: Int) -> [LayoutElement] {
    [.supplementary(.sectionHeader, ElementPath(section: section))]
  }

  @Test func itemsGoToTheShortestColumn() throws {
    let heights = [50.0, 20, 20, 60, 10, 30]
    let layout = WaterfallLayout { path, _ in heights[path.item] }
    layout.spacing = 10
    layout.headerHeight = 30
    layout.sectionInset = EdgeInsets(top: 5, left: 10, bottom: 7, right: 20)
    let session = try LayoutSession.laidOut(layout, width: 240, [6])
    let frames = (0..<6).compactMap {
      layout.layoutAttributesForItem(at: ItemPath(section: 0, item: $0))?.frame
    }
    let left = (x: 10.0, width: 100.0)
    let right = (x: 120.0, width: 100.0)
    let expected = [
      (left, 35.0, 50.0), (right, 35, 20), (right, 65, 20), (left, 95, 60), (right, 95, 10),
      (right, 115, 30),
    ].map { Rect(x: $0.0.x, y: $0.1, width: $0.0.width, height: $0.2) }
    #expect(frames == expected)
    #expect(layout.contentSize == Size(width: 240, height: 162))
    #expect(session.preparations == 1)
  }

  @Test func rectangleQueryIsBruteForceForEverySmallCollection() throws {
    for columns in 1...3 {
      for header in [0.0, 12] {
        for counts in everyCounts(sections: 3, items: 4) {
          let layout = WaterfallLayout(heightForItem: Self.height)
          layout.columnCount = columns
          layout.headerHeight = header
          layout.sectionInset = EdgeInsets(top: 3, left: 5, bottom: 0, right: 5)
          let session = try LayoutSession.laidOut(layout, width: 100, counts)
          let every = EveryElement(of: session, others: self.header)
          for top in stride(from: -10.0, through: layout.contentSize.height, by: 15) {
            for (x, width) in [(-5.0, 200.0), (0, 40), (60, 10)] {
              let rect = Rect(x: x, y: top, width: width, height: 15)
              every.expectSame(in: rect, of: layout, "\(columns) columns, \(counts)")
            }
          }
        }
      }
    }
  }

  @Test(arguments: 0..<20)
  func rectangleQueryIsBruteForceForGeneratedCollections(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let counts = (0..<random.next(below: 6)).map { _ in random.next(below: 80) }
    let salt = random.next(below: 1_000)
    let layout = WaterfallLayout { path, _ in
      Double(SplitMix64.mix(UInt64(salt + path.section * 1_000 + path.item)) % 120)
    }
    layout.columnCount = 1 + random.next(below: 6)
    layout.headerHeight = Double(random.next(below: 2) * 25)
    let session = try LayoutSession.laidOut(layout, counts)
    let every = EveryElement(of: session, others: header)
    for _ in 0..<20 {
      let rect = Rect(
        x: Double(random.next(below: 400) - 50),
        y: Double(random.next(below: Int(layout.contentSize.height) + 200) - 100),
        width: Double(random.next(below: 320)), height: Double(random.next(below: 500)))
      every.expectSame(in: rect, of: layout, "seed \(seed)")
    }
    try LayoutAudit(layout, host: session).checkEverything(inPiecesOf: 700)
  }

  @Test func queriesLookAtWhatIsThereAndAFewMore() throws {
    let layout = WaterfallLayout { path, _ in Double(10 + path.item % 7) }
    layout.columnCount = 4
    let session = try LayoutSession.laidOut(layout, [40_000])
    try session.scroll(to: Point(x: 0, y: layout.contentSize.height / 2))
    let before = layout.placesVisited
    let found = layout.layoutAttributesForElements(in: session.bounds).count
    #expect(found > 50)
    // 1 section; in each of 4 columns 14 halvings of 10,000 and the first item below.
    #expect(layout.placesVisited - before <= found + 2 + 4 * (14 + 1))
  }

  @Test func scrollingPreparesNothingAndAnotherWidthDoes() throws {
    let layout = WaterfallLayout(heightForItem: Self.height)
    let session = try LayoutSession.laidOut(layout, [100, 100])
    for offset in stride(from: 0.0, through: 600, by: 50) {
      try session.scroll(to: Point(x: 0, y: offset))
    }
    #expect(session.preparations == 1)
    try session.setBounds(Rect(x: 0, y: 0, width: 320, height: 200))
    #expect(session.preparations == 1)
    try session.setBounds(Rect(x: 0, y: 0, width: 200, height: 320))
    #expect(session.preparations == 2)
    #expect(layout.contentSize.width == 200)
  }

  @Test func everyPropertyInvalidatesOnce() throws {
    let layout = WaterfallLayout(heightForItem: Self.height)
    let session = try LayoutSession.laidOut(layout, [10])
    let changes: [(WaterfallLayout) -> Void] = [
      { $0.columnCount = 3 }, { $0.spacing = 4 }, { $0.sectionInset = EdgeInsets(all: 3) },
      { $0.headerHeight = 20 }, { $0.heightForItem = { _, _ in 9 } },
    ]
    for (number, change) in changes.enumerated() {
      change(layout)
      #expect(session.preparations == number + 1)
      try session.layoutIfNeeded()
      #expect(session.preparations == number + 2)
    }
    layout.columnCount = 3
    layout.spacing = 4
    try session.layoutIfNeeded()
    #expect(session.preparations == changes.count + 1)
  }

  @Test func anUpdateLaysOutTheCollectionAfterIt() throws {
    let layout = WaterfallLayout(heightForItem: Self.height)
    let session = try LayoutSession.laidOut(layout, [3, 5])
    let changeset = Changeset(
      deletedItems: [ItemPath(section: 0, item: 0)],
      insertedItems: [ItemPath(section: 1, item: 2)])
    try session.update(changeset) { $0 = [2, 6] }
    let fresh = WaterfallLayout(heightForItem: Self.height)
    let other = try LayoutSession.laidOut(fresh, [2, 6])
    let everything = Rect(x: 0, y: 0, width: 1_000, height: 1_000)
    #expect(
      layout.layoutAttributesForElements(in: everything)
        == fresh.layoutAttributesForElements(in: everything))
    #expect(layout.contentSize == fresh.contentSize)
    #expect(other.preparations == 1)
  }

  @Test(arguments: [-1, .nan, .infinity] as [Double])
  func anIllegalHeightNamesTheItemAndChangesNothing(_ bad: Double) throws {
    var isBad = false
    let path = ItemPath(section: 1, item: 2)
    let layout = WaterfallLayout { asked, _ in asked == path && isBad ? bad : 20 }
    let session = try LayoutSession.laidOut(layout, [1, 3])
    let before = layout.layoutAttributesForItem(at: path)
    isBad = true
    layout.invalidateLayout()
    let error = #expect(throws: LayoutError.self) { try session.layoutIfNeeded() }
    guard case .itemSize(path, _) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(layout.layoutAttributesForItem(at: path) == before)
  }

  @Test func illegalPropertiesAreNamed() throws {
    let changes: [(String, (WaterfallLayout) -> Void)] = [
      ("spacing", { $0.spacing = -1 }), ("headerHeight", { $0.headerHeight = .nan }),
      ("sectionInset", { $0.sectionInset.bottom = -0.5 }),
    ]
    expectErrorsThatName(changes) { WaterfallLayout(heightForItem: Self.height) }
  }
}
