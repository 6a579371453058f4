import Changesets
import ItemStores

/// Performs operations on a store and on the model side by side and compares them after each.
struct StorePerformer<Store: ItemStore> where Store.Item: Equatable {
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
  mutating func perform(_ operation: StoreOperation) -> Mismatch? {
    if let mismatch = apply(operation) { return mismatch }
    if let mismatch = Mismatch.first(in: store, model.contents) { return mismatch }
    store.checkInvariants()
    for (index, snapshot) in snapshots.enumerated() {
      let mismatch = Mismatch.firstOfItems(in: snapshot.store, snapshot.model.contents)
      if var mismatch {
        mismatch.observation = "snapshot \(index): \(mismatch.observation)"
        return mismatch
      }
    }
    return nil
  }

  /// Performs `operation` and compares no more than what its method returns.
  private mutating func apply(_ operation: StoreOperation) -> Mismatch? {
    switch operation {
    case .takeSnapshot: snapshots.append((store, model))
    case .dropSnapshot: snapshots.removeFirst()
    case .swapWithSnapshot:
      snapshots.append((store, model))
      (store, model) = snapshots.removeFirst()
    default:
      let expected = operation.apply(to: &model, makeItem)
      let found = operation.apply(to: &store, makeItem)
      return Mismatch("the value returned", expected, found)
    }
    return nil
  }

  /// Performs the legal ones of `script` from an empty store until one makes a difference.
  ///
  /// The first `trusted` operations are not looked at: they are known to make none.
  static func replay(
    _ script: [StoreOperation], trusted: Int = 0, _ makeItem: @escaping (Int) -> Store.Item
  ) -> (failing: Int, mismatch: Mismatch)? {
    var performer = StorePerformer(makeItem)
    for (index, operation) in script.enumerated()
    where operation.isLegal(in: performer.counts, snapshotCount: performer.snapshotCount) {
      let mismatch = index < trusted ? performer.apply(operation) : performer.perform(operation)
      if let mismatch { return (index, mismatch) }
    }
    return nil
  }
}

extension Mismatch {
  /// The first difference between all that can be observed of `store` and what `contents` says.
  ///
  /// Counts come first, so that a store with wrong ones is not asked for what it must refuse.
  static func first<Store: ItemStore>(
    in store: Store, _ contents: [[Store.Item]]
  ) -> Mismatch? where Store.Item: Equatable {
    countMismatch(in: store, contents) ?? lookUpMismatch(in: store, contents)
      ?? chunkMismatch(in: store, contents)
  }

  /// The first difference between the items of `store` and `contents`, which is quicker to find.
  static func firstOfItems<Store: ItemStore>(
    in store: Store, _ contents: [[Store.Item]]
  ) -> Mismatch? where Store.Item: Equatable {
    if let mismatch = countMismatch(in: store, contents) { return mismatch }
    let items = Array(contents.joined())
    return areChunks(of: store, 0..<items.count, items)
      ? nil : chunkMismatch(in: store, 0..<items.count, items)
  }

  private static func countMismatch<Store: ItemStore>(
    in store: Store, _ contents: [[Store.Item]]
  ) -> Mismatch? {
    if let mismatch = Mismatch("sectionCount", contents.count, store.sectionCount) {
      return mismatch
    }
    var start = 0
    for (section, items) in contents.enumerated() {
      let count = store.itemCount(inSection: section)
      if count != items.count {
        return Mismatch("itemCount(inSection: \(section))", items.count, count)
      }
      let range = store.globalRange(ofSection: section)
      if range != start..<start + count {
        return Mismatch("globalRange(ofSection: \(section))", start..<start + count, range)
      }
      start += count
    }
    return Mismatch("itemCount", start, store.itemCount)
  }

  private static func lookUpMismatch<Store: ItemStore>(
    in store: Store, _ contents: [[Store.Item]]
  ) -> Mismatch? where Store.Item: Equatable {
    var index = 0
    for (section, items) in contents.enumerated() {
      for (item, expected) in items.enumerated() {
        let path = ItemPath(section: section, item: item)
        // All at once first: most of the time of a check goes by here.
        let isSame =
          store[path] == expected && store.globalIndex(of: path) == index
          && store.path(ofGlobalIndex: index) == path
          && store.section(ofGlobalIndex: index) == section
          && store.item(atGlobalIndex: index) == expected
        if !isSame { return lookUpMismatch(in: store, path, index, expected) }
        index += 1
      }
    }
    return nil
  }

  /// Which of the look-ups of one item is wrong.
  private static func lookUpMismatch<Store: ItemStore>(
    in store: Store, _ path: ItemPath, _ index: Int, _ expected: Store.Item
  ) -> Mismatch? where Store.Item: Equatable {
    Mismatch("subscript(path: \(path))", expected, store[path])
      ?? Mismatch("globalIndex(of: \(path))", index, store.globalIndex(of: path))
      ?? Mismatch("path(ofGlobalIndex: \(index))", path, store.path(ofGlobalIndex: index))
      ?? Mismatch(
        "section(ofGlobalIndex: \(index))", path.section, store.section(ofGlobalIndex: index))
      ?? Mismatch("item(atGlobalIndex: \(index))", expected, store.item(atGlobalIndex: index))
  }

  /// Walks all items, each section, and some ranges that cut through them.
  private static func chunkMismatch<Store: ItemStore>(
    in store: Store, _ contents: [[Store.Item]]
  ) -> Mismatch? where Store.Item: Equatable {
    let items = Array(contents.joined())
    let count = items.count
    var ranges = [0..<count, count / 3..<count * 2 / 3, count / 2..<count / 2]
    if count > 2 { ranges.append(1..<count - 1) }
    var start = 0
    for section in contents {
      ranges.append(start..<start + section.count)
      start += section.count
    }
    for range in ranges where !areChunks(of: store, range, items) {
      return chunkMismatch(in: store, range, items)
    }
    return count == 0 ? nil : stopMismatch(in: store)
  }

  /// Returns whether a walk over `range` yields those of `items`, in chunks that are not empty.
  private static func areChunks<Store: ItemStore>(
    of store: Store, _ range: Range<Int>, _ items: [Store.Item]
  ) -> Bool where Store.Item: Equatable {
    var isSame = true
    var position = range.lowerBound
    store.forEachChunk(inGlobalRange: range) { chunk in
      if chunk.isEmpty || chunk.count > range.upperBound - position { isSame = false }
      for index in chunk.indices where isSame {
        isSame = chunk[index] == items[position]
        position += 1
      }
    }
    return isSame && position == range.upperBound
  }

  private static func chunkMismatch<Store: ItemStore>(
    in store: Store, _ range: Range<Int>, _ items: [Store.Item]
  ) -> Mismatch? where Store.Item: Equatable {
    var found: [Store.Item] = []
    var emptyChunks = 0
    store.forEachChunk(inGlobalRange: range) { chunk in
      emptyChunks += chunk.isEmpty ? 1 : 0
      for index in chunk.indices { found.append(chunk[index]) }
    }
    return Mismatch("empty chunks of forEachChunk(inGlobalRange: \(range))", 0, emptyChunks)
      ?? Mismatch("items of forEachChunk(inGlobalRange: \(range))", Array(items[range]), found)
  }

  /// Returns a mismatch unless an error thrown at the first chunk ends the walk and reaches the
  /// caller.
  private static func stopMismatch<Store: ItemStore>(in store: Store) -> Mismatch? {
    var chunks = 0
    do throws(WalkStopped) {
      try store.forEachChunk(inGlobalRange: 0..<store.itemCount) { (_) throws(WalkStopped) in
        chunks += 1
        throw WalkStopped()
      }
      return Mismatch("an error thrown by the body of forEachChunk", "thrown", "swallowed")
    } catch {
      return Mismatch("chunks after the body of forEachChunk has thrown", 0, chunks - 1)
    }
  }

  private struct WalkStopped: Error {}
}
