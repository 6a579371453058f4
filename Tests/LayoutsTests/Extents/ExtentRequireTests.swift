import Changesets
import Layouts
import Testing

/// The messages of extent indexes for sections, items and shapes that they do not have.
@Suite struct ExtentRequireTests {
  @Test(arguments: BadExtentCall.allCases)
  func aBadCallStopsTheProgram(_ call: BadExtentCall) async throws {
    for tested in TestedIndex.allCases {
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [call = call as BadExtentCall, tested = tested as TestedIndex] in
        try call.perform(on: tested)
      }
      let message = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(message.contains(call.message), "\(tested): \(message)")
    }
  }

  /// A tree checks many edits of one section before it makes them.
  @Test func manyEditsOfMissingItemsStopATree() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var index = try BadExtentCall.makeIndex(.tree)
      index.exchangeItems(
        removed: (0..<8).map { ItemPath(section: 0, item: $0) }, inserted: [], resized: [])
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      message.contains(
        "TreeExtents.exchangeItems(removed:inserted:resized:): an edit ends at item 8, valid in "
          + "section 0 are 0...2"))
  }
}

/// A call with an invalid argument, on an index of one shape and of sections with 2 and 0 items.
enum BadExtentCall: String, CaseIterable, Codable, Sendable {
  case section, sectionBefore
  case item, itemOfEmpty, itemOfMissing, itemExtent, itemExtentBehind, itemExtentOfMissing
  case items, itemsBefore, itemsOfMissing, exchange, exchanges
  case sections, sectionsBefore, fewExtents, shapeOfNew
  case removedBefore, removedBehind, removedTwice, insertedBefore, insertedBehind, insertedTwice
  case shapeOfExchanged, shape, shapeBefore, shapeOfMissing, shapes

  private static let extent = ItemExtent(cross: 10, main: 10)

  static func makeIndex(_ tested: TestedIndex) throws -> any ExtentIndex {
    let rule = LineRule(available: 100, interitemSpacing: 0, lineSpacing: 0)
    let model = ExtentModel(
      shapes: [SectionShape(leading: 0, trailing: 0, rule: rule)],
      sections: [.init(shape: 0, items: [extent, extent]), .init(shape: 0, items: [])])
    return try model.makeIndex(tested)
  }

  func perform(on tested: TestedIndex) throws {
    var index = try Self.makeIndex(tested)
    var buffer = ExtentBuffer()
    switch self {
    case .section: _ = index.section(at: 2)
    case .sectionBefore: _ = index.section(at: -1)
    case .item: index.collect(item: 2, inSection: 0, into: &buffer)
    case .itemOfEmpty: index.collect(item: 0, inSection: 1, into: &buffer)
    case .itemOfMissing: index.collect(item: 0, inSection: 2, into: &buffer)
    case .itemExtent: _ = index.itemExtent(-1, inSection: 0)
    case .itemExtentBehind: _ = index.itemExtent(2, inSection: 0)
    case .itemExtentOfMissing: _ = index.itemExtent(0, inSection: -1)
    case .items: index.replaceItems(1..<3, inSection: 0, with: [])
    case .itemsBefore: index.replaceItems(-1..<1, inSection: 0, with: [])
    case .itemsOfMissing: index.replaceItems(0..<0, inSection: -1, with: [])
    case .exchange: Self.resize(1, inSection: 2, of: &index)
    case .exchanges: Self.resize(8, inSection: 2, of: &index)
    case .sections: try index.apply(.replaceSections(1..<3, []))
    case .sectionsBefore: try index.apply(.replaceSections(-1..<0, []))
    case .fewExtents: try Self.insertSection(ofShape: 0, of: &index)
    case .shapeOfNew: try Self.insertSection(ofShape: 1, of: &index)
    case .removedBefore: try Self.exchange([-1], Array(0..<8), of: &index)
    case .removedBehind: try Self.exchange([2], Array(0..<8), of: &index)
    case .removedTwice: try Self.exchange([1, 1], Array(0..<8), of: &index)
    case .insertedBefore: try Self.exchange([], Array(-1..<7), of: &index)
    case .insertedBehind: try Self.exchange([0], Array(2..<10), of: &index)
    case .insertedTwice: try Self.exchange([], [0] + Array(0..<7), of: &index)
    case .shapeOfExchanged: try Self.exchange([], Array(0..<8), shape: 1, of: &index)
    case .shape: index.setShape(1, ofSection: 0)
    case .shapeBefore: index.setShape(-1, ofSection: 0)
    case .shapeOfMissing: index.setShape(0, ofSection: 2)
    case .shapes: index.replaceShapes(with: [])
    }
  }

  private static func resize(_ count: Int, inSection section: Int, of index: inout any ExtentIndex)
  {
    let resized = (0..<count).map { (ItemPath(section: section, item: $0), extent) }
    index.exchangeItems(removed: [], inserted: [], resized: resized)
  }

  /// Inserts a section of two items, and gives the extent of one.
  private static func insertSection(ofShape shape: Int, of index: inout any ExtentIndex) throws {
    try index.replaceSections(0..<0, count: 1) { _ in
      SectionContent(shape: shape, itemCount: 2)
    } extents: { _, _, extents in
      extents.append(extent)
    }
  }

  /// Exchanges so many sections that every index does it in one pass.
  private static func exchange(
    _ removed: [Int], _ inserted: [Int], shape: Int = 0, of index: inout any ExtentIndex
  ) throws {
    let new = ExtentEdit.NewSection(ExtentModel.Section(shape: shape, items: []))
    try index.apply(
      .exchangeSections(
        removed: removed,
        inserted: inserted.map { InsertedSection(section: $0, source: nil, new: new) }))
  }

  var message: String {
    switch self {
    case .section: ".section(at:): section is 2, valid are 0..<2"
    case .sectionBefore: ".section(at:): section is -1, valid are 0..<2"
    case .item: ".collect(item:inSection:into:): item is 2, valid in section 0 are 0..<2"
    case .itemOfEmpty: ".collect(item:inSection:into:): item is 0, valid in section 1 are 0..<0"
    case .itemOfMissing: ".collect(item:inSection:into:): section is 2, valid are 0..<2"
    case .itemExtent: ".itemExtent(_:inSection:): item is -1, valid in section 0 are 0..<2"
    case .itemExtentBehind: ".itemExtent(_:inSection:): item is 2, valid in section 0 are 0..<2"
    case .itemExtentOfMissing: ".itemExtent(_:inSection:): section is -1, valid are 0..<2"
    case .items:
      ".replaceItems(_:inSection:with:): range is 1..<3, valid in section 0 are those in 0..<2"
    case .itemsBefore:
      ".replaceItems(_:inSection:with:): range is -1..<1, valid in section 0 are those in 0..<2"
    case .itemsOfMissing: ".replaceItems(_:inSection:with:): section is -1, valid are 0..<2"
    // Few edits are made one by one, by another member.
    case .exchange: ": section is 2, valid are 0..<2"
    case .exchanges:
      ".exchangeItems(removed:inserted:resized:): section is 2, valid are 0..<2"
    case .sections:
      ".replaceSections(_:count:content:extents:): range is 1..<3, valid are those in 0..<2"
    case .sectionsBefore:
      ".replaceSections(_:count:content:extents:): range is -1..<0, valid are those in 0..<2"
    case .fewExtents:
      ".replaceSections(_:count:content:extents:): 1 extents are given for 2 items of new section 0"
    case .shapeOfNew: ".replaceSections(_:count:content:extents:): shape is 1, valid are 0..<1"
    case .removedBefore: Self.exchanged("removed is [-1], valid are 0..<2")
    case .removedBehind: Self.exchanged("removed is [2], valid are 0..<2")
    case .removedTwice: Self.exchanged("removed is [1, 1] and inserted are [0, 1, 2, 3")
    case .insertedBefore: Self.exchanged("a section is inserted at 6, valid are 0..<10")
    case .insertedBehind: Self.exchanged("a section is inserted at 9, valid are 0..<9")
    case .insertedTwice: Self.exchanged("removed is [] and inserted are [0, 0, 1, 2")
    case .shapeOfExchanged: Self.exchanged("shape is 1, valid are 0..<1")
    case .shape: ".setShape(_:ofSection:): shape is 1, valid are 0..<1"
    case .shapeBefore: ".setShape(_:ofSection:): shape is -1, valid are 0..<1"
    case .shapeOfMissing: ".setShape(_:ofSection:): section is 2, valid are 0..<2"
    case .shapes: ".replaceShapes(with:): 0 shapes are given in place of 1"
    }
  }

  private static func exchanged(_ rest: String) -> String {
    ".exchangeSections(removed:inserted:content:extents:): " + rest
  }
}
