import BasicAlgorithms
import Changesets
import Diffing
import ItemStores
import Synchronization
import TestSupport
import Testing

/// The promises of a differ besides the right answer.
struct DifferTests {
  private func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  @Test func movesAreTheFewest() throws {
    var differ = Differ()
    let changeset = try differ.changeset(
      from: [1, 2, 3, 4], to: [4, 1, 5, 3], by: ValueIdentity<Int>.self)
    #expect(
      changeset
        == Changeset(
          deletedItems: [path(0, 1)], insertedItems: [path(0, 2)],
          movedItems: [Changeset.Move(from: path(0, 3), to: path(0, 0))]))
    #expect(differ.statistics.matchedItems == 3)
    #expect(differ.statistics.movedItems == 1)
  }

  @Test func pathsAreInTheGivenSection() throws {
    var differ = Differ()
    let changeset = try differ.changeset(
      from: ["a", "b"], to: ["b"], inSection: 7, by: ValueIdentity<String>.self)
    #expect(changeset == Changeset(deletedItems: [path(7, 0)]))
  }

  /// A run that something longer has crossed moves, and what has changed in it is reconfigured.
  @Test func aShortRunMovesAcrossALongOne() throws {
    let short = (0..<20).map { Card(id: $0) }
    let long = (100..<400).map { Card(id: $0) }
    var changed = short
    changed[3].revision = 1
    var differ = Differ()
    let changeset = try differ.changeset(from: short + long, to: long + changed)
    #expect(
      changeset.movedItems
        == short.indices.map { Changeset.Move(from: path(0, $0), to: path(0, 300 + $0)) })
    #expect(changeset.count == 21)
    #expect(changeset.reconfiguredItems == [path(0, 3)])
  }

  @Test(arguments: [Differ.ContentRule.reload, .reconfigure])
  func changedContentFollowsTheContentRule(_ rule: Differ.ContentRule) throws {
    let source = (0..<4).map { Card(id: $0) }
    var target = source
    target[1].revision = 1
    target[3].revision = 1
    target.swapAt(2, 3)
    var differ = Differ(contentRule: rule)
    let changeset = try differ.changeset(from: source, to: target)
    #expect(changeset.movedItems.count == 1)
    let named = [changeset.reloadedItems, changeset.reconfiguredItems]
    let moved = changeset.movedItems[0].source
    switch rule {
    case .reload:
      #expect(named.joined().sorted() == [path(0, 1), path(0, 3)])
      #expect(!changeset.reloadedItems.contains(moved), "a strict update refuses it")
    case .reconfigure: #expect(named == [[], [path(0, 1), path(0, 3)]])
    }
  }

  /// An unchanged run is passed over without a hash, as are items that only come or only go.
  @Test func unchangedRunsAreNotHashed() throws {
    let source = Array(0..<10_000)
    var target = source
    target.insert(contentsOf: 20_000..<20_100, at: 4_000)
    target.removeSubrange(8_000..<8_003)
    var differ = Differ()
    let changeset = try differ.changeset(from: source, to: target, by: ValueIdentity<Int>.self)
    #expect(changeset.count == 103)
    #expect(changeset.movedItems.isEmpty)
    #expect(differ.statistics.hashes < 600, "\(differ.statistics)")
    // Nor where the block goes.
    let back = try differ.changeset(from: target, to: source, by: ValueIdentity<Int>.self)
    #expect(back.count == 103)
    #expect(differ.statistics.hashes < 600, "\(differ.statistics)")
    _ = try differ.changeset(from: source, to: source.map { $0 }, by: ValueIdentity<Int>.self)
    #expect(differ.statistics.hashes == 0)
  }

  /// Of two states of one tree only what an edit has written is looked at.
  @Test func sharedSubtreesAreSkipped() throws {
    var store = BTreeStore<Int>(
      sections: (0..<200).map { Array(($0 * 500)..<(($0 + 1) * 500)) })
    let before = store
    store.insert(-1, at: path(50, 250))
    store.remove(at: path(150, 3))
    var differ = Differ()
    let changeset = try differ.changeset(from: before, to: store, by: ValueIdentity<Int>.self)
    #expect(
      changeset == Changeset(deletedItems: [path(150, 3)], insertedItems: [path(50, 250)]))
    #expect((1..<60).contains(differ.statistics.visitedNodes), "\(differ.statistics)")
    #expect((98_000..<100_000).contains(differ.statistics.sharedItems), "\(differ.statistics)")
  }

  /// Blocks that come between runs, so many that the samples are started over each time.
  @Test func runsAreFoundBehindManyInsertedBlocks() throws {
    let source = Array(0..<20_000)
    var target: [Int] = []
    for start in stride(from: 0, to: 20_000, by: 400) {
      target += Array(source[start..<(start + 400)])
      target += (0..<150).map { 1_000_000 + start * 1_000 + $0 }
    }
    var differ = Differ()
    let changeset = try differ.changeset(from: source, to: target, by: ValueIdentity<Int>.self)
    #expect(changeset.insertedItems.count == 50 * 150)
    #expect(changeset.count == 50 * 150)
    #expect(differ.statistics.hashes < 20_000, "\(differ.statistics)")
  }

  @Test func resultsAreTheSameFromAnyState() throws {
    var used = Differ()
    _ = try used.changeset(
      from: Array(0..<5_000), to: Array((0..<5_000).reversed()), by: ValueIdentity<Int>.self)
    // Too many to compare every pair: first with duplicates, which chain targets, then without.
    let digits = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]
    let others = [2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4]
    let pairs = [(digits, others), (others, digits), ([9, 8, 7] + (10..<20), (0..<10).reversed())]
    for (source, target) in pairs {
      var fresh = Differ()
      #expect(
        try used.changeset(from: source, to: target, by: ValueIdentity<Int>.self)
          == fresh.changeset(from: source, to: target, by: ValueIdentity<Int>.self))
      #expect(used.statistics == fresh.statistics)
    }
  }

  /// Of items with one identifier the first goes to the first place, the second to the second.
  @Test func duplicatesAreMatchedInOrder() throws {
    var generator = SplitMix64(seed: 5)
    var differ = Differ()
    var matchedTwice = 0
    for _ in 0..<20_000 {
      // In front and behind are others, so that no run is unchanged.
      let source =
        [100] + (0..<generator.number(in: 0...15)).map { _ in generator.number(in: 0...3) }
      let target =
        (0..<generator.number(in: 0...15)).map { _ in generator.number(in: 0...3) } + [200]
      guard
        zip(source, source.dropFirst()).allSatisfy({ pair in
          !zip(target, target.dropFirst()).contains { $0 == pair }
        })
      else { continue }
      let map = ChangesetMap(
        try differ.changeset(from: source, to: target, by: ValueIdentity<Int>.self))
      for value in 0..<4 {
        let goals = source.indices.filter { source[$0] == value }.compactMap {
          map.item(path(0, $0))
        }
        #expect(goals == goals.sorted(), "\(source) to \(target)")
        if goals.count > 1 { matchedTwice += 1 }
      }
    }
    #expect(matchedTwice > 500)
  }

  /// The standard library matches moves after a shortest edit script, and so never with fewer.
  @Test func movesAreNoMoreThanTheStandardLibrarys() throws {
    var generator = SplitMix64(seed: 3)
    var differ = Differ()
    let source = Array(0..<3_000)
    for _ in 0..<3 {
      var target = source
      for _ in 0..<200 {
        let item = target.remove(at: generator.number(in: 0...(target.count - 1)))
        target.insert(item, at: generator.number(in: 0...target.count))
      }
      for number in 0..<50 {
        target[generator.number(in: 0...(target.count - 1))] = 10_000 + number
      }
      let theirs = target.difference(from: source).inferringMoves()
      let moves = theirs.insertions.reduce(0) { count, change in
        guard case .insert(_, _, associatedWith: .some) = change else { return count }
        return count + 1
      }
      let changeset = try differ.changeset(from: source, to: target, by: ValueIdentity<Int>.self)
      #expect(changeset.movedItems.count <= moves)
      #expect(changeset.insertedItems.count == theirs.insertions.count - moves)
      #expect(changeset.deletedItems.count == theirs.removals.count - moves)
      #expect(moves > 100)
    }
  }

  /// However long the walk through items of which none is on the other side, the samples stay few.
  @Test func sampleTablesDoNotGrowWithTheCollection() throws {
    #if DEBUG
      let count = 200_000
    #else
      let count = 2_500_000
    #endif
    var differ = Differ()
    let changeset = try differ.changeset(
      from: Array(0..<count), to: Array(count..<2 * count), by: ValueIdentity<Int>.self)
    #expect(changeset.count == 2 * count)
    #expect(differ.sampleSlotCount <= 16_384)
    // What is in both far behind what has come is found all the same.
    let tail = Array(0..<count)
    _ = try differ.changeset(
      from: tail, to: Array(count..<2 * count) + tail.dropFirst(7), by: ValueIdentity<Int>.self)
    #expect(differ.statistics.hashes < 2 * count, "\(differ.statistics)")
    #expect(differ.sampleSlotCount <= 16_384)
    // A differ keeps its memory.
    let kept = differ.sampleSlotCount
    #expect(kept > 64)
    _ = try differ.changeset(from: [1], to: [2], by: ValueIdentity<Int>.self)
    #expect(differ.sampleSlotCount == kept)
  }

  // MARK: What goes wrong

  @Test func everySectionNeedsAnIdentifier() {
    let store = NestedArrayStore(sections: [[Card(id: 1)], []])
    let named = SectionedStore(sectionIDs: ["a", "b"], store: store)
    let unnamed = SectionedStore(sectionIDs: ["a"], store: store)
    var differ = Differ()
    #expect(
      throws: DiffingError.sectionIDCountMismatch(sectionIDs: 1, sections: 2, side: .target)
    ) {
      try differ.changeset(from: named, to: unnamed)
    }
    #expect(
      throws: DiffingError.sectionIDCountMismatch(sectionIDs: 1, sections: 2, side: .source)
    ) {
      try differ.changeset(from: unnamed, to: named)
    }
  }

  @Test func aCancelledTaskStops() async throws {
    let source = Array(0..<300_000)
    let target = Array(source.reversed())
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await Differ.changeset(from: source, to: target, by: ValueIdentity<Int>.self)
    }
    await #expect(throws: DiffingError.cancelled) { try await task.value }
  }

  /// Whichever part of the work is under way when the task is cancelled.
  @Test(arguments: [0.02, 0.25, 0.5, 0.75, 0.95])
  func aTaskCancelledLaterStops(_ share: Double) async throws {
    let calls = Countdown()
    let source = (0..<60_000).map { Counted(number: $0, calls: calls) }
    let target = (0..<60_000).map { Counted(number: 60_000 - $0, calls: calls) }
    _ = try await Differ.changeset(from: source, to: target, by: ValueIdentity<Counted>.self)
    calls.start(at: Int(Double(calls.made) * share))
    let task = Task {
      try await Differ.changeset(from: source, to: target, by: ValueIdentity<Counted>.self)
    }
    await #expect(throws: DiffingError.cancelled) { try await task.value }
  }

  @Test func theConcurrentDifferFindsTheSameChanges() async throws {
    let (source, target) = ([1, 2, 3, 4, 5], [5, 3, 4, 6])
    var differ = Differ()
    let found = try await Differ.changeset(
      from: source, to: target, by: ValueIdentity<Int>.self)
    #expect(found == (try differ.changeset(from: source, to: target, by: ValueIdentity<Int>.self)))
  }

  /// Equality that is no equivalence, and hashes that change or tell nothing apart: the result applies. If
  /// no two identifiers are equal by mistake, it leads to the target. Long lists are looked up in blocks.
  @Test(.disabled(if: stopsAtLies), arguments: Lie.allCases)
  func equalityThatLiesDoesNoHarm(lie: Lie) throws {
    var random = SplitMix64(seed: 11)
    let chance = Chance(seed: 12)
    for count in [3, 40, 500, 2_000] {
      let source = (0..<count).map { LyingIdentifier(number: $0, lie: lie, by: chance) }
      var edited = source
      for _ in 0..<(count / 5) {
        let (from, to) = (random.next(below: edited.count), random.next(below: edited.count))
        edited.insert(edited.remove(at: from), at: to)
      }
      edited.removeFirst(count / 10)
      for target in [edited, source.reversed()] {
        var differ = Differ()
        let changeset = try differ.changeset(
          from: source, to: target, by: ValueIdentity<LyingIdentifier>.self)
        let applied = [source].applying(
          changeset, newItem: { target[$0.item] }, newSection: { _ in [] })
        #expect(applied.map(\.count) == [target.count], "\(count) items")
        if !lie.inventsEqualIdentifiers {
          #expect(applied[0].map(\.number) == target.map(\.number))
        }
      }
    }
  }

  #if InvariantChecks
    @Test func anUnstableHashStopsTheProgramWithItsIdentifier() async throws {
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        var differ = Differ()
        let chance = Chance(seed: 12)
        let source = (0..<40).map { LyingIdentifier(number: $0, lie: .fickleHash, by: chance) }
        _ = try differ.changeset(
          from: source, to: source.reversed(), by: ValueIdentity<LyingIdentifier>.self)
      }
      let message = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(message.contains(/Differ: identifier [0-9]+ is/), "\(message)")
    }
  #endif
}

/// Strings are equal where they are canonically equivalent, and their hashes are the differ's own.
struct StringIdentifierTests {
  @Test func equivalentStringsAreOneItem() throws {
    let source = [
      "caf\u{E9}", "\u{212A}elvin", "what\u{37E}", "\u{1FEF}", "\u{212B}", "plain", "",
      "a string of more than fifteen bytes \u{212A}",
    ]
    let target = [
      "cafe\u{301}", "Kelvin", "what;", "`", "A\u{30A}", "plain", "",
      "a string of more than fifteen bytes K",
    ]
    // Turned round, and among so many others that they are looked up by hash.
    let others = (0..<50).map { "other \($0)" }
    var differ = Differ()
    let changeset = try differ.changeset(
      from: source + others, to: others.reversed() + target.reversed(),
      by: ValueIdentity<String>.self)
    #expect(changeset.deletedItems.isEmpty)
    #expect(changeset.insertedItems.isEmpty)
    #expect(differ.statistics.matchedItems == 58)
  }

  @Test func stringsThatDifferSomewhereAreTwo() throws {
    let source = (0..<40).map { "0123456789012345678901234567890123456789".prefix($0) + "x" }
    let target = (0..<40).map { "0123456789012345678901234567890123456789".prefix($0) + "y" }
    var differ = Differ()
    let changeset = try differ.changeset(
      from: source.map(String.init), to: target.map(String.init), by: ValueIdentity<String>.self)
    #expect(changeset.deletedItems.count == 40)
    #expect(changeset.insertedItems.count == 40)
  }
}

/// Counts comparisons and hashes, and cancels the task in which the last of so many is made.
private final class Countdown: Sendable {
  private let count = Atomic<Int>(0)
  private let last = Atomic<Int>(.max)

  var made: Int { count.load(ordering: .relaxed) }

  func start(at last: Int) {
    count.store(0, ordering: .relaxed)
    self.last.store(last, ordering: .relaxed)
  }

  func step() {
    let made = count.add(1, ordering: .relaxed).newValue
    guard made == last.load(ordering: .relaxed) else { return }
    unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
  }
}

/// A number that tells whenever it is looked at.
private struct Counted: Hashable, Sendable {
  let number: Int
  let calls: Countdown

  static func == (left: Counted, right: Counted) -> Bool {
    left.calls.step()
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) {
    calls.step()
    hasher.combine(number)
  }
}

/// Strings are compared by bytes where that is enough: what `==` finds equal is one item.
@Test func stringsThatAreEqualAreOneItem() throws {
  let parts = [
    "", "K", "\u{212A}", ";", "\u{37E}", "e", "é", "e\u{301}", "\u{301}", "\u{327}", "語",
  ]
  let ends = parts.flatMap { first in parts.map { first + $0 } }
  var differ = Differ()
  for front in ["", "abcde", "abcdefg", "abcdefgh", "abcdefghijklmnopq"] {
    let strings = ends.map { front + $0 } + ends.map { front + $0 + "xyz" }
    for string in strings {
      for other in strings {
        let changeset = try differ.changeset(
          from: [string], to: [other], by: ValueIdentity<String>.self)
        #expect(
          changeset.isEmpty == (string == other),
          "\(Array(string.unicodeScalars)), \(Array(other.unicodeScalars))")
      }
    }
  }
}

/// A Boolean value that indicates whether this build stops where an identifier lies.
private var stopsAtLies: Bool {
  #if InvariantChecks
    true
  #else
    false
  #endif
}
