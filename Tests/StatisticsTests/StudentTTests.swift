import Statistics
import Testing

/// Expected figures: SciPy 1.17, `scipy.stats.t`.
@Suite struct StudentTTests {
  private let probabilities = [0.6, 0.9, 0.975, 0.995, 0.9995]
  private let quantiles: [Int: [Double]] = [
    1: [
      0.32491969623290634, 3.0776835371752544, 12.706204736174694, 63.656741162871526,
      636.6192487687897,
    ],
    2: [
      0.2886751345948128, 1.8856180831641272, 4.302652729749462, 9.924843200918287,
      31.599054576445365,
    ],
    3: [
      0.2766706623326898, 1.637744353696209, 3.1824463052837078, 5.840909309733355,
      12.923978636687961,
    ],
    4: [
      0.2707222947075976, 1.533206274058944, 2.7764451051977934, 4.604094871349992,
      8.610301581379522,
    ],
    5: [
      0.2671808657041451, 1.4758840488244815, 2.5705818356363146, 4.032142983555228,
      6.868826625881276,
    ],
    10: [
      0.2601848294920803, 1.372183641110336, 2.228138851986274, 3.16927267261695,
      4.586893858702708,
    ],
    29: [
      0.25568363457125604, 1.311433647301551, 2.045229642132703, 2.756385903670605,
      3.6594050194663748,
    ],
    30: [
      0.2556053649519128, 1.3104150253913955, 2.0422724563012378, 2.7499956535672254,
      3.6459586350420627,
    ],
    100: [
      0.25402218245822766, 1.290074761346516, 1.9839715185235518, 2.6258905214380173,
      3.390491311164263,
    ],
    239: [
      0.2536293063335106, 1.2851037745848968, 1.9699394059169584, 2.5965561931824257,
      3.3316983235119375,
    ],
  ]
  private let points = [-3, -0.5, 0.1, 1, 2.5, 12]
  private let cumulative: [Int: [Double]] = [
    1: [
      0.10241638234956672, 0.35241638234956674, 0.5317255174305535, 0.75, 0.8788810584091566,
      0.9735353239404101,
    ],
    2: [
      0.04773298313335456, 0.33333333333333337, 0.53526728079293, 0.7886751345948129,
      0.9351941398892446, 0.9965635331614208,
    ],
    3: [
      0.02883444281121865, 0.3257239824240755, 0.5366738255995971, 0.8044988905221148,
      0.9561466764959672, 0.9993774920996054,
    ],
    4: [
      0.019970984035859413, 0.32166498159093165, 0.5374220795302733, 0.8130495168499705,
      0.966616727594006, 0.9998617857257485,
    ],
    7: [
      0.009971063065996268, 0.3162035678446422, 0.5384259701976037, 0.8246916685898963,
      0.9795038907071235, 0.9999968208448109,
    ],
    30: [
      0.0026949820328259727, 0.3103615024425636, 0.5394951941048645, 0.8373456922869849,
      0.9909421754659666, 0.999999999999721,
    ],
    239: [
      0.0014927774951138488, 0.3087675574764014, 0.5397859220190129, 0.8408390610460758,
      0.9934546480854571, 1,
    ],
  ]
  private let fractional: [(freedom: Double, cumulative: [Double], quantiles: [Double])] = [
    (
      1.25,
      [
        0.08152358450870499, 0.34540207096934505, 0.533029183988301, 0.7640606170260732,
        0.8999404415096834, 0.9848047357463559,
      ],
      [
        0.3104149637472839, 2.5013501674092726, 8.027951377252052, 29.272018950198664,
        184.7848420628169,
      ]
    ),
    (
      2.5,
      [
        0.036288047774515914, 0.3288489599348574, 0.5360967279687552, 0.7979694863608632,
        0.9477150184609223, 0.9985818924849609,
      ],
      [
        0.2814595127485477, 1.7302509288071766, 3.5746548420036817, 7.163728138948783,
        18.277893528131457,
      ]
    ),
    (
      3.7,
      [
        0.022062942805759336, 0.3226678166599659, 0.5372373662649048, 0.8109293001197737,
        0.9640889885440866, 0.9997866063003094,
      ],
      [
        0.27216446429206953, 1.5575658388615072, 2.8675207071911895, 4.8692522532278275,
        9.474240137124664,
      ]
    ),
    (
      9.99,
      [
        0.0066789274287156405, 0.31395211931238237, 0.5388386670911796, 0.8295419429141596,
        0.9842658034437779, 0.9999998525437545,
      ],
      [
        0.2601917624117305, 1.372280621959295, 2.2284412121637445, 3.1699835847876012,
        4.588587821065746,
      ]
    ),
    (
      58.3,
      [
        0.001983532022344992, 0.3094785714972751, 0.539656294225181, 0.8392784496497532,
        0.9923729916807082, 1,
      ],
      [
        0.254506323570479, 1.296242018354621, 2.001498197878836, 2.6628228172932182,
        3.46538149123148,
      ]
    ),
    (
      300.5,
      [
        0.0014629175526057387, 0.3087205064890166, 0.539794496721848, 0.8409424676888476,
        0.9935238930009118, 1,
      ],
      [
        0.2535715206939659, 1.2843751510168984, 1.9678897491561393, 2.592288813493741,
        3.323196573501226,
      ]
    ),
  ]

  @Test func quantilesAgreeWithSciPy() throws {
    for (freedom, expected) in quantiles {
      let distribution = try StudentT(degreesOfFreedom: freedom)
      for (probability, value) in zip(probabilities, expected) {
        let quantile = try distribution.quantile(probability)
        #expect(agree(quantile, value, within: 1e-9), "\(freedom), \(probability)")
        #expect(agree(try distribution.quantile(1 - probability), -value, within: 1e-9))
      }
    }
  }

  @Test func cumulativeProbabilitiesAgreeWithSciPy() throws {
    for (freedom, expected) in cumulative {
      let distribution = try StudentT(degreesOfFreedom: freedom)
      for (point, value) in zip(points, expected) {
        let probability = distribution.cumulativeProbability(at: point)
        #expect(agree(probability, value, within: 1e-13), "\(freedom), \(point)")
      }
    }
  }

  @Test func degreesOfFreedomThatAreNotWholeAgreeWithSciPy() throws {
    for (freedom, cumulative, quantiles) in fractional {
      let distribution = try StudentT(degreesOfFreedom: freedom)
      for (point, value) in zip(points, cumulative) {
        let probability = distribution.cumulativeProbability(at: point)
        #expect(agree(probability, value, within: 1e-12), "\(freedom), \(point)")
      }
      for (probability, value) in zip(probabilities, quantiles) {
        let quantile = try distribution.quantile(probability)
        #expect(agree(quantile, value, within: 1e-9), "\(freedom), \(probability)")
      }
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
    let rates = [(0.005, 0.95), (0.05, 0.5), (0.01, 0.8)]
    let expected: [(freedom: Double, shifts: [Double])] = [
      (1.5, [32.539682706896876, 2.9452655571034296, 14.405037070850664]),
      (2, [17.32248643966305, 2.488003010793231, 8.959040367071532]),
      (3.3, [8.83217843354767, 2.07765332236572, 5.473370423701008]),
      (4, [7.520862100150016, 1.9865130729373104, 4.875371487677267]),
      (6, [5.986914738459836, 1.8574482325473802, 4.134321963376011]),
      (18, [4.664989002419163, 1.7095301029623642, 3.4302698275790835]),
      (40.5, [4.403938980877683, 1.672882497730912, 3.278392902201952]),
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
      #expect(agree(try distribution.quantile(0.5), 0, within: 1e-15))
    }
  }

  @Test func refusesWhatIsNoDistributionOrProbability() throws {
    #expect(throws: SampleError.self) { try StudentT(degreesOfFreedom: 0) }
    for freedom in [0.99, -1, .infinity, .nan] {
      #expect(throws: SampleError.self) { try StudentT(degreesOfFreedom: freedom) }
    }
    let distribution = try StudentT(degreesOfFreedom: 3)
    for probability in [-0.1, 0, 1, 1.1, .nan] {
      #expect(throws: SampleError.self) { try distribution.quantile(probability) }
    }
    for (alpha, power) in [(0, 0.9), (0.5, 0.9), (0.1, 0.49), (0.1, 1), (.nan, 0.9), (0.1, .nan)] {
      #expect(throws: SampleError.self) {
        try distribution.detectableShift(alpha: alpha, power: power)
      }
    }
  }
}
