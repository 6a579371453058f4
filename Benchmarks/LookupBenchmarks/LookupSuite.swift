public import Benchmarking
internal import Datasets
internal import ItemStores

extension Suite {
  /// Every data-source look-up and edit, on each built-in store and beside its floor.
  public static let lookup = Suite.lookup(adding: [])

  /// The lookup suite with stores of one's own measured beside the built-in ones.
  ///
  /// - Parameter storages: The stores to add; their names must differ from the built-in ones.
  /// - Returns: A suite named `lookup`.
  public static func lookup(adding storages: [LookupStorage]) -> Suite {
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
