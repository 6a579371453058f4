import Benchmarking
import Diffing

/// A yardstick: enters all keys of one side into a dictionary of the standard library, and looks up
/// those of the other.
///
/// Every differ that knows nothing but the keys does this, without producing an answer. A differ
/// that skips equal ends, or knows what two stores share, can be faster.
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
    let shortLists = [ShortLists<Key>.floor(storage: "floor-dictionary", keysFound)]
    return arrays + sections + (Key.self == DiffRevisedItem.self ? [] : shortLists)
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

  /// Returns the look-ups as a measured call. It expects a differ's answer, so that all are in one
  /// table; the answer is off by the error in the number of found keys.
  private static func measurement(
    _ source: [Key], _ target: [Key], _ truth: DiffTruth<Key>
  ) -> Measurement {
    let right = truth.matchedItems
    let answer = truth.answer
    return Measurement(operationsPerCall: 1, expectedAnswer: answer) {
      answer &+ UInt64(truncatingIfNeeded: keysFound(source, target) - right)
    }
  }

  /// Returns the number of targets whose key is among the sources.
  static func keysFound(_ source: [Key], _ target: [Key]) -> Int {
    var places: [Key.Identity.ID: Int] = [:]
    places.reserveCapacity(source.count)
    for (place, key) in source.enumerated() { places[Key.Identity.id(of: key)] = place }
    var found = 0
    for key in target where places[Key.Identity.id(of: key)] != nil { found += 1 }
    return found
  }
}

/// A bound: skips the runs of equal keys, and finds where the next one begins.
///
/// Every differ that hashes nothing of unchanged runs does this, without producing an answer. At a
/// difference it tries the nearest places and takes the first at which two keys in a row are equal;
/// if none is near, it passes one key on both sides.
struct DiffScanFloor<Key: DiffKey> {
  static var scenarios: [Scenario] {
    DiffCases.shapes(of: Key.self).filter(\.hasScanFloor).map { shape in
      Scenario(
        shape.name, summary: shape.summary, storage: "floor-scan", payload: Key.payloadName,
        role: .floor, maximumItems: DiffCases.mostItems,
        bytesPerItem: DiffCases.bytesPerItem(of: Key.self),
        isHeadline: shape.isHeadline && DiffCases.isHeadline(Key.self),
        headlineMaximumItems: DiffCases.headlineMaximumItems
      ) { context in
        let pair = try DiffPair<Key>(shape, context)
        let (source, target, answer) = (pair.source, pair.target, pair.truth.answer)
        let skipped = keysSkipped(source.span, target.span)
        guard skipped <= pair.truth.matchedItems else { throw DiffCaseError.repeated }
        return Measurement(operationsPerCall: 1, expectedAnswer: answer) {
          let found = keysSkipped(source.span, target.span)
          return answer &+ UInt64(truncatingIfNeeded: found - skipped)
        }
      }
    }
  }

  /// Returns the number of equal keys in runs.
  private static func keysSkipped(_ source: Span<Key>, _ target: Span<Key>) -> Int {
    var (place, other, skipped) = (0, 0, 0)
    while place < source.count, other < target.count {
      if isSame(source[place], target[other]) {
        place += 1
        other += 1
        skipped += 1
      } else {
        let step = nextRun(source, place, target, other)
        place += step.source
        other += step.target
      }
    }
    return skipped
  }

  private static func nextRun(
    _ source: Span<Key>, _ place: Int, _ target: Span<Key>, _ other: Int
  ) -> (source: Int, target: Int) {
    for distance in 1...6 {
      for step in 0...distance {
        let (here, there) = (place + step, other + distance - step)
        guard here + 1 < source.count, there + 1 < target.count else { continue }
        if isSame(source[here], target[there]), isSame(source[here + 1], target[there + 1]) {
          return (step, distance - step)
        }
      }
    }
    return (1, 1)
  }

  private static func isSame(_ source: Key, _ target: Key) -> Bool {
    Key.Identity.id(of: source) == Key.Identity.id(of: target)
  }
}
