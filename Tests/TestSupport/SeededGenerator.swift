/// Pseudo-random numbers that a seed determines, the same everywhere: SplitMix64.
///
/// Source: G. Steele, D. Lea, C. Flood 2014, doi:10.1145/2660193.2660195.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Numbers from `seed`.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in `range`, which is not empty.
  public mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }
}
