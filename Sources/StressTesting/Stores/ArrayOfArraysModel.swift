public import Changesets
public import ItemStores

/// The oracle: an array of section arrays in which every method does what its comment says in the
/// dullest way there is.
///
/// It uses none of the defaults of `ItemStore`, so that it can check those too.
public struct ArrayOfArraysModel<Item>: ItemStore {
  /// The items, section by section.
  public var contents: [[Item]]

  /// A model with no sections.
  public init() { contents = [] }

  /// A model with one section for each element of `sections`.
  public init<Sections: Sequence>(sections: Sections)
  where Sections.Element: Sequence, Sections.Element.Element == Item {
    contents = sections.map { Array($0) }
  }

  /// The number of sections.
  public var sectionCount: Int { contents.count }

  /// The number of items in all sections.
  public var itemCount: Int { count(of: contents[...]) }

  /// The number of items in `section`.
  public func itemCount(inSection section: Int) -> Int { contents[section].count }

  /// The item at `path`.
  public subscript(path: ItemPath) -> Item { contents[path.section][path.item] }

  /// The item at global index `index`.
  public func item(atGlobalIndex index: Int) -> Item { self[path(ofGlobalIndex: index)] }

  /// The path of the item at global index `index`.
  public func path(ofGlobalIndex index: Int) -> ItemPath {
    var path = ItemPath(section: 0, item: index)
    while path.item >= contents[path.section].count {
      path.item -= contents[path.section].count
      path.section += 1
    }
    return path
  }

  /// The global index of the item at `path`.
  public func globalIndex(of path: ItemPath) -> Int {
    count(of: contents[..<path.section]) + path.item
  }

  /// The section of the item at global index `index`.
  public func section(ofGlobalIndex index: Int) -> Int { path(ofGlobalIndex: index).section }

  /// The global indexes of the items in `section`.
  public func globalRange(ofSection section: Int) -> Range<Int> {
    let start = count(of: contents[..<section])
    return start..<start + contents[section].count
  }

  /// Calls `body` with a copy of the items in `range`, unless there are none.
  public func forEachChunk<Failure: Error>(
    inGlobalRange range: Range<Int>, _ body: (Span<Item>) throws(Failure) -> Void
  ) throws(Failure) {
    let items = Array(Array(contents.joined())[range])
    if !items.isEmpty { try body(items.span) }
  }

  private func count(of sections: ArraySlice<[Item]>) -> Int {
    sections.reduce(0) { $0 + $1.count }
  }

  /// Nothing to check: there is no structure.
  public func checkInvariants() {}
}

extension ArrayOfArraysModel {
  // MARK: Edits of one item or section

  /// Puts `item` at `path`.
  public mutating func insert(_ item: Item, at path: ItemPath) {
    contents[path.section].insert(item, at: path.item)
  }

  /// Takes the item at `path` out and returns it.
  @discardableResult
  public mutating func remove(at path: ItemPath) -> Item {
    contents[path.section].remove(at: path.item)
  }

  /// Puts `item` in the place of the item at `path`, which it returns.
  @discardableResult
  public mutating func replace(at path: ItemPath, with item: Item) -> Item {
    let replaced = self[path]
    contents[path.section][path.item] = item
    return replaced
  }

  /// Takes the item at `source` out, then puts it at `target`.
  public mutating func move(from source: ItemPath, to target: ItemPath) {
    let item = contents[source.section].remove(at: source.item)
    contents[target.section].insert(item, at: target.item)
  }

  /// Puts a section of `items` at position `section`.
  public mutating func insertSection<Items: Sequence>(_ items: Items, at section: Int)
  where Items.Element == Item {
    contents.insert(Array(items), at: section)
  }

  /// Takes `section` and its items out.
  public mutating func removeSection(at section: Int) { contents.remove(at: section) }

  /// Puts `items` in the place of those of `section`.
  public mutating func replaceSection<Items: Sequence>(at section: Int, with items: Items)
  where Items.Element == Item {
    contents[section] = Array(items)
  }

  /// Takes section `source` out, then puts it at position `target`.
  public mutating func moveSection(from source: Int, to target: Int) {
    let section = contents.remove(at: source)
    contents.insert(section, at: target)
  }
}

extension ArrayOfArraysModel {
  // MARK: Sorted runs of edits: removals last first, insertions first first (BU-2)

  /// Inserts `items[k]` so that it ends up at `paths[k]`.
  public mutating func insert(_ items: [Item], atSorted paths: [ItemPath]) {
    for (item, path) in zip(items, paths) {
      contents[path.section].insert(item, at: path.item)
    }
  }

  /// Takes out the items at `paths` and returns them in that order.
  @discardableResult
  public mutating func remove(atSorted paths: [ItemPath]) -> [Item] {
    let removed = paths.map { self[$0] }
    for path in paths.reversed() { contents[path.section].remove(at: path.item) }
    return removed
  }

  /// Puts `items[k]` in the place of the item at `paths[k]`.
  public mutating func replace(atSorted paths: [ItemPath], with items: [Item]) {
    for (item, path) in zip(items, paths) { contents[path.section][path.item] = item }
  }

  /// Takes the items at `sources` out, then inserts them so that they end up at `targets`.
  public mutating func move(from sources: [ItemPath], toSorted targets: [ItemPath]) {
    let moved = sources.map { self[$0] }
    remove(atSorted: sources.sorted())
    insert(moved, atSorted: targets)
  }

  /// Inserts `items[k]` as the section that ends up at position `sections[k]`.
  public mutating func insertSections(_ items: [[Item]], atSorted sections: [Int]) {
    for (items, section) in zip(items, sections) { contents.insert(items, at: section) }
  }

  /// Takes out the sections at positions `sections`.
  public mutating func removeSections(atSorted sections: [Int]) {
    for section in sections.reversed() { contents.remove(at: section) }
  }

  /// Puts `items[k]` in the place of the items of section `sections[k]`.
  public mutating func replaceSections(atSorted sections: [Int], with items: [[Item]]) {
    for (items, section) in zip(items, sections) { contents[section] = items }
  }

  /// Takes the sections at `sources` out, then inserts them so that they end up at `targets`.
  public mutating func moveSections(from sources: [Int], toSorted targets: [Int]) {
    let moved = sources.map { contents[$0] }
    removeSections(atSorted: sources.sorted())
    insertSections(moved, atSorted: targets)
  }
}

extension ArrayOfArraysModel: Sendable where Item: Sendable {}
