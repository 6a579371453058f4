import Changesets
import Datasets
import Testing

struct ItemShapeTests {
  private let seed = ItemSeed(
    id: 0x0123_4567_89ab_cdef, revision: 7, sizeClass: 8, reuseKind: 9)

  @Test func shapesHaveTheirDocumentedSizes() {
    #expect(MemoryLayout<Item8>.stride == 8)
    #expect(MemoryLayout<Record>.size == 64)
    #expect(MemoryLayout<Record>.stride == 64)
    #expect(MemoryLayout<ObjectItem>.stride == 8)
    #expect(MemoryLayout<TextItem>.stride == 32)
    #expect(MemoryLayout<ItemSeed>.stride == 16)
  }

  @Test func shapesKeepTheSeedsValues() {
    expectValues(of: Record(seed))
    expectValues(of: TextItem(seed))
    expectValues(of: ObjectItem(seed))
  }

  private func expectValues(of item: some DatasetItem) {
    let values = ItemSeed(
      id: item.id, revision: item.revision, sizeClass: item.sizeClass, reuseKind: item.reuseKind)
    #expect(values == seed, "\(type(of: item))")
  }

  @Test func theSmallestShapeDerivesWhatAGeneratedSeedHolds() {
    let dataset = Dataset(.oneSection, items: 100, seed: 1)
    for index in 0..<100 {
      let seed = dataset.seed(atGlobalIndex: index)
      let item = Item8(seed)
      let values = ItemSeed(
        id: item.id, revision: item.revision, sizeClass: item.sizeClass, reuseKind: item.reuseKind)
      #expect(values == seed)
    }
  }

  @Test func generatedClassesAndKindsTakeAllValues() {
    let dataset = Dataset(.oneSection, items: 10_000, seed: 1)
    let seeds = (0..<10_000).map { dataset.seed(atGlobalIndex: $0) }
    #expect(Set(seeds.map(\.sizeClass)).count == 256)
    #expect(Set(seeds.map(\.reuseKind)).count == 256)
  }

  @Test func recordsDeriveTheirFieldsFromTheID() {
    let first = Record(ItemSeed(generatedID: 1 << 60))
    let second = Record(ItemSeed(generatedID: 1 << 61))
    #expect(first.createdNanoseconds != second.createdNanoseconds)
    #expect(first.parentID != second.parentID)
  }

  @Test func titlesContainTheIDAndAreOnTheHeap() {
    #expect(TextItem(seed).title == "Title of item 0123456789abcdef")
    #expect(title(0) == "Title of item 0000000000000000")
    #expect(title(.max) == "Title of item ffffffffffffffff")
    #expect(title(0).utf8.count > 15)
    #expect(Set((0..<1_000).map(title)).count == 1_000)
  }

  private func title(_ id: UInt64) -> String { TextItem(ItemSeed(generatedID: id)).title }

  @Test func payloadNamesMatchTheCaseIDs() {
    #expect(Item8.payloadName == "item8")
    #expect(Record.payloadName == "record")
    #expect(TextItem.payloadName == "text")
    #expect(ObjectItem.payloadName == "object")
  }
}
