#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The judgement on a change: of a metric that is better when smaller.
///
/// An interval that allows for anything else is never called a pass.
public enum Verdict: String, Codable, Hashable, Sendable, CaseIterable {
  /// The candidate is worse by more than the margin: the one-sided lower bound lies above it.
  case regressed
  /// The candidate is better by more than the margin: the one-sided upper bound lies below it.
  case improved
  /// Neither, and the interval for equivalence lies within the equivalence margin.
  case equivalent
  /// The measurements do not tell.
  case inconclusive

  /// Judges intervals of a difference of logarithms.
  ///
  /// - Parameters:
  ///   - bounds: The interval whose ends are one-sided bounds.
  ///   - equivalence: The interval that must lie within the equivalence margin.
  ///   - margin: The change that passes, as a share.
  ///   - equivalenceMargin: The share within which both are equivalent.
  package init(
    bounds: ClosedRange<Double>, equivalence: ClosedRange<Double>, margin: Double,
    equivalenceMargin: Double
  ) {
    let margin = log1p(margin)
    let equivalenceMargin = log1p(equivalenceMargin)
    if bounds.lowerBound > margin {
      self = .regressed
    } else if bounds.upperBound < -margin {
      self = .improved
    } else if equivalence.lowerBound >= -equivalenceMargin,
      equivalence.upperBound <= equivalenceMargin
    {
      self = .equivalent
    } else {
      self = .inconclusive
    }
  }
}
