/// The random numbers that orders are drawn with: equal seeds give equal orders.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
/// 2014, doi:10.1145/2660193.2660195 (SplitMix64).
package struct PlanGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// The stream numbered `stream` of a run's `seed`.
  package init(seed: UInt64, stream: UInt64) {
    state = seed ^ (stream &* 0xd134_2543_de82_ef95)
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
