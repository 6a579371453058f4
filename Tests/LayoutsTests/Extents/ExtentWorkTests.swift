import Layouts
import Testing

/// The number of places that queries visit and of lines that edits form: costs that the model does
/// not have.
@Suite struct ExtentWorkTests {
  static let item = ItemExtent(cross: 30, main: 10)
  static let rule = LineRule(available: 100, interitemSpacing: 5, lineSpacing: 5)

  static func index(
    _ tested: TestedIndex, sections: Int, of items: [ItemExtent], rule: LineRule = rule
  ) throws -> any ExtentIndex {
    let model = ExtentModel(
      shapes: [SectionShape(leading: 0, trailing: 0, rule: rule)],
      sections: Array(repeating: .init(shape: 0, items: items), count: sections))
    return try model.makeIndex(tested)
  }

  /// Ten thousand sections without an extent lie between two that have one.
  @Test(arguments: TestedIndex.allCases)
  func emptySectionsAreNotWalked(_ tested: TestedIndex) throws {
    var index = try Self.index(tested, sections: 10_000, of: [])
    try index.apply(
      .replaceSections(0..<1, [.init(ExtentModel.Section(shape: 0, items: [Self.item]))]))
    try index.apply(
      .replaceSections(9_999..<10_000, [.init(ExtentModel.Section(shape: 0, items: [Self.item]))]))
    for (range, sections) in [((0.0, 20.0), [0, 9_999]), ((0, 10), [0]), ((10, 11), [9_999])] {
      var buffer = ExtentBuffer()
      index.collect(from: range.0, to: range.1, into: &buffer)
      #expect(buffer.sections.map(\.index) == sections)
      #expect(buffer.placesVisited < 200, "\(buffer.placesVisited) places for \(range)")
      #expect(buffer.placesVisited > sections.count)
    }
  }

  /// Ten thousand rows without an extent, of one length or two, lie between two that have one.
  @Test(arguments: TestedIndex.allCases)
  func emptyLinesAreNotWalked(_ tested: TestedIndex) throws {
    let thick = ItemExtent(cross: 90, main: 10)
    for (isList, lengths) in [(false, 1), (false, 2), (true, 1)] {
      let rule = LineRule(
        available: 100, interitemSpacing: 20, lineSpacing: 0, isSingleColumn: isList)
      let none = (0..<10_000).map { ItemExtent(cross: 90 + Double($0 % lengths), main: 0) }
      let index = try Self.index(tested, sections: 1, of: [thick] + none + [thick], rule: rule)
      var buffer = ExtentBuffer()
      index.collect(from: 0, to: 20, into: &buffer)
      #expect(buffer.lines.map(\.firstItem) == [0, 10_001])
      #expect(buffer.placesVisited < 200, "\(buffer.placesVisited) places")
    }
  }

  /// A resize that moves no line break forms its line, and one line before or behind it.
  @Test(arguments: TestedIndex.allCases)
  func aResizeFormsLinesBesideItOnly(_ tested: TestedIndex) throws {
    var index = try Self.index(tested, sections: 3, of: Array(repeating: Self.item, count: 3_000))
    for item in [0, 1, 1_499, 1_500, 1_501, 2_999] {
      index.work = ExtentWork()
      try index.apply(
        .replaceItems(item..<item + 1, section: 1, [ItemExtent(cross: 29, main: 12)]))
      #expect(index.work.linesRebroken > 0)
      #expect(index.work.linesRebroken <= 3, "\(index.work) for item \(item)")
      #expect(index.work.itemsRebroken <= 9, "\(index.work) for item \(item)")
    }
  }

  /// The items of the lines that are formed again are counted, at most those of a whole chunk.
  @Test(arguments: TestedIndex.allCases)
  func aResizeCountsTheItemsOfItsLines(_ tested: TestedIndex) throws {
    let items = (0..<100).map { ItemExtent(cross: 20 + Double($0 % 7), main: 10) }
    var index = try Self.index(tested, sections: 1, of: items)
    index.work = ExtentWork()
    try index.apply(.replaceItems(50..<51, section: 0, [ItemExtent(cross: 21, main: 12)]))
    #expect(1...100 ~= index.work.itemsRebroken)
  }

  @Test func aNewIndexHasDoneNoWork() {
    for tested in TestedIndex.allCases {
      let work = tested.makeIndex().work
      #expect(work.itemsRebroken == 0)
      #expect(work.linesRebroken == 0)
      #expect(work.placesMoved == 0)
    }
  }

  /// A row that grows is written with its line and its section's end, and moves the line and the end
  /// of each section behind.
  @Test func aFlatIndexCountsWhatAResizeMoves() throws {
    for section in 0..<5 {
      var index = try Self.index(.flat, sections: 5, of: [Self.item])
      index.work = ExtentWork()
      try index.apply(.replaceItems(0..<1, section: section, [ItemExtent(cross: 30, main: 12)]))
      #expect(index.work.placesMoved == 3 + 2 * (4 - section))
    }
  }

  /// A long item in the middle shifts breaks until a short line takes the shift up.
  @Test(arguments: TestedIndex.allCases)
  func formingEndsAtALineThatBeginsAsBefore(_ tested: TestedIndex) throws {
    var items = Array(repeating: Self.item, count: 3_000)
    items[1_506].cross = 100
    var index = try Self.index(tested, sections: 1, of: items)
    index.work = ExtentWork()
    try index.apply(.replaceItems(1_491..<1_491, section: 0, [Self.item]))
    index.checkInvariants()
    // The tree passes over the equal items by arithmetic.
    #expect((tested == .tree ? 1...8 : 5...8).contains(index.work.linesRebroken), "\(index.work)")
  }

  /// Errors of closures reach the caller.
  @Test(arguments: TestedIndex.allCases)
  func errorsOfClosuresReachTheCaller(_ tested: TestedIndex) throws {
    for failing in [(section: 1, item: nil), (section: 1, item: 2)] as [(Int, Int?)] {
      var index = try Self.index(tested, sections: 2, of: [Self.item])
      #expect(throws: LayoutError.count(section: failing.0, -1)) {
        try index.replaceSections(0..<1, count: 3) { place throws(LayoutError) in
          if place == failing.0, failing.1 == nil { throw .count(section: place, -1) }
          return SectionContent(shape: 0, itemCount: 4)
        } extent: { place, item throws(LayoutError) in
          if place == failing.0, item == failing.1 { throw .count(section: place, -1) }
          return Self.item
        }
      }
    }
  }
}
