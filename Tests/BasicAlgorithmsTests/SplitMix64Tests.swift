import BasicAlgorithms
import Testing

struct SplitMix64Tests {
  /// The numbers that Vigna's C program gives for this seed (prng.di.unimi.it/splitmix64.c).
  @Test func numbersAreThoseOfTheReference() {
    var generator = SplitMix64(seed: 1_234_567)
    let numbers = (0..<5).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  /// A quarter of all numbers is rejected under this bound, so the checksum fixes the rejection too.
  @Test func boundedNumbersAreThoseOfTheReference() {
    var generator = SplitMix64(seed: 9)
    let checksum = (0..<1_000).reduce(0 as UInt64) { checksum, _ in
      SplitMix64.mix((checksum &+ SplitMix64.increment) ^ UInt64(generator.next(below: 3 << 61)))
    }
    #expect(checksum == 0xadfe_47c6_022c_ea44)
  }

  @Test func boundedNumbersCoverTheirRangeEvenly() {
    var generator = SplitMix64(seed: 3)
    for bound in 1...20 {
      var counts = Array(repeating: 0, count: bound)
      for _ in 0..<1_000 * bound { counts[generator.next(below: bound)] += 1 }
      // Six standard deviations of a count around its mean.
      #expect(counts.allSatisfy { abs($0 - 1_000) < 190 }, "\(bound): \(counts)")
    }
  }

  @Test func mixingIsOneToOne() {
    let mixed = Set((0..<100_000 as Range<UInt64>).map(SplitMix64.mix))
    #expect(mixed.count == 100_000)
  }

  @Test func shufflesReachEveryOrderEquallyOften() {
    var generator = SplitMix64(seed: 5)
    var counts: [[Int]: Int] = [:]
    for _ in 0..<24_000 {
      var values = [1, 2, 3, 4]
      generator.shuffle(&values)
      counts[values, default: 0] += 1
    }
    #expect(counts.count == 24)
    #expect(counts.values.allSatisfy { abs($0 - 1_000) < 190 }, "\(counts)")
  }

  @Test func shufflesOfNothingAndOneDoNothing() {
    var generator = SplitMix64(seed: 5)
    var none: [Int] = []
    generator.shuffle(&none)
    var one = [7]
    generator.shuffle(&one)
    #expect(none.isEmpty)
    #expect(one == [7])
    #expect(generator == SplitMix64(seed: 5))
  }
}
