public import ItemStores

/// A store that a data source and the closures it asks share.
@usableFromInline
final class StoreContents<Store: ItemStore> {
  @usableFromInline var store: Store

  @usableFromInline
  init(_ store: Store) { self.store = store }
}
