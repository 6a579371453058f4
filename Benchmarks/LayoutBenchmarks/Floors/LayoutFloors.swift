import Benchmarking
import Changesets
import Layouts

/// Bounds on the speed of any layout: the same queries answered by arithmetic, by prefix sums and
/// by an array of lines. Nothing can edit these models, and no class or protocol stands before
/// them.
///
/// A floor has the name of the scenario that it bounds, and is headline if the scenario is.
enum LayoutFloors {
  static var scenarios: [Scenario] {
    scenarios("floor-arithmetic", .uniform, most: 100_000_000, GridModel.self) {
      Models.grid($0, $1)
    }
      + scenarios("floor-prefix-sums", .list, most: 10_000_000, ListModel.self) {
        Models.list($0, $1)
      }
      + scenarios("floor-lines", .flow, most: 10_000_000, FlowModel.self) { Models.flow($0, $1) }
  }

  /// The headline scenarios that have a floor.
  private static let headlines: Set = [
    "first-uniform", "first-list", "visible-list-scroll", "visible-flow-fling",
    "attributes-list-random",
  ]

  private static func scenarios<Model: FrameModel & SendableMetatype>(
    _ storage: String, _ kind: LayoutKind, most: Int, _: Model.Type,
    model: @escaping @Sendable (ScenarioContext, LayoutCollection) -> Model
  ) -> [Scenario] {
    func floor(
      _ name: String, _ summary: String,
      setUp: @escaping @Sendable (ScenarioContext, LayoutCollection) -> Measurement
    ) -> Scenario {
      Scenario(
        name, summary: summary, storage: storage, payload: ExtentScenarios.payload, role: .floor,
        maximumItems: most, fullPresetSizes: kind == .uniform ? [most] : [],
        bytesPerItem: kind == .uniform ? 0 : 16, isHeadline: headlines.contains(name)
      ) { context in
        setUp(context, try LayoutCollection.shared(in: context))
      }
    }
    let first = floor("first-\(kind.rawValue)", "Adds up \(kind.summary) without a layout.") {
      measureFirst(Model.self, kind, $0, $1)
    }
    let visible = Movement.allCases.map { movement in
      floor(
        "visible-\(kind.rawValue)-\(movement.rawValue)",
        "What shows of \(kind.summary), without a layout."
      ) { context, collection in
        let model = model(context, collection)
        let keys = QueryKeys.offsets(movement, model, kind, context, collection)
        return measureVisible(model, keys)
      }
    }
    let attributes = floor(
      "attributes-\(kind.rawValue)-random", "An item of \(kind.summary), without a layout."
    ) { context, collection in
      let model = model(context, collection)
      return measureAttributes(model, QueryKeys.paths(model, kind, context, collection))
    }
    return [first] + visible + [attributes]
  }

  private static func measureFirst<Model: FrameModel>(
    _: Model.Type, _ kind: LayoutKind, _ context: ScenarioContext, _ collection: LayoutCollection
  ) -> Measurement {
    let middle = Models.middle(of: kind, context, collection)
    let isUniform = kind == .uniform
    let models = isUniform ? max(1, min(256, 4_096 / collection.sectionSizes.count)) : 1
    let box = ModelBox<Model>()
    return Measurement(
      operationsPerCall: isUniform ? models : collection.itemCount,
      expectedAnswer: middle.answer
    ) {
      var answer: UInt64 = 0
      for _ in 0..<models where answer == 0 || answer == middle.answer {
        box.model = nil
        let model = Model(kind.pattern, collection)
        box.model = model
        answer = FrameDigest.of(model.extent)
        answer &+= model.visible(at: middle.offset, into: &box.buffer)
      }
      return answer
    }
  }

  private static func measureVisible<Model: FrameModel>(_ model: Model, _ keys: QueryKeys)
    -> Measurement
  {
    var parts = CallSequence(keys.answers, ofAtMost: 512)
    let box = ModelBox<Model>()
    for offset in keys.offsets { _ = model.visible(at: offset, into: &box.buffer) }
    return Measurement(operationsPerCall: parts.length, expectedAnswer: parts.answer) {
      var sum: UInt64 = 0
      for key in parts.next() {
        sum &+= model.visible(at: keys.offsets[key], into: &box.buffer)
      }
      return parts.answer(for: sum)
    }
  }

  private static func measureAttributes<Model: FrameModel>(
    _ model: Model, _ keys: QueryKeys
  ) -> Measurement {
    var parts = CallSequence(keys.answers, ofAtMost: 512)
    return Measurement(operationsPerCall: parts.length, expectedAnswer: parts.answer) {
      var sum: UInt64 = 0
      for key in parts.next() { sum &+= FrameDigest.of(model.attributes(at: keys.paths[key])) }
      return parts.answer(for: sum)
    }
  }
}

/// One model that outlives the call that made it, and room for what it answers.
private final class ModelBox<Model> {
  var model: Model?
  var buffer: [LayoutAttributes] = []
}
