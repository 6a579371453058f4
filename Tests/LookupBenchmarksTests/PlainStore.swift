import Changesets
import ItemStores

/// Arrays in an array: the plainest store there is, in the place of a user's own.
struct PlainStore<Item>: ItemStore {
  private var sections: [[Item]] = []
  private(set) var itemCount = 0

  init() {}

  var sectionCount: Int { sections.count }

  func itemCount(inSection section: Int) -> Int { sections[section].count }

  subscript(path: ItemPath) -> Item { sections[path.section][path.item] }

  mutating func insert(_ item: Item, at path: ItemPath) {
    sections[path.section].insert(item, at: path.item)
    itemCount += 1
  }

  @discardableResult
  mutating func remove(at path: ItemPath) -> Item {
    itemCount -= 1
    return sections[path.section].remove(at: path.item)
  }

  mutating func insertSection<Items: Sequence>(_ items: Items, at section: Int)
  where Items.Element == Item {
    sections.insert(Array(items), at: section)
    itemCount += sections[section].count
  }

  mutating func removeSection(at section: Int) {
    itemCount -= sections.remove(at: section).count
  }
}
