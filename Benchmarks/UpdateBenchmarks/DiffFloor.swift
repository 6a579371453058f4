internal import Benchmarking
internal import Diffing
internal import ItemStores

/// A yardstick: all keys of the one side go into a dictionary of the standard library, and all of
/// the other are looked up there.
///
/// What any differ does that knows nothing but the keys, without the answer. A differ that skips what
/// is equal at both ends, or knows what two stores share, comes in below it.
struct DiffFloor<Key: DiffKey> {
  static var scenarios: [Scenario] {
    let arrays = DiffCases.shapes(of: Key.self).map { shape in
      floor(shape.name, shape.summary, shape.isHeadline, shape.fullPresetSizes) { context in
        let pair = try DiffPair<Key>(shape, context)
        return measurement(pair.source, pair.target, pair.truth)
      }
    }
    let sections = DiffSections<Key>.shapes(of: Key.self).map { shape in
      floor(shape.name, shape.summary, shape.isHeadline, []) { context in
        let truth = try DiffSections<Key>(shape, context).truth
        return measurement(Array(truth.source.joined()), Array(truth.target.joined()), truth)
      }
    }
    return arrays + sections
  }

  private static func floor(
    _ name: String, _ summary: String, _ isHeadline: Bool, _ fullPresetSizes: [Int],
    setUp: @escaping @Sendable (ScenarioContext) throws -> Measurement
  ) -> Scenario {
    Scenario(
      name, summary: summary, storage: "floor-dictionary", payload: Key.payloadName, role: .floor,
      maximumItems: DiffCases.mostItems, fullPresetSizes: fullPresetSizes,
      bytesPerItem: DiffCases.bytesPerItem(of: Key.self),
      isHeadline: isHeadline && DiffCases.isHeadline(Key.self),
      headlineMaximumItems: DiffCases.headlineMaximumItems, setUp: setUp)
  }

  /// The answer is a differ's, so that all stand in one table; wrong by as much as the keys found.
  private static func measurement(
    _ source: [Key], _ target: [Key], _ truth: DiffTruth<Key>
  ) -> Measurement {
    let right = truth.matchedItems
    let answer = truth.answer
    return Measurement(operationsPerCall: 1, expectedAnswer: answer) {
      answer &+ UInt64(truncatingIfNeeded: keysFound(source, target) - right)
    }
  }

  private static func keysFound(_ source: [Key], _ target: [Key]) -> Int {
    var places: [Key.Identity.ID: Int] = [:]
    places.reserveCapacity(source.count)
    for (place, key) in source.enumerated() { places[Key.Identity.id(of: key)] = place }
    var found = 0
    for key in target where places[Key.Identity.id(of: key)] != nil { found += 1 }
    return found
  }
}
