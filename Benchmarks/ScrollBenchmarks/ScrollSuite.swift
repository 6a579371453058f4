public import Benchmarking
import Datasets
import ItemStores
import Layouts

extension Suite {
  /// Returns the scenarios of a scrolling collection view, over each built-in store and extent index, beside its floor.
  ///
  /// - Parameter storages: Pairs of your own to measure beside the built-in ones, under other names.
  /// - Returns: A suite named `scroll`.
  public static func scroll(adding storages: [ScrollStorage] = []) -> Suite {
    Suite(
      "scroll", summary: "What a collection view does in a frame, and what requests cost it.",
      scenarios: (builtInStorages + storages).flatMap(\.scenarios) + ScrollFloors.scenarios,
      workloads: AppWorkload.allCases.map(\.workload))
  }

  private static var builtInStorages: [ScrollStorage] {
    let extents: [ExtentStrategy] = [.nested, .flat, .tree]
    return extents.map {
      ScrollStorage("nested-\($0.name)", NestedArrayStore<Item8>.self, extents: $0, isBase: false)
    }
      + extents.map {
        ScrollStorage("flat-\($0.name)", FlatIndexedStore<Item8>.self, extents: $0, isBase: false)
      }
      + extents.map {
        ScrollStorage(
          "btree-\($0.name)", BTreeStore<Item8>.self, extents: $0, isBase: $0.name == "tree")
      }
  }
}
