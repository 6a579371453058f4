import BasicAlgorithms
import Changesets
import Testing

@Suite struct EditWalkTests {
  /// The target's elements by the definition: what stays fills, in order, the places that no
  /// insertion takes. An element is its place before; an insertion is −1 − its number. Nil for edits
  /// that do not fit.
  static func model(of count: Int, _ removals: [Int], _ insertions: [Int]) -> [Int]? {
    let ascend = { (places: [Int]) in zip(places, places.dropFirst()).allSatisfy { $0 < $1 } }
    guard ascend(removals), ascend(insertions),
      removals.allSatisfy((0..<count).contains)
    else { return nil }
    var staying = (0..<count).filter { !removals.contains($0) }[...]
    let targetCount = count - removals.count + insertions.count
    guard insertions.allSatisfy((0..<targetCount).contains) else { return nil }
    return (0..<targetCount).map { place in
      if let number = insertions.firstIndex(of: place) { return -1 - number }
      return staying.removeFirst()
    }
  }

  /// The target's elements by the walk; nil if it does not reach its end. Checks that runs are as
  /// long as they can be, say where they are, and that each edit is passed once, in order.
  static func walked(of count: Int, _ removals: [Int], _ insertions: [Int]) -> [Int]? {
    var walk = EditWalk(over: count, removals: removals.indices, insertions: insertions.indices)
    var (elements, passedRemovals, passedInsertions): ([Int], [Int], [Int]) = ([], [], [])
    var last: EditWalk.Run?
    while let run = walk.next(removal: { removals[$0] }, insertion: { insertions[$0] }) {
      switch run {
      case .keep(let source, let target):
        #expect(target == elements.count && !source.isEmpty)
        if case .keep = last { Issue.record("two runs for one: \(removals), \(insertions)") }
        elements += source
      case .remove(let number): passedRemovals.append(number)
      case .insert(let number):
        #expect(insertions[number] == elements.count)
        elements.append(-1 - number)
        passedInsertions.append(number)
      }
      last = run
    }
    guard walk.isComplete else { return nil }
    #expect(passedRemovals == Array(removals.indices))
    #expect(passedInsertions == Array(insertions.indices))
    return elements
  }

  /// Every pair of sets of up to five elements and four insertions, out of bounds ones too.
  @Test func runsRebuildTheTargetForEveryPairOfSets() {
    for count in 0...5 {
      for removed in 0..<(1 << (count + 1)) {
        let removals = (0...count).filter { removed >> $0 & 1 == 1 }
        for inserted in 0..<(1 << 7) {
          let insertions = (0..<7).filter { inserted >> $0 & 1 == 1 }
          let expected = Self.model(of: count, removals, insertions)
          let found = Self.walked(of: count, removals, insertions)
          guard found == expected else {
            Issue.record("\(count), \(removals), \(insertions): \(found as Any)")
            return
          }
        }
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func runsRebuildTheTargetOfGeneratedEdits(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let count = numbers.number(in: 0...200)
      let rarity = numbers.number(in: 1...30)
      let removals = (0..<count).filter { _ in numbers.number(in: 1...rarity) == 1 }
      let most = count - removals.count + numbers.number(in: 0...20)
      let insertions = (0..<most).filter { _ in numbers.number(in: 1...rarity) == 1 }
      #expect(
        Self.walked(of: count, removals, insertions) == Self.model(of: count, removals, insertions),
        "\(count), \(removals), \(insertions)")
    }
  }

  @Test func aRemovalBehindTheLastElementIsNoRun() {
    var walk = EditWalk(over: 2, removals: 0..<1, insertions: 0..<0)
    #expect(walk.next(removal: { _ in 2 }, insertion: { $0 }) == .keep(0..<2, target: 0))
    #expect(walk.next(removal: { _ in 2 }, insertion: { $0 }) == nil)
    #expect(!walk.isComplete)
  }

  /// Nothing is promised of the runs before; but the walk says so at its end.
  @Test func aWalkOverUnorderedEditsIsIncomplete() {
    for (removals, insertions) in [
      ([2, 1], []), ([1, 1], []), ([], [2, 1]), ([], [1, 1]), ([-1], []), ([], [-1]),
    ] {
      #expect(Self.walked(of: 4, removals, insertions) == nil, "\(removals), \(insertions)")
    }
  }
}
