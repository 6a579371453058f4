import BasicAlgorithms
public import ItemStores

/// Holds a store against the plain array-of-arrays model.
///
/// One call in a test checks a store of one's own:
///
///     try StoreConformance.check(MyStore<Int>.self)
///
/// After every operation it compares all that can be observed of the store, calls
/// `checkInvariants()`, and looks whether copies taken earlier are what they were. A store that
/// stops the program, in its own range checks or elsewhere, ends the test without a report.
public enum StoreConformance {
  /// Checks a store of integers: all small shapes, then random operations.
  ///
  /// - Parameters:
  ///   - type: The store's type.
  ///   - maxItems: How many items a small shape has at most.
  ///   - operations: How many random operations to perform.
  ///   - seed: What determines them.
  /// - Throws: The first difference from the model, with a short way there.
  public static func check<Store: ItemStore>(
    _ type: Store.Type, maxItems: Int = 4, operations: Int = 2_000, seed: UInt64 = 1
  ) throws(ConformanceFailure) where Store.Item == Int {
    try check(type, maxItems: maxItems, operations: operations, seed: seed) { $0 }
  }

  /// Checks a store of any items: all small shapes, then random operations.
  ///
  /// - Parameters:
  ///   - type: The store's type.
  ///   - maxItems: How many items a small shape has at most.
  ///   - operations: How many random operations to perform.
  ///   - seed: What determines them.
  ///   - makeItem: Makes an item of a number; best a different one of each.
  /// - Throws: The first difference from the model, with a short way there.
  public static func check<Store: ItemStore>(
    _ type: Store.Type, maxItems: Int = 4, operations: Int = 2_000, seed: UInt64 = 1,
    makeItem: @escaping (Int) -> Store.Item
  ) throws(ConformanceFailure) where Store.Item: Equatable {
    try checkSmallShapes(type, maxItems: maxItems, makeItem: makeItem)
    try checkRandomOperations(type, operations: operations, seed: seed, makeItem: makeItem)
  }

  /// Performs random operations, in runs of a few dozen from a store built anew.
  ///
  /// - Parameters:
  ///   - type: The store's type.
  ///   - operations: How many operations to perform.
  ///   - seed: What determines them.
  ///   - makeItem: Makes an item of a number.
  /// - Returns: How many were performed: a little more where the last run ends later.
  /// - Throws: The first difference from the model, with a script that was shrunk.
  @discardableResult
  public static func checkRandomOperations<Store: ItemStore>(
    _ type: Store.Type, operations: Int, seed: UInt64, makeItem: @escaping (Int) -> Store.Item
  ) throws(ConformanceFailure) -> Int where Store.Item: Equatable {
    var seeds = SplitMix64(seed: seed)
    var performed = 0
    while performed < operations {
      var generator = OperationGenerator(seed: seeds.next())
      var performer = ScriptPerformer<Store>(makeItem)
      var script: [StoreOperation] = []
      for step in 0..<generator.operationCount {
        let operation =
          step == 0
          ? generator.load()
          : generator.next(in: performer.counts, snapshotCount: performer.snapshotCount)
        script.append(operation)
        performed += 1
        if performer.perform(operation) != nil {
          throw failure(type, seed: seed, performed, of: script, makeItem)
        }
      }
    }
    return performed
  }

  /// What to report of a script of which the last operation failed.
  static func failure<Store: ItemStore>(
    _ type: Store.Type, seed: UInt64?, _ operationNumber: Int, of script: [StoreOperation],
    _ makeItem: @escaping (Int) -> Store.Item
  ) -> ConformanceFailure where Store.Item: Equatable {
    let shrunk = ScriptPerformer<Store>.shrink(script, makeItem)
    let mismatch = ScriptPerformer<Store>.replay(shrunk, makeItem)?.mismatch
    return ConformanceFailure(
      store: "\(type)", seed: seed, operationNumber: operationNumber,
      script: shrunk.map(\.description),
      observation: mismatch?.observation ?? "the same script, performed again",
      expected: mismatch?.expected ?? "the same failure", found: mismatch?.found ?? "none")
  }
}
