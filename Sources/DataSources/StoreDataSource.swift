public import Changesets
public import CollectionViews
public import ItemStores

/// A data source that serves the items of a store to a collection view, and changes both together.
///
/// ```swift
/// let cells = CellRegistration<NameCell, Name> { cell, _, name in cell.show(name) }
/// let source = StoreDataSource(BTreeStore(sections: [names]), for: view, cells: cells)
/// try source.remove(at: ItemPath(section: 0, item: 3))
/// try view.layoutIfNeeded()
/// ```
///
/// Counts come from the store, cells from a registration or a closure that receives the item. This
/// object contains the store, and all edits go through it: each is one update of the view. Keep the
/// data source alive: the view references it weakly.
public final class StoreDataSource<Store: ItemStore>: ClosureDataSource {
  /// A closure that dequeues the cell of an item for its path, fills it and returns it.
  public typealias CellProvider =
    (CollectionView, ItemPath, Store.Item) throws(CollectionViewError) -> CollectionViewCell
  @usableFromInline let contents: StoreContents<Store>

  /// Creates the data source of `view`, which serves `store`.
  ///
  /// - Parameters:
  ///   - store: The items.
  ///   - view: The view that shows them, referenced weakly.
  ///   - supplementaryView: Makes headers and other supplementary views; nil if the layout shows
  ///     none.
  ///   - cell: Makes a cell. This object retains it, so it must not retain this object.
  @inlinable
  public init(
    _ store: Store, for view: CollectionView, supplementaryView: SupplementaryViewProvider? = nil,
    cell: @escaping CellProvider
  ) {
    let contents = StoreContents(store)
    self.contents = contents
    super.init(
      for: view, supplementaryView: supplementaryView,
      sectionCount: { contents.store.sectionCount },
      itemCount: { contents.store.itemCount(inSection: $0) },
      cell: { view, path throws(CollectionViewError) in
        try cell(view, path, contents.store[path])
      })
  }

  /// Creates the data source of `view`, which serves `store` in cells of one registration.
  ///
  /// - Parameters:
  ///   - store: The items.
  ///   - view: The view that shows them, referenced weakly.
  ///   - registration: The type of the cells and the closure that fills them.
  ///   - supplementaryView: Makes headers and other supplementary views; nil if the layout shows
  ///     none.
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
    let identifier = registration.identifier
    reuseIdentifierProvider = { _, _ in identifier }
  }

  /// A closure that returns the reuse identifier of the cell that an item would get, without making
  /// one; nil if that is not known, as by default for cells of a closure.
  ///
  /// Policies that estimate how long a cell takes ask it for candidates (RU-26). Cells of one
  /// registration have its identifier, unless you set another closure. This object retains it, so it
  /// must not retain this object.
  public var reuseIdentifierProvider: ((ItemPath, Store.Item) -> String?)?

  /// Returns what `reuseIdentifierProvider` says of the item at `path`.
  public override func collectionView(
    _ collectionView: CollectionView, reuseIdentifierForItemAt path: ItemPath
  ) -> String? { reuseIdentifierProvider?(path, contents.store[path]) }

  /// A Boolean value that indicates whether a user may move items by a gesture. The default is false.
  public var allowsReordering = false

  /// Returns `allowsReordering`.
  public override func collectionView(
    _ collectionView: CollectionView, canMoveItemAt path: ItemPath
  ) -> Bool { allowsReordering }

  /// Moves an item in the store, as a user has moved it on the screen.
  public override func collectionView(
    _ collectionView: CollectionView, moveItemAt source: ItemPath, to target: ItemPath
  ) { contents.store.move(from: source, to: target) }

  /// The current items: a copy is a snapshot that later edits do not change.
  public var store: Store { contents.store }
}

extension StoreDataSource: CollectionViewIdentifyingDataSource where Store.Item: Identifiable {
  /// Returns the item's identifier.
  public func collectionView(
    _ collectionView: CollectionView, itemIdentifierAt path: ItemPath
  ) -> AnyHashable { contents.store[path].id }
}

/// A store that a data source shares with its closures.
@usableFromInline
final class StoreContents<Store: ItemStore> {
  @usableFromInline var store: Store

  @usableFromInline
  init(_ store: Store) { self.store = store }
}
