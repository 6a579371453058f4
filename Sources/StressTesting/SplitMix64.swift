import BasicAlgorithms

extension SplitMix64 {
  /// Returns `count` different numbers of `0..<limit`, ascending.
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
