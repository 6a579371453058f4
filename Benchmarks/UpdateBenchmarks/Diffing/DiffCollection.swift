import BasicAlgorithms
public import Benchmarking
import Datasets

/// The items from which both sides of a comparison are created: those of the dataset, and new ones.
final class DiffCollection {
  let seeds: [ItemSeed]
  let sectionSizes: [Int]
  private let seed: UInt64
  private var newItemCount: UInt64 = 0

  /// Creates a collection for one case: the number of new items must not depend on other cases.
  init(_ context: ScenarioContext) throws {
    let dataset = try Dataset(
      planned: context.dataset, items: context.items, seed: context.seed,
      checksum: context.checksum)
    seeds = (0..<dataset.itemCount).map { dataset.seed(atGlobalIndex: $0) }
    sectionSizes = dataset.sectionSizes
    seed = context.seed
  }

  /// Returns a random generator for a shape; equal for equal runs and `purpose`.
  func generator(for purpose: String) -> SplitMix64 {
    let text = purpose.utf8.reduce(seed) { SplitMix64.mix($0 &+ UInt64($1) &+ 1) }
    return SplitMix64(seed: text)
  }

  /// Returns `count` items that were not returned before.
  func newItems(_ count: Int) -> [ItemSeed] {
    (0..<count).map { _ in
      newItemCount += 1
      return ItemSeed(
        id: SplitMix64.mix(~newItemCount), revision: 0, sizeClass: 0, reuseKind: 0)
    }
  }

  /// Returns the items in sections of `size`, or of the dataset's sizes.
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

/// Two arrays to compare.
@usableFromInline
struct DiffPair<Key: DiffKey>: Sendable {
  @usableFromInline let source: [Key]
  @usableFromInline let target: [Key]
  @usableFromInline let truth: DiffTruth<Key>

  /// Creates the arrays of `shape` from the items of the context's dataset.
  ///
  /// Each side's keys are in separate memory, except for a shape that shares its buffer: a
  /// comparison of addresses finds nothing.
  @usableFromInline
  init(_ shape: DiffShape, _ context: ScenarioContext) throws {
    let collection = try DiffCollection(context)
    source = collection.seeds.map(Key.init)
    target = shape.sharesBuffer ? source : shape.makeTarget(collection).map(Key.init)
    truth = try DiffTruth(source, target)
  }

  /// Creates a pair of two arrays.
  init(_ source: [Key], _ target: [Key]) throws {
    self.source = source
    self.target = target
    truth = try DiffTruth(source, target)
  }
}

/// The numbers of deletes, inserts and moves: two fifths, two fifths and a fifth.
struct DiffEdits {
  let deletes: Int
  let inserts: Int
  let moves: Int

  /// Creates the numbers for `count` edits of `items` items: at most half of the items, and at
  /// least one.
  init(_ count: Int, ofItems items: Int) {
    let count = max(1, min(count, items / 2))
    deletes = count * 2 / 5
    moves = count / 5
    inserts = count - deletes - moves
  }
}

extension SplitMix64 {
  /// Returns `count` distinct numbers below `bound`, ascending.
  mutating func places(_ count: Int, below bound: Int) -> [Int] {
    // Shuffling is faster than drawing numbers repeatedly.
    guard count * 2 < bound else {
      var all = Array(0..<bound)
      shuffle(&all)
      return all.prefix(count).sorted()
    }
    var chosen: Set<Int> = []
    while chosen.count < count { chosen.insert(next(below: bound)) }
    return chosen.sorted()
  }
}

extension Array {
  /// Returns the elements without those at `places`, and those.
  func split(at places: [Int]) -> (kept: [Element], taken: [Element]) {
    var kept: [Element] = []
    kept.reserveCapacity(count - places.count)
    var start = 0
    for place in places {
      kept += self[start..<place]
      start = place + 1
    }
    kept += self[start...]
    return (kept, places.map { self[$0] })
  }

  /// Returns the elements with `incoming` inserted at random places, in order.
  func merged(with incoming: [Element], _ generator: inout SplitMix64) -> [Element] {
    let places = generator.places(incoming.count, below: count + incoming.count)
    var result: [Element] = []
    result.reserveCapacity(count + incoming.count)
    var next = 0
    for (element, place) in zip(incoming, places) {
      let before = place - result.count
      result += self[next..<next + before]
      next += before
      result.append(element)
    }
    return result + self[next...]
  }
}

extension Array where Element == ItemSeed {
  /// Returns the items after `edits` at random places.
  func scattered(
    _ edits: DiffEdits, new: (Int) -> [ItemSeed], _ generator: inout SplitMix64
  ) -> [ItemSeed] {
    let places = generator.places(edits.deletes + edits.moves, below: count)
    let (kept, gone) = split(at: places)
    var taken = gone
    generator.shuffle(&taken)
    var incoming = Array(taken.prefix(edits.moves)) + new(edits.inserts)
    generator.shuffle(&incoming)
    return kept.merged(with: incoming, &generator)
  }
}
