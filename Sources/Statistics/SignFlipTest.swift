import BasicAlgorithms

/// A test of whether samples are symmetric about 0, by flipping their signs.
///
/// When they are, each pattern of signs on the samples' distances from 0 is as likely as any
/// other; where two builds run in random order, identical ones make that true by design. The
/// probability is the share of patterns whose statistic is at least as far off as the samples' own.
/// To `maximumExactCount` samples all 2^*n* patterns are counted. **Above, it is an estimate** from
/// the samples' own pattern and a stated number of random ones, (*b* + 1)/(*B* + 1), which never
/// gives 0 and is no less exact a test.
/// Sources: R. A. Fisher, "The Design of Experiments", 1935, section 21; B. Phipson, G. K. Smyth,
/// "Permutation p-values should never be zero", 2010, doi:10.2202/1544-6115.1585.
public struct SignFlipTest: Hashable, Sendable {
  /// The statistic of each pattern of signs.
  public enum Statistic: Hashable, Sendable {
    /// The arithmetic mean.
    case mean
    /// The mean of what is left when ⌊`proportion`·*n*⌋ samples are taken off at each end.
    case trimmedMean(proportion: Double)
  }

  /// The greatest number of samples whose patterns are all counted.
  public static let maximumExactCount = 20

  /// The statistic of the samples as they are, in their unit.
  public let observed: Double
  /// The share of patterns at least as far off, the samples' own included: above 0, to 1.
  public let probability: Double
  /// The number of patterns looked at, the samples' own included.
  public let patternCount: Int
  /// A Boolean value that indicates whether all patterns were looked at.
  public let isExact: Bool

  /// Tests samples.
  ///
  /// Statistics that differ by less than rounding may have made of them count as equal.
  ///
  /// - Parameters:
  ///   - samples: At least one finite number, in any order.
  ///   - statistic: What is computed of each pattern.
  ///   - alternative: On which side of 0 a statistic counts as far off.
  ///   - randomPatterns: How many to draw above `maximumExactCount` samples; at least 1.
  ///   - seed: Where the random patterns start: the same seed draws the same ones.
  /// - Throws: `SampleError` for no samples, one that is not finite or so large that their sum is
  ///   not, a proportion outside `0..<0.5`, or fewer than one pattern.
  /// - Complexity: O(*n*·2^*n*) to `maximumExactCount` samples, O(*n*·`randomPatterns`) above; a
  ///   copy of the samples.
  public init(
    _ samples: [Double], statistic: Statistic, alternative: Alternative = .twoSided,
    randomPatterns: Int = 99_999, seed: UInt64
  ) throws(SampleError) {
    var cut = 0
    if case .trimmedMean(let proportion) = statistic {
      cut = try Location.trimmedCount(of: samples.count, proportion: proportion)
    }
    try SampleError.check(samples)
    guard randomPatterns >= 1 else {
      throw .parameterOutOfRange(
        name: "randomPatterns", value: Double(randomPatterns), valid: "1 and above")
    }
    let flips = SignFlips(samples, cut: cut)
    guard flips.tolerance.isFinite else {
      throw .parameterOutOfRange(
        name: "the sum of distances from 0", value: flips.tolerance, valid: "finite")
    }
    let own = flips.sum(negative: flips.ownSigns)
    observed = own / Double(samples.count - 2 * cut)
    isExact = samples.count <= Self.maximumExactCount
    let isFarOff: (Double) -> Bool = { [tolerance = flips.tolerance] sum in
      switch alternative {
      case .twoSided: abs(sum) >= abs(own) - tolerance
      case .greater: sum >= own - tolerance
      case .less: sum <= own + tolerance
      }
    }
    let farOff: Int
    if samples.count <= Self.maximumExactCount {
      patternCount = 1 << samples.count
      farOff = Self.countAll(flips, isFarOff)
    } else {
      patternCount = randomPatterns + 1
      farOff = 1 + Self.countRandom(flips, randomPatterns, seed: seed, isFarOff)
    }
    probability = Double(farOff) / Double(patternCount)
  }

  private static func countAll(_ flips: SignFlips, _ isFarOff: (Double) -> Bool) -> Int {
    var farOff = 0
    // The opposite signs have the opposite statistic: half of the patterns give the others.
    for pattern in 0..<(UInt64(1) << UInt64(flips.count - 1)) {
      let sum = flips.sum(negative: [pattern])
      farOff += (isFarOff(sum) ? 1 : 0) + (isFarOff(-sum) ? 1 : 0)
    }
    return farOff
  }

  private static func countRandom(
    _ flips: SignFlips, _ patterns: Int, seed: UInt64, _ isFarOff: (Double) -> Bool
  ) -> Int {
    var generator = SplitMix64(seed: seed)
    var negative = flips.ownSigns
    var farOff = 0
    for _ in 0..<patterns {
      for word in negative.indices { negative[word] = generator.next() }
      if isFarOff(flips.sum(negative: negative)) { farOff += 1 }
    }
    return farOff
  }
}

/// The distances of samples from 0, ready for any pattern of signs.
private struct SignFlips {
  /// In ascending order.
  private let distances: [Double]
  /// The number of samples are left out at each end.
  private let cut: Int
  /// The samples' own signs: one bit for each distance, set where a sample is below 0.
  private(set) var ownSigns: [UInt64]
  /// The difference that rounding may make between equal sums.
  let tolerance: Double

  var count: Int { distances.count }

  init(_ samples: [Double], cut: Int) {
    let ordered = samples.sorted { abs($0) < abs($1) }
    distances = ordered.map { abs($0) }
    self.cut = cut
    ownSigns = [UInt64](repeating: 0, count: (ordered.count + 63) / 64)
    for index in ordered.indices where ordered[index] < 0 {
      ownSigns[index / 64] |= 1 << UInt64(index % 64)
    }
    // The farthest `cut` are at an end whatever their sign, and never part of a sum.
    tolerance = 1e-12 * distances.dropLast(cut).reduce(0, +)
  }

  /// The sum of what is left when the samples with these signs are trimmed.
  ///
  /// In ascending order stand first the negative ones, the farthest first, then the positive ones,
  /// the nearest first: each one's position follows from how many of its sign came before, and
  /// nothing has to be sorted.
  func sum(negative: [UInt64]) -> Double {
    var negativeCount = 0
    for word in negative.indices {
      let bits = min(64, count - word * 64)
      let used = bits == 64 ? negative[word] : negative[word] & ((1 << UInt64(bits)) - 1)
      negativeCount += used.nonzeroBitCount
    }
    var nextNegative = negativeCount - 1
    var nextPositive = negativeCount
    var sum = 0.0
    for index in distances.indices {
      if negative[index / 64] >> UInt64(index % 64) & 1 == 1 {
        if nextNegative >= cut, nextNegative < count - cut { sum -= distances[index] }
        nextNegative -= 1
      } else {
        if nextPositive >= cut, nextPositive < count - cut { sum += distances[index] }
        nextPositive += 1
      }
    }
    return sum
  }
}
