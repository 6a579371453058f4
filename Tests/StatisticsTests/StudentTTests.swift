import Foundation
import Statistics
import Testing

/// Expected figures: SciPy 1.17, `scipy.stats.t`, in student-t.csv.
@Suite struct StudentTTests {
  private struct Figure {
    let isQuantile: Bool
    let freedom: Double
    /// The probability of a quantile, or the point of a cumulative probability.
    let place: Double
    let value: Double

    /// The lines of student-t.csv: `quantile|cumulative,freedom,place,value`.
    static func all() throws -> [Figure] {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "student-t.csv")
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map {
        let fields = $0.split(separator: ",")
        let numbers = try fields.dropFirst().map { try #require(Double($0)) }
        try #require(numbers.count == 3)
        return Figure(
          isQuantile: fields[0] == "quantile", freedom: numbers[0], place: numbers[1],
          value: numbers[2])
      }
    }
  }

  /// With one degree of freedom, a probability of δ above one half is reached at tan(πδ).
  @Test func quantilesNextToZeroAreExact() throws {
    let cauchy = try StudentT(degreesOfFreedom: 1)
    for exponent in 10...30 {
      let delta = scalbn(1.0, -exponent)
      let quantile = try cauchy.quantile(0.5 + delta)
      #expect(abs(quantile / tan(.pi * delta) - 1) < 1e-6, "2^-\(exponent)")
    }
  }

  @Test func quantilesAgreeWithSciPy() throws {
    let figures = try Figure.all().filter(\.isQuantile)
    #expect(figures.count == 80)
    for figure in figures {
      let distribution = try StudentT(degreesOfFreedom: figure.freedom)
      let quantile = try distribution.quantile(figure.place)
      #expect(agree(quantile, figure.value, within: 1e-9), "\(figure)")
      let mirrored = try distribution.quantile(1 - figure.place)
      #expect(agree(mirrored, -figure.value, within: 1e-9), "\(figure)")
    }
  }

  @Test func cumulativeProbabilitiesAgreeWithSciPy() throws {
    let figures = try Figure.all().filter { !$0.isQuantile }
    #expect(figures.count == 78)
    for figure in figures {
      let probability = try StudentT(degreesOfFreedom: figure.freedom)
        .cumulativeProbability(at: figure.place)
      // Whole degrees of freedom have finite sums, others a continued fraction.
      let tolerance = Int(exactly: figure.freedom) == nil ? 1e-12 : 1e-13
      #expect(agree(probability, figure.value, within: tolerance), "\(figure)")
    }
  }

  /// The continued fraction and the finite sums are two ways to one distribution.
  @Test func degreesOfFreedomBesideWholeOnesAgreeWithTheFiniteSums() throws {
    for whole in 1...60 {
      let exact = try StudentT(degreesOfFreedom: whole)
      let beside = try StudentT(degreesOfFreedom: Double(whole) * (1 + 1e-14))
      for point in stride(from: -9.0, through: 9, by: 0.25) {
        let difference =
          exact.cumulativeProbability(at: point) - beside.cumulativeProbability(at: point)
        #expect(abs(difference) < 1e-12, "\(whole), \(point)")
      }
    }
  }

  /// Expected figures: `brentq(lambda d: nct.sf(t.ppf(1 - alpha, f), f, d) - power, 0, 300)`.
  @Test func detectableShiftsAgreeWithSciPy() throws {
    let rates = [(0.005, 0.95), (0.05, 0.5), (0.01, 0.8), (0.4, 0.5)]
    let expected: [(freedom: Double, shifts: [Double])] = [
      (1, [124.78031389007853, 4.311641996600343, 40.799764257749445, 0.25804723660198786]),
      (1.5, [32.539682706896876, 2.9452655571034296, 14.405037070850664, 0.25638980852087995]),
      (2, [17.32248643966305, 2.488003010793231, 8.959040367071532, 0.255584210013673]),
      (3.3, [8.83217843354767, 2.07765332236572, 5.473370423701008, 0.25466281900468946]),
      (4, [7.520862100150016, 1.9865130729373104, 4.875371487677267, 0.2544221890049759]),
      (6, [5.986914738459836, 1.8574482325473802, 4.134321963376011, 0.2540519954967237]),
      (18, [4.664989002419163, 1.7095301029623642, 3.4302698275790835, 0.2535761700108176]),
      (40.5, [4.403938980877683, 1.672882497730912, 3.278392902201952, 0.2534481252124422]),
      (300, [4.244202321005517, 1.6485722201616873, 3.182337849335027, 0.25336066586572076]),
      (10_000, [4.221383189109004, 1.644964891578349, 3.1683977985098415, 0.25334750967204545]),
    ]
    for (freedom, shifts) in expected {
      let distribution = try StudentT(degreesOfFreedom: freedom)
      for ((alpha, power), shift) in zip(rates, shifts) {
        let found = try distribution.detectableShift(alpha: alpha, power: power)
        #expect(agree(found, shift, within: 1e-9), "\(freedom), \(alpha), \(power)")
      }
    }
  }

  @Test func probabilityAndQuantileAreInverse() throws {
    for freedom in 1...60 {
      let distribution = try StudentT(degreesOfFreedom: freedom)
      for step in 1..<100 {
        let probability = Double(step) / 100
        let quantile = try distribution.quantile(probability)
        let back = distribution.cumulativeProbability(at: quantile)
        #expect(agree(back, probability), "\(freedom), \(probability)")
      }
    }
  }

  @Test func endsAndMiddleAreExact() throws {
    for freedom in 1...10 {
      let distribution = try StudentT(degreesOfFreedom: freedom)
      #expect(distribution.cumulativeProbability(at: -.infinity) == 0)
      #expect(distribution.cumulativeProbability(at: .infinity) == 1)
      #expect(distribution.cumulativeProbability(at: 0) == 0.5)
      #expect(try distribution.quantile(0.5) == 0)
    }
    let fractional = try StudentT(degreesOfFreedom: 1.5)
    #expect(fractional.cumulativeProbability(at: 0) == 0.5)
    // Their squares are infinite.
    #expect(fractional.cumulativeProbability(at: -1e200) == 0)
    #expect(fractional.cumulativeProbability(at: 1e200) == 1)
  }

  /// Expected figures: mpmath 1.4 with 30 digits, half of
  /// `betainc(f / 2, 0.5, 0, f / (f + t * t), regularized=True)`.
  @Test func farTailsAndTheMiddleAreExactForFractionalFreedomsToo() throws {
    let expected = [
      (1.5, 1e6, 3.7708524320132162e-10), (1.5, 100, 0.00037705494496244677),
      (9.5, 1e-3, 0.49961140069659934), (200.5, 1e-3, 0.49960155490855019),
      (9.5, 1e-5, 0.49999611400625022), (9.5, 1e-8, 0.49999999611400625),
      (1_000.5, 0.5, 0.30859251293409288),
    ]
    for (freedom, point, tail) in expected {
      let distribution = try StudentT(degreesOfFreedom: freedom)
      #expect(agree(distribution.cumulativeProbability(at: -point), tail), "\(freedom), \(point)")
      #expect(agree(distribution.cumulativeProbability(at: point), 1 - tail))
    }
    // 2⁻³⁰ divided by the density at 0, 0.3886.
    let next = try StudentT(degreesOfFreedom: 9.5).quantile(0.5 + 0x1p-30)
    #expect(abs(next / 2.396614e-9 - 1) < 1e-6)
  }

  /// Rounding leaves this range for some, unless they are clamped.
  @Test func probabilitiesAreFromZeroToOne() throws {
    for freedom in 1...60 {
      let distribution = try StudentT(degreesOfFreedom: freedom)
      var point = 1.0
      while point < 1e6 {
        for probability in [point, -point].map(distribution.cumulativeProbability) {
          #expect((0...1).contains(probability), "\(freedom), \(point)")
        }
        point *= 1.0625
      }
    }
  }

  @Test func refusesWhatIsNoDistributionOrProbability() throws {
    #expect(throws: SampleError.self) { try StudentT(degreesOfFreedom: 0) }
    for freedom in [0.99, -1, .infinity, .nan] {
      #expect(throws: SampleError.self) { try StudentT(degreesOfFreedom: freedom) }
    }
    let distribution = try StudentT(degreesOfFreedom: 3)
    for probability in [-0.1, 0, 1, 1.1, .nan] {
      let error = #expect(throws: SampleError.self) { try distribution.quantile(probability) }
      #expect(error?.description.hasPrefix("probability is \(probability);") == true)
    }
    for alpha in [0, 0.5, .nan] {
      let error = #expect(throws: SampleError.self) {
        try distribution.detectableShift(alpha: alpha, power: 0.9)
      }
      #expect(error?.description.hasPrefix("alpha is \(alpha);") == true)
    }
    for power in [0.49, 1, .nan] {
      let error = #expect(throws: SampleError.self) {
        try distribution.detectableShift(alpha: 0.1, power: power)
      }
      #expect(error?.description.hasPrefix("power is \(power);") == true)
    }
  }
}
