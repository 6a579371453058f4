import Changesets
import ItemStores
import Testing

/// Copies of one store, edited on several threads at once.
@Suite struct SnapshotTests {
  @Test func flatIndexedStore() async { await check(FlatIndexedStore<Int>.self) }
  @Test func nestedArrayStore() async { await check(NestedArrayStore<Int>.self) }
  @Test func bTreeStore() async { await check(BTreeStore<Int>.self) }

  @Test func aTreeAloneCopiesOnlyWhatIsEdited() {
    #expect(BTreeStore<Int>.copiesOnlyWhatIsEdited)
    #expect(!FlatIndexedStore<Int>.copiesOnlyWhatIsEdited)
    #expect(!NestedArrayStore<Int>.copiesOnlyWhatIsEdited)
  }

  /// Edits four copies on a thread each, while the original is read; each must come out as the same
  /// edits make it on one thread.
  private func check<Store: ItemStore<Int> & Sendable>(_ type: Store.Type) async {
    let items = (0..<40).map { section in (0..<250).map { 1_000 * section + $0 } }
    let original = Store(sections: items)
    let edited = await withTaskGroup(of: (Int, Store).self, returning: [Int: Store].self) { group in
      for number in 0..<4 {
        group.addTask { (number, edits(original, number)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for number in 0..<4 {
      let alone = edits(Store(sections: items), number)
      let contents = edited[number].map { $0.allItems() }
      #expect(contents == alone.allItems(), "copy \(number)")
    }
    #expect(original.allItems() == items.flatMap(\.self))
  }
}

/// `store` after two thousand edits that depend on `number`, with a snapshot kept on the way.
private func edits<Store: ItemStore<Int>>(_ store: Store, _ number: Int) -> Store {
  var store = store
  var kept = store
  for step in 0..<2_000 {
    let section = (7 * step + 13 * number) % store.sectionCount
    let path = ItemPath(section: section, item: step % max(1, store.itemCount(inSection: section)))
    if step.isMultiple(of: 3), store.itemCount(inSection: section) > 0 {
      store.remove(at: path)
    } else {
      store.insert(-step, at: path)
    }
    if step.isMultiple(of: 100) { kept = store }
  }
  store.insert(kept.itemCount, at: ItemPath(section: 0, item: 0))
  return store
}

extension ItemStore {
  fileprivate func allItems() -> [Item] {
    var items: [Item] = []
    forEachChunk(inGlobalRange: 0..<itemCount) { chunk in
      for index in chunk.indices { items.append(chunk[index]) }
    }
    return items
  }
}
