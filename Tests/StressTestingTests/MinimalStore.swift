import Changesets
import ItemStores

/// A store with no more than a store of one's own must have: everything else are the defaults.
struct MinimalStore<Item>: ItemStore {
  private var contents: [[Item]] = []

  var sectionCount: Int { contents.count }
  func itemCount(inSection section: Int) -> Int { contents[section].count }
  subscript(path: ItemPath) -> Item { contents[path.section][path.item] }

  mutating func insert(_ item: Item, at path: ItemPath) {
    contents[path.section].insert(item, at: path.item)
  }

  mutating func remove(at path: ItemPath) -> Item { contents[path.section].remove(at: path.item) }

  mutating func insertSection<Items: Sequence>(_ items: Items, at section: Int)
  where Items.Element == Item {
    contents.insert(Array(items), at: section)
  }

  mutating func removeSection(at section: Int) { contents.remove(at: section) }
}
