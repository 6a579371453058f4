import BasicAlgorithms
import Changesets
public import ItemStores

/// A check that compares a store with an array of arrays.
///
/// One call in a test checks your own store:
///
///     try StoreConformance.check(MyStore<Int>.self)
///
/// After every operation it compares all that can be observed of the store, calls
/// `checkInvariants()`, and compares copies taken earlier with their state then. A store that
/// stops the program, in a range check or elsewhere, ends the test without a report.
public enum StoreConformance {
  /// Checks a store of integers: all small shapes, then random operations.
  ///
  /// - Parameters:
  ///   - type: The store's type.
  ///   - maxItems: The largest number of items in a small shape.
  ///   - operations: The number of random operations.
  ///   - seed: The seed that determines them.
  /// - Throws: The first difference from the model, with a short way there.
  public static func check<Store: ItemStore>(
    _ type: Store.Type, maxItems: Int = 4, operations: Int = 2_000, seed: UInt64 = 1
  ) throws(StoreConformanceFailure) where Store.Item == Int {
    try check(type, maxItems: maxItems, operations: operations, seed: seed) { $0 }
  }

  /// Checks a store of any items: all small shapes, then random operations.
  ///
  /// - Parameters:
  ///   - type: The store's type.
  ///   - maxItems: The largest number of items in a small shape.
  ///   - operations: The number of random operations.
  ///   - seed: The seed that determines them.
  ///   - makeItem: Makes an item of a number; best a different one of each.
  /// - Throws: The first difference from the model, with a short way there.
  public static func check<Store: ItemStore>(
    _ type: Store.Type, maxItems: Int = 4, operations: Int = 2_000, seed: UInt64 = 1,
    makeItem: @escaping (Int) -> Store.Item
  ) throws(StoreConformanceFailure) where Store.Item: Equatable {
    try checkSmallShapes(type, maxItems: maxItems, makeItem: makeItem)
    try checkRandomOperations(type, operations: operations, seed: seed, makeItem: makeItem)
  }

  /// Performs random operations in runs of a few dozen, each from a new store.
  ///
  /// - Parameters:
  ///   - type: The store's type.
  ///   - operations: The number of operations.
  ///   - seed: The seed that determines them.
  ///   - makeItem: Makes an item of a number.
  /// - Returns: The number of operations performed: a few more where the last run ends later.
  /// - Throws: The first difference from the model, with a script that was shrunk.
  @discardableResult
  public static func checkRandomOperations<Store: ItemStore>(
    _ type: Store.Type, operations: Int, seed: UInt64, makeItem: @escaping (Int) -> Store.Item
  ) throws(StoreConformanceFailure) -> Int where Store.Item: Equatable {
    var seeds = SplitMix64(seed: seed)
    var performed = 0
    while performed < operations {
      var generator = StoreOperationGenerator(seed: seeds.next())
      var performer = StorePerformer<Store>(makeItem)
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

  /// Returns the report of a script whose last operation failed, after shrinking it.
  static func failure<Store: ItemStore>(
    _ type: Store.Type, seed: UInt64?, _ operationNumber: Int, of script: [StoreOperation],
    _ makeItem: @escaping (Int) -> Store.Item
  ) -> StoreConformanceFailure where Store.Item: Equatable {
    StoreConformanceFailure(
      "\(type) does not conform", seed: seed, origin: "a small shape",
      operationNumber: operationNumber, shrinking: script,
      perform: { StorePerformer<Store>.replay($0, makeItem) },
      script: {
        let lines = $0.map(\.description)
        return (lines, lines.map { "  \($0)\n" }.joined())
      }, isFile: false)
  }
}

/// A difference between a store and the model, with the shortest script found.
public typealias StoreConformanceFailure = ConformanceFailure<[String]>

extension StoreConformance {
  /// Performs every operation at every position on every small shape: up to four sections, empty
  /// ones included, and a few items; each on a new store and on one with a copy.
  ///
  /// Sorted runs are every set of items and every set of sections, taken out of each shape and put
  /// back in; moves in runs exchange each pair.
  ///
  /// - Parameters:
  ///   - type: The store's type.
  ///   - maxItems: The largest number of items in a shape; one more takes three times as long.
  ///   - makeItem: Makes an item of a number.
  /// - Throws: The first difference from the model.
  public static func checkSmallShapes<Store: ItemStore>(
    _ type: Store.Type, maxItems: Int = 4, makeItem: @escaping (Int) -> Store.Item
  ) throws(StoreConformanceFailure) where Store.Item: Equatable {
    var performed = 0
    for counts in SmallShape.all(maxSections: 4, maxItems: maxItems) {
      let shape = SmallShape(counts)
      let edits = shape.itemEdits.map { [$0] } + shape.sectionEdits.map { [$0] } + shape.runs
      let load = StoreOperation.load(shape.contents)
      for edit in [[]] + edits {
        for start in [[load], [load, .takeSnapshot]] {
          // The start has been looked at in the first turn, with no edit.
          let trusted = edit.isEmpty ? 0 : start.count
          performed += start.count + edit.count
          if StorePerformer<Store>.replay(start + edit, trusted: trusted, makeItem) != nil {
            throw failure(type, seed: nil, performed, of: start + edit, makeItem)
          }
        }
      }
    }
  }
}

/// A store of a few items, and all that can be done to it.
private struct SmallShape {
  let contents: [[Int]]
  private let paths: [ItemPath]

  /// Sections of `counts` items, numbered throughout.
  init(_ counts: [Int]) {
    var item = 0
    contents = counts.map { count in
      defer { item += count }
      return Array(item..<item + count)
    }
    paths = counts.indices.flatMap { section in
      (0..<counts[section]).map { ItemPath(section: section, item: $0) }
    }
  }

  /// The counts of all shapes of up to `maxSections` sections with up to `maxItems` in all.
  static func all(maxSections: Int, maxItems: Int) -> [[Int]] {
    guard maxSections > 0 else { return [[]] }
    return [[]]
      + (0...maxItems).flatMap { count in
        all(maxSections: maxSections - 1, maxItems: maxItems - count).map { [count] + $0 }
      }
  }

  /// Every edit of one item.
  var itemEdits: [StoreOperation] {
    insertions(contents.map(\.count)).map { .insert(100, at: $0) }
      + paths.flatMap { path -> [StoreOperation] in
        var left = contents.map(\.count)
        left[path.section] -= 1
        return [.remove(at: path), .replace(at: path, with: 100)]
          + insertions(left).map { .move(from: path, to: $0) }
      }
  }

  private func insertions(_ counts: [Int]) -> [ItemPath] {
    counts.indices.flatMap { section in
      (0...counts[section]).map { ItemPath(section: section, item: $0) }
    }
  }

  /// Every edit of one section.
  var sectionEdits: [StoreOperation] {
    let news = [[], [100], [100, 101, 102]]
    return news.flatMap { new in
      (0...contents.count).map { .insertSection(new, at: $0) }
        + contents.indices.map { .replaceSection(at: $0, with: new) }
    }
      + contents.indices.flatMap { source -> [StoreOperation] in
        [.removeSection(at: source)]
          + contents.indices.map { .moveSection(from: source, to: $0) }
      }
  }

  /// Every sorted run that takes out, and most of those that put in.
  var runs: [[StoreOperation]] {
    Self.subsets(of: paths).flatMap { paths -> [[StoreOperation]] in
      let new = Array(100..<100 + paths.count)
      return [
        [.removeRun(at: paths), .insertRun(new, at: paths)],
        [.replaceRun(at: paths, with: new)],
        [.moveRun(from: paths.reversed(), to: paths)],
      ]
    }
      + Self.subsets(of: Array(contents.indices)).flatMap { sections -> [[StoreOperation]] in
        let new = sections.map { Array(100..<100 + $0) }
        return [
          [.removeSections(at: sections), .insertSections(new, at: sections)],
          [.replaceSections(at: sections, with: new)],
          [.moveSections(from: sections.reversed(), to: sections)],
        ]
      }
  }

  /// All selections from `elements`, each in their order.
  private static func subsets<Element>(of elements: [Element]) -> [[Element]] {
    elements.reduce([[]]) { subsets, element in subsets + subsets.map { $0 + [element] } }
  }
}
