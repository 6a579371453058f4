public import Benchmarking
import BasicAlgorithms
public import Changesets
import Datasets

/// The place of an insertion and its deletion.
@usableFromInline
enum EditPlace: String, Sendable {
  case random, front

  @usableFromInline
  var summary: String {
    switch self {
    case .random: "at random"
    case .front: "before all others"
    }
  }
}

/// Which share of the items a run of edits touches.
@usableFromInline
struct EditShare: Sendable {
  /// In percent, as scenario names have it.
  @usableFromInline let name: String
  /// One item in so many.
  @usableFromInline let divisor: Int
  @usableFromInline let isHeadline: Bool

  @usableFromInline
  static let all = [
    EditShare(name: "0.01%", divisor: 10_000, isHeadline: false),
    EditShare(name: "0.1%", divisor: 1_000, isHeadline: false),
    EditShare(name: "1%", divisor: 100, isHeadline: true),
    EditShare(name: "10%", divisor: 10, isHeadline: false),
  ]
}

/// Which items each run of edits takes out, and how many runs one call makes.
@usableFromInline
struct EditRunPlan {
  /// Strictly ascending global indexes, the same number of them in each run.
  @usableFromInline let runs: [[Int]]
  /// Counted in runs.
  @usableFromInline let calls: CallSequence
  @usableFromInline let operationsPerCall: Int

  /// Runs that edit about a thousand items a call, in at most eight passes over a million items.
  ///
  /// - Parameters:
  ///   - share: How many of the items; at least one is edited.
  ///   - collection: What is edited.
  @usableFromInline
  init(_ share: EditShare, of collection: LookupCollection) {
    let count = collection.itemCount
    let editsPerRun = max(1, count / share.divisor)
    let runsPerCall = max(1, min(1_024 / editsPerRun, (1 << 23) / count))
    let distinctCalls = max(1, min(4, (1 << 18) / (editsPerRun * runsPerCall)))
    var generator = collection.generator(for: UInt64(share.divisor))
    let runs = (0..<runsPerCall * distinctCalls).map { _ in
      var chosen: Set<Int> = []
      while chosen.count < editsPerRun { chosen.insert(generator.next(below: count)) }
      return chosen.sorted()
    }
    self.runs = runs
    calls = CallSequence(keys: runs.count, ofAtMost: runsPerCall) { run in
      runs[run].reduce(0) { $0 &+ collection.id(atGlobalIndex: $1) }
    }
    operationsPerCall = 2 * editsPerRun * runsPerCall
  }
}

extension LookupCollection {
  /// The most items that one edit moves.
  @usableFromInline
  func itemsMoved(_ reach: EditReach, inOneSection: Bool = false) -> Int {
    switch reach {
    case .few: 1
    case .section where !inOneSection: sectionSizes.max() ?? 1
    case .section, .collection: itemCount
    }
  }

  /// The insertions, each with its deletion, of one call: about 10 ms of moving at most.
  ///
  /// A power of two.
  @usableFromInline
  func editsPerCall(_ reach: EditReach, inOneSection: Bool = false) -> Int {
    let moved = itemsMoved(reach, inOneSection: inOneSection)
    return Self.powerOfTwo(in: 2...1_024, atMost: (1 << 24) / moved)
  }

  /// The copies, each with one edit, of one call.
  ///
  /// A power of two.
  @usableFromInline
  func snapshotsPerCall(_ reach: EditReach) -> Int {
    let sectionsCopied = reach == .section ? sectionSizes.count : 0
    let copied = itemsMoved(reach) + sectionsCopied
    return Self.powerOfTwo(in: 1...256, atMost: (1 << 21) / copied)
  }

  private static func powerOfTwo(in range: ClosedRange<Int>, atMost most: Int) -> Int {
    var power = range.upperBound
    while power > range.lowerBound, power > most { power /= 2 }
    return power
  }

  /// Paths at which to insert and delete.
  @usableFromInline
  func editPaths(_ place: EditPlace, inOneSection: Bool) -> [ItemPath] {
    switch place {
    case .front: Array(repeating: ItemPath(section: 0, item: 0), count: keys(.random).count)
    case .random where inOneSection:
      keys(.random).globalIndexes.map { ItemPath(section: 0, item: $0) }
    case .random: keys(.random).paths
    }
  }

  /// Returns the answer of a look-up right after an insertion.
  ///
  /// - Parameters:
  ///   - stream: Where the insertions go, one at a time.
  ///   - newIDs: The ids of the items inserted, over and over.
  ///   - probes: As many global indexes as there are keys.
  /// - Returns: For each key, the id at its probe once there is an item more at the key.
  @usableFromInline
  func idsAfterInsertions(
    in stream: LookupKeys, of newIDs: [UInt64], at probes: [Int]
  ) -> [UInt64] {
    probes.indices.map { key in
      let inserted = stream.globalIndexes[key]
      let probe = probes[key]
      if probe == inserted { return newIDs[key % newIDs.count] }
      return id(atGlobalIndex: probe < inserted ? probe : probe - 1)
    }
  }
}
