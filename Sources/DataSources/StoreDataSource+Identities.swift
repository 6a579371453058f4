public import Changesets
public import CollectionViews
public import ItemStores

extension StoreDataSource: CollectionViewIdentifyingDataSource where Store.Item: Identifiable {
  /// The item's own identifier.
  public func collectionView(
    _ collectionView: CollectionView, itemIdentifierAt path: ItemPath
  ) -> AnyHashable { contents.store[path].id }
}
