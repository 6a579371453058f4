/// A pseudo-random generator of 64 bits that gives the same numbers for a seed on every machine.
///
///     var generator = SplitMix64(seed: 7)
///     let die = generator.number(in: 1...6)
///
/// Records, datasets and stress scripts depend on these numbers: they must never change.
///
/// Source: Steele, Lea & Flood, OOPSLA 2014, doi:10.1145/2660193.2660195.
@frozen
public struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  /// The distance between consecutive states, 2⁶⁴ over the golden ratio.
  @inlinable
  public static var increment: UInt64 { 0x9e37_79b9_7f4a_7c15 }

  @usableFromInline var state: UInt64

  /// Creates a generator whose numbers follow from `seed` alone.
  @inlinable
  public init(seed: UInt64) { state = seed }

  /// Creates the generator of stream number `stream` of a run's `seed`.
  @inlinable
  public init(seed: UInt64, stream: UInt64) {
    self.init(seed: seed ^ (stream &* 0xd134_2543_de82_ef95))
  }

  /// Returns the next number, uniform over all 64-bit values.
  @inlinable
  public mutating func next() -> UInt64 {
    state &+= Self.increment
    return Self.mix(state)
  }

  /// Returns the next number below `bound`, each as likely as any other.
  ///
  /// By multiplication and rejection: D. Lemire 2019, doi:10.1145/3230636. Not the standard
  /// library's method, which may change between versions.
  ///
  /// - Precondition: `bound > 0`.
  @inlinable
  public mutating func next(below bound: Int) -> Int {
    precondition(bound > 0, "SplitMix64.next(below:): the bound must be positive")
    let bound = UInt64(bound)
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let threshold = (0 &- bound) % bound
      while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
    }
    return Int(product.high)
  }

  /// Returns a number in `range`, by the standard library's method.
  @inlinable
  public mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// Scrambles `value`, one to one: distinct values stay distinct.
  @inlinable
  @inline(__always)
  public static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed &>> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed &>> 31)
  }

  /// Puts `values` into an order in which each permutation is as likely as any other.
  ///
  /// Fisher & Yates, as Knuth gives it (TAOCP 2, algorithm 3.4.2P).
  public mutating func shuffle<Value>(_ values: inout [Value]) {
    for last in stride(from: values.count - 1, to: 0, by: -1) {
      values.swapAt(last, next(below: last + 1))
    }
  }
}
