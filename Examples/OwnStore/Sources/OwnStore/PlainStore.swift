import Changesets
import ItemStores

/// The least that a store has to have: everything else comes with `ItemStore`, linear and correct.
struct PlainStore<Item>: ItemStore {
  var sections: [[Item]] = []

  var sectionCount: Int { sections.count }
  func itemCount(inSection section: Int) -> Int { sections[section].count }
  subscript(path: ItemPath) -> Item { sections[path.section][path.item] }

  mutating func insert(_ item: Item, at path: ItemPath) {
    sections[path.section].insert(item, at: path.item)
  }
  mutating func remove(at path: ItemPath) -> Item {
    sections[path.section].remove(at: path.item)
  }
  mutating func insertSection<Items: Sequence<Item>>(_ items: Items, at section: Int) {
    sections.insert(Array(items), at: section)
  }
  mutating func removeSection(at section: Int) { sections.remove(at: section) }
}
