import Changesets
import Layouts
import Testing

/// Edits at the edges of a tree's chunks, leaves and nodes, compared with the model.
///
/// A chunk of different items is loaded with 60 of them, a leaf with 15 chunks or sections.
@Suite struct TreeEdgeTests {
  private static let flow = LineRule(available: 100, interitemSpacing: 2, lineSpacing: 4)
  private static let list = LineRule(
    available: 100, interitemSpacing: 0, lineSpacing: 1, isSingleColumn: true)

  private static func model(_ rule: LineRule, _ sections: [[ItemExtent]]) -> ExtentModel {
    ExtentModel(
      shapes: [SectionShape(leading: 3, trailing: 1, rule: rule)],
      sections: sections.map { .init(shape: 0, items: $0) })
  }

  /// Items of seven thicknesses.
  private static func items(_ count: Int, cross: Double) -> [ItemExtent] {
    (0..<count).map { ItemExtent(cross: cross, main: 10 + Double($0 % 7)) }
  }

  private static func sized(_ items: Range<Int>, _ extent: ItemExtent) -> [ItemExchange.Sized] {
    items.map { (ItemPath(section: 0, item: $0), extent) }
  }

  /// Carries one edit out on copies, and compares.
  private static func check(
    _ edit: ExtentEdit, on index: any ExtentIndex, _ model: ExtentModel
  ) throws {
    var (edited, expected) = (index, model)
    try edited.apply(edit)
    expected.apply(edit)
    edited.checkInvariants()
    #expect(expected.difference(from: edited, ranges: [(-1, 1e9)]) == nil, "\(edit)")
  }

  /// Items around the end of the first chunk are replaced by none, by one that joins the line
  /// before, by one that joins none, and by more than a chunk takes.
  @Test(arguments: [true, false])
  func editsAtTheEndOfAChunkMatchTheModel(isList: Bool) throws {
    let model = Self.model(isList ? Self.list : Self.flow, [Self.items(130, cross: 30)])
    let index = try model.makeIndex(.tree)
    let many = (0..<105).map { ItemExtent(cross: 40, main: 3 + Double($0 % 5)) }
    for lower in 58...62 {
      for upper in lower...62 {
        for new in [
          [], [ItemExtent(cross: 5, main: 9)], [ItemExtent(cross: 98, main: 9)], many,
        ] {
          try Self.check(.replaceItems(lower..<upper, section: 0, new), on: index, model)
        }
      }
    }
  }

  /// Once an item is shorter, the next one fits on its line, also if a chunk or a leaf ends between
  /// them.
  @Test(arguments: TestedIndex.allCases)
  func theItemBehindAnEditJoinsItsLine(_ tested: TestedIndex) throws {
    let model = Self.model(Self.flow, [Self.items(1_500, cross: 60)])
    let before = try model.makeIndex(tested)
    for last in stride(from: 59, to: 1_499, by: 60) {
      var index = before
      // It does not fit on the line before.
      index.replaceItems(
        last - 1..<last + 1, inSection: 0,
        with: [ItemExtent(cross: 80, main: 9), ItemExtent(cross: 30, main: 9)])
      var line = ExtentBuffer()
      index.collect(item: last + 1, inSection: 0, into: &line)
      #expect(line.lines.map(\.firstItem) == [last])
      #expect(line.lines.map(\.itemCount) == [2])
    }
  }

  /// Eight edits of two runs of items, which are too few for a pass over all chunks: chunks begin
  /// with items 0, 1, 61, 121 and so on.
  @Test(arguments: [true, false])
  func fewEditsOfALongSectionMatchTheModel(isList: Bool) throws {
    var model = Self.model(isList ? Self.list : Self.flow, [Self.items(1_260, cross: 60)])
    var index = try model.makeIndex(.tree)
    index.replaceItems(0..<59, inSection: 0, with: [])
    model.apply(.replaceItems(0..<59, section: 0, []))
    let short = ItemExtent(cross: 30, main: 9)
    let long = ItemExtent(cross: 55, main: 9)
    func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }
    for batch in [
      // Both in one chunk.
      ItemExchange(removed: (Array(63..<67) + Array(80..<84)).map(path)),
      // In one chunk, but the first item joins the line of another chunk.
      ItemExchange(resized: Self.sized(61..<65, short) + Self.sized(80..<84, long)),
      ItemExchange(resized: Self.sized(1..<5, short) + Self.sized(20..<24, long)),
      // The first run is in two chunks.
      ItemExchange(removed: (Array(59..<63) + Array(75..<79)).map(path)),
    ] {
      try Self.check(.exchangeItems(batch), on: index, model)
    }
  }

  /// Eight items come to none, one or two equal ones.
  @Test(arguments: TestedIndex.allCases)
  func aBatchFillsAShortSection(_ tested: TestedIndex) throws {
    let old = ItemExtent(cross: 40, main: 10)
    for rule in [Self.flow, Self.list] {
      for count in 0...2 {
        let model = Self.model(rule, [Array(repeating: old, count: count)])
        let index = try model.makeIndex(tested)
        for new in [old, ItemExtent(cross: 40, main: 12), ItemExtent(cross: 20, main: 10)] {
          for place in 0...count {
            let inserted = Self.sized(place..<place + 8, new)
            try Self.check(.exchangeItems(.init(inserted: inserted)), on: index, model)
          }
        }
      }
    }
  }

  @Test(arguments: TestedIndex.allCases)
  func fewOfManySectionsAreExchanged(_ tested: TestedIndex) throws {
    let model = Self.model(Self.flow, (0..<40).map { Self.items(1 + $0 % 3, cross: 30) })
    let index = try model.makeIndex(tested)
    let new = ExtentEdit.NewSection(.init(shape: 0, items: Self.items(5, cross: 60)))
    for (removed, section, source) in [
      ([3], 5, nil), ([7], 20, 7), ([20], 0, 20), ([], 40, nil),
    ] as [([Int], Int, Int?)] {
      let inserted = InsertedSection(section: section, source: source, new: new)
      try Self.check(.exchangeSections(removed: removed, inserted: [inserted]), on: index, model)
    }
  }

  /// Sections that are exchanged in a pass over all of them leave full nodes, as loading does: one
  /// level less than single edits of 17 leaves would.
  @Test func manyExchangedSectionsLeaveFullNodes() throws {
    var model = Self.model(Self.flow, Array(repeating: Self.items(1, cross: 30), count: 241))
    var index = try model.makeIndex(.tree)
    func visited(_ index: any ExtentIndex) -> Int {
      var buffer = ExtentBuffer()
      index.collect(item: 0, inSection: 100, into: &buffer)
      return buffer.placesVisited
    }
    let before = visited(index)
    let new = ExtentEdit.NewSection(.init(shape: 0, items: Self.items(1, cross: 60)))
    let edit = ExtentEdit.exchangeSections(
      removed: (0..<10).map { $0 * 20 },
      inserted: (0..<9).map { InsertedSection(section: $0 * 20, source: nil, new: new) })
    try index.apply(edit)
    model.apply(edit)
    index.checkInvariants()
    #expect(model.difference(from: index, ranges: [(-1, 1e9)]) == nil)
    let fresh = try model.makeIndex(.tree)
    #expect(visited(index) == visited(fresh))
    #expect(visited(index) == before - 1)
  }

  /// A run has a chunk for itself. What is behind it joins its last line or none, whatever line is
  /// in front of it.
  @Test(arguments: TestedIndex.allCases)
  func aRunStandsBetweenDifferentItems(_ tested: TestedIndex) throws {
    var items = Self.items(60, cross: 90)
    items[59].cross = 30
    items += Array(repeating: ItemExtent(cross: 90, main: 10), count: 40)
    items += Self.items(5, cross: 20)
    let model = Self.model(Self.flow, [items])
    let index = try model.makeIndex(tested)
    index.checkInvariants()
    #expect(model.difference(from: index, ranges: [(-1, 1e9)]) == nil)
  }
}
