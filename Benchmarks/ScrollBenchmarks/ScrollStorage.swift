public import Benchmarking
public import Changesets
public import CollectionViews
public import DataSources
public import Datasets
public import ItemStores
public import Layouts

/// A store and an extent index with the name that the two bear in case ids, and the scenarios that
/// measure a collection view over them.
///
/// `ScrollStorage("mine", MyStore<Item8>.self, extents: .tree)` measures a store of one's own. The
/// initialiser is inlinable, so that a store from another package is specialised as the built-in
/// ones are.
public struct ScrollStorage: Sendable {
  /// The strategy in case ids.
  @usableFromInline let name: String
  @usableFromInline let extents: ExtentStrategy
  @usableFromInline let isBase: Bool
  @usableFromInline
  let makeSource:
    @Sendable (ScenarioContext, ScrollCollection, CollectionView, ScrollCells) -> ScrollSource

  /// A view of items in `store`, laid out over `extents`.
  ///
  /// - Parameters:
  ///   - name: The strategy in case ids: lower-case letters, digits and dashes.
  ///   - store: A store of eight-byte items.
  ///   - extents: The layout's index.
  @inlinable
  public init<Store: ItemStore & SendableMetatype>(
    _ name: String, _ store: Store.Type, extents: ExtentStrategy
  ) where Store.Item == Item8 {
    self.init(name, store, extents: extents, isBase: false)
  }

  @inlinable
  init<Store: ItemStore & SendableMetatype>(
    _ name: String, _ store: Store.Type, extents: ExtentStrategy, isBase: Bool
  ) where Store.Item == Item8 {
    self.name = name
    self.extents = extents
    self.isBase = isBase
    makeSource = { context, collection, view, cells in
      let store = context.shared("scroll/store/\(name)") {
        Store(sections: collection.dataset.sections(of: Item8.self))
      }
      return ScrollSource(store, view, cells)
    }
  }
}

extension ScrollStorage {
  /// A built-in pair that has neither the store nor the index of this one.
  var reference: ScrollStorage {
    let own = Set(name.split(separator: "-").map(String.init) + [extents.name])
    let others = [
      ScrollStorage("nested-nested", NestedArrayStore<Item8>.self, extents: .nested),
      ScrollStorage("btree-tree", BTreeStore<Item8>.self, extents: .tree),
      ScrollStorage("flat-flat", FlatIndexedStore<Item8>.self, extents: .flat),
    ]
    return others.first {
      own.isDisjoint(with: $0.name.split(separator: "-").map(String.init))
    } ?? others[0]
  }
}

/// A data source over some store, and what scenarios ask of it beyond what a view asks.
@usableFromInline
struct ScrollSource {
  @usableFromInline let dataSource: any CollectionViewDataSource
  /// Applies an update to the store and the view, with the items that it inserts by path and
  /// the sections that it inserts by index.
  @usableFromInline
  let applySections:
    (Changeset, (ItemPath) -> Item8, (Int) -> [Item8]) throws(CollectionViewError) -> Void
  /// The item at a path.
  @usableFromInline let item: (ItemPath) -> Item8

  @inlinable
  init<Store: ItemStore>(_ store: Store, _ view: CollectionView, _ cells: ScrollCells)
  where Store.Item == Item8 {
    let source: StoreDataSource<Store>
    if let registration = cells.onlyRegistration {
      source = StoreDataSource(
        store, for: view, cells: registration, supplementaryView: makeScrollHeader)
    } else {
      source = StoreDataSource(store, for: view, supplementaryView: makeScrollHeader) {
        view, path, item throws(CollectionViewError) in
        try view.dequeueConfiguredReusableCell(
          using: cells.registration(for: path, item), for: path, item: item)
      }
    }
    dataSource = source
    applySections = { changeset, newItem, newSection throws(CollectionViewError) in
      try source.apply(changeset, newItem: newItem, newSection: newSection)
    }
    item = { path in source.store[path] }
  }

  /// Applies an update of items to the store and the view.
  func apply(
    _ changeset: Changeset, _ newItem: (ItemPath) -> Item8
  ) throws(CollectionViewError) {
    try applySections(changeset, newItem) { _ in [] }
  }
}

/// Makes the header of a section.
@usableFromInline
func makeScrollHeader(
  _ view: CollectionView, _ kind: ElementKind, _ path: ElementPath
) throws(CollectionViewError) -> CollectionReusableView {
  let header = try view.dequeueReusableSupplementaryView(
    ofKind: kind, withReuseIdentifier: ScrollRig.headerIdentifier, for: path)
  (header as? ScrollHeader)?.section = path.section
  return header
}
