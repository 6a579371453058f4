import Benchmarking
import Changesets
import Layouts

extension ExtentScenarios {
  /// The scenarios that query the visible elements as the visible rectangle moves.
  var visibleQueries: [Scenario] {
    let kinds: [LayoutKind] = [.uniform, .list, .flow]
    return kinds.flatMap { kind in Movement.allCases.map { visible(kind, $0) } }
  }

  private func visible(_ kind: LayoutKind, _ movement: Movement) -> Scenario {
    let headlines = ["visible-list-scroll", "visible-flow-fling"]
    let name = "visible-\(kind.rawValue)-\(movement.rawValue)"
    return scenario(
      name, "What shows of \(kind.summary), scrolled to \(movement.summary).",
      isHeadline: headlines.contains(name), isUniform: kind == .uniform
    ) { context, collection in
      let rig = try sharedRig(kind, context, collection)
      return try visible(rig, Models.offsets(movement, kind, context, collection), collection)
    }
  }

  /// Returns a measured call that asks `rig` what shows at some offsets.
  func visible(
    _ rig: LayoutRig, _ keys: QueryKeys, _ collection: LayoutCollection
  ) throws -> Measurement {
    // A rehearsal makes room for the largest answer.
    for offset in keys.offsets.prefix(queriesPerCall(collection)) {
      _ = try rig.visible(at: offset)
    }
    return queries(rig, keys.answers, collection) { range throws(LayoutError) in
      var sum: UInt64 = 0
      for key in range { sum &+= try rig.visible(at: keys.offsets[key]) }
      return sum
    }
  }

  /// The scenarios that query the attributes of one item at a time.
  var attributeQueries: [Scenario] {
    [attributes(.uniform), attributes(.list, isHeadline: true), attributes(.flow)]
  }

  private func attributes(_ kind: LayoutKind, isHeadline: Bool = false) -> Scenario {
    scenario(
      "attributes-\(kind.rawValue)-random", "The attributes of an item of \(kind.summary).",
      isHeadline: isHeadline, isUniform: kind == .uniform
    ) { context, collection in
      let rig = try sharedRig(kind, context, collection)
      let keys = Models.paths(kind, context, collection)
      _ = rig.attributes(at: keys.paths[0])
      return queries(rig, keys.answers, collection) { range throws(LayoutError) in
        var sum: UInt64 = 0
        for key in range { sum &+= rig.attributes(at: keys.paths[key]) }
        return sum
      }
    }
  }

  private func queries(
    _ rig: LayoutRig, _ answers: [UInt64], _ collection: LayoutCollection,
    sum: @escaping (Range<Int>) throws(LayoutError) -> UInt64
  ) -> Measurement {
    var parts = CallSequence(answers, ofAtMost: queriesPerCall(collection))
    rig.beginCounting()
    return Measurement(
      operationsPerCall: parts.length, expectedAnswer: parts.answer, counts: { rig.counts }
    ) {
      let range = parts.next()
      do throws(LayoutError) {
        return parts.answer(for: try sum(range))
      } catch {
        return ~parts.answer
      }
    }
  }
}

extension Models {
  /// Offsets to scroll a layout of `kind` to.
  static func offsets(
    _ movement: Movement, _ kind: LayoutKind, _ context: ScenarioContext,
    _ collection: LayoutCollection
  ) -> QueryKeys {
    offsets(movement, model(of: kind, context, collection), kind, context, collection)
  }

  private static func offsets(
    _ movement: Movement, _ model: some FrameModel, _ kind: LayoutKind,
    _ context: ScenarioContext, _ collection: LayoutCollection
  ) -> QueryKeys {
    QueryKeys.offsets(movement, model, kind, context, collection)
  }

  /// Items of a layout of `kind` to ask for.
  static func paths(
    _ kind: LayoutKind, _ context: ScenarioContext, _ collection: LayoutCollection
  ) -> QueryKeys {
    paths(model(of: kind, context, collection), kind, context, collection)
  }

  private static func paths(
    _ model: some FrameModel, _ kind: LayoutKind, _ context: ScenarioContext,
    _ collection: LayoutCollection
  ) -> QueryKeys {
    QueryKeys.paths(model, kind, context, collection)
  }
}

extension ExtentScenarios {
  /// The scenarios that create a layout with counts and sizes, and query it once.
  ///
  /// Each closure empties the box with the last layout first, and leaves its layout there. The live
  /// bytes grow by one layout with the first call, and the time includes freeing the last layout.
  var firstLayouts: [Scenario] {
    [
      firstUniformLayout,
      firstLayout(.list, isHeadline: true),
      firstLayout(.flow),
      firstLayout(.flowDelegate),
      firstLayout(.periodic),
    ]
  }

  /// Figures are for one layout: nothing in it should depend on the number of items.
  private var firstUniformLayout: Scenario {
    scenario(
      "first-uniform",
      "Makes a layout of a grid of equal sizes, its extent, and what shows in the middle.",
      isHeadline: true, isUniform: true
    ) { context, collection in
      let layouts = uniformLayoutsPerCall(collection)
      return firstLayout(.uniform, context, collection, layouts: layouts, operations: layouts)
    }
  }

  /// Returns the number of layouts of equal sizes that one call makes.
  func uniformLayoutsPerCall(_ collection: LayoutCollection) -> Int {
    let sections = max(1, min(256, 4_096 / collection.sectionSizes.count))
    return reach == .few ? sections : max(1, min(sections, (1 << 20) / collection.itemCount))
  }

  /// Figures are for one item.
  private func firstLayout(_ kind: LayoutKind, isHeadline: Bool = false) -> Scenario {
    scenario(
      "first-\(kind.rawValue)",
      "Makes a layout of \(kind.summary), its extent, and what shows in the middle; an item.",
      isHeadline: isHeadline
    ) { context, collection in
      firstLayout(kind, context, collection, layouts: 1, operations: collection.itemCount)
    }
  }

  private func firstLayout(
    _ kind: LayoutKind, _ context: ScenarioContext, _ collection: LayoutCollection, layouts: Int,
    operations: Int
  ) -> Measurement {
    let sizes = LayoutSizes(kind, collection)
    let strategy = strategy
    return firstLayout(
      showing: Models.middle(of: kind, context, collection), layouts: layouts,
      operations: operations
    ) { () throws(LayoutError) in try LayoutRig(kind, strategy, sizes) }
  }

  /// Returns a measured call that makes `layouts` rigs, each of which shows `middle`.
  func firstLayout(
    showing middle: (offset: Double, answer: UInt64), layouts: Int, operations: Int,
    make: @escaping () throws(LayoutError) -> LayoutRig
  ) -> Measurement {
    let box = RigBox()
    return Measurement(
      operationsPerCall: operations, expectedAnswer: middle.answer,
      counts: { box.rig?.counts(times: layouts) ?? [] }
    ) {
      // The answer is one layout's, however many a storage makes in a call.
      for _ in 0..<layouts {
        box.rig = nil
        do throws(LayoutError) {
          let rig = try make()
          box.rig = rig
          let answer = FrameDigest.of(rig.contentExtent) &+ (try rig.visible(at: middle.offset))
          guard answer == middle.answer else { return answer }
        } catch {
          return ~middle.answer
        }
      }
      return middle.answer
    }
  }
}

/// One rig that outlives the call that made it.
private final class RigBox {
  var rig: LayoutRig?
}

extension Models {
  /// Returns the middle of the content of `kind`, and a checksum of the elements visible there and
  /// the extent.
  static func middle(
    of kind: LayoutKind, _ context: ScenarioContext, _ collection: LayoutCollection
  ) -> (offset: Double, answer: UInt64) {
    let middle: Middle = context.shared("layout/middle/\(kind.pattern.rawValue)") {
      Self.middle(of: model(of: kind, context, collection))
    }
    return (middle.offset, middle.answer)
  }

  private static func middle(of model: some FrameModel) -> Middle {
    var buffer: [LayoutAttributes] = []
    let offset = (model.maximumOffset / 2).rounded(.down)
    return Middle(
      offset: offset,
      answer: FrameDigest.of(model.extent) &+ model.visible(at: offset, into: &buffer))
  }

  private struct Middle {
    let offset: Double
    let answer: UInt64
  }
}
