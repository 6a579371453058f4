import Changesets
import ItemStores

/// A `BTreeStore` whose nodes are so small that five items split every level of it.
struct SmallBTreeStore<Item, let chunkCapacity: Int, let nodeCapacity: Int>: ItemStore {
  private var tree = BTreeStore<Item>(chunkCapacity: chunkCapacity, nodeCapacity: nodeCapacity)

  init() {}

  var sectionCount: Int { tree.sectionCount }
  var itemCount: Int { tree.itemCount }
  func itemCount(inSection section: Int) -> Int { tree.itemCount(inSection: section) }

  subscript(path: ItemPath) -> Item { tree[path] }
  func item(atGlobalIndex index: Int) -> Item { tree.item(atGlobalIndex: index) }
  func path(ofGlobalIndex index: Int) -> ItemPath { tree.path(ofGlobalIndex: index) }
  func globalIndex(of path: ItemPath) -> Int { tree.globalIndex(of: path) }
  func section(ofGlobalIndex index: Int) -> Int { tree.section(ofGlobalIndex: index) }
  func globalRange(ofSection section: Int) -> Range<Int> { tree.globalRange(ofSection: section) }

  func forEachChunk<Failure: Error>(
    inGlobalRange range: Range<Int>, _ body: (Span<Item>) throws(Failure) -> Void
  ) throws(Failure) {
    try tree.forEachChunk(inGlobalRange: range, body)
  }

  mutating func insert(_ item: Item, at path: ItemPath) { tree.insert(item, at: path) }
  mutating func remove(at path: ItemPath) -> Item { tree.remove(at: path) }
  mutating func replace(at path: ItemPath, with item: Item) -> Item {
    tree.replace(at: path, with: item)
  }
  mutating func move(from source: ItemPath, to target: ItemPath) {
    tree.move(from: source, to: target)
  }

  mutating func insertSection<Items: Sequence<Item>>(_ items: Items, at section: Int) {
    tree.insertSection(items, at: section)
  }
  mutating func removeSection(at section: Int) { tree.removeSection(at: section) }
  mutating func replaceSection<Items: Sequence<Item>>(at section: Int, with items: Items) {
    tree.replaceSection(at: section, with: items)
  }
  mutating func moveSection(from source: Int, to target: Int) {
    tree.moveSection(from: source, to: target)
  }

  mutating func insert(_ items: [Item], atSorted paths: [ItemPath]) {
    tree.insert(items, atSorted: paths)
  }
  mutating func remove(atSorted paths: [ItemPath]) -> [Item] { tree.remove(atSorted: paths) }
  mutating func replace(atSorted paths: [ItemPath], with items: [Item]) {
    tree.replace(atSorted: paths, with: items)
  }
  mutating func move(from sources: [ItemPath], toSorted targets: [ItemPath]) {
    tree.move(from: sources, toSorted: targets)
  }
  mutating func insertSections(_ items: [[Item]], atSorted sections: [Int]) {
    tree.insertSections(items, atSorted: sections)
  }
  mutating func removeSections(atSorted sections: [Int]) {
    tree.removeSections(atSorted: sections)
  }
  mutating func replaceSections(atSorted sections: [Int], with items: [[Item]]) {
    tree.replaceSections(atSorted: sections, with: items)
  }
  mutating func moveSections(from sources: [Int], toSorted targets: [Int]) {
    tree.moveSections(from: sources, toSorted: targets)
  }

  mutating func exchangeSections(
    _ changeset: Changeset, newItem: (ItemPath) -> Item, newSection: (Int) -> [Item]
  ) {
    tree.exchangeSections(changeset, newItem: newItem, newSection: newSection)
  }

  func checkInvariants() { tree.checkInvariants() }
}
