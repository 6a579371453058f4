public import Benchmarking
public import Changesets
import Datasets

extension DiffScenarios {
  /// The scenarios that compare many short lists, one after the other.
  @inlinable
  var ofShortLists: [Scenario] {
    guard ShortLists<Key>.areMeasured else { return [] }
    return [
      scenario(
        ShortLists<Key>.name, ShortLists<Key>.summary, maximumItems: ShortLists<Key>.mostItems,
        isHeadline: false
      ) { context in
        try measurement(ShortLists<Key>(context)) { (method: inout Method, pair) in
          try method.changeset(from: pair.source, to: pair.target)
        }
      }
    ]
  }

  /// Returns the comparisons of all pairs as a measured call, after a check of each result.
  @inlinable
  func measurement(
    _ lists: ShortLists<Key>,
    compare: @escaping (inout Method, DiffPair<Key>) throws -> Changeset
  ) throws -> Measurement {
    var method = Method()
    var metrics: [OperationCount] = []
    for pair in lists.pairs {
      let changeset = try compare(&method, pair)
      try pair.truth.check(changeset, findsFewestMoves: findsFewestMoves)
      metrics = metrics.adding(pair.truth.metrics(of: changeset) + method.counts)
    }
    let box = DiffBox(isKept ? method : Method())
    let (answer, isKept) = (lists.answer, isKept)
    let summed = metrics
    return Measurement(
      operationsPerCall: lists.pairs.count, expectedAnswer: answer, counts: { summed }
    ) {
      var digest: UInt64 = 0
      for pair in lists.pairs {
        if !isKept { box.method = Method() }
        do {
          digest &+= DiffCounts.digest(of: try compare(&box.method, pair))
        } catch {
          return ~answer
        }
      }
      return digest
    }
  }
}

extension [OperationCount] {
  /// Returns these counts plus those of the same names and order; those alone if there are none.
  @usableFromInline
  func adding(_ others: [OperationCount]) -> [OperationCount] {
    guard !isEmpty else { return others }
    return zip(self, others).map { mine, other in
      OperationCount(
        name: mine.name, value: (mine.value ?? 0) + (other.value ?? 0), isGate: mine.isGate,
        isHigherBetter: mine.isHigherBetter)
    }
  }
}

/// Pairs of short lists to compare, such as the rows of small screens.
@usableFromInline
struct ShortLists<Key: DiffKey>: Sendable {
  @usableFromInline let pairs: [DiffPair<Key>]
  /// The sum of the answers of all pairs.
  @usableFromInline let answer: UInt64

  @usableFromInline static var name: String { "diff-small" }
  @usableFromInline static var summary: String {
    "Lists of 20 items: two deletions, two insertions and a move in each."
  }
  /// The number of items in a list.
  private static var length: Int { 20 }
  /// The most items of all lists together: more of them show nothing else.
  @usableFromInline static var mostItems: Int { 1_000 }
  /// A Boolean value that indicates whether there is a case for the key.
  @usableFromInline static var areMeasured: Bool { Key.self != DiffRevisedItem.self }

  /// Splits the context's items into lists, the last of them shorter.
  @usableFromInline
  init(_ context: ScenarioContext) throws {
    let collection = try DiffCollection(context)
    var generator = collection.generator(for: Self.name)
    pairs = try collection.sections(ofSize: Self.length).map { seeds in
      let edits = DiffEdits(5, ofItems: seeds.count)
      let target = seeds.scattered(edits, new: collection.newItems, &generator)
      return try DiffPair(seeds.map(Key.init), target.map(Key.init))
    }
    answer = pairs.reduce(0) { $0 &+ $1.truth.answer }
  }

  /// Returns the yardstick of the same pairs; `keysFound` counts the targets among the sources.
  static func floor(
    storage: String, _ keysFound: @escaping @Sendable ([Key], [Key]) -> Int
  ) -> Scenario {
    Scenario(
      name, summary: summary, storage: storage, payload: Key.payloadName, role: .floor,
      maximumItems: mostItems, bytesPerItem: DiffCases.bytesPerItem(of: Key.self)
    ) { context in
      let lists = try ShortLists(context)
      let (pairs, answer) = (lists.pairs, lists.answer)
      return Measurement(operationsPerCall: pairs.count, expectedAnswer: answer) {
        pairs.reduce(answer) { digest, pair in
          let error = keysFound(pair.source, pair.target) - pair.truth.matchedItems
          return digest &+ UInt64(truncatingIfNeeded: error)
        }
      }
    }
  }
}
