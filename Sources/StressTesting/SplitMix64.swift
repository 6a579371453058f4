/// Pseudo-random numbers that a seed determines.
///
/// Source: G. Steele, D. Lea, C. Flood 2014, doi:10.1145/2660193.2660195.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in `range`, which is not empty.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// `count` different numbers of `0..<limit`, ascending.
  ///
  /// Selection sampling. Source: D. Knuth, The Art of Computer Programming, volume 2, 3.4.2 S.
  mutating func sample(_ count: Int, of limit: Int) -> [Int] {
    var sample: [Int] = []
    for candidate in 0..<limit where number(in: 1...limit - candidate) <= count - sample.count {
      sample.append(candidate)
    }
    return sample
  }
}
