public import Benchmarking
public import Datasets
public import ItemStores

extension Suite {
  /// Returns a scenario for every data-source look-up and edit, on each built-in store and beside its floor.
  ///
  /// - Parameter storages: Stores of your own to measure beside the built-in ones, under other
  ///   names.
  /// - Returns: A suite named `lookup`.
  public static func lookup(adding storages: [LookupStorage] = []) -> Suite {
    Suite(
      "lookup", summary: "What a data source asks of its storage, and what edits cost there.",
      scenarios: (builtInStorages + storages).flatMap(\.scenarios) + LookupFloors.scenarios)
  }

  private static var builtInStorages: [LookupStorage] {
    [
      LookupStorage("nested", NestedArrayStore<Item8>.self, editsReach: .section),
      LookupStorage("nested", NestedArrayStore<Record>.self, editsReach: .section),
      LookupStorage("nested", NestedArrayStore<TextItem>.self, editsReach: .section),
      LookupStorage("nested", NestedArrayStore<ObjectItem>.self, editsReach: .section),
      LookupStorage("flat", FlatIndexedStore<Item8>.self, editsReach: .collection),
      LookupStorage("flat", FlatIndexedStore<Record>.self, editsReach: .collection),
      LookupStorage("flat", FlatIndexedStore<TextItem>.self, editsReach: .collection),
      LookupStorage("flat", FlatIndexedStore<ObjectItem>.self, editsReach: .collection),
      LookupStorage("btree", BTreeStore<Item8>.self, editsReach: .few),
      LookupStorage("btree", BTreeStore<Record>.self, editsReach: .few),
      LookupStorage("btree", BTreeStore<TextItem>.self, editsReach: .few),
      LookupStorage("btree", BTreeStore<ObjectItem>.self, editsReach: .few),
    ]
  }
}

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
  ///   - reach: How far one edit reaches; a reach that is too far costs precision only, one that
  ///     is too near makes calls that take minutes.
  @inlinable
  public init<Store: ItemStore & SendableMetatype>(
    _ name: String, _ store: Store.Type, editsReach reach: EditReach = .collection
  ) where Store.Item: DatasetItem & SendableMetatype {
    let family = StoreScenarios<Store>(storage: name, reach: reach)
    scenarios = Store.Item.self == Item8.self ? family.all : family.acrossShapes
  }
}

/// The items that a store moves for one insertion or deletion.
///
/// It decides how many edits one measured call makes, hence how many operations it is divided by.
public enum EditReach: Sendable {
  /// A handful of items, whatever the collection.
  case few
  /// The items of the section.
  case section
  /// All items.
  case collection
}
