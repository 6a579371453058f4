public import Changesets
public import Layouts

/// An object that provides a collection view with its counts and views.
///
///     final class Names: CollectionViewDataSource {
///       var names = (1...1_000).map { "name \($0)" }
///
///       func collectionView(
///         _ collectionView: CollectionView, numberOfItemsInSection section: Int
///       ) -> Int { names.count }
///
///       func collectionView(
///         _ collectionView: CollectionView, cellForItemAt path: ItemPath
///       ) throws(CollectionViewError) -> CollectionViewCell {
///         let cell = try collectionView.dequeueReusableCell(withReuseIdentifier: "name", for: path)
///         (cell as? NameCell)?.name = names[path.item]
///         return cell
///       }
///     }
///
/// Held weakly. A collection view asks for counts when they may have changed, and keeps them
/// otherwise (b.2). It asks for a view when the element is first shown, or a little earlier. All
/// methods should return fast.
public protocol CollectionViewDataSource: AnyObject {
  /// The number of sections. The default is 1.
  func numberOfSections(in collectionView: CollectionView) -> Int

  /// The number of items in `section`, 0 or more.
  func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int

  /// The cell of the item at `path`: dequeued for this path, filled, and returned.
  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell

  /// The view of a supplementary element that the layout shows: dequeued, filled, and returned.
  ///
  /// The default throws `CollectionViewError.noView`: a layout without such elements asks for none.
  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
    at path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView

  /// Returns the reuse identifier of the cell that the item at `path` would get, without making or
  /// filling one; nil where that is not known.
  ///
  /// Only policies that estimate how long a cell takes ask for it (RU-26). The default returns nil:
  /// the estimate is then that of the slowest cells.
  func collectionView(
    _ collectionView: CollectionView, reuseIdentifierForItemAt path: ItemPath
  ) -> String?

  /// Returns a Boolean value that indicates whether a user may move the item at `path`. The default is
  /// false; a data source that implements `moveItemAt` says true.
  func collectionView(_ collectionView: CollectionView, canMoveItemAt path: ItemPath) -> Bool

  /// Moves an item in the data, as a user has moved it on the screen. The view shows it there already:
  /// tell it nothing.
  ///
  /// - Parameters:
  ///   - collectionView: The view.
  ///   - source: The item's path before.
  ///   - target: Its path after.
  func collectionView(
    _ collectionView: CollectionView, moveItemAt source: ItemPath, to target: ItemPath)
}

extension CollectionViewDataSource {
  /// Returns 1.
  public func numberOfSections(in collectionView: CollectionView) -> Int { 1 }

  /// Returns nil: it is not known.
  public func collectionView(
    _ collectionView: CollectionView, reuseIdentifierForItemAt path: ItemPath
  ) -> String? { nil }

  /// Returns false: no item is moved.
  public func collectionView(
    _ collectionView: CollectionView, canMoveItemAt path: ItemPath
  ) -> Bool { false }

  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, moveItemAt source: ItemPath, to target: ItemPath
  ) {}

  /// Throws `.noView`: there are no such views.
  public func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
    at path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    throw .noView(.supplementary(kind, path))
  }
}

/// Told which items will be shown soon, so that their data can be fetched (RU-22).
///
/// Held weakly. Data may be needed that was never announced, and be announced and never needed.
public protocol CollectionViewPrefetchDataSource: AnyObject {
  /// The items at `paths` will be shown if scrolling goes on; the nearest first.
  func collectionView(_ collectionView: CollectionView, prefetchItemsAt paths: [ItemPath])

  /// The items at `paths`, announced before, will not be shown after all.
  func collectionView(
    _ collectionView: CollectionView, cancelPrefetchingForItemsAt paths: [ItemPath])
}

extension CollectionViewPrefetchDataSource {
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, cancelPrefetchingForItemsAt paths: [ItemPath]
  ) {}
}
