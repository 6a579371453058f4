import Changesets
import ItemStores
import Testing

@Suite struct NestedArrayStoreTests {
  @Test func aPassNeedsEightEditsOfOneSection() {
    let store = NestedArrayStore(sections: [0..<20, 0..<20])
    func prefersSingleEdits(_ first: Int, _ second: Int) -> Bool {
      store.prefersSingleEdits(
        atSorted: (0..<first).map { ItemPath(section: 0, item: $0) }
          + (0..<second).map { ItemPath(section: 1, item: $0) })
    }
    #expect(prefersSingleEdits(0, 0))
    #expect(prefersSingleEdits(7, 0))
    #expect(prefersSingleEdits(7, 7))
    #expect(!prefersSingleEdits(8, 0))
    #expect(!prefersSingleEdits(1, 8))
  }
}
