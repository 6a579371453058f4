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
