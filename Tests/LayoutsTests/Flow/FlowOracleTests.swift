import Changesets
import Geometry
import Layouts
import TestSupport
import Testing

/// The strategies that every test of the line-based layouts runs on.
let allStrategies: [ExtentStrategy] = [.nested, .flat, .tree, .plain]

extension ExtentStrategy {
  /// The dullest index there can be.
  static var plain: ExtentStrategy { ExtentStrategy("plain", PlainExtents<RightJoin>.self) }
}

/// Generated flow layouts against the literal model.
@Suite(.serialized) struct FlowOracleTests {
  @Test func everyAnswerMatchesTheModelBitForBit() throws {
    try run(isFractional: false)
  }

  @Test func fractionalLengthsAgreeToABillionth() throws {
    try run(isFractional: true)
  }

  /// Three items of 16⅔ points end a last bit short of 50 in one index and at 50 in another, which
  /// rounding down to half points made half a point of.
  @Test(arguments: allStrategies)
  func aDifferenceInTheLastBitMovesNoPixel(_ strategy: ExtentStrategy) throws {
    var total = ComparisonCounts()
    try Self.compare(
      1_795_278_918_560, strategy, isFractional: true, mayBeLarge: true, &total)
  }

  private func run(isFractional: Bool) throws {
    let name = "flow layouts, \(isFractional ? "fractional" : "exact")"
    var run = try StressRun(name, filter: "FlowOracleTests", usualSeconds: 2, share: 0.15)
    var total = ComparisonCounts()
    run.forEachSeed { seed in
      for strategy in FlowCaseGenerator(seed: seed, mayBeLarge: true).strategies {
        try naming(strategy) {
          try Self.compare(seed, strategy, isFractional: isFractional, mayBeLarge: true, &total)
        }
      }
    }
    run.summarize(
      "\(total.layouts) layouts, \(total.elements) elements and \(total.queries) queries")
    #expect(total.layouts > 0 && total.queries > 0)
  }

  /// One generated layout: everything it answers.
  static func compare(
    _ seed: UInt64, _ strategy: ExtentStrategy, isFractional: Bool, mayBeLarge: Bool = false,
    _ total: inout ComparisonCounts
  ) throws {
    var generator = FlowCaseGenerator(
      seed: seed, isFractional: isFractional, mayBeLarge: mayBeLarge)
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

/// Injected errors: a comparison that misses them compares nothing.
@Suite struct PlantedErrorTests {
  @Test(arguments: [
    ("one item late", ExtentStrategy("late", PlainExtents<LateJoin>.self), false, 50),
    ("exact fits break", ExtentStrategy("strict", PlainExtents<StrictJoin>.self), false, 50),
    (
      "repeated subtraction", ExtentStrategy("difference", PlainExtents<DifferenceJoin>.self), true,
      300
    ),
  ])
  func aPlantedErrorIsFound(
    _ name: String, _ strategy: ExtentStrategy, _ isFractional: Bool, _ limit: UInt64
  ) {
    var counts = ComparisonCounts()
    for seed in 1...limit {
      do {
        try FlowOracleTests.compare(seed, strategy, isFractional: isFractional, &counts)
      } catch {
        print("planted error \"\(name)\" found after \(seed) layouts")
        return
      }
    }
    Issue.record("\(name): not found in \(limit) layouts")
  }

  @Test(arguments: [
    ("late", ExtentStrategy("late", PlainExtents<LateJoin>.self)),
    ("strict", ExtentStrategy("strict", PlainExtents<StrictJoin>.self)),
  ])
  func aStrategyThatDiffersIsFound(_ name: String, _ strategy: ExtentStrategy) throws {
    for seed in 1...100 {
      var run = try FlowEditRun(seed: UInt64(seed), amongThemselves: [.tree, strategy])
      do {
        for _ in 0..<4 { try run.step() }
      } catch {
        print("planted error \"\(name)\" found among strategies after \(seed) sequences")
        return
      }
    }
    Issue.record("\(name): not found in 100 sequences")
  }

  @Test func anIndexWithoutAPlantedErrorPasses() throws {
    var counts = ComparisonCounts()
    for seed in 1...300 {
      for isFractional in [false, true] {
        try FlowOracleTests.compare(UInt64(seed), .plain, isFractional: isFractional, &counts)
      }
    }
    #expect(counts.layouts == 600)
  }
}
