public import Benchmarking
public import Changesets

/// The scenarios of one differ and one kind of key.
@usableFromInline
struct DiffScenarios<Method: DiffMethod>: Sendable {
  @usableFromInline typealias Key = Method.Key

  @usableFromInline let storage: String
  @usableFromInline let cost: DiffStrategy.Cost
  @usableFromInline let isKept: Bool
  @usableFromInline let findsFewestMoves: Bool

  @inlinable
  init(storage: String, cost: DiffStrategy.Cost, isKept: Bool, findsFewestMoves: Bool) {
    self.storage = storage
    self.cost = cost
    self.isKept = isKept
    self.findsFewestMoves = findsFewestMoves
  }

  /// The scenarios that compare two arrays, in every shape for the key.
  @inlinable
  var ofArrays: [Scenario] {
    let shapes = DiffCases.shapes(of: Key.self)
    return shapes.compactMap { shape in
      let most = DiffCases.maximumItems(shape, cost)
      guard most > 0 else { return nil }
      return scenario(
        shape.name, shape.summary, maximumItems: most, isHeadline: shape.isHeadline,
        fullPresetSizes: shape.fullPresetSizes
      ) { context in
        let pair = try DiffPair<Key>(shape, context)
        return try measurement(
          pair.truth, comparisons: shape.comparisonsPerCall
        ) { (method: inout Method) throws -> Changeset in
          try method.changeset(from: pair.source, to: pair.target)
        }
      }
    }
  }

  /// Returns a scenario of this differ.
  @inlinable
  func scenario(
    _ name: String, _ summary: String, maximumItems: Int, isHeadline: Bool,
    fullPresetSizes: [Int] = [],
    setUp: @escaping @Sendable (ScenarioContext) throws -> Measurement
  ) -> Scenario {
    Scenario(
      name, summary: summary, storage: storage, payload: Key.payloadName,
      maximumItems: maximumItems, fullPresetSizes: fullPresetSizes,
      bytesPerItem: DiffCases.bytesPerItem(of: Key.self),
      isHeadline: isHeadline && !isKept && DiffCases.isHeadline(Key.self),
      headlineMaximumItems: DiffCases.headlineMaximumItems, setUp: setUp)
  }

  /// Returns the comparison as a measured call, after a check of its result.
  ///
  /// A kept differ has compared once before. Otherwise each call creates a differ and releases the
  /// one before.
  @inlinable
  func measurement(
    _ truth: DiffTruth<Key>, comparisons: Int = 1,
    compare: @escaping (inout Method) throws -> Changeset
  ) throws -> Measurement {
    var method = Method()
    try truth.check(try compare(&method), findsFewestMoves: findsFewestMoves)
    let box = DiffBox(isKept ? method : Method())
    let answer = truth.answer
    let isKept = isKept
    return Measurement(
      operationsPerCall: comparisons, expectedAnswer: answer,
      counts: { truth.metrics(of: box.changeset) + box.method.counts }
    ) {
      var digest = answer
      for _ in 0..<comparisons {
        box.changeset = nil
        if !isKept { box.method = Method() }
        do {
          let changeset = try compare(&box.method)
          digest &+= DiffCounts.digest(of: changeset) &- answer
          box.changeset = changeset
        } catch {
          return ~answer
        }
      }
      return digest
    }
  }
}

/// A differ and its last result, which outlive the measured call.
@usableFromInline
final class DiffBox<Method> {
  @usableFromInline var method: Method
  @usableFromInline var changeset: Changeset?

  @inlinable
  init(_ method: Method) { self.method = method }
}

/// The limits and selection of the cases.
@usableFromInline
enum DiffCases {
  /// The most items in the smoke and quick presets, which have two minutes in total.
  @usableFromInline static var headlineMaximumItems: Int { 100_000 }

  /// The most items of any case: each process also computes the changes without a differ.
  @usableFromInline static var mostItems: Int { 1_000_000 }

  /// The insertions and deletions for which the standard library's differ takes up to a second.
  private static var mostEdits: Double { 5_000 }

  /// Returns the shapes for keys of one kind.
  @usableFromInline
  static func shapes<Key: DiffKey>(of key: Key.Type) -> [DiffShape] {
    if key == Int.self { return DiffShape.all }
    if key == DiffRevisedItem.self { return DiffShape.ofContent }
    return DiffShape.all.filter(\.isForAllKeys)
  }

  /// Returns the most items with which a differ of `cost` compares arrays of a shape.
  @usableFromInline
  static func maximumItems(_ shape: DiffShape, _ cost: DiffStrategy.Cost) -> Int {
    guard cost == .editsSquared, shape.editsPerItem > 0 else { return mostItems }
    return Int(min(mostEdits / shape.editsPerItem, Double(mostItems)))
  }

  /// Returns whether cases with keys of one kind are in the quick preset.
  @usableFromInline
  static func isHeadline<Key: DiffKey>(_ key: Key.Type) -> Bool { key == Int.self }

  /// Returns the bytes per item: two sides, their sources, and tables of both.
  @usableFromInline
  static func bytesPerItem<Key: DiffKey>(of key: Key.Type) -> Int {
    4 * Key.bytesPerItem + 128
  }
}
