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
    let distribution = try StudentT(degreesOfFreedom: 3)
    for probability in [-0.1, 0, 1, 1.1, .nan] {
      #expect(throws: SampleError.self) { try distribution.quantile(probability) }
    }
  }
}
