public import Changesets
public import CollectionViews
public import DataSources
public import Datasets
public import ItemStores
public import Layouts

/// The items that a layout of your own lays out.
public struct ScrollContent<Item> {
  private let read: (ItemPath) -> Item

  @usableFromInline
  init(_ read: @escaping (ItemPath) -> Item) { self.read = read }

  /// Returns the item at `path`, as the store has it now.
  public func item(at path: ItemPath) -> Item { read(path) }
}

/// The items of one shape, which the cases of a process share.
@usableFromInline
struct ScrollItems<Item: DatasetItem> {
  @usableFromInline let dataset: Dataset
  /// The sections with items that are made of rows; nil for items that are made of seeds.
  @usableFromInline let rowSections: [ArraySlice<Item>]?
  /// The same items by id.
  @usableFromInline let rowItems: [UInt64: Item]

  /// Makes the items of rows.
  ///
  /// - Throws: `DatasetError` for a row that makes no item, `ContenderError` for items that do not
  ///   keep their ids.
  @usableFromInline
  init(_ dataset: Dataset) throws {
    self.dataset = dataset
    for index in 0..<min(dataset.itemCount, 100) {
      let seed = dataset.seed(atGlobalIndex: index)
      let id = Item(seed).id
      guard id == seed.id else {
        throw ContenderError.id(payload: Item.payloadName, found: id, expected: seed.id)
      }
    }
    rowSections = try dataset.rowSections(of: Item.self)
    rowItems = Dictionary(
      (rowSections ?? []).joined().lazy.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
  }

  @inlinable
  func store<Store: ItemStore<Item>>(_ type: Store.Type) -> Store {
    if let rowSections { return Store(sections: rowSections) }
    return Store(sections: dataset.sections(of: Item.self))
  }

  /// Returns the item of a seed: one of the collection, or a new one.
  @inlinable
  func item(_ seed: ItemSeed) -> Item { rowItems[seed.id] ?? Item(seed) }
}

/// A layout of a user's own, with the kinds of its supplementary views.
@usableFromInline
struct ScrollLayoutKind<Item>: Sendable {
  @usableFromInline let supplementaryKinds: [ElementKind]
  @usableFromInline let make: @Sendable (ScrollContent<Item>) -> CollectionViewLayout

  @usableFromInline
  init(
    supplementaryKinds: [ElementKind],
    make: @escaping @Sendable (ScrollContent<Item>) -> CollectionViewLayout
  ) {
    self.supplementaryKinds = supplementaryKinds
    self.make = make
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
    (Changeset, (ItemPath) -> ItemSeed, (Int) -> [ItemSeed]) throws(CollectionViewError) -> Void
  /// The id of the item at a path.
  @usableFromInline let id: (ItemPath) -> UInt64
  /// Makes a layout of the user's own; nil where there is none.
  @usableFromInline let makeLayout: (() -> CollectionViewLayout)?
  /// The kinds of supplementary views that such a layout may show.
  @usableFromInline let supplementaryKinds: [ElementKind]

  @inlinable
  init<Store: ItemStore>(
    _ store: Store, _ items: ScrollItems<Store.Item>, _ view: CollectionView,
    _ cells: ScrollCells<Store.Item>, _ layout: ScrollLayoutKind<Store.Item>?
  ) where Store.Item: DatasetItem & SendableMetatype {
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
      try source.apply(
        changeset, newItem: { items.item(newItem($0)) },
        newSection: { newSection($0).map { items.item($0) } })
    }
    id = { path in source.store[path].id }
    if let layout {
      registerScrollHeaders(of: layout.supplementaryKinds, in: view)
      makeLayout = { layout.make(ScrollContent { source.store[$0] }) }
    } else {
      makeLayout = nil
    }
    supplementaryKinds = layout?.supplementaryKinds ?? []
  }

  /// Applies an update of items to the store and the view.
  func apply(
    _ changeset: Changeset, _ newItem: (ItemPath) -> ItemSeed
  ) throws(CollectionViewError) {
    try applySections(changeset, newItem) { _ in [] }
  }
}

/// Registers the views of supplementary elements.
@usableFromInline
func registerScrollHeaders(of kinds: [ElementKind], in view: CollectionView) {
  for kind in kinds {
    view.register(
      ScrollHeader.self, forSupplementaryViewOfKind: kind,
      withReuseIdentifier: ScrollRig.headerIdentifier)
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
