/// The same numbers from a seed everywhere: Knuth's 64-bit linear congruences, upper half.
struct SeededGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A whole number in `range`, whose bounds are small.
  mutating func next(in range: ClosedRange<Int>) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Int(state >> 33) % range.count
  }

  /// A multiple of 1/1,000 in `range`.
  mutating func next(in range: ClosedRange<Double>) -> Double {
    range.lowerBound
      + (range.upperBound - range.lowerBound) * Double(next(in: 0...1_000)) / 1_000
  }
}
