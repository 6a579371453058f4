internal import Benchmarking
internal import Changesets
internal import Layouts

extension ExtentScenarios {
  /// What shows, as the visible rectangle moves.
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
      let keys = Models.offsets(movement, kind, context, collection)
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
  }

  /// The attributes of one item at a time.
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
    var parts = CallParts(answers, ofAtMost: queriesPerCall(collection))
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
