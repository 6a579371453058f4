import Statistics
import Testing

struct LaunchRuleTests {
  @Test(arguments: [false, true])
  func theFewestAreAlwaysAskedFor(isCostly: Bool) {
    let rule = LaunchRule(fewest: 3)
    #expect((0..<3).allSatisfy { rule.asksForAnother(after: $0, isCostly: isCostly) })
    #expect((3..<6).allSatisfy { !rule.asksForAnother(after: $0, isCostly: isCostly) })
  }

  @Test func costlyCasesHaveTheFewestAndOthersTheMost() {
    let rule = LaunchRule(fewest: 2, most: 4)
    #expect((0..<6).filter { rule.asksForAnother(after: $0, isCostly: false) } == [0, 1, 2, 3])
    #expect((0..<6).filter { rule.asksForAnother(after: $0, isCostly: true) } == [0, 1])
  }

  @Test func theNumbersAreInOrder() {
    let least = LaunchRule(fewest: 0)
    #expect(least.fewest == 1 && least.most == 1)
    #expect(LaunchRule(fewest: 3, most: 2) == LaunchRule(fewest: 3, most: 3))
    #expect("\(LaunchRule(fewest: 2, most: 4))" == "2 to 4" && "\(LaunchRule(fewest: 3))" == "3")
  }
}
