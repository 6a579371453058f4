import Benchmarking
import Changesets
import Geometry
import Layouts

/// The scenarios of one extent index.
struct ExtentScenarios: Sendable {
  let strategy: ExtentStrategy
  let reach: ExtentReach
  /// The maximum number of items of different sizes.
  let maximumItems: Int
  /// The maximum number of items of one size.
  let maximumUniformItems: Int

  /// The item shape in case ids: what is measured is frames.
  static let payload = "frame"

  /// The bytes an item takes if sizes differ: in a model, an index, a copy of it, and an array of
  /// sizes.
  static let bytesPerItem = 96

  /// All scenarios.
  var all: [Scenario] {
    firstLayouts + visibleQueries + attributeQueries + singleEdits + indexEdits + frontEdits
      + batches
      + wholesale + stickyHeaders + anchoring
  }

  /// Returns a scenario of this index, whose set-up gets the collection.
  func scenario(
    _ name: String, _ summary: String, isHeadline: Bool = false, isUniform: Bool = false,
    minimumItems: Int = 1,
    setUp: @escaping @Sendable (ScenarioContext, LayoutCollection) throws -> Measurement
  ) -> Scenario {
    let isArithmetic = isUniform && reach == .few
    return Scenario(
      name, summary: summary, storage: strategy.name, payload: Self.payload,
      minimumItems: minimumItems,
      maximumItems: isUniform ? maximumUniformItems : maximumItems,
      fullPresetSizes: isArithmetic ? [100_000_000] : [],
      bytesPerItem: isArithmetic ? 0 : Self.bytesPerItem,
      // Queries that visit everything are slow enough to fill the quick preset alone.
      isHeadline: isHeadline && reach != .everything
    ) { context in
      try setUp(context, LayoutCollection.shared(in: context))
    }
  }

  /// Returns the layout that all queries of this process share; nothing edits it.
  func sharedRig(
    _ kind: LayoutKind, _ context: ScenarioContext, _ collection: LayoutCollection
  ) throws -> LayoutRig {
    try context.shared("layout/rig/\(strategy.name)/\(kind.rawValue)") {
      try LayoutRig(kind, strategy, LayoutSizes(kind, collection))
    }
  }

  /// Returns the number of queries of one call: few if each visits everything.
  func queriesPerCall(_ collection: LayoutCollection) -> Int {
    let most = reach == .everything ? (1 << 21) / collection.itemCount : 512
    return max(1, min(512, most))
  }

  /// Returns the number of edits, each with its inverse, of one call: about 10 ms of work at most.
  /// A power of two.
  func editsPerCall(
    _ collection: LayoutCollection, most: Int = 32, reachingAtLeast least: ExtentReach = .few
  ) -> Int {
    let reached =
      switch reach {
      case .few where least == .few: 1
      case .few, .section: (collection.sectionSizes.max() ?? 1) + 4 * collection.sectionSizes.count
      case .collection: collection.itemCount
      case .everything: 4 * collection.itemCount
      }
    var edits = most
    while edits > 1, edits > (1 << 21) / reached { edits /= 2 }
    return edits
  }

  /// Returns a measured call of edits with their inverses: `operations` layouts for each key.
  ///
  /// A rehearsal runs each key once and keeps its answer as the expected one. Arrays have grown by
  /// then, and the measurement notices a layout that does not return to its state. Tests check that
  /// all indexes answer alike.
  ///
  /// - Parameters:
  ///   - rig: The rig to edit, which no other scenario uses.
  ///   - keys: The number of edits in the stream.
  ///   - perCall: The maximum number of keys of one call.
  ///   - operations: The number of operations that one key counts for.
  ///   - edit: Makes the edit of one key and its inverse, and returns the answers in between.
  /// - Returns: The measured call.
  /// - Throws: What the rehearsal throws.
  func measurement(
    _ rig: LayoutRig, keys: Int, perCall: Int, operations: Int,
    edit: @escaping (LayoutRig, Int) throws(LayoutError) -> UInt64
  ) throws -> Measurement {
    var answers: [UInt64] = []
    for key in 0..<keys { answers.append(try edit(rig, key)) }
    var parts = CallSequence(answers, ofAtMost: perCall)
    rig.beginCounting()
    return Measurement(
      operationsPerCall: operations * parts.length, expectedAnswer: parts.answer,
      counts: { rig.counts }
    ) {
      var sum: UInt64 = 0
      for key in parts.next() {
        do throws(LayoutError) { sum &+= try edit(rig, key) } catch { return ~parts.answer }
      }
      return parts.answer(for: sum)
    }
  }
}
