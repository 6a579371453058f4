extension Spread {
  /// Rousseeuw and Croux's Qn: a robust deviation in units of a normal one's standard deviation.
  ///
  /// About a quarter of the distances between two samples are smaller. Nearly half of the samples
  /// may be anywhere without carrying it away, as with the median absolute deviation, and of normal
  /// samples it errs less. It needs no centre. Three samples are as far apart as the nearest two.
  /// Source: P. J. Rousseeuw, C. Croux, "Alternatives to the Median Absolute Deviation", 1993,
  /// doi:10.1080/01621459.1993.10476408; the factors for small samples are those of C. Croux, P. J.
  /// Rousseeuw, "Time-efficient algorithms for two highly robust estimators of scale", 1992.
  ///
  /// - Parameter samples: At least two finite numbers, in any order.
  /// - Returns: A distance in the samples' unit, not below 0.
  /// - Throws: `SampleError` for fewer than two samples, or one that is not finite.
  /// - Complexity: O(*n*² log *n*); meant for the launches of a case.
  public static func qn(_ samples: [Double]) throws(SampleError) -> Double {
    try SampleError.check(samples, atLeast: 2)
    var distances: [Double] = []
    for index in samples.indices {
      for other in samples[..<index] { distances.append(abs(samples[index] - other)) }
    }
    distances.sort()
    let half = samples.count / 2 + 1
    let rank = half * (half - 1) / 2
    return qnConsistency * qnCorrection(samples.count) * distances[rank - 1]
  }

  /// The factor that makes Qn a standard deviation of many normal samples.
  static let qnConsistency = 2.2219

  /// Returns the factor that keeps Qn of `count` normal samples from erring to one side.
  private static func qnCorrection(_ count: Int) -> Double {
    let small = [0.399, 0.994, 0.512, 0.844, 0.611, 0.857, 0.669, 0.872]
    if count - 2 < small.count { return small[count - 2] }
    let number = Double(count)
    return count.isMultiple(of: 2) ? number / (number + 3.8) : number / (number + 1.4)
  }
}

extension Location {
  /// The variance of the median of `count` normal samples over that of their mean.
  ///
  /// Source: H. A. David, H. N. Nagaraja, "Order Statistics", 2003, section 3.2.
  ///
  /// - Parameter count: At least 1.
  /// - Returns: A factor from 1 to π/2.
  /// - Complexity: O(1).
  package static func medianVarianceFactor(_ count: Int) -> Double {
    let small = [1, 1, 1.346, 1.193, 1.434, 1.288, 1.473, 1.346, 1.495]
    return count <= small.count ? small[max(0, count - 1)] : .pi / 2
  }
}
