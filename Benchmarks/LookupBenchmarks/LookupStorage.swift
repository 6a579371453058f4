public import Benchmarking
public import Datasets
public import ItemStores

/// A store type with the name it bears in case ids, and the scenarios that measure it.
///
/// One for each item shape: `LookupStorage("mine", MyStore<Item8>.self)` runs everything, the same
/// with another shape runs what compares shapes. Everything below the initialiser is inlinable, so
/// that a store from another package is specialised as the built-in ones are.
public struct LookupStorage: Sendable {
  /// The scenarios of the store.
  public let scenarios: [Scenario]

  /// The scenarios of `store` under the name `name`.
  ///
  /// - Parameters:
  ///   - name: The strategy in case ids: lower-case letters, digits and dashes.
  ///   - store: A store of one of the shapes of `Datasets`.
  ///   - editsStayCheap: Whether one edit costs about as little with ten million items in one
  ///     section as with a thousand; only then is a million of them made in one measured call.
  @inlinable
  public init<Store: ItemStore & SendableMetatype>(
    _ name: String, _ store: Store.Type, editsStayCheap: Bool = false
  ) where Store.Item: DatasetItem & SendableMetatype {
    let family = StoreScenarios<Store>(storage: name, editsStayCheap: editsStayCheap)
    scenarios = Store.Item.self == Item8.self ? family.all : family.acrossShapes
  }
}
