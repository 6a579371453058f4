import Changesets
import Diffing
import ItemStores
import Testing

/// A section of any number of items that are not there: all states of the store share them.
private struct CountedStore: ItemStore {
  var count = 0
  init() {}
  init(count: Int) { self.count = count }

  var sectionCount: Int { 1 }
  func itemCount(inSection section: Int) -> Int { count }
  subscript(path: ItemPath) -> Int { path.item }

  func unsharedRanges(from source: CountedStore) -> UnsharedRanges? {
    UnsharedRanges(items: [], sections: [], visitedNodes: 1)
  }

  mutating func insert(_ item: Int, at path: ItemPath) { count += 1 }
  mutating func remove(at path: ItemPath) -> Int {
    count -= 1
    return path.item
  }
  mutating func insertSection<Items: Sequence<Int>>(_ items: Items, at section: Int) {}
  mutating func removeSection(at section: Int) {}
}

/// Positions have 32 bits, one of them for the sign.
@Test func moreItemsThanPositionsAreRefused() throws {
  let most = Int(Int32.max)
  var differ = Differ()
  func compare(_ source: Int, _ target: Int) throws -> Changeset {
    try differ.changeset(
      from: CountedStore(count: source), to: CountedStore(count: target),
      by: ValueIdentity<Int>.self)
  }
  #expect(try compare(most, most).isEmpty)
  #expect(differ.statistics.sharedItems == most)
  #expect(throws: DiffingError.tooManyItems(found: most + 1, most: most, side: .source)) {
    try compare(most + 1, most)
  }
  #expect(throws: DiffingError.tooManyItems(found: most + 1, most: most, side: .target)) {
    try compare(most, most + 1)
  }
}

@Test func aNegativeSectionStopsTheProgram() async throws {
  let result = try await #require(
    processExitsWith: .failure, observing: [\.standardErrorContent]
  ) {
    var differ = Differ()
    _ = try differ.changeset(from: [1], to: [2], inSection: -1, by: ValueIdentity<Int>.self)
  }
  let message = String(decoding: result.standardErrorContent, as: UTF8.self)
  #expect(
    message.contains("Differ.changeset(from:to:inSection: -1): a section is 0 or more"),
    "\(message)")
}

/// An item whose content is not compared.
private struct Tag: Identifiable {
  let id: Int
  let text: String
}

@Test func itemsWithoutRevisionsAreComparedByIdentifier() throws {
  var differ = Differ()
  let source = [Tag(id: 1, text: "a"), Tag(id: 2, text: "b")]
  let target = [Tag(id: 2, text: "c")]
  let expected = Changeset(deletedItems: [ItemPath(section: 0, item: 0)])
  #expect(try differ.changeset(from: source, to: target) == expected)
  let stored = try differ.changeset(
    from: SectionedStore(sectionIDs: [0], store: NestedArrayStore(sections: [source])),
    to: SectionedStore(sectionIDs: [0], store: NestedArrayStore(sections: [target])))
  #expect(stored == expected)
}

@Test func statisticsBeginWithZero() {
  let statistics = DiffStatistics()
  #expect(Differ().statistics == statistics)
  #expect(statistics.matchedItems == 0 && statistics.movedItems == 0 && statistics.hashes == 0)
  #expect(statistics.sharedItems == 0 && statistics.visitedNodes == 0)
}
