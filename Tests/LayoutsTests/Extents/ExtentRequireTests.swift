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
      // A release build stops without a word.
      #if DEBUG
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains(call.message), "\(tested): \(message)")
      #else
        _ = result
      #endif
    }
  }
}

/// A call with an invalid argument, on an index of one shape and of sections with 2 and 0 items.
enum BadExtentCall: String, CaseIterable, Codable, Sendable {
  case section, item, itemOfEmpty, itemExtent, items, itemsOfMissing, exchange, sections, shape,
    shapes

  func perform(on tested: TestedIndex) throws {
    let item = ItemExtent(cross: 10, main: 10)
    let rule = LineRule(available: 100, interitemSpacing: 0, lineSpacing: 0)
    let model = ExtentModel(
      shapes: [SectionShape(leading: 0, trailing: 0, rule: rule)],
      sections: [.init(shape: 0, items: [item, item]), .init(shape: 0, items: [])])
    var index = try model.makeIndex(tested)
    var buffer = ExtentBuffer()
    switch self {
    case .section: _ = index.section(at: 2)
    case .item: index.collect(item: 2, inSection: 0, into: &buffer)
    case .itemOfEmpty: index.collect(item: 0, inSection: 1, into: &buffer)
    case .itemExtent: _ = index.itemExtent(-1, inSection: 0)
    case .items: index.replaceItems(1..<3, inSection: 0, with: [])
    case .itemsOfMissing: index.replaceItems(0..<0, inSection: -1, with: [])
    case .exchange:
      index.exchangeItems(
        removed: [], inserted: [], resized: [(ItemPath(section: 2, item: 0), item)])
    case .sections: try index.apply(.replaceSections(1..<3, []))
    case .shape: index.setShape(1, ofSection: 0)
    case .shapes: index.replaceShapes(with: [])
    }
  }

  var message: String {
    switch self {
    case .section: ".section(at:): section is 2, valid are 0..<2"
    case .item: ".collect(item:inSection:into:): item is 2, valid in section 0 are 0..<2"
    case .itemOfEmpty: ".collect(item:inSection:into:): item is 0, valid in section 1 are 0..<0"
    case .itemExtent: ".itemExtent(_:inSection:): item is -1, valid in section 0 are 0..<2"
    case .items:
      ".replaceItems(_:inSection:with:): range is 1..<3, valid in section 0 are those in 0..<2"
    case .itemsOfMissing: ".replaceItems(_:inSection:with:): section is -1, valid are 0..<2"
    // Few edits are made one by one, by another member.
    case .exchange: ": section is 2, valid are 0..<2"
    case .sections:
      ".replaceSections(_:count:content:extents:): range is 1..<3, valid are those in 0..<2"
    case .shape: ".setShape(_:ofSection:): shape is 1, valid are 0..<1"
    case .shapes: ".replaceShapes(with:): 0 shapes are given in place of 1"
    }
  }
}
