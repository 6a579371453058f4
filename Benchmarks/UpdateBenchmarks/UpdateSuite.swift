public import Benchmarking
import CollectionViews
import Datasets
import Foundation
import ItemStores
import Layouts

extension Suite {
  /// Returns the scenarios of differences between collections, and of updates of stores and
  /// collection views.
  ///
  /// - Parameters:
  ///   - strategies: Differs of your own to measure beside the built-in ones, under other names.
  ///   - stores: Stores of your own to apply updates to, under other names.
  /// - Returns: A suite named `update`.
  public static func update(
    adding strategies: [DiffStrategy] = [], stores: [UpdateStore] = []
  ) -> Suite {
    Suite(
      "update", summary: "Finding what has changed, and carrying it out.",
      scenarios: diffScenarios(adding: strategies) + applyScenarios
        + stores.flatMap(\.scenarios) + replayScenarios)
  }
}

extension Suite {
  static func diffScenarios(adding strategies: [DiffStrategy]) -> [Scenario] {
    (builtInStrategies + strategies).flatMap(\.scenarios) + snapshotScenarios + diffFloors
  }

  /// The differ, created for each comparison as other differs are, and kept, as intended; and the
  /// standard library's.
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
      + DiffFloor<DiffRevisedItem>.scenarios + DiffScanFloor<Int>.scenarios
      + DiffScanFloor<UUID>.scenarios + DiffScanFloor<String>.scenarios
  }
}

extension Suite {
  /// The scenarios that apply changesets to stores and collection views.
  static var applyScenarios: [Scenario] {
    ApplyScenarios.of("nested", NestedArrayStore<Item8>.self)
      + ApplyScenarios.of("flat", FlatIndexedStore<Item8>.self)
      + ApplyScenarios.of("btree", BTreeStore<Item8>.self)
      + BatchScenarios.of("nested-nested", NestedArrayStore<Item8>.self, .nested)
      + BatchScenarios.of("flat-flat", FlatIndexedStore<Item8>.self, .flat)
      + BatchScenarios.of("btree-tree", BTreeStore<Item8>.self, .tree) + OutlineScenarios.all
  }
}

extension Suite {
  /// The scenarios that replay the user's update trace, over each store and extent index.
  static var replayScenarios: [Scenario] {
    ReplayStorage.all.flatMap { storage in
      [
        replay(
          "list", "A commit of an update trace, in a list that stays at its top.", storage, .list,
          isFollowing: false),
        replay(
          "list-following",
          "A commit of an update trace, in a list that goes to where it changes something.",
          storage, .list, isFollowing: true),
        replay(
          "flow-following",
          "A commit of an update trace, in a flow layout that goes to where it changes something.",
          storage, .flow, isFollowing: true),
      ]
    }
  }

  private static func replay(
    _ variant: String, _ summary: String, _ storage: ReplayStorage, _ layout: ReplayLayout,
    isFollowing: Bool
  ) -> Scenario {
    Scenario(
      "replay-\(variant)", summary: summary, storage: storage.name, payload: ReplayItem.payloadName,
      bytesPerItem: 64, isHeadline: true,
      headlineMaximumItems: storage.isCompared ? .max : 1_000, replays: .updates
    ) { context in
      let script = try UpdateScript.shared(in: context)
      let rig = try ReplayRig(script, storage, layout, isFollowing: isFollowing)
      _ = try rig.perform()
      let answer = rig.answer
      rig.beginCounting()
      return Measurement(
        operationsPerCall: script.batches.count, expectedAnswer: answer,
        counts: {
          let counts = rig.counts
          // Once in a process, as it takes as long as some twenty replays.
          let divergences = try context.shared("update/replay-\(variant)/\(storage.name)") {
            OperationCount(name: "divergences", value: try rig.verify())
          }
          return [divergences] + counts
        },
        frames: FrameReplay(
          count: script.batches.count, rewind: { try rig.rewind() },
          perform: { try rig.perform($0) }, answer: { rig.visible })
      ) {
        do throws(CollectionViewError) { return try rig.perform() } catch { return ~answer }
      }
    }
  }
}
