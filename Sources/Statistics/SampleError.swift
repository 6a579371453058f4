/// The reason why an estimate cannot be made: the samples do not allow it.
///
/// An estimator never drops a sample in silence: what makes no sense is refused.
public enum SampleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Fewer samples than the estimate needs.
  case tooFew(found: Int, needed: Int)
  /// Not a number, or infinite.
  case notFinite(index: Int, value: String)
  /// Below 0, where a time, a size or a count is asked for.
  case negative(index: Int, value: Double)
  /// 0 or below, where a logarithm is taken.
  case notPositive(index: Int, value: Double)
  /// All at one place, where a slope is asked for.
  case noSpread(value: Double)
  /// A parameter outside of the range that the function allows.
  case parameterOutOfRange(name: String, value: Double, valid: String)

  /// The finding, its place, and the valid values.
  public var description: String {
    switch self {
    case .tooFew(let found, let needed):
      "\(found) samples, where at least \(needed) are needed"
    case .notFinite(let index, let value):
      "sample \(index) is \(value), which is not a finite number"
    case .negative(let index, let value):
      "sample \(index) is \(value), and a measurement cannot be below 0"
    case .notPositive(let index, let value):
      "sample \(index) is \(value), which has no logarithm; it must be above 0"
    case .noSpread(let value):
      "every sample stands at \(value); a slope needs two different places"
    case .parameterOutOfRange(let name, let value, let valid):
      "\(name) is \(value); valid is \(valid)"
    }
  }

  /// Refuses fewer than `needed` samples, and any that is not finite.
  ///
  /// - Complexity: O(samples); no allocation.
  static func check(_ samples: [Double], atLeast needed: Int = 1) throws(SampleError) {
    guard samples.count >= needed else { throw .tooFew(found: samples.count, needed: needed) }
    for index in samples.indices where !samples[index].isFinite {
      throw .notFinite(index: index, value: "\(samples[index])")
    }
  }

  /// Refuses what `check` does, and any sample below 0.
  ///
  /// - Complexity: O(samples); no allocation.
  static func checkMeasurements(
    _ samples: [Double], atLeast needed: Int = 1
  ) throws(SampleError) {
    try check(samples, atLeast: needed)
    for index in samples.indices where samples[index] < 0 {
      throw .negative(index: index, value: samples[index])
    }
  }

  /// Refuses a level of confidence that is not between 0 and 1.
  static func check(confidence: Double) throws(SampleError) {
    guard confidence > 0, confidence < 1 else {
      throw .parameterOutOfRange(
        name: "confidence", value: confidence, valid: "above 0 and below 1")
    }
  }
}
