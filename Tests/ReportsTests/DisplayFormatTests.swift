import Analysis
import Reports
import Testing

@Suite struct DisplayFormatTests {
  @Test(
    arguments: [
      (0, "0"), (1, "1.00"), (1.234, "1.23"), (12.34, "12.3"), (123.4, "123"), (1234, "1234"),
      (0.1234, "0.123"), (0.01234, "0.0123"), (0.00123, "0.00123"), (0.0001234, "0.00012"),
      (0.000_001, "<0.00001"), (9.994, "9.99"), (9.996, "10.0"), (99.94, "99.9"), (99.96, "100"),
      (999.4, "999"), (999.6, "1000"), (0.99951, "1.00"), (-1.5, "-1.50"), (1e18, "1e+18"),
      (.infinity, "inf"),
    ] as [(Double, String)])
  func threeSignificantDigits(value: Double, text: String) {
    #expect(DisplayFormat.significant(value) == text)
  }

  @Test(
    arguments: [
      (0, "0 ns"), (0.000_000_1, "<0.00001 ns"), (0.35, "0.350 ns"), (12.34, "12.3 ns"),
      (999.4, "999 ns"), (999.5, "1.00 µs"), (1000, "1.00 µs"), (999_499, "999 µs"),
      (999_500, "1.00 ms"), (8_333_333, "8.33 ms"), (999_500_000, "1.00 s"), (1e12, "1000 s"),
      (1e25, "1e+16 s"),
    ] as [(Double, String)])
  func durationsChangeUnitWhereAFourthDigitWouldBeNeeded(nanoseconds: Double, text: String) {
    #expect(DisplayFormat.duration(nanoseconds: nanoseconds) == text)
  }

  @Test(
    arguments: [
      (0, "0 B"), (8, "8 B"), (8.08, "8.08 B"), (8.5, "8.5 B"), (999, "999 B"), (1000, "1 kB"),
      (1234, "1.23 kB"), (16_384, "16.4 kB"), (1_200_000, "1.2 MB"), (-24, "-24 B"),
    ] as [(Double, String)])
  func bytes(bytes: Double, text: String) {
    #expect(DisplayFormat.bytes(bytes) == text)
  }

  @Test(
    arguments: [
      (0, "0"), (3, "3"), (0.013, "0.013"), (1.5, "1.5"), (100, "100"), (12_345, "12.3k"),
      (2_000_000, "2M"),
    ] as [(Double, String)])
  func countsPerOperation(count: Double, text: String) {
    #expect(DisplayFormat.count(count) == text)
  }

  @Test(
    arguments: [
      (0, "0 pt"), (1, "0.0156 pt"), (-32, "-0.5 pt"), (64, "1 pt"), (64_000, "1k pt"),
      (.max, "144115188076M pt"),
    ])
  func lengthsInPoints(sixtyFourths: Int, text: String) {
    #expect(DisplayFormat.points(sixtyFourths: sixtyFourths) == text)
  }

  @Test(
    arguments: [
      (0, "0"), (523, "523"), (1_000, "1k"), (2_500, "2.5k"), (2_550, "2,550"), (12_345, "12,345"),
      (100_000, "100k"), (999_900, "999.9k"), (1_000_000, "1M"), (1_234_000, "1,234,000"),
      (10_000_000, "10M"), (1_000_000_000, "1G"),
    ])
  func itemCountsAreNeverRounded(items: Int, text: String) {
    #expect(DisplayFormat.items(items) == text)
  }

  @Test(
    arguments: [
      (0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (-1_000, "-1,000"),
      (-12, "-12"), (.min, "-9,223,372,036,854,775,808"),
    ])
  func thousandsAreSetApart(value: Int, text: String) {
    #expect(DisplayFormat.grouped(value) == text)
  }

  @Test(
    arguments: [
      (0, "±0%"), (0.0001, "±0.0%"), (0.004, "±0.4%"), (0.0094, "±0.9%"), (0.0096, "±1%"),
      (0.021, "±2%"), (0.125, "±13%"), (2, "±200%"), (1e9, "±100000000000.0%"),
    ] as [(Double, String)])
  func spreads(fraction: Double, text: String) {
    #expect(DisplayFormat.spread(fraction) == text)
  }

  @Test func ratiosAndShares() {
    #expect(DisplayFormat.ratio(1.0833) == "1.08×")
    #expect(DisplayFormat.ratio(615.1) == "615×")
    #expect(DisplayFormat.share(0.01862) == "1.86%")
    #expect(DisplayFormat.share(2.4) == "240%")
    #expect(DisplayFormat.share(0.05) == "5.00%")
    for (share, text) in [(0.05, "5%"), (0.005, "0.5%"), (1, "100%"), (0.0186, "1.86%")] {
      #expect(DisplayFormat.percent(share) == text)
    }
  }
}
