import Changesets
import ItemStores

/// A store whose every look-up is off by one: what it answers must not become a figure.
struct WrongStore<Item>: ItemStore {
  private var right = PlainStore<Item>()

  init() {}

  var sectionCount: Int { right.sectionCount }

  var itemCount: Int { right.itemCount }

  func itemCount(inSection section: Int) -> Int { right.itemCount(inSection: section) + 1 }

  subscript(path: ItemPath) -> Item {
    let count = right.itemCount(inSection: path.section)
    return right[ItemPath(section: path.section, item: (path.item + 1) % count)]
  }

  func item(atGlobalIndex index: Int) -> Item {
    right.item(atGlobalIndex: (index + 1) % right.itemCount)
  }

  func path(ofGlobalIndex index: Int) -> ItemPath {
    right.path(ofGlobalIndex: (index + 1) % right.itemCount)
  }

  func globalIndex(of path: ItemPath) -> Int { right.globalIndex(of: path) + 1 }

  func section(ofGlobalIndex index: Int) -> Int { right.section(ofGlobalIndex: index) + 1 }

  func globalRange(ofSection section: Int) -> Range<Int> { right.globalRange(ofSection: section) }

  /// Leaves the last item out.
  func forEachChunk<Failure: Error>(
    inGlobalRange range: Range<Int>, _ body: (Span<Item>) throws(Failure) -> Void
  ) throws(Failure) {
    try right.forEachChunk(inGlobalRange: range.dropLast(), body)
  }

  mutating func insert(_ item: Item, at path: ItemPath) { right.insert(item, at: path) }

  /// Takes out the item asked for, but returns its neighbour.
  @discardableResult
  mutating func remove(at path: ItemPath) -> Item {
    let wrong = self[path]
    right.remove(at: path)
    return wrong
  }

  mutating func insertSection<Items: Sequence>(_ items: Items, at section: Int)
  where Items.Element == Item {
    right.insertSection(items, at: section)
  }

  mutating func removeSection(at section: Int) { right.removeSection(at: section) }
}
