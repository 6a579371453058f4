import Statistics
import Testing

/// Expected figures: mpmath 1.3 with 30 digits, `digamma(x)`, `polygamma(1, x)`, `polygamma(2, x)`.
@Suite struct PolygammaTests {
  private let rows: [(x: Double, first: Double, second: Double, third: Double)] = [
    (0.001, -1000.5755719318103, 1000001.6425331958, -2000000002.3976322),
    (0.25, -4.2274535333762654, 17.197329154507111, -129.32773993753692),
    (0.5, -1.9635100260214235, 4.9348022005446793, -16.82879664423432),
    (1, -0.57721566490153286, 1.6449340668482264, -2.4041138063191886),
    (1.5, 0.036489973978576521, 0.93480220054467931, -0.82879664423432),
    (2, 0.42278433509846714, 0.64493406684822644, -0.40411380631918857),
    (3.7, 1.1671535393615114, 0.3100378576700383, -0.095395308728554033),
    (10, 2.2517525890667211, 0.10516633568168575, -0.011049834970802067),
    (14.9, 2.6674289762160423, 0.069416583207095787, -0.0048167329328290491),
    (15, 2.6743466616607937, 0.068938227847683806, -0.0047506027165515547),
    (100, 4.6001618527380874, 0.010050166663333571, -0.00010100499983335),
    (1_000_000, 13.815510057964191, 1.0000005000001667e-6, -1.0000010000005e-12),
  ]

  @Test func derivativesAgreeWithTables() {
    for row in rows {
      for (found, expected) in [
        (Polygamma.digamma(row.x), row.first), (Polygamma.trigamma(row.x), row.second),
        (Polygamma.tetragamma(row.x), row.third),
      ] {
        #expect(abs(found - expected) <= 1e-14 * max(abs(expected), 0.1 / row.x), "\(row)")
      }
    }
  }

  @Test func theInverseLeadsBack() {
    for row in rows {
      #expect(agree(Polygamma.inverseTrigamma(row.second), row.x, within: 1e-11), "\(row)")
    }
    for exponent in -40...60 {
      var value = 1.0
      for _ in 0..<abs(exponent) { value *= exponent < 0 ? 0.5 : 2 }
      let back = Polygamma.trigamma(Polygamma.inverseTrigamma(value))
      #expect(agree(back / value, 1, within: 1e-9), "2^\(exponent)")
    }
  }

  /// ψ′ is 1/x² next to 0, and 1/x far from it.
  @Test func theInverseOfExtremesHasAllDigits() {
    for (value, expected) in [(1e17, 1e-17.squareRoot()), (1e300, 1e-150), (1e-300, 1e300)] {
      #expect(agree(Polygamma.inverseTrigamma(value) / expected, 1), "\(value)")
    }
  }
}
