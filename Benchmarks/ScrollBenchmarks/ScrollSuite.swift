public import Benchmarking
import Datasets

extension Suite {
  /// Returns the scenarios of a scrolling collection view, over each built-in store and extent
  /// index, beside its floor; of reuse policies over cells that work; and of layout classes over
  /// numbered cells; and of an item that a user moves.
  ///
  /// - Parameter storages: Contenders of your own to measure beside the built-in ones, under other
  ///   names: a store, and items, cells and a layout where you have them.
  /// - Returns: A suite named `scroll`.
  public static func scroll(adding storages: [ScrollStorage] = []) -> Suite {
    Suite(
      "scroll", summary: "What a collection view does in a frame, and what requests cost it.",
      scenarios: (builtInStorages + storages).flatMap(\.scenarios) + ScrollFloors.scenarios
        + ReuseScenarios.all + LayoutInViewScenarios.all + MovingScenarios.all,
      workloads: AppWorkload.allCases.map(\.workload) + [ReuseScenarios.workload])
  }

  private static var builtInStorages: [ScrollStorage] {
    ScrollStorage.pairs(
      of: Item8.self, ScrollParts(cells: nil, layout: nil), base: "btree-tree")
  }
}
