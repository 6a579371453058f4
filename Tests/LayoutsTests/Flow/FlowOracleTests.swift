import Changesets
import Foundation
import Geometry
import Layouts
import Testing

/// The strategies that every test of the line-based layouts runs on.
let allStrategies: [ExtentStrategy] = [.nested, .flat, .tree, .plain]

extension ExtentStrategy {
  /// The dullest index there can be.
  static var plain: ExtentStrategy { ExtentStrategy("plain", PlainExtents<RightJoin>.self) }
}

/// How long generated tests run: `CVBENCH_STRESS_SECONDS`, or two seconds without it.
func stressSeconds() throws -> Double {
  let variable = ProcessInfo.processInfo.environment["CVBENCH_STRESS_SECONDS"]
  return try #require(Double(variable ?? "2"), "CVBENCH_STRESS_SECONDS is no number")
}

/// Generated flow layouts against the literal model.
@Suite(.serialized) struct FlowOracleTests {
  @Test func everyAnswerIsTheModelsBitForBit() throws {
    try run(isFractional: false)
  }

  @Test func fractionalLengthsAgreeToABillionth() throws {
    try run(isFractional: true)
  }

  private func run(isFractional: Bool) throws {
    let end = ContinuousClock.now + .seconds(try stressSeconds())
    let firstSeed = UInt64(Date.now.timeIntervalSince1970 * 1000)
    var seed = firstSeed
    var total = ComparisonCounts()
    repeat {
      for strategy in FlowCaseGenerator(seed: seed).strategies {
        do {
          try Self.compare(seed, strategy, isFractional: isFractional, &total)
        } catch {
          Issue.record("\(strategy.name), seed \(seed), fractional \(isFractional): \(error)")
          return
        }
      }
      seed += 1
    } while ContinuousClock.now < end
    print(
      "flow oracle: \(total.layouts) layouts, \(total.elements) elements and \(total.queries) "
        + "queries, \(isFractional ? "fractional" : "exact"), from seed \(firstSeed)")
    #expect(total.layouts > 0 && total.queries > 0)
  }

  /// One generated layout: everything it answers.
  static func compare(
    _ seed: UInt64, _ strategy: ExtentStrategy, isFractional: Bool,
    _ total: inout ComparisonCounts
  ) throws {
    var generator = FlowCaseGenerator(seed: seed, isFractional: isFractional)
    let flow = generator.flow()
    let fixture = try FlowFixture(flow, strategy)
    var comparison = FlowComparison(
      flow.model(visible: fixture.session.bounds), axis: flow.axis)
    let size = fixture.layout.contentSize
    if isFractional { comparison.tolerance = 1e-9 * max(size.width, size.height, 1000) }
    comparison.counts = total
    try comparison.checkElements(fixture.layout, itemCounts: flow.counts)
    let edges = comparison.model.elements.map {
      flow.axis == .horizontal ? $0.frame.transposed : $0.frame
    }
    for _ in 0..<6 {
      try comparison.checkQuery(
        fixture.layout, generator.query(in: fixture.session.bounds, size, edges: edges))
    }
    if fixture.layout.oversizeItem != comparison.model.oversize?.element.path.itemPath {
      throw Difference(
        description: "oversize \(String(describing: fixture.layout.oversizeItem)), expected "
          + "\(String(describing: comparison.model.oversize))")
    }
    total = comparison.counts
  }
}
