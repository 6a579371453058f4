import BasicAlgorithms
import Changesets
import ItemStores
import Testing

/// The nodes that two states of a B-tree share, checked against their items, with nodes of four.
struct UnsharedRangesTests {
  /// A store with numbers that are there once.
  private struct Rig {
    var store = BTreeStore<Int>(chunkCapacity: Rig.chunkCapacity, nodeCapacity: 4)
    /// The most items of either state that the edits so far may have moved to other memory.
    private(set) var mostChanged = 0
    private var numbers: SplitMix64
    private var next = 0

    private static let chunkCapacity = 4
    /// The items of a chunk, and of the neighbour that it shares them with.
    private static let itemsOfTwoChunks = 2 * chunkCapacity

    init(seed: UInt64) {
      numbers = SplitMix64(seed: seed)
      for section in 0..<numbers.number(in: 1...60) {
        store.insertSection(new(numbers.next(below: 7)), at: section)
      }
    }

    private mutating func new(_ count: Int) -> [Int] {
      defer { next += count }
      return Array(next..<next + count)
    }

    /// Inserts, removes or replaces an item somewhere.
    mutating func editItem() {
      let section = numbers.next(below: store.sectionCount)
      let count = store.itemCount(inSection: section)
      let kind = count == 0 ? 0 : numbers.next(below: 3)
      let item = numbers.next(below: kind == 0 ? count + 1 : count)
      let path = ItemPath(section: section, item: item)
      mostChanged += Self.itemsOfTwoChunks + 1
      switch kind {
      case 0: store.insert(new(1)[0], at: path)
      case 1: _ = store.remove(at: path)
      default: _ = store.replace(at: path, with: new(1)[0])
      }
    }

    /// Inserts, removes or moves a section, or a dozen.
    mutating func editSection() {
      let count = store.sectionCount
      switch count == 1 ? 0 : numbers.next(below: 5) {
      case 0: insertSection(at: numbers.number(in: 0...count))
      case 1: removeSection(at: numbers.next(below: count))
      case 2: for section in count..<count + 12 { insertSection(at: section) }
      case 3:
        let first = numbers.next(below: count)
        for _ in 0..<min(12, count - max(1, first)) { removeSection(at: first) }
      default:
        let (from, to) = (numbers.next(below: count), numbers.next(below: count))
        mostChanged += 2 * (Self.itemsOfTwoChunks + store.itemCount(inSection: from))
        store.moveSection(from: from, to: to)
      }
    }

    private mutating func insertSection(at section: Int) {
      let items = new(numbers.next(below: 7))
      mostChanged += Self.itemsOfTwoChunks + items.count
      store.insertSection(items, at: section)
    }

    private mutating func removeSection(at section: Int) {
      mostChanged += Self.itemsOfTwoChunks + store.itemCount(inSection: section)
      store.removeSection(at: section)
    }

    var items: [Int] { (0..<store.itemCount).map { store.item(atGlobalIndex: $0) } }
    var counts: [Int] { (0..<store.sectionCount).map { store.itemCount(inSection: $0) } }
  }

  /// Returns a Boolean value that indicates whether both arrays are the same but for the changes,
  /// which ascend.
  private func explains(
    _ changes: [UnsharedRanges.Change], _ before: [Int], _ after: [Int]
  ) -> Bool {
    var (source, target) = (0, 0)
    let end = UnsharedRanges.Change(
      source: before.count..<before.count, target: after.count..<after.count)
    for change in changes + [end] {
      let (kept, shown) = (change.source.lowerBound, change.target.lowerBound)
      guard kept >= source, shown >= target, before[source..<kept] == after[target..<shown] else {
        return false
      }
      (source, target) = (change.source.upperBound, change.target.upperBound)
    }
    return true
  }

  @Test func rangesExplainTheChangesAndHoldLittleElse() throws {
    for seed in 0..<2_000 {
      var rig = Rig(seed: UInt64(seed))
      let before = rig
      for edit in 0..<(1 + seed % 8) {
        if (seed + edit).isMultiple(of: 3) { rig.editSection() } else { rig.editItem() }
      }
      let ranges = try #require(rig.store.unsharedRanges(from: before.store))
      if !explains(ranges.items, before.items, rig.items) {
        Issue.record("seed \(seed): \(ranges.items)")
      }
      for side in [ranges.items.map(\.source), ranges.items.map(\.target)] {
        let changed = side.reduce(0) { $0 + $1.count }
        #expect(changed <= rig.mostChanged, "seed \(seed): \(ranges.items)")
        let lieApart = zip(side, side.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
        #expect(lieApart, "seed \(seed): \(ranges.items)")
      }
      if !explains(ranges.sections, before.counts, rig.counts) {
        Issue.record("seed \(seed): \(ranges.sections)")
      }
    }
  }

  /// If no section comes or goes, the answer names exactly the sections whose counts differ.
  @Test func sectionsWhoseCountsDifferAreTold() throws {
    for seed in 0..<500 {
      var rig = Rig(seed: UInt64(seed))
      let before = rig
      for _ in 0..<(1 + seed % 8) { rig.editItem() }
      let ranges = try #require(rig.store.unsharedRanges(from: before.store))
      let (old, new) = (before.counts, rig.counts)
      let differing = old.indices.filter { old[$0] != new[$0] }
        .map { UnsharedRanges.Change(source: $0..<$0 + 1, target: $0..<$0 + 1) }
      #expect(ranges.sections == differing, "seed \(seed)")
    }
  }

  /// A comparison opens what an edit has copied, one path of each tree, and the nodes that were there
  /// before: three levels of chunks and two of sections, whose leaves are not opened.
  @Test func aComparisonOpensTheEditedPathsAlone() throws {
    var numbers = SplitMix64(seed: 13)
    let before = BTreeStore(sections: (0..<2_000).map { _ in 0..<300 })
    for editCount in [1, 2, 5, 20] {
      var after = before
      for number in 0..<editCount {
        let path = ItemPath(section: numbers.next(below: 2_000), item: numbers.next(below: 290))
        switch number % 3 {
        case 0: after.insert(-1, at: path)
        case 1: after.replace(at: path, with: -1)
        default: after.remove(at: path)
        }
      }
      for (source, target) in [(before, after), (after, before)] {
        let ranges = try #require(target.unsharedRanges(from: source))
        #expect(ranges.visitedNodes <= 10 * editCount, "\(editCount) edits")
        #expect(ranges.items.count <= editCount, "\(editCount) edits")
        #expect(ranges.sections.count <= editCount, "\(editCount) edits")
      }
    }
  }

  /// Around a gap, up to four chunks are written.
  @Test func whatStaysBetweenLargeGapsIsShared() throws {
    let before = BTreeStore(sections: repeatElement(0..<500, count: 1_000))
    var after = before
    after.removeSections(atSorted: Array(100..<400) + Array(600..<900))
    let ranges = try #require(after.unsharedRanges(from: before))
    let written = ranges.items.reduce(0) { $0 + $1.target.count }
    let gone = ranges.items.reduce(0) { $0 + $1.source.count }
    #expect(written <= 2 * 4 * 510)
    #expect(gone <= 600 * 500 + 2 * 4 * 510)
  }

  /// One root lies levels below the other.
  @Test func aTreeThatGrowsByLevelsSharesAllThatItHad() throws {
    var before = BTreeStore<Int>(chunkCapacity: 4, nodeCapacity: 4)
    before.insertSection(0..<24, at: 0)
    var after = before
    after.insertSection(24..<424, at: 1)
    for (source, target) in [(before, after), (after, before)] {
      let ranges = try #require(target.unsharedRanges(from: source))
      #expect(
        ranges.items == [
          UnsharedRanges.Change(source: 24..<source.itemCount, target: 24..<target.itemCount)
        ])
    }
  }

  @Test func aCopySharesEverything() throws {
    let rig = Rig(seed: 1)
    let ranges = try #require(rig.store.unsharedRanges(from: rig.store))
    #expect(ranges == UnsharedRanges(items: [], sections: [], visitedNodes: 0))
  }
}
