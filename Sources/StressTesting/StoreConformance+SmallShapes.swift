import Changesets
public import ItemStores

extension StoreConformance {
  /// Performs every operation at every position on every small shape: up to four sections, empty
  /// ones included, and a few items; each on a store of its own and on one with a copy.
  ///
  /// Sorted runs are every set of items and every set of sections, taken out of each shape and put
  /// back in; moves in runs exchange each pair.
  ///
  /// - Parameters:
  ///   - type: The store's type.
  ///   - maxItems: How many items a shape has at most: each one more takes thrice the time.
  ///   - makeItem: Makes an item of a number.
  /// - Throws: The first difference from the model.
  public static func checkSmallShapes<Store: ItemStore>(
    _ type: Store.Type, maxItems: Int = 4, makeItem: @escaping (Int) -> Store.Item
  ) throws(ConformanceFailure) where Store.Item: Equatable {
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
          if ScriptPerformer<Store>.replay(start + edit, trusted: trusted, makeItem) != nil {
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
