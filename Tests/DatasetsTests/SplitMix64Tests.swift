import Datasets
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

  /// A quarter of all numbers is rejected under this bound, so the constants fix the rejection too.
  @Test func boundedNumbersAreThoseOfTheReference() {
    var generator = SplitMix64(seed: 9)
    let numbers = (0..<6).map { _ in generator.next(below: 3 << 61) }
    #expect(
      numbers == [
        4_720_264_026_597_762_085, 5_192_953_712_940_808_164, 1_835_375_684_529_427_364,
        1_816_220_916_770_747_100, 792_804_775_035_234_431, 4_467_400_673_981_416_780,
      ])
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
