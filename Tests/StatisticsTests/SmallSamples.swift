/// Every series of up to `maximumCount` samples that takes its values from `values`.
func everySeries(of values: [Double], maximumCount: Int) -> [[Double]] {
  var all: [[Double]] = []
  var longest: [[Double]] = [[]]
  for _ in 0..<maximumCount {
    longest = longest.flatMap { series in values.map { series + [$0] } }
    all += longest
  }
  return all
}

/// SplitMix64: the same numbers from the same seed everywhere.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Whether two numbers agree to `tolerance` of the larger one, or to `tolerance` itself near 0.
func agree(_ left: Double, _ right: Double, within tolerance: Double = 1e-12) -> Bool {
  abs(left - right) <= tolerance * max(1, abs(left), abs(right))
}
