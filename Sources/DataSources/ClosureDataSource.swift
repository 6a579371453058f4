public import Changesets
public import CollectionViews
public import Layouts

/// A data source that answers a view by closures: the base of `StoreDataSource` and
/// `DiffableDataSource`.
///
/// Their initialisers make the closures. They are specialised for the type of the store, as are its
/// look-ups. A method of a generic class would be called through a protocol and compiled once for
/// every store, which is ten times slower.
public class ClosureDataSource: CollectionViewDataSource {
  /// A closure that makes and fills the view of a supplementary element.
  public typealias SupplementaryViewProvider =
    (CollectionView, ElementKind, ElementPath) throws(CollectionViewError) -> CollectionReusableView
  @usableFromInline typealias PathCellProvider =
    (CollectionView, ItemPath) throws(CollectionViewError) -> CollectionViewCell

  @usableFromInline let sectionCount: () -> Int
  @usableFromInline let itemCount: (Int) -> Int
  @usableFromInline let cell: PathCellProvider
  @usableFromInline var supplementaryView: SupplementaryViewProvider?
  @usableFromInline weak var view: CollectionView?

  @usableFromInline
  init(
    for view: CollectionView, supplementaryView: SupplementaryViewProvider? = nil,
    sectionCount: @escaping () -> Int, itemCount: @escaping (Int) -> Int,
    cell: @escaping PathCellProvider
  ) {
    self.view = view
    self.supplementaryView = supplementaryView
    self.sectionCount = sectionCount
    self.itemCount = itemCount
    self.cell = cell
    view.dataSource = self
  }

  /// Returns the number of sections.
  public func numberOfSections(in collectionView: CollectionView) -> Int { sectionCount() }

  /// Returns the number of items in `section`.
  public func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { itemCount(section) }

  /// Returns the cell of the item at `path`.
  public func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    try cell(collectionView, path)
  }

  /// Returns the reuse identifier of the cell that the item at `path` would get: nil, unless a
  /// subclass knows it.
  public func collectionView(
    _ collectionView: CollectionView, reuseIdentifierForItemAt path: ItemPath
  ) -> String? { nil }

  /// Returns a Boolean value that indicates whether a user may move the item at `path`: false, unless
  /// a subclass says otherwise.
  public func collectionView(
    _ collectionView: CollectionView, canMoveItemAt path: ItemPath
  ) -> Bool { false }

  /// Moves an item in the data, as a user has moved it on the screen; a subclass that allows moves
  /// does it.
  public func collectionView(
    _ collectionView: CollectionView, moveItemAt source: ItemPath, to target: ItemPath
  ) {}

  /// Returns the view of a supplementary element; throws `CollectionViewError.noView` if no closure
  /// makes them.
  public func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
    at path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    guard let supplementaryView else { throw .noView(.supplementary(kind, path)) }
    return try supplementaryView(collectionView, kind, path)
  }
}
