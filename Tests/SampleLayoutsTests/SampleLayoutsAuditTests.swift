import BasicAlgorithms
import Changesets
import Datasets
import Geometry
import Layouts
import SampleLayouts
import Testing

/// The samples tell no lies, whatever is loaded and updated, and an update leaves what a fresh
/// layout has.
struct SampleLayoutsAuditTests {
  static let makers: [@Sendable (Int) -> CollectionViewLayout] = [
    { seed in
      let layout = WaterfallLayout(heightForItem: WaterfallLayoutTests.height)
      layout.columnCount = 1 + seed % 4
      layout.headerHeight = Double(seed % 3) * 10
      return layout
    },
    { seed in
      let layout = StackLayout()
      layout.cardSize = Size(width: 60, height: 45)
      layout.turn = Double(seed % 7) * 0.2
      return layout
    },
    { seed in
      let layout = CircleLayout()
      layout.badgesPerItem = seed % 3
      layout.advance(by: Double(seed))
      return layout
    },
  ]

  @Test(arguments: 0..<20)
  func samplesPassOverGeneratedCollectionsAndUpdates(_ seed: Int) throws {
    for (number, make) in Self.makers.enumerated() {
      var random = SplitMix64(seed: UInt64(seed))
      let counts = (0..<random.next(below: 6)).map { _ in random.next(below: 9) }
      let layout = make(seed)
      let session = try LayoutSession.laidOut(layout, width: 200, height: 200, counts)
      for round in 0..<4 {
        do {
          _ = try session.checkedAttributes(in: session.bounds)
          try LayoutAudit(layout, host: session).checkEverything(inPiecesOf: 90)
          try session.scroll(to: Point(x: 0, y: Double(random.next(below: 300))))
          let (changeset, after) = random.changeset(for: session.itemCounts)
          try session.update(changeset) { $0 = after }
          let fresh = try LayoutSession.laidOut(make(seed), width: 200, height: 200, after)
          let everything = Rect(x: -1e3, y: -1e3, width: 1e5, height: 1e5)
          let context = Comment("sample \(number), seed \(seed), round \(round)")
          #expect(
            layout.layoutAttributesForElements(in: everything)
              == fresh.layout.layoutAttributesForElements(in: everything), context)
          #expect(layout.contentSize == fresh.layout.contentSize, context)
        } catch {
          Issue.record("sample \(number), seed \(seed), round \(round): \(error)")
        }
      }
    }
  }
}

extension SplitMix64 {
  /// Deletes and inserts of sections and items in a collection of `counts`, and the counts after.
  fileprivate mutating func changeset(for counts: [Int]) -> (Changeset, after: [Int]) {
    var deletedItems: [ItemPath] = []
    var deletedSections: [Int] = []
    for (section, count) in counts.enumerated() {
      guard next(below: 6) > 0 else {
        deletedSections.append(section)
        continue
      }
      for item in 0..<count where next(below: 4) == 0 {
        deletedItems.append(ItemPath(section: section, item: item))
      }
    }
    let inserted = (0..<counts.count - deletedSections.count + 1).filter { _ in
      next(below: 5) == 0
    }
    let removal = Changeset(
      deletedSections: deletedSections, insertedSections: inserted, deletedItems: deletedItems)
    var after = removal.sectionCounts(after: counts) { 1 + $0 % 3 }
    var insertedItems: [ItemPath] = []
    for section in after.indices where !inserted.contains(section) {
      let places = (0...after[section]).filter { _ in next(below: 4) == 0 }
      insertedItems += places.map { ItemPath(section: section, item: $0) }
      after[section] += places.count
    }
    let whole = Changeset(
      deletedSections: deletedSections, insertedSections: inserted, deletedItems: deletedItems,
      insertedItems: insertedItems)
    return (whole, after)
  }
}

/// The dull model of a rectangle query: asks for every element alone and keeps what overlaps.
struct EveryElement {
  /// Every element that the layout can have under the session's counts; it may have none of some.
  let elements: [LayoutElement]

  /// Creates the elements of a session: all cells, and the elements that `others` returns for each
  /// section and item count.
  init(of session: LayoutSession, others: (_ section: Int, _ items: Int) -> [LayoutElement]) {
    elements = session.itemCounts.enumerated().flatMap { section, count in
      (0..<count).map { .cell(ItemPath(section: section, item: $0)) } + others(section, count)
    }
  }

  /// Returns the elements that overlap `rect`.
  func overlapping(_ rect: Rect, in layout: CollectionViewLayout) -> Set<LayoutAttributes> {
    Set(elements.compactMap { layout.layoutAttributes(for: $0) }.filter { $0.frame.overlaps(rect) })
  }

  /// Expects that the rectangle query gives the same, each element once.
  func expectSame(in rect: Rect, of layout: CollectionViewLayout, _ context: String) {
    let answer = layout.layoutAttributesForElements(in: rect)
    #expect(Set(answer) == overlapping(rect, in: layout), "\(context), in \(rect)")
    #expect(Set(answer.map(\.element)).count == answer.count, "\(context), in \(rect)")
  }
}

/// The error of a layout after each of `changes` contains its name, which is a property's.
func expectErrorsThatName<Layout: CollectionViewLayout>(
  _ changes: [(name: String, change: (Layout) -> Void)], in makeLayout: () -> Layout
) {
  for (name, change) in changes {
    let layout = makeLayout()
    change(layout)
    let error = #expect(throws: LayoutError.self) { try LayoutSession.laidOut(layout, [1]) }
    #expect(error?.description.contains(name) == true, "\(name)")
  }
}

extension LayoutSession {
  /// Lays `layout` out once.
  static func laidOut(
    _ layout: CollectionViewLayout, width: Double = 320, height: Double = 480, _ counts: [Int]
  ) throws -> LayoutSession {
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: width, height: height), itemCounts: counts)
    try session.layoutIfNeeded()
    return session
  }
}

/// All lists of up to `sections` counts, each up to `items`.
func everyCounts(sections: Int, items: Int) -> [[Int]] {
  var lists: [[Int]] = [[]]
  var longest: [[Int]] = [[]]
  for _ in 0..<sections {
    longest = longest.flatMap { list in (0...items).map { list + [$0] } }
    lists += longest
  }
  return lists
}
