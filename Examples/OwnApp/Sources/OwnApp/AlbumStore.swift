import Changesets
import ItemStores

/// The app's albums: an array of arrays, with the eight members that a store has to have.
struct AlbumStore<Item>: ItemStore {
  private var albums: [[Item]] = []

  init() {}

  var sectionCount: Int { albums.count }
  func itemCount(inSection section: Int) -> Int { albums[section].count }
  subscript(path: ItemPath) -> Item { albums[path.section][path.item] }

  mutating func insert(_ item: Item, at path: ItemPath) {
    albums[path.section].insert(item, at: path.item)
  }
  mutating func remove(at path: ItemPath) -> Item {
    albums[path.section].remove(at: path.item)
  }
  mutating func insertSection<Items: Sequence>(_ items: Items, at section: Int)
  where Items.Element == Item {
    albums.insert(Array(items), at: section)
  }
  mutating func removeSection(at section: Int) { albums.remove(at: section) }
}
