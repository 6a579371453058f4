public import BasicAlgorithms
public import Benchmarking
public import Changesets
public import Datasets

/// The collection that the cases of one process run on, with the keys they read it by.
///
/// Right answers come from here, hence from the dataset and never from a store.
@usableFromInline
final class LookupCollection {
  @usableFromInline let dataset: Dataset
  @usableFromInline let sectionSizes: [Int]
  /// The global index at which each section starts, and the item count behind the last.
  @usableFromInline let sectionStarts: [Int]
  /// Zero, but the compiler cannot know: what is masked with it still has to be waited for.
  @usableFromInline let noBits: UInt64
  private let seed: UInt64
  private var keysByOrder: [KeyOrder: LookupKeys] = [:]

  /// The collection of `context`, made on first use.
  ///
  /// - Throws: `DatasetError`.
  @usableFromInline
  static func shared(in context: ScenarioContext) throws -> LookupCollection {
    try context.shared("lookup/collection") { try LookupCollection(context) }
  }

  private init(_ context: ScenarioContext) throws {
    dataset = try Dataset(
      planned: context.dataset, items: context.items, seed: context.seed,
      checksum: context.checksum)
    sectionSizes = dataset.sectionSizes
    var starts = [0]
    starts.reserveCapacity(sectionSizes.count + 1)
    for size in sectionSizes { starts.append(starts[starts.count - 1] + size) }
    sectionStarts = starts
    seed = context.seed
    let count = starts[sectionSizes.count]
    noBits = UInt64(count) >> 62
  }

  @usableFromInline
  var itemCount: Int { sectionStarts[sectionSizes.count] }

  /// The id of the item at global index `index`.
  @usableFromInline
  func id(atGlobalIndex index: Int) -> UInt64 { dataset.seed(atGlobalIndex: index).id }

  /// The path of the item at global index `index`, by binary search.
  @usableFromInline
  func path(ofGlobalIndex index: Int) -> ItemPath {
    // The last section that starts at or before the index is never an empty one.
    let section = sectionStarts.partitioningIndex { $0 > index } - 1
    return ItemPath(section: section, item: index - sectionStarts[section])
  }

  /// The sum of all ids.
  @usableFromInline
  private(set) lazy var sumOfIDs = (0..<itemCount).reduce(0 as UInt64) {
    $0 &+ id(atGlobalIndex: $1)
  }

  /// Returns the number of passes over `count` elements in one call.
  ///
  /// The call itself then costs under a thousandth: an operation of such a loop can be a fraction
  /// of a nanosecond.
  @usableFromInline
  func passes(of count: Int) -> Int {
    let operations = 4 * CallSequence.usualLength
    return max(1, (operations - 1 + count) / count)
  }

  /// The number of iterations in one call: a step over an empty section costs as much as an item.
  @usableFromInline
  var passesOverItems: Int { passes(of: max(itemCount, sectionSizes.count)) }

  /// The indexes at which a build is checked: in front, in the middle and at the end.
  @usableFromInline
  var probes: [Int] { [0, itemCount / 2, itemCount - 1] }

  /// The answer of a build: the item count and the ids at the probes.
  @usableFromInline
  var sumOfProbes: UInt64 {
    probes.reduce(UInt64(itemCount)) { $0 &+ id(atGlobalIndex: $1) }
  }

  /// As many sections as there are random keys, every section as likely as any other.
  @usableFromInline
  var randomSections: [Int] {
    var generator = generator(for: 2)
    return (0..<keys(.random).count).map { _ in generator.next(below: sectionSizes.count) }
  }

  /// The keys of `order`, made on first use.
  @usableFromInline
  func keys(_ order: KeyOrder) -> LookupKeys {
    if let keys = keysByOrder[order] { return keys }
    let keys = LookupKeys(order, of: self)
    keysByOrder[order] = keys
    return keys
  }

  /// A generator of what a scenario draws beyond its keys; equal for equal runs and `purpose`.
  @usableFromInline
  func generator(for purpose: UInt64) -> SplitMix64 {
    SplitMix64(seed: seed ^ (purpose &* SplitMix64.increment))
  }

  /// Returns the seed of the `number`th item that a scenario inserts.
  @usableFromInline
  static func newSeed(_ number: Int) -> ItemSeed {
    ItemSeed(id: ~UInt64(number), revision: 0, sizeClass: 0, reuseKind: 0)
  }

  /// Items to insert: `newSeed(0)` and those that follow.
  @inlinable
  func newItems<Item: DatasetItem>(count: Int) -> [Item] {
    (0..<count).map { Item(Self.newSeed($0)) }
  }
}
