#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The four times of one round of a pair: a base and a head, each measured twice.
///
/// Rounds run A B B A or B A A B, so that what drifts evenly through a round falls on both sides
/// alike. Times are in any one unit; their order in the round no longer matters.
public struct PairedRound: Hashable, Sendable {
  /// The first time of the base, A.
  public let firstBase: Double
  /// The second time of the base, A.
  public let secondBase: Double
  /// The first time of the head, B.
  public let firstHead: Double
  /// The second time of the head, B.
  public let secondHead: Double

  /// A round of four times.
  ///
  /// - Parameters:
  ///   - firstBase: The first time of the base.
  ///   - secondBase: The second time of the base.
  ///   - firstHead: The first time of the head.
  ///   - secondHead: The second time of the head.
  public init(firstBase: Double, secondBase: Double, firstHead: Double, secondHead: Double) {
    self.firstBase = firstBase
    self.secondBase = secondBase
    self.firstHead = firstHead
    self.secondHead = secondHead
  }

  /// The statistic of one pair: the median over its rounds of ln((b₁ + b₂)/(a₁ + a₂)).
  ///
  /// The median drops a round that something else disturbed. Swapping base and head changes the
  /// sign.
  ///
  /// - Parameter rounds: At least one, of times above 0.
  /// - Returns: The natural logarithm of head over base: above 0 where the head takes longer.
  /// - Throws: `SampleError` for no rounds, or a time that is not finite or not above 0; its index
  ///   is 4·*r* + *i* for time *i* of round *r*, in the order a₁, a₂, b₁, b₂.
  /// - Complexity: O(*r* log *r*) for *r* rounds; three arrays.
  public static func medianLogRatio(_ rounds: [PairedRound]) throws(SampleError) -> Double {
    let times = rounds.flatMap { [$0.firstBase, $0.secondBase, $0.firstHead, $0.secondHead] }
    guard !rounds.isEmpty else { throw .tooFew(found: 0, needed: 1) }
    try SampleError.check(times)
    for index in times.indices where times[index] <= 0 {
      throw .notPositive(index: index, value: times[index])
    }
    return try Quantiles.median(
      rounds.map { log(($0.firstHead + $0.secondHead) / ($0.firstBase + $0.secondBase)) })
  }
}
