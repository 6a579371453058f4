internal import Benchmarking
internal import Changesets
internal import Geometry
internal import Layouts

/// The scenarios of one extent index.
struct ExtentScenarios: Sendable {
  let strategy: ExtentStrategy
  let reach: ExtentReach
  /// The most items with sizes of their own.
  let maximumItems: Int
  /// The most items of one size.
  let maximumUniformItems: Int

  /// The item shape in case ids: what is measured is frames.
  static let payload = "frame"

  /// What an item takes where sizes differ: a model, an index, a copy of it, and sizes to look up.
  static let bytesPerItem = 96

  /// Everything.
  var all: [Scenario] {
    firstLayouts + visibleQueries + attributeQueries + singleEdits + indexEdits + frontEdits
      + batches
      + wholesale + stickyHeaders + anchoring
  }

  /// A scenario of this index, whose set-up is given the collection that it runs on.
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
      // What looks at everything is slow enough to fill the quick preset by itself.
      isHeadline: isHeadline && reach != .everything
    ) { context in
      try setUp(context, LayoutCollection.shared(in: context))
    }
  }

  /// The layout that all queries of this process ask; nothing edits it.
  func sharedRig(
    _ kind: LayoutKind, _ context: ScenarioContext, _ collection: LayoutCollection
  ) throws -> LayoutRig {
    try context.shared("layout/rig/\(strategy.name)/\(kind.rawValue)") {
      try LayoutRig(kind, strategy, LayoutSizes(kind, collection))
    }
  }

  /// The queries of one call: few where each looks at everything.
  func queriesPerCall(_ collection: LayoutCollection) -> Int {
    let most = reach == .everything ? (1 << 21) / collection.itemCount : 512
    return max(1, min(512, most))
  }

  /// The edits, each with its inverse, of one call: about 10 ms of work at most. A power of two.
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

  /// A measured call of edits with their inverses: `operations` layouts for each key.
  ///
  /// Each key is rehearsed once, which says what it has to answer from then on: what grows has
  /// grown, and a layout that does not come back to where it was is found out. That all indexes
  /// answer alike is for tests to hold.
  ///
  /// - Parameters:
  ///   - rig: What is edited; no other scenario's.
  ///   - keys: The number of edits in the stream.
  ///   - perCall: The most keys of one call.
  ///   - operations: What one key stands for in figures.
  ///   - edit: Carries one key out and takes it back; what it asked for in between.
  /// - Returns: The measured call.
  /// - Throws: What the rehearsal throws.
  func measurement(
    _ rig: LayoutRig, keys: Int, perCall: Int, operations: Int,
    edit: @escaping (LayoutRig, Int) throws(LayoutError) -> UInt64
  ) throws -> Measurement {
    var answers: [UInt64] = []
    for key in 0..<keys { answers.append(try edit(rig, key)) }
    var parts = CallParts(answers, ofAtMost: perCall)
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
