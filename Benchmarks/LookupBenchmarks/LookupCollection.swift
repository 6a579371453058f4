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
  let offsets: SectionOffsets
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
    offsets = dataset.offsets
    seed = context.seed
    noBits = UInt64(offsets.itemCount) >> 62
  }

  @usableFromInline
  var sectionSizes: [Int] { offsets.sizes }

  @usableFromInline
  var itemCount: Int { offsets.itemCount }

  /// The id of the item at global index `index`.
  @usableFromInline
  func id(atGlobalIndex index: Int) -> UInt64 { dataset.seed(atGlobalIndex: index).id }

  /// The path of the item at global index `index`. O(log sections).
  @usableFromInline
  func path(ofGlobalIndex index: Int) -> ItemPath { offsets.path(ofGlobalIndex: index) }

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

  /// Returns calls that each read every item in as many passes as `sum` is given.
  @usableFromInline
  func passes(sum: @escaping (Int) -> UInt64) -> Measurement {
    let passes = passesOverItems
    return Measurement(
      operationsPerCall: passes * itemCount, expectedAnswer: sumOfIDs &* UInt64(passes)
    ) { sum(passes) }
  }

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
