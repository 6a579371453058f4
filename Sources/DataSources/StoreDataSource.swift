public import Changesets
public import CollectionViews
public import ItemStores
public import Layouts

/// Serves the items of a store to a collection view, and changes both together (features L-1, L-2).
///
/// Counts come from the store, cells from a registration or a closure that is given the item. All
/// edits go through this object, which holds the store: each is one update of the view. Somebody
/// else has to keep the data source alive: the view, as always, holds it weakly.
///
/// What the view asks is answered by closures that the initialisers make. Where they are compiled
/// for one type of store, so are its look-ups: a method of this class would be asked through a
/// protocol, and so compiled for every store at once, which is ten times slower.
public final class StoreDataSource<Store: ItemStore>: CollectionViewDataSource {
  /// Makes and fills the cell of an item: dequeues it for the path, and returns it.
  public typealias CellProvider =
    (CollectionView, ItemPath, Store.Item) throws(CollectionViewError) -> CollectionViewCell
  /// Makes and fills the view of a supplementary element.
  public typealias SupplementaryViewProvider =
    (CollectionView, ElementKind, ElementPath) throws(CollectionViewError) -> CollectionReusableView

  @usableFromInline let contents: StoreContents<Store>
  @usableFromInline let sectionCount: () -> Int
  @usableFromInline let itemCount: (Int) -> Int
  @usableFromInline
  let cell: (CollectionView, ItemPath) throws(CollectionViewError) -> CollectionViewCell
  @usableFromInline let supplementaryView: SupplementaryViewProvider?
  @usableFromInline weak var view: CollectionView?

  /// Serves `store` to `view`, whose data source it becomes.
  ///
  /// - Parameters:
  ///   - store: The items.
  ///   - view: What shows them; held weakly.
  ///   - supplementaryView: Makes headers and what else the layout shows; nil where it shows none.
  ///   - cell: Makes a cell; held for as long as this lives, so let it not hold what holds this.
  @inlinable
  public init(
    _ store: Store, for view: CollectionView, supplementaryView: SupplementaryViewProvider? = nil,
    cell: @escaping CellProvider
  ) {
    let contents = StoreContents(store)
    self.contents = contents
    self.view = view
    self.supplementaryView = supplementaryView
    sectionCount = { contents.store.sectionCount }
    itemCount = { section in contents.store.itemCount(inSection: section) }
    self.cell = { view, path throws(CollectionViewError) in
      try cell(view, path, contents.store[path])
    }
    view.dataSource = self
  }

  /// Serves `store` to `view` in cells of one registration.
  ///
  /// - Parameters:
  ///   - store: The items.
  ///   - view: What shows them; held weakly.
  ///   - registration: How cells are made and filled.
  ///   - supplementaryView: Makes headers and what else the layout shows; nil where it shows none.
  @inlinable
  public convenience init<Cell: CollectionViewCell>(
    _ store: Store, for view: CollectionView,
    cells registration: CellRegistration<Cell, Store.Item>,
    supplementaryView: SupplementaryViewProvider? = nil
  ) {
    self.init(store, for: view, supplementaryView: supplementaryView) {
      view, path, item throws(CollectionViewError) in
      try view.dequeueConfiguredReusableCell(using: registration, for: path, item: item)
    }
  }

  /// The items as they are now: a copy is a snapshot that no later edit changes.
  public var store: Store { contents.store }

  // MARK: What the view asks

  /// The store's number of sections.
  public func numberOfSections(in collectionView: CollectionView) -> Int { sectionCount() }

  /// The store's number of items in `section`.
  public func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { itemCount(section) }

  /// The cell of the item at `path`.
  public func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    try cell(collectionView, path)
  }

  /// The view of a supplementary element; `CollectionViewError.noView` where no closure makes them.
  public func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
    at path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    guard let supplementaryView else { throw .noView(.supplementary(kind, path)) }
    return try supplementaryView(collectionView, kind, path)
  }
}

extension StoreDataSource: CollectionViewIdentifyingDataSource where Store.Item: Identifiable {
  /// The item's own identifier.
  public func collectionView(
    _ collectionView: CollectionView, itemIdentifierAt path: ItemPath
  ) -> AnyHashable { contents.store[path].id }
}

/// A store that a data source and the closures it asks share.
@usableFromInline
final class StoreContents<Store: ItemStore> {
  @usableFromInline var store: Store

  @usableFromInline
  init(_ store: Store) { self.store = store }
}
