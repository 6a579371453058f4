import Statistics
import Testing

@Suite struct PairedRuleTests {
  @Test func defaultsAreThoseForCPUTime() throws {
    let rule = try PairedRule()
    #expect(rule.margin == 0.01 && rule.alpha == 0.005 && rule.trimming == 0.2)
    #expect(rule.precision == 0.02 && rule.leastPairs == 20 && rule.mostPairs == 240)
    #expect(rule.equivalenceMargin == 0.02 && rule.equivalenceConfidence == 0.9)
    #expect(rule.power == 0.95)
  }

  @Test func theEndsOfRangesAreInThem() throws {
    let rule = try PairedRule(margin: 0, trimming: 0, leastPairs: 2, mostPairs: 2, power: 0.5)
    #expect(rule.margin == 0 && rule.trimming == 0 && rule.power == 0.5)
    #expect(rule.leastPairs == 2 && rule.mostPairs == 2)
  }

  @Test func everyNumberHasItsRange() {
    func refuses(_ name: String, _ make: () throws -> PairedRule) {
      let error = #expect(throws: SampleError.self) { try make() }
      #expect(error?.description.hasPrefix("\(name) is ") == true, "\(name)")
    }
    for value in [-0.01, .infinity, .nan] {
      refuses("margin") { try PairedRule(margin: value) }
    }
    for value in [0, 0.5, -1, .nan] { refuses("alpha") { try PairedRule(alpha: value) } }
    for value in [-0.1, 0.5, .nan] { refuses("trimming") { try PairedRule(trimming: value) } }
    for value in [0, -1, .infinity, .nan] {
      refuses("precision") { try PairedRule(precision: value) }
      refuses("equivalenceMargin") { try PairedRule(equivalenceMargin: value) }
    }
    refuses("leastPairs") { try PairedRule(leastPairs: 1) }
    refuses("mostPairs") { try PairedRule(leastPairs: 30, mostPairs: 29) }
    for value in [0, 1, .nan] {
      refuses("equivalenceConfidence") { try PairedRule(equivalenceConfidence: value) }
    }
    for value in [0.49, 1, .nan] { refuses("power") { try PairedRule(power: value) } }
  }
}
