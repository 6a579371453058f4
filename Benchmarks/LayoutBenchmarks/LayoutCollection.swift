import BasicAlgorithms

internal import Benchmarking
internal import Changesets
internal import Datasets

/// The section counts of the collection of one process; its items are never created.
final class LayoutCollection {
  let sectionSizes: [Int]
  /// The global index at which each section starts, and the item count behind the last.
  let sectionStarts: [Int]
  private let seed: UInt64

  /// Returns the collection of `context`, which the first caller creates.
  ///
  /// - Throws: `DatasetError`.
  static func shared(in context: ScenarioContext) throws -> LayoutCollection {
    try context.shared("layout/collection") { try LayoutCollection(context) }
  }

  private init(_ context: ScenarioContext) throws {
    let dataset = try Dataset(
      planned: context.dataset, items: context.items, seed: context.seed,
      checksum: context.checksum)
    sectionSizes = dataset.sectionSizes
    var starts = [0]
    starts.reserveCapacity(sectionSizes.count + 1)
    for size in sectionSizes { starts.append(starts[starts.count - 1] + size) }
    sectionStarts = starts
    seed = context.seed
  }

  var itemCount: Int { sectionStarts[sectionSizes.count] }

  /// Returns the section of the item at global index `index`. O(log sections).
  func section(ofGlobalIndex index: Int) -> Int {
    // The last section that starts at or before the index is never an empty one.
    return sectionStarts.partitioningIndex { $0 > index } - 1
  }

  /// Returns the path of the item at global index `index`. O(log sections).
  func path(ofGlobalIndex index: Int) -> ItemPath {
    let section = section(ofGlobalIndex: index)
    return ItemPath(section: section, item: index - sectionStarts[section])
  }

  /// Returns the global index of the item at `path`. O(1).
  @inline(__always)
  func globalIndex(of path: ItemPath) -> Int { sectionStarts[path.section] + path.item }

  /// The first item of all.
  var firstPath: ItemPath { path(ofGlobalIndex: 0) }

  /// Returns a random generator for a scenario; equal for equal runs and `purpose`.
  func generator(for purpose: UInt64) -> SplitMix64 {
    SplitMix64(seed: seed ^ (purpose &* SplitMix64.increment))
  }

  /// Returns `count` global indexes, every item as likely as any other.
  func randomIndexes(_ count: Int, for purpose: UInt64) -> [Int] {
    var generator = generator(for: purpose)
    return (0..<count).map { _ in generator.next(below: itemCount) }
  }
}
