internal import Datasets

/// How many items are deleted, inserted and moved: two fifths, two fifths, and a fifth.
struct DiffEdits {
  let deletes: Int
  let inserts: Int
  let moves: Int

  /// `count` edits of `items` items, or as many as half of the items allow; at least one.
  init(_ count: Int, ofItems items: Int) {
    let count = max(1, min(count, items / 2))
    deletes = count * 2 / 5
    moves = count / 5
    inserts = count - deletes - moves
  }
}

extension SplitMix64 {
  /// `count` distinct numbers below `bound`, ascending.
  mutating func places(_ count: Int, below bound: Int) -> [Int] {
    // As shuffling is quicker than drawing what has been drawn already.
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
  /// The elements without those at `places`, and those.
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

  /// The elements with `incoming` among them at random places, in their order.
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
  /// The items after `edits` at random places.
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
