internal import Benchmarking
internal import Datasets

/// The items from which the two sides of a comparison are made: those of the dataset, and new ones.
final class DiffCollection {
  let seeds: [ItemSeed]
  let sectionSizes: [Int]
  private let seed: UInt64
  private var newItemCount: UInt64 = 0

  /// A new one for each case: how many new items there have been must not hang on other cases.
  init(_ context: ScenarioContext) throws {
    let dataset = try Dataset(spec: context.dataset, items: context.items, seed: context.seed)
    if let checksum = context.checksum, dataset.checksum != checksum {
      throw DiffCaseError.changed(dataset: context.dataset)
    }
    if dataset.itemCount == 0 { throw DiffCaseError.noItems(dataset: context.dataset) }
    seeds = (0..<dataset.itemCount).map { dataset.seed(atGlobalIndex: $0) }
    sectionSizes = dataset.sectionSizes
    seed = context.seed
  }

  /// A generator of what a shape draws; equal for equal runs and `purpose`.
  func generator(for purpose: String) -> SplitMix64 {
    let text = purpose.utf8.reduce(seed) { SplitMix64.mix($0 &+ UInt64($1) &+ 1) }
    return SplitMix64(seed: text)
  }

  /// `count` items that have not been there before.
  func newItems(_ count: Int) -> [ItemSeed] {
    (0..<count).map { _ in
      newItemCount += 1
      return ItemSeed(
        id: SplitMix64.mix(~newItemCount), revision: 0, sizeClass: 0, reuseKind: 0)
    }
  }

  /// The items in sections of `size`, or of the dataset's own sizes.
  func sections(ofSize size: Int?) -> [[ItemSeed]] {
    let sizes: [Int]
    if let size {
      let full = seeds.count / size
      sizes =
        Array(repeating: size, count: full)
        + (seeds.count > full * size ? [seeds.count - full * size] : [])
    } else {
      sizes = sectionSizes
    }
    var start = 0
    return sizes.map { size in
      defer { start += size }
      return Array(seeds[start..<start + size])
    }
  }
}
