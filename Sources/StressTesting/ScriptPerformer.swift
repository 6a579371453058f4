import ItemStores

/// Performs operations on a store and on the model side by side and compares them after each.
struct ScriptPerformer<Store: ItemStore> where Store.Item: Equatable {
  private typealias Model = ArrayOfArraysModel<Store.Item>

  private let makeItem: (Int) -> Store.Item
  private var store = Store()
  private var model = Model()
  private var snapshots: [(store: Store, model: Model)] = []

  init(_ makeItem: @escaping (Int) -> Store.Item) { self.makeItem = makeItem }

  /// The number of items in each section.
  var counts: [Int] { model.contents.map(\.count) }

  var snapshotCount: Int { snapshots.count }

  /// Performs `operation`, which must be legal, and returns the first difference it made.
  mutating func perform(_ operation: StoreOperation) -> StoreMismatch? {
    if let mismatch = apply(operation) { return mismatch }
    if let mismatch = StoreMismatch.first(in: store, model.contents) { return mismatch }
    store.checkInvariants()
    for (index, snapshot) in snapshots.enumerated() {
      let mismatch = StoreMismatch.firstOfItems(in: snapshot.store, snapshot.model.contents)
      if var mismatch {
        mismatch.observation = "snapshot \(index): \(mismatch.observation)"
        return mismatch
      }
    }
    return nil
  }

  /// Performs `operation` and compares no more than what its method returns.
  private mutating func apply(_ operation: StoreOperation) -> StoreMismatch? {
    switch operation {
    case .takeSnapshot: snapshots.append((store, model))
    case .dropSnapshot: snapshots.removeFirst()
    case .swapWithSnapshot:
      snapshots.append((store, model))
      (store, model) = snapshots.removeFirst()
    default:
      let expected = operation.apply(to: &model, makeItem)
      let found = operation.apply(to: &store, makeItem)
      return StoreMismatch("the value returned", expected, found)
    }
    return nil
  }

  /// Performs the legal ones of `script` from an empty store until one makes a difference.
  ///
  /// The first `trusted` operations are not looked at: they are known to make none.
  static func replay(
    _ script: [StoreOperation], trusted: Int = 0, _ makeItem: @escaping (Int) -> Store.Item
  ) -> (failing: Int, mismatch: StoreMismatch)? {
    var performer = ScriptPerformer(makeItem)
    for (index, operation) in script.enumerated()
    where operation.isLegal(in: performer.counts, snapshotCount: performer.snapshotCount) {
      let mismatch =
        index < trusted ? performer.apply(operation) : performer.perform(operation)
      if let mismatch { return (index, mismatch) }
    }
    return nil
  }
}

// MARK: - Shrinking

extension ScriptPerformer {
  /// A script that fails too, in which no operation can be left out or made simpler.
  ///
  /// Greedy: what still fails replaces the script at once, and no step is taken back.
  static func shrink(
    _ script: [StoreOperation], _ makeItem: @escaping (Int) -> Store.Item
  ) -> [StoreOperation] {
    var shrunk = script
    var previous: [StoreOperation] = []
    while shrunk != previous {
      previous = shrunk
      var length = shrunk.count
      while length > 0 {
        shrunk = dropping(length, from: shrunk, makeItem)
        length /= 2
      }
      for index in shrunk.indices.reversed() {
        while let simpler = simplifying(index, of: shrunk, makeItem) { shrunk = simpler }
      }
    }
    return shrunk
  }

  /// The script without those stretches of `length` operations that the failure can do without.
  private static func dropping(
    _ length: Int, from script: [StoreOperation], _ makeItem: @escaping (Int) -> Store.Item
  ) -> [StoreOperation] {
    var script = script
    var start = 0
    while start < script.count {
      var shorter = script
      shorter.removeSubrange(start..<min(start + length, script.count))
      if let failure = replay(shorter, makeItem) {
        script = Array(shorter[...failure.failing])
      } else {
        start += length
      }
    }
    return script
  }

  /// The script with a simpler operation at `index`, if there is one with which it fails.
  private static func simplifying(
    _ index: Int, of script: [StoreOperation], _ makeItem: @escaping (Int) -> Store.Item
  ) -> [StoreOperation]? {
    for operation in script[index].simpler {
      var simpler = script
      simpler[index] = operation
      if replay(simpler, makeItem)?.failing == script.count - 1 { return simpler }
    }
    return nil
  }
}
