internal import Benchmarking
internal import Layouts

extension ExtentScenarios {
  /// A layout that is made, given its counts and sizes, and asked once.
  ///
  /// Each closure leaves its layout in a box and empties it first: after the first call the live
  /// bytes have grown by what a layout holds, and time includes giving the last one back.
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
      let sections = max(1, min(256, 4_096 / collection.sectionSizes.count))
      let layouts =
        reach == .few ? sections : max(1, min(sections, (1 << 20) / collection.itemCount))
      return firstLayout(.uniform, context, collection, layouts: layouts, operations: layouts)
    }
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
    let middle = Models.middle(of: kind, context, collection)
    let strategy = strategy
    let box = RigBox()
    return Measurement(
      operationsPerCall: operations, expectedAnswer: middle.answer,
      counts: { box.rig?.counts(times: layouts) ?? [] }
    ) {
      // The answer is one layout's, however many a storage makes in a call.
      for _ in 0..<layouts {
        box.rig = nil
        do throws(LayoutError) {
          let rig = try LayoutRig(kind, strategy, sizes)
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
  /// What shows in the middle of the content of `kind`, and how long that is, as a checksum.
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
