import BasicAlgorithms

import Benchmarking
import Changesets
import Datasets

/// The section counts of the collection of one process; its items are never created.
final class LayoutCollection {
  let offsets: SectionOffsets
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
    offsets = dataset.offsets
    seed = context.seed
  }

  var sectionSizes: [Int] { offsets.sizes }
  var itemCount: Int { offsets.itemCount }

  /// The first item of all.
  var firstPath: ItemPath { offsets.path(ofGlobalIndex: 0) }

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
