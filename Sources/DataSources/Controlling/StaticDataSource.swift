public import Changesets
public import CollectionViews
public import ItemStores

/// A data source of items that change only when they are reloaded.
///
/// ```swift
/// let source = try ArrayDataSource<String, Person>(for: view)
/// source.register(PersonCell.self) { cell, person in cell.name = person.name }
/// source.reload(sections: [friends, family], sectionItems: ["friends", "family"])
/// try view.layoutIfNeeded()
/// let first = source.item(at: ItemPath(section: 0, item: 0))
/// ```
///
/// It copies the items, so an array that the app edits later is not seen until the next reload
/// (NX-4c). Use `StoreDataSource` to edit items one by one, and `DiffableDataSource` to show
/// differences.
public final class StaticDataSource<SectionItem, Store: ItemStore>:
  ControllingDataSource<SectionItem, Store.Item>
{
  /// The current items.
  public var store: Store { contents.store }
  /// The items of the sections; may be fewer than the sections.
  public private(set) var sectionItems: [SectionItem] = []

  private let contents: StoreContents<Store>
  private let counter: (Int) -> Int
  private let reader: (ItemPath) -> Store.Item
  private let finder: ((Store.Item) -> Bool) -> [ItemPath]

  /// Creates a data source without sections, and installs it in `view` in place of a plain one.
  ///
  /// - Parameter view: The view that shows the items, referenced weakly.
  /// - Throws: `.secondDataSource` if another controlling data source is installed.
  @inlinable
  public convenience override init(for view: CollectionView) throws(CollectionViewError) {
    let contents = StoreContents(Store())
    // Specialised here for the type of the store, as the methods of a generic class are not.
    try self.init(
      for: view, contents, counter: { contents.store.itemCount(inSection: $0) },
      reader: { contents.store[$0] }, finder: { contents.store.paths(where: $0) })
  }

  @usableFromInline
  init(
    for view: CollectionView, _ contents: StoreContents<Store>, counter: @escaping (Int) -> Int,
    reader: @escaping (ItemPath) -> Store.Item,
    finder: @escaping ((Store.Item) -> Bool) -> [ItemPath]
  ) throws(CollectionViewError) {
    self.contents = contents
    self.counter = counter
    self.reader = reader
    self.finder = finder
    try super.init(for: view)
  }

  // MARK: Reloading

  /// Shows the items of `store` instead, by a reload of the view; then calls `postUpdate`.
  ///
  /// - Parameters:
  ///   - store: The items.
  ///   - sectionItems: An item for each section, for headers; may be fewer.
  public func reload(_ store: Store, sectionItems: [SectionItem] = []) {
    reloadControlled {
      contents.store = store
      self.sectionItems = sectionItems
    }
  }

  /// Shows the items of `sections` instead, by a reload of the view; then calls `postUpdate`.
  ///
  /// - Parameters:
  ///   - sections: The items of each section, which are copied.
  ///   - sectionItems: An item for each section, for headers; may be fewer.
  @inlinable
  public func reload<Sections: Sequence>(sections: Sections, sectionItems: [SectionItem] = [])
  where Sections.Element: Sequence, Sections.Element.Element == Store.Item {
    reload(Store(sections: sections), sectionItems: sectionItems)
  }

  /// Removes all sections, reloads the view and calls `postUpdate`.
  public override func reset() { reload(Store()) }

  // MARK: Items

  /// The number of sections; 0 before the first reload.
  public override var sectionCount: Int { contents.store.sectionCount }

  /// Returns the number of items in `section`, which exists.
  public override func itemCount(inSection section: Int) -> Int { counter(section) }

  /// Returns the item at `path`, which exists.
  public override func loadItem(at path: ItemPath) throws(CollectionViewError) -> Store.Item? {
    reader(path)
  }

  /// Returns the item of a section; nil if the section has none or does not exist.
  public override func item(forSection section: Int) -> SectionItem? {
    sectionItems.indices.contains(section) && section < sectionCount ? sectionItems[section] : nil
  }

  /// Returns the paths of all items that meet `condition`, ascending; O(*n*).
  public override func itemPaths(where condition: (Store.Item) -> Bool) -> [ItemPath] {
    finder(condition)
  }
}

/// A static data source of arrays.
public typealias ArrayDataSource<SectionItem, Item> =
  StaticDataSource<SectionItem, NestedArrayStore<Item>>

extension ItemStore {
  /// Returns the paths of all items that meet `condition`, ascending.
  @inlinable
  func paths(where condition: (Item) -> Bool) -> [ItemPath] {
    var paths: [ItemPath] = []
    for section in 0..<sectionCount {
      var path = ItemPath(section: section, item: 0)
      forEachChunk(inGlobalRange: globalRange(ofSection: section)) { chunk in
        for place in chunk.indices {
          if condition(chunk[place]) { paths.append(path) }
          path.item += 1
        }
      }
    }
    return paths
  }
}
