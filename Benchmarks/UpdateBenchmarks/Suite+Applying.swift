import Benchmarking
import Datasets
import ItemStores
import Layouts

extension Suite {
  /// Changesets that stores and collection views carry out.
  static var applyScenarios: [Scenario] {
    ApplyScenarios.of("nested", NestedArrayStore<Item8>.self)
      + ApplyScenarios.of("flat", FlatIndexedStore<Item8>.self)
      + ApplyScenarios.of("btree", BTreeStore<Item8>.self)
      + BatchScenarios.of("nested-nested", NestedArrayStore<Item8>.self, .nested)
      + BatchScenarios.of("flat-flat", FlatIndexedStore<Item8>.self, .flat)
      + BatchScenarios.of("btree-tree", BTreeStore<Item8>.self, .tree)
  }
}
