internal import Benchmarking
internal import Foundation
internal import ItemStores

extension Suite {
  static func diffScenarios(adding strategies: [DiffStrategy]) -> [Scenario] {
    (builtInStrategies + strategies).flatMap(\.scenarios) + snapshotScenarios + diffFloors
  }

  /// The differ made anew for each comparison, as differs of others are; kept, as it is meant to be;
  /// and the standard library's.
  private static var builtInStrategies: [DiffStrategy] {
    [
      DiffStrategy("differ", DifferMethod<Int>.self, findsFewestMoves: true),
      DiffStrategy("differ", DifferMethod<UUID>.self, findsFewestMoves: true),
      DiffStrategy("differ", DifferMethod<String>.self, findsFewestMoves: true),
      DiffStrategy("differ", DifferMethod<DiffRevisedItem>.self, findsFewestMoves: true),
      DiffStrategy("differ-kept", DifferMethod<Int>.self, isKept: true, findsFewestMoves: true),
      DiffStrategy("difference", DifferenceMethod<Int>.self, cost: .editsSquared),
      DiffStrategy("difference", DifferenceMethod<UUID>.self, cost: .editsSquared),
      DiffStrategy("difference", DifferenceMethod<String>.self, cost: .editsSquared),
    ]
  }

  private static var snapshotScenarios: [Scenario] {
    DiffSnapshots<NestedArrayStore<Int>>.scenarios("nested")
      + DiffSnapshots<FlatIndexedStore<Int>>.scenarios("flat")
      + DiffSnapshots<BTreeStore<Int>>.scenarios("btree")
  }

  private static var diffFloors: [Scenario] {
    DiffFloor<Int>.scenarios + DiffFloor<UUID>.scenarios + DiffFloor<String>.scenarios
      + DiffFloor<DiffRevisedItem>.scenarios
  }
}
